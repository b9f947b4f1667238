"""What a figure claims: between which ends, by how it is written."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import NamedTuple

from trueup.quantity.interval import ANYTHING, Interval
from trueup.quantity.numeral import Numeral, power_of_ten
from trueup.quantity.spelling import Spelling
from trueup.quantity.units import Unit

_FIVE_PERCENT = Fraction(1, 20)
_ONE = Fraction(1)


class _Intervals(NamedTuple):
    claims: Interval
    stated: Interval
    reach: Interval


class Ends:
    """The intervals of a figure, worked out when one of them is first asked for: of most none ever is.

    :param spelling: None of what claims no number
    """

    __slots__ = ("_found", "_spelling")

    def __init__(self, spelling: Spelling | None) -> None:
        self._spelling = spelling
        self._found: _Intervals | None = None

    @property
    def intervals(self) -> _Intervals:
        if self._found is None:
            self._found = _intervals(self._spelling)
        return self._found

    @property
    def size(self) -> float | None:
        """The float nearest to what is stated, where that is one number in digits, and not too large."""
        spelling = self._spelling
        if spelling is None or len(spelling.numerals) > 1 or spelling.numerals[0].given is not None:
            return None
        numeral, unit = spelling.numerals[0], spelling.units[0]
        half, below = _half(numeral.exponent - numeral.places, unit)
        try:
            return 2 * numeral.digits * half / below
        except OverflowError:
            return None

    @property
    def exact(self) -> bool:
        """Whether one number is meant as it is written, and not rounded."""
        spelling = self._spelling
        return spelling is not None and _is_exact(spelling.numerals[0], spelling.units[0], spelling.approx)

    def __reduce__(self) -> tuple[type[Ends], tuple[Spelling | None]]:
        return Ends, (self._spelling,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ends) and self.intervals == other.intervals

    def __hash__(self) -> int:
        return hash(self.intervals)


def _intervals(spelling: Spelling | None) -> _Intervals:
    if spelling is None:
        return _Intervals(ANYTHING, ANYTHING, ANYTHING)
    if spelling.form in ("product", "fraction"):
        return _exactly(spelling)
    approx, numerals, units = spelling.approx, spelling.numerals, spelling.units
    low = high = _read(numerals[0], units[0], approx=approx)
    if len(numerals) > 1:
        high = _read(numerals[1], units[1], approx=approx)
        if low.value > high.value:
            low, high = high, low
    if spelling.form == "plus-minus":
        both = Interval(-high.value, high.value)
        return _Intervals(both, both, both)
    if spelling.form == "bound":
        stated = _bounded(spelling, low.value)
        farther = low.value + (-1 if ">" in spelling.relation else 1) * low.margin if approx else None
        return _Intervals(stated if farther is None else _bounded(spelling, farther), stated, stated)
    stated = Interval(low.value, high.value)
    rounded = low.least is not low.value or high.most is not high.value
    reach = Interval(low.least, high.most) if rounded else stated
    return _Intervals(stated.widen(low.margin, high.margin) if approx else reach, stated, reach)


def _exactly(spelling: Spelling) -> _Intervals:
    """Of factors their product, of counts what part of the second the first is."""
    numbers = [numeral.value for numeral in spelling.numerals]
    value = prod(numbers, start=_ONE) if spelling.form == "product" else numbers[0] / numbers[1]
    point = Interval.point(value)
    margin = abs(value) * _FIVE_PERCENT if spelling.approx else 0
    return _Intervals(point.widen(margin, margin), point, point)


class _Read(NamedTuple):
    """A written number in base units, and the least and the most that it could be as it is rounded."""

    value: Fraction
    least: Fraction
    most: Fraction

    @property
    def margin(self) -> Fraction:
        """How far ``~`` goes from it."""
        return max(self.value - self.least, abs(self.value) * _FIVE_PERCENT)


def _read(numeral: Numeral, unit: Unit | None, *, approx: bool) -> _Read:
    if numeral.given is not None:
        value = numeral.given * unit.factor if unit else numeral.given
        return _Read(value, value, value)
    # Whole numbers of half a last place, so that nothing is computed with fractions.
    half, below = _half(numeral.exponent - numeral.places, unit)
    value = Fraction(2 * numeral.digits * half, below)
    if _is_exact(numeral, unit, approx):
        return _Read(value, value, value)
    least, most = (2 * numeral.digits - 1) * half, (2 * numeral.digits + 1) * half
    return _Read(value, Fraction(least, below), Fraction(most, below))


def _is_exact(numeral: Numeral, unit: Unit | None, approx: bool) -> bool:
    return not approx and numeral.whole and (unit is None or unit.exact)


@lru_cache(maxsize=1024)
def _half(power: int, unit: Unit | None) -> tuple[int, int]:
    """Half of a power of ten of a unit, in base units: numerator and denominator."""
    half = power_of_ten(power) * (unit.factor if unit else 1) / 2
    return half.numerator, half.denominator


def _bounded(spelling: Spelling, value: Fraction) -> Interval:
    strict = spelling.relation in ("<", ">")
    if ">" in spelling.relation:
        return Interval(value, None, open_low=strict)
    return Interval(None, value, open_high=strict)
