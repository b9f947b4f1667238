"""The ways in which a statement can be meant, and whether any of them fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction

from trueup.quantity.agree import holds
from trueup.quantity.figure import Figure
from trueup.quantity.interval import Interval
from trueup.quantity.value import Quantity

_FIVE_PERCENT = Fraction(1, 20)
_THOUSANDS = re.compile(r"(?<!\d)\d{1,3}\.\d{3}(?!\d)")
_LOOSE = Fraction(1, 8)
#: decimal places that a floating-point number has
_FLOAT = 14


def reading(figure: Figure, stated: Interval, reach: Interval, factor: Fraction | int = 1) -> Quantity:
    """A value as the figure would state it, with the leeway that the figure's own way of writing takes.

    :param factor: of the unit in which the operands' digits are meant
    """
    spread = stated.scale(factor)
    reach = spread.hull(reach.scale(factor))
    leeway = _leeway(figure, spread)
    reach = reach.widen(leeway, leeway) if leeway else reach
    return Quantity(spread=spread, reach=reach, dimension=figure.dimension)


def chosen(figure: Figure, readings: Iterable[Quantity]) -> Quantity | None:
    """The first reading that fits the figure, else the first; None where there is none."""
    first = None
    for value in readings:
        if holds(figure, value):
            return value
        first = first or value
    if first and _THOUSANDS.search(figure.text):
        # “10.000 bytes” has a point between its thousands, as many languages have.
        other = scaled(first, Fraction(1, 1000))
        return other if holds(figure, other) else first
    return first


def closest(figure: Figure, value: Quantity, readings: Iterable[Quantity]) -> Quantity:
    """What to say that a figure should be: the value where it fits, else the reading it misses by least."""
    if holds(figure, value):
        return value
    written = middle(figure.stated)

    def apart(one: Quantity) -> Fraction:
        computed = middle(one.spread)
        return max(computed / written, written / computed)

    meant = [one for one in readings if written * middle(one.spread) > 0]
    return min(meant, key=apart, default=value)


def scaled(value: Quantity, factor: Fraction) -> Quantity:
    """So many times a value."""
    return Quantity(
        spread=value.spread.scale(factor), reach=value.reach.scale(factor), dimension=value.dimension
    )


def near(figure: Figure, value: Quantity, factor: Fraction | int) -> bool:
    """Whether a figure is so close to a value that it can only be meant for it, neither being zero."""
    written, computed = middle(figure.stated), middle(value.spread)
    if not written or not computed or (written > 0) != (computed > 0):
        return False
    ratio = computed / written
    return 1 / Fraction(factor) <= ratio <= factor


def settled(figure: Figure, value: Quantity) -> bool:
    """Whether a figure fits, or misses by more than loose writing explains.

    ``~`` is read generously, and “80 %” or “100×” may be rounded to their zeros.
    """
    low, high = figure.claims.low, figure.claims.high
    if low is None or high is None or holds(figure, value):
        return True
    more = max((high - low) * _LOOSE if figure.approx else Fraction(0), _to_zeros(figure))
    if figure.places > _FLOAT:
        more = max(more, abs(high) / 10 ** (_FLOAT - 1))
    return not more or not figure.claims.widen(more, more).meets(value.reach)


def _to_zeros(figure: Figure) -> Fraction:
    """How far a whole percentage or ratio is off where it was rounded to its zeros, else zero."""
    if figure.form != "number" or figure.places or not figure.unit or figure.dimension.exponents:
        return Fraction(0)
    if figure.text[:1] in "+-−":  # as programs print them, to the last digit
        return Fraction(0)
    number = int(middle(figure.stated) / figure.factor)
    zeros = len(str(number)) - len(str(number).rstrip("0")) if number else 0
    return figure.factor * 10**zeros * Fraction(9, 20) if zeros else Fraction(0)


def middle(interval: Interval) -> Fraction:
    """Halfway between the ends; the one end where it has one, else zero."""
    low, high = interval.low, interval.high
    if low is None or high is None or low is high:
        return low or high or Fraction(0)
    return (low + high) / 2


def mapped(one: Interval, other: Interval, how: Callable[[Interval, Interval], Interval]) -> Interval | None:
    """``how`` of two intervals, or None where it divides by what may be zero."""
    try:
        return how(one, other)
    except ZeroDivisionError:
        return None


def _leeway(figure: Figure, spread: Interval) -> Fraction:
    """What an integer that is no exact result may be off: it was rounded, to its digit or to its zeros."""
    stated = figure.stated
    if figure.form != "number" or figure.claims != stated or stated.low is None:
        return Fraction(0)
    unit = figure.factor
    number = abs(stated.low / unit)
    if number.denominator != 1:
        return Fraction(0)
    whole = spread.is_point and spread.low is not None and (spread.low / unit).denominator == 1
    digits = str(number.numerator).rstrip("0")
    zeros = 10 ** (len(str(number.numerator)) - len(digits)) if number else 1
    if zeros >= 100 and len(digits) <= 2:
        return min(abs(stated.low) * _FIVE_PERCENT, zeros * unit / 2)
    return Fraction(0) if whole else unit * Fraction(99, 100)
