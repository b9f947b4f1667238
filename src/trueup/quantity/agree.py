"""Whether a figure agrees with a value."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.quantity.interval import Interval
from trueup.quantity.natural import magnitude
from trueup.quantity.read import read_figure
from trueup.quantity.spelling import spell
from trueup.quantity.units import NONE, Dimension, Unit, units_of
from trueup.quantity.value import Quantity

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Whether a figure agrees with a value, and if not, what is wrong with it.

    :param reason: ``unit`` where the dimension differs, or where the digits fit under another unit
    :param right_unit: the unit under which the digits fit, or None
    :param warnings: sentences without their full stop
    """

    ok: bool
    reason: Literal["value", "unit"] | None = None
    right_unit: str | None = None
    warnings: tuple[str, ...] = ()


def agree(
    figure: Figure, value: Quantity, *, compare: str | None = None, tolerance: Figure | None = None
) -> Agreement:
    """Judge a figure by a value.

    The figure, widened by the value's slack, must contain the value's spread.

    :param compare: ``as-written`` (or None), ``exact``, ``within``, ``at-least``, ``at-most`` or ``interval``
    :param tolerance: widens the figure: relative to its value where it is in %, else absolute
    """
    if figure.form == "text":
        return Agreement(ok=False, reason="value")
    if _unlike(figure, value.dimension):
        right = _fitting(figure, value, compare, tolerance)
        return Agreement(ok=False, reason="unit", right_unit=right.symbol if right else None)
    if tolerance and not widens(tolerance, value):
        warning = f"the tolerance {tolerance.text} has another unit than the value"
        return Agreement(ok=False, reason="unit", warnings=(warning,))
    warnings = _one_sided(figure, value.dimension)
    if holds(figure, value, compare=compare, tolerance=tolerance):
        return Agreement(ok=True, warnings=warnings)
    # A tolerance may bring digits near that nobody meant in another unit.
    right = _fitting(figure, value, compare, None)
    return Agreement(
        ok=False,
        reason="unit" if right else "value",
        right_unit=right.symbol if right else None,
        warnings=warnings,
    )


def widens(tolerance: Figure, value: Quantity) -> bool:
    """Whether a tolerance has a unit by which figures of the value can be widened."""
    return _relative(tolerance) or tolerance.dimension.physical == value.dimension.physical


def holds(
    figure: Figure, value: Quantity, *, compare: str | None = None, tolerance: Figure | None = None
) -> bool:
    """Whether a figure agrees with a value, units included."""
    if figure.form == "text" or _unlike(figure, value.dimension):
        return False
    counted = compare in (None, "as-written", "exact") and not tolerance
    if counted and figure.count and value.count:
        return figure.count == value.count
    if compare == "exact" and not tolerance:
        return _same(_allowed(figure, compare), value.spread)
    return _claimed(figure, value, compare, tolerance).contains(value.spread)


def claimed(
    figure: Figure, value: Quantity, *, compare: str | None = None, tolerance: Figure | None = None
) -> Interval | None:
    """All that the figure allows the value to be, its tolerance and the value's slack included.

    None where it can't be compared with the value: words, other units.
    """
    if figure.form == "text" or _unlike(figure, value.dimension):
        return None
    return _claimed(figure, value, compare, tolerance)


def _claimed(figure: Figure, value: Quantity, compare: str | None, tolerance: Figure | None) -> Interval:
    claims = _allowed(figure, compare)
    if tolerance:
        claims = claims.widen(*_widening(figure, tolerance))
    exactly = compare == "interval" or (compare == "exact" and not tolerance)
    return claims if exactly else _slackened(claims, value)


def _slackened(claims: Interval, value: Quantity) -> Interval:
    """``claims`` widened by the slack of the value; without an end where the slack has none."""
    spread, reach = value.spread, value.reach
    if spread is reach:
        return claims
    up = None if reach.high is None or spread.high is None else reach.high - spread.high
    down = None if reach.low is None or spread.low is None else spread.low - reach.low
    low, high = claims.low, claims.high
    if low is not None and (up is not None or spread.high is not None):
        low = None if up is None else low - up
    if high is not None and (down is not None or spread.low is not None):
        high = None if down is None else high + down
    return Interval(low, high, claims.open_low, claims.open_high)


def _allowed(figure: Figure, compare: str | None) -> Interval:
    if compare == "exact":
        return figure.stated
    if compare == "at-least":
        return Interval(figure.stated.low, None, figure.stated.open_low)
    if compare == "at-most":
        return Interval(None, figure.stated.high, open_high=figure.stated.open_high)
    return figure.claims


