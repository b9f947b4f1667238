"""Where a decision turns over: the values of one operand at which its outcome changes.

The other operands stay in the middle of their spreads. A comparison of quotients of polynomials is
solved exactly; the equality first, then the outcome on each side of it. Of other formulas (``min``,
roundings, logarithms; without sympy, any that is not linear) the outcome is looked up at four values per
doubling, up to 2^40 times and down to 2^-40 of the operand's value, and each change bracketed; two changes
closer than that escape it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise

from trueup.expression.bounds import middle, neat
from trueup.expression.errors import EvaluationError
from trueup.expression.evaluate import evaluate, operands, operations
from trueup.expression.nodes import Binary, Compare, Node, walk
from trueup.expression.polynomials import quotient, real_roots
from trueup.quantity.units import NONE
from trueup.quantity.value import Quantity, Truth

_MAX_OPERATIONS = 200
_OCTAVES = 40
_STEPS = (Fraction(1), Fraction(6, 5), Fraction(7, 5), Fraction(5, 3))
_SHARES = (Fraction(1, 2), Fraction(3, 7), Fraction(5, 9))
#: Halvings that bracket a change.
_BITS = 60

Outcome = Callable[[Fraction], bool | None]


def flip_points(node: Node, operand: str, values: Mapping[str, Quantity | Truth]) -> tuple[Fraction, ...]:
    """The values of ``operand``, ascending, in base units, at which the decision's outcome changes.

    Of an operand with a dimension only those of the sign it has, and zero only where it is the sole
    operand. Empty where nothing changes, where the formula decides nothing, or where it is too long (200
    operations).

    :param node: a comparison, or several joined by ``and``, ``or``, ``not``
    :param values: of every claim that the formula names
    """
    present = values.get(operand)
    if operand not in operands(node) or operations(node) > _MAX_OPERATIONS:
        return ()
    if not isinstance(present, Quantity) or (now := middle(present.spread)) is None:
        return ()
    others = {claim: _centred(value) for claim, value in values.items() if claim != operand}
    outcome = _outcome(node, operand, present, others)
    try:
        candidates = _candidates(node, operand, others)
    except EvaluationError:
        return ()
    if candidates is None:
        found = _scanned(outcome, now, mirrored=present.dimension == NONE)
    else:
        found = [value for value in candidates if _changes(outcome, value, candidates)]
    if present.dimension == NONE:
        return tuple(found)
    # Zero is where sides in proportion to it meet, and no decision turns over there; unless it is about it.
    alone = operands(node) == (operand,)
    return tuple(value for value in found if value * (now or 1) > 0 or (alone and not value))


def _centred(value: Quantity | Truth) -> Quantity | Truth:
    if isinstance(value, Truth):
        return value
    centre = middle(value.spread)
    return value if centre is None else Quantity.exact(centre, value.dimension)


def _outcome(node: Node, operand: str, present: Quantity, others: Mapping[str, Quantity | Truth]) -> Outcome:
    def outcome(value: Fraction) -> bool | None:
        known = {**others, operand: Quantity.exact(value, present.dimension)}
        try:
            truth = evaluate(node, known.__getitem__)
        except EvaluationError:
            return None
        return truth.value if isinstance(truth, Truth) else None

    return outcome


def _candidates(node: Node, operand: str, others: Mapping[str, Quantity | Truth]) -> list[Fraction] | None:
    """Where a comparison's sides are equal, or have a pole; None where one can't be solved exactly.

    One of a higher degree needs sympy for that.
    """
    exact = {claim: value.spread for claim, value in others.items() if isinstance(value, Quantity)}
    found: set[Fraction] = set()
    for part in walk(node):
        if not isinstance(part, Compare) or operand not in operands(part):
            continue
        solved = quotient(Binary(operator="-", left=part.left, right=part.right), operand, exact)
        if solved is None:
            return None
        try:
            found.update(*(real_roots(polynomial) for polynomial in solved if polynomial))
        except ModuleNotFoundError:
            return None
    return sorted(found)


def _changes(outcome: Outcome, value: Fraction, candidates: list[Fraction]) -> bool:
    """Between two neighbours the outcome is one, so a look half-way to each tells."""
    at = candidates.index(value)
    before = candidates[at - 1] if at else value - abs(value) - 1
    after = candidates[at + 1] if at + 1 < len(candidates) else value + abs(value) + 1
    seen = {outcome((before + value) / 2), outcome(value), outcome((value + after) / 2)}
    return {True, False} <= seen


def _scanned(outcome: Outcome, now: Fraction, *, mirrored: bool) -> list[Fraction]:
    size = now or Fraction(1)
    grid = [size * Fraction(2) ** power * step for power in range(-_OCTAVES, _OCTAVES) for step in _STEPS]
    if mirrored or not now:
        grid += [Fraction(0), *(-value for value in grid)]
    looked = [(value, outcome(value)) for value in sorted(grid)]
    brackets = [
        _bracketed(outcome, low, high, first)
        for (low, first), (high, second) in pairwise(looked)
        if {first, second} == {True, False}
    ]
    return [neat(low, high) for low, high in filter(None, brackets)]


def _bracketed(
    outcome: Outcome, low: Fraction, high: Fraction, first: bool | None
) -> tuple[Fraction, Fraction] | None:
    for _ in range(_BITS):
        # Where the formula has no value half-way, it has one near by; or no single place to turn over.
        places = (low + (high - low) * share for share in _SHARES)
        place, seen = next(((at, seen) for at in places if (seen := outcome(at)) is not None), (low, None))
        if seen is None:
            return None
        low, high = (place, high) if seen is first else (low, place)
    return low, high
