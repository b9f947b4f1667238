"""Functions of intervals, rounded outward where a result is irrational."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from trueup.quantity.interval import Interval

#: Longer results are refused.
MAX_BITS = 10_000
#: Bits to which an irrational result is bracketed, well inside 1e-12.
_BITS = 64
#: Bits carried while a logarithm is squared out of its number.
_CARRIED = 256


def bits(interval: Interval) -> int:
    """The length of the longest whole number in the ends of the interval."""
    ends = [end for end in (interval.low, interval.high) if end is not None]
    return max((max(end.numerator.bit_length(), end.denominator.bit_length()) for end in ends), default=0)


def middle(interval: Interval) -> Fraction | None:
    """The number half-way; of an interval unbounded on one side its end, of one on both None."""
    low, high = interval.low, interval.high
    if low is None or high is None:
        return high if low is None else low
    return (low + high) / 2


def neat(low: Fraction, high: Fraction) -> Fraction:
    """A number between the two, one with a small denominator where there is one."""
    half = (low + high) / 2
    for limit in (10**3, 10**6, 10**9, 10**12):
        near = half.limit_denominator(limit)
        if low <= near <= high:
            return near
    return half


def smallest(intervals: Sequence[Interval]) -> Interval:
    """The values of ``min``."""
    lows = [(interval.low, interval.open_low) for interval in intervals]
    highs = [(each.high, each.open_high) for each in intervals if each.high is not None]
    if any(end is None for end, _ in lows):
        low, open_low = None, False
    else:
        low, open_low = min((end, is_open) for end, is_open in lows if end is not None)
    if not highs:
        return Interval(low, None, open_low)
    high = min(end for end, _ in highs)
    return Interval(low, high, open_low, any(is_open for end, is_open in highs if end == high))


def largest(intervals: Sequence[Interval]) -> Interval:
    """The values of ``max``."""
    return -smallest([-interval for interval in intervals])


def absolute(interval: Interval) -> Interval:
    """The values of ``abs``."""
    if interval.low is not None and interval.low >= 0:
        return interval
    if interval.high is not None and interval.high <= 0:
        return -interval
    both = interval.hull(-interval)
    return Interval(Fraction(0), both.high, False, both.open_high)


def rounded(interval: Interval, function: Callable[[Fraction], int]) -> Interval:
    """The values of a rounding to whole numbers, which never falls where its argument rises."""
    return Interval(
        None if interval.low is None else Fraction(function(interval.low)),
        None if interval.high is None else Fraction(function(interval.high)),
    )


def nearest(value: Fraction) -> int:
    """The nearest whole number; a tie goes away from zero, as on paper."""
    whole = math.floor(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


def logarithm(interval: Interval) -> Interval:
    """The values of ``log2``; raises :class:`ValueError` where the argument may be zero or less."""
    low, high = interval.low, interval.high
    if low is None or low < 0 or (low == 0 and not interval.open_low):
        raise ValueError("the logarithm of what may not be positive")
    return Interval(_log2(low)[0] if low else None, None if high is None else _log2(high)[1])


def root(interval: Interval, degree: int) -> Interval:
    """The values of the root of that degree, of numbers that are not negative."""
    low, high = interval.low or Fraction(0), interval.high
    return Interval(_root(low, degree)[0], None if high is None else _root(high, degree)[1])


def _log2(value: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of the logarithm: the whole part, then a bit for each squaring of what is left.

    After Knuth, *The Art of Computer Programming* 1, 1.2.2, exercise 25, with both bounds carried along.
    """
    whole = value.numerator.bit_length() - value.denominator.bit_length()
    if value < Fraction(2) ** whole:
        whole -= 1
    rest = value / Fraction(2) ** whole
    if rest == 1:
        return Fraction(whole), Fraction(whole)
    two = 2 << _CARRIED
    low = math.floor(rest * (1 << _CARRIED))
    high = low + 1
    found, step = Fraction(whole), Fraction(1)
    for _ in range(_BITS):
        low, high = low * low >> _CARRIED, -(-high * high >> _CARRIED)
        step /= 2
        if low >= two:
            found += step
            low, high = low >> 1, -(-high >> 1)
        elif high > two:
            # What is left lies on both sides of 2, its logarithm between 0 and 2.
            return found, found + 2 * step
    return found, found + step


def _root(value: Fraction, degree: int) -> tuple[Fraction, Fraction]:
    above, below = _whole_root(value.numerator, degree), _whole_root(value.denominator, degree)
    if above**degree == value.numerator and below**degree == value.denominator:
        return Fraction(above, below), Fraction(above, below)
    size = (value.numerator.bit_length() - value.denominator.bit_length()) // degree
    shift = max(0, _BITS - size)
    scaled = (value.numerator << shift * degree) // value.denominator
    found = _whole_root(scaled, degree)
    return Fraction(found, 1 << shift), Fraction(found + 1, 1 << shift)


def _whole_root(value: int, degree: int) -> int:
    """The root of a whole number, rounded down: Newton's method from above."""
    if value < 2:
        return value
    guess = 1 << -(-value.bit_length() // degree)
    while True:
        better = ((degree - 1) * guess + value // guess ** (degree - 1)) // degree
        if better >= guess:
            return guess
        guess = better
