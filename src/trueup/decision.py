"""Where a decision flips, in each of its operands, and how far away that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from trueup.claim import Decide, Require
from trueup.expression.errors import EvaluationError
from trueup.expression.evaluate import evaluate, operands
from trueup.expression.nodes import Compare, Logic, Node, Unary
from trueup.expression.symbolic import flip_points
from trueup.quantity.digits import about
from trueup.quantity.interval import Interval
from trueup.quantity.value import Quantity, Truth
from trueup.quantity.write import write

#: Below this factor the distance is told in percent, which a factor's few digits would hide.
_NEAR = Fraction(11, 10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """A value of one operand at which a decision changes, all others staying as they are.

    :param below: the words that hold while the operand is below ``at``; ``above`` while it is above
    :param distance: ``at`` over the present value, or its inverse: never below 1; None if either is 0
    """

    operand: str
    at: Quantity
    now: Quantity
    below: str
    above: str
    distance: Fraction | None

    def __str__(self) -> str:
        present = _middle(self.now.spread)
        point = self.at.spread.low
        side, word = (
            ("below", self.below)
            if present is not None and point is not None and present < point
            else ("above", self.above)
        )
        away = f", {self.away}" if self.away else ""
        return f"{word} while {self.operand} is {side} {write(self.at)}; now {write(self.now)}{away}"

    @property
    def away(self) -> str:
        """How far the operand is from the point, which may lie within what is known of it."""
        if self.at.spread.low is not None and self.now.spread.contains(self.at.spread):
            return "on either side of it"
        if not self.distance:
            return ""
        if self.distance < _NEAR:
            return f"{about((self.distance - 1) * 100, 2)} % away"
        return f"a factor of {about(self.distance, 3)} away"


def flips(kind: Decide | Require, values: Mapping[str, Quantity]) -> Iterator[Flip]:
    """The flip points of a decision in each of its operands.

    :param values: of all its operands; where one is missing there are none
    """
    names = operands(kind.formula.node)
    if any(name not in values for name in names):
        return
    for operand in names:
        points: set[Fraction] = set()
        for comparison in _comparisons(kind.formula.node):
            if operand in operands(comparison):
                points.update(flip_points(comparison, operand, values))
        for point in sorted(points):
            flip = _flip(kind, operand, point, values)
            if flip:
                yield flip


def _flip(
    kind: Decide | Require, operand: str, point: Fraction, values: Mapping[str, Quantity]
) -> Flip | None:
    """The flip at ``point``, unless the whole decision is the same on either side."""
    now = values[operand]
    step = abs(point) / 10**6 or Fraction(1, 10**6)
    below, above = (
        _outcome(kind, {**values, operand: _at(now, where)}) for where in (point - step, point + step)
    )
    if below is None or above is None or below == above:
        return None
    present = _middle(now.spread)
    distance = None
    if present and point and (present > 0) == (point > 0):
        distance = max(present / point, point / present)
    return Flip(
        operand=operand,
        at=_at(now, point),
        now=now,
        below=_word(kind, truth=below),
        above=_word(kind, truth=above),
        distance=distance,
    )


def _outcome(kind: Decide | Require, values: Mapping[str, Quantity]) -> bool | None:
    """The truth of the decision with every operand at the middle of what it was seen to be."""
    middles = {name: _at(value, _middle(value.spread)) for name, value in values.items()}
    try:
        truth = evaluate(kind.formula.node, middles.__getitem__)
    except EvaluationError:
        return None
    return truth.value if isinstance(truth, Truth) else None


def _comparisons(node: Node) -> Iterator[Compare]:
    if isinstance(node, Compare):
        yield node
    elif isinstance(node, Logic):
        yield from _comparisons(node.left)
        yield from _comparisons(node.right)
    elif isinstance(node, Unary):
        yield from _comparisons(node.operand)


def _word(kind: Decide | Require, *, truth: bool) -> str:
    if isinstance(kind, Decide) and kind.words.get(truth):
        return kind.words[truth][0]
    return "true" if truth else "false"


def _middle(interval: Interval) -> Fraction | None:
    if interval.low is None or interval.high is None:
        return interval.low if interval.high is None else interval.high
    return (interval.low + interval.high) / 2


def _at(like: Quantity, value: Fraction | None) -> Quantity:
    return like if value is None else Quantity.exact(value, like.dimension)
