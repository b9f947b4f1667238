"""What the plot of a decision shows: its sides against the operand that turns it, and where that is now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from trueup.expression.bounds import middle
from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.quantity.write import write
from trueup.reports.html.exact import RecordedTurn
from trueup.reports.html.plots.axis import Scale, Span, ends, scale
from trueup.reports.html.plots.hosts import UNSAID, hosts
from trueup.reports.html.plots.sides import Side, comparisons
from trueup.reports.html.recorded import Recorded, RecordedClaim

_SAMPLES = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A side, with the operand along x: in the middle of what it could be, and its lowest and highest."""

    xs: tuple[float, ...]
    lows: tuple[float, ...]
    middles: tuple[float, ...]
    highs: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """Where a side is now, with all that the operand and the side could be.

    :param host: whose values the side is made of
    """

    host: str
    side: int
    x: Span
    y: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Where the decision turns, and the words on either side."""

    x: float
    label: str
    below: str
    above: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A plot of a decision, in the units of its axes: all that its drawing depends on."""

    operand: str
    x: Scale
    y: Scale
    curves: tuple[Curve, Curve]
    points: tuple[Point, ...]
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionPlot:
    """A decision with its sides, and the operand nearest to turning it.

    :param turns: those of that operand
    """

    claim: RecordedClaim
    operator: str
    left: Side
    right: Side
    operand: str
    turns: tuple[RecordedTurn, ...]
    scene: Scene

    @property
    def sides(self) -> tuple[Side, Side]:
        """Left and right."""
        return self.left, self.right


def decision_plot(claim: RecordedClaim, recorded: Recorded) -> DecisionPlot | None:
    """The plot of a decision; None where nothing turns it, or its sides are no numbers."""
    if claim.how != "decide" or not claim.turns:
        return None
    nearest = min(claim.turns, key=lambda one: (not _measured(one, recorded), _distance(one)))
    operand, turns = nearest.operand, tuple(one for one in claim.turns if one.operand == nearest.operand)
    for operator, left, right in comparisons(claim, recorded):
        if operand not in left.names and operand not in right.names:
            continue
        labels = (_host(left, recorded), _host(right, recorded))
        scene = _scene(operand, (left, right), turns, labels)
        if scene:
            return DecisionPlot(
                claim=claim,
                operator=operator,
                left=left,
                right=right,
                operand=operand,
                turns=turns,
                scene=scene,
            )
    return None


def _measured(turn: RecordedTurn, recorded: Recorded) -> bool:
    claim = recorded.claims.get(turn.operand)
    return claim is not None and claim.basis == "measured"


def _distance(turn: RecordedTurn) -> tuple[bool, Fraction]:
    return turn.distance is None, turn.distance or Fraction(0)


def _host(side: Side, recorded: Recorded) -> str | None:
    """The label of a side's point; None where nothing in it was measured."""
    if not any(recorded.claims[name].basis == "measured" for name in side.names):
        return None
    return hosts(side.names, recorded) or UNSAID


@lru_cache(maxsize=512)  # a server computes again only what has changed
def _scene(
    operand: str,
    sides: tuple[Side, Side],
    turns: tuple[RecordedTurn, ...],
    labels: tuple[str | None, str | None],
) -> Scene | None:
    now = sides[0].values[operand]
    present = [side.now for side in sides]
    if present[0] is None or present[1] is None:
        return None
    along = [*ends(now.reach), *(one.at.spread.low for one in turns if one.at.spread.low is not None)]
    x = scale(along, now.dimension)
    if x is None:
        return None
    xs = sorted({*_samples(x), *along})
    drawn = [list(_curve(side, operand, xs)) for side in sides]
    if not all(drawn):
        return None
    near = [value for one in present if one for value in ends(one.reach)]
    y = _across(near, drawn, present[0].dimension)
    if y is None:
        return None
    try:
        curves = [_placed(curve, x, y) for curve in drawn]
        points = tuple(
            _point(at, label, (side, value), operand, (x, y))
            for at, (side, value, label) in enumerate(zip(sides, present, labels, strict=True))
            if value and label
        )
    except OverflowError:
        return None
    return Scene(
        operand=operand,
        x=x,
        y=y,
        curves=(curves[0], curves[1]),
        points=points,
        turns=tuple(
            Turn(x=x.place(one.at.spread.low), label=write(one.at), below=one.below, above=one.above)
            for one in turns
            if one.at.spread.low is not None
        ),
    )


def _point(
    at: int, label: str, side: tuple[Side, Quantity], operand: str, axes: tuple[Scale, Scale]
) -> Point:
    one, value = side
    x, y = axes
    present = x.span(one.values[operand].reach)
    return Point(
        host=label,
        side=at,
        # A side without the operand is the same all along the axis: it is uncertain upward and downward only.
        x=present if operand in one.names else (present[1],) * 3,
        y=y.span(value.reach),
    )


def _samples(x: Scale) -> Iterator[Fraction]:
    """Values over the whole axis, short enough to compute with."""
    for step in range(_SAMPLES + 1):
        share = step / _SAMPLES
        place = x.low * (x.high / x.low) ** share if x.log else x.low + (x.high - x.low) * share
        yield Fraction(f"{place:.6g}") * x.factor


_Sample = tuple[Fraction, Interval]


def _curve(side: Side, operand: str, xs: list[Fraction]) -> Iterator[_Sample]:
    now = side.now
    for value in xs:
        found = side.at(operand, value) if operand in side.names else now and now.reach
        if found and found.low is not None and found.high is not None:
            yield value, found


def _across(near: list[Fraction], drawn: list[list[_Sample]], dimension: Dimension) -> Scale | None:
    """The axis of the sides: what they are now and all of the curves, unless those run away."""
    values = list(near)
    low, high = min(near), max(near)
    for _, found in (sample for curve in drawn for sample in curve):
        centre = middle(found)
        # Near a pole a side has no bounds: the plot stays where the decision is.
        if centre is None or (centre > 0) != (high > 0):
            continue
        if low - 3 * abs(low) <= centre <= 4 * abs(high):
            values.append(centre)
    return scale(values, dimension, margin=0.12)


def _placed(samples: list[_Sample], x: Scale, y: Scale) -> Curve:
    def row(pick: int) -> tuple[float, ...]:
        return tuple(y.span(found)[pick] for _, found in samples)

    return Curve(xs=tuple(x.place(value) for value, _ in samples), lows=row(0), middles=row(1), highs=row(2))