def _same(stated: Interval, spread: Interval) -> bool:
    """Whether each end that is stated is that of the spread, and nothing of the spread lies outside."""
    ends = ((stated.low, spread.low), (stated.high, spread.high))
    return stated.contains(spread) and all(one is None or one == other for one, other in ends)


def _widening(figure: Figure, tolerance: Figure) -> tuple[Fraction, Fraction]:
    amount = magnitude(tolerance.stated)
    if not _relative(tolerance):
        return amount, amount
    low, high = figure.stated.low, figure.stated.high
    return amount * abs(low or ZERO), amount * abs(high or ZERO)


def _relative(tolerance: Figure) -> bool:
    return tolerance.unit in ("%", "percent")


def _unlike(figure: Figure, dimension: Dimension) -> bool:
    """Whether the units can't mean the same; a bare product stands in the base unit."""
    if figure.dimension == dimension or (figure.form == "product" and figure.dimension == NONE):
        return False
    if figure.dimension.physical != dimension.physical:
        return True
    return _clash(figure.dimension, dimension)


def _clash(one: Dimension, other: Dimension) -> bool:
    """Whether both name counted things, above or below the slash, and not the same."""
    written, meant = dict(one.counted.exponents), dict(other.counted.exponents)
    if not (written and meant):
        return False
    for sign in (1, -1):
        left = {name: power for name, power in written.items() if power * sign > 0}
        right = {name: power for name, power in meant.items() if power * sign > 0}
        if left and right and left != right:
            return True
    return any(written[name] * meant[name] < 0 for name in written.keys() & meant.keys())


def _one_sided(figure: Figure, dimension: Dimension) -> tuple[str, ...]:
    if figure.form == "product":
        return ()
    written = {name for name, power in figure.dimension.counted.exponents if power < 0}
    meant = {name for name, power in dimension.counted.exponents if power < 0}
    return (
        *(f"the figure is per {name}, the claim doesn't say so" for name in sorted(written - meant)),
        *(f"the claim is per {name}, the figure doesn't say so" for name in sorted(meant - written)),
    )


def _fitting(figure: Figure, value: Quantity, compare: str | None, tolerance: Figure | None) -> Unit | None:
    """The unit under which the figure's digits agree with the value, the nearest where several do."""
    if figure.form not in ("number", "range", "word") or compare in ("at-least", "at-most"):
        return None
    if figure.stated.low == figure.stated.high == ZERO:
        return None  # zero of a unit large enough is near anything
    dimension = value.dimension
    if dimension.physical == NONE != figure.dimension.physical:
        return None  # no % or × is meant by who writes 12 B for twelve
    if figure.dimension.counted != NONE and not _clash(figure.dimension, dimension):
        dimension = dimension.physical * figure.dimension.counted
    fitting: list[tuple[Fraction, Unit]] = []
    for unit in units_of(dimension):
        if (unit.factor, unit.dimension) == (figure.factor, figure.dimension) or not _a_slip(figure, unit):
            continue
        try:
            other = read_figure(respelled(figure.text, unit.symbol))
        except FigureError:
            continue
        if holds(other, value, compare=compare, tolerance=tolerance):
            fitting.append((_distance(other.stated, value.spread), unit))
    return min(fitting, key=lambda pair: pair[0])[1] if fitting else None


def _a_slip(figure: Figure, unit: Unit) -> bool:
    """Whether one could be written for the other: another prefix, or bits for bytes, but not both at once."""
    written = spell(figure.text).units[-1]
    heads = (written.head if written else "", unit.head)
    bits = [head.endswith("bit") for head in heads]
    if bits[0] == bits[1] or not written or written.dimension != unit.dimension:
        return True
    return heads[0].removesuffix("bit").removesuffix("B") == heads[1].removesuffix("bit").removesuffix("B")


def _distance(one: Interval, other: Interval) -> Fraction:
    gaps = [
        abs(left - right)
        for left, right in ((one.low, other.low), (one.high, other.high))
        if left is not None and right is not None
    ]
    return sum(gaps, ZERO)


def respelled(text: str, symbol: str) -> str:
    """The figure ``text`` with another unit."""
    spelling = spell(text)
    if not spelling.spans:
        end = spelling.numerals[-1].end
        return f"{text[:end]} {symbol}{text[end:]}"
    for start, end in reversed(spelling.spans):
        text = text[:start] + symbol + text[end:]
    return text
