"""Intervals of exact rationals, with unbounded and open ends."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Interval:
    """All numbers from ``low`` to ``high``; ``None`` is unbounded on that side.

    ``open_low`` and ``open_high`` leave the end itself out (``< 2 MiB``).
    Raises :class:`ValueError` for an interval that holds no number.
    """

    low: Fraction | None
    high: Fraction | None
    open_low: bool = False
    open_high: bool = False

    def __post_init__(self) -> None:
        low, high = self.low, self.high
        if low is None or high is None:
            # Where there is no end there is none to leave out; so equal intervals compare equal.
            if self.open_low and low is None:
                object.__setattr__(self, "open_low", False)
            if self.open_high and high is None:
                object.__setattr__(self, "open_high", False)
            return
        is_open = self.open_low or self.open_high
        if low is high and not is_open:
            return
        if low.numerator * high.denominator > high.numerator * low.denominator:
            raise ValueError(f"descending interval {low} … {high}")
        if is_open and low == high:
            raise ValueError(f"empty interval at {low}")

    @classmethod
    def point(cls, value: Fraction | int) -> Interval:
        exact = Fraction(value)
        return cls(exact, exact)

    @property
    def is_point(self) -> bool:
        return self.low is not None and self.low == self.high

    def __add__(self, other: Interval) -> Interval:
        return Interval(
            None if self.low is None or other.low is None else self.low + other.low,
            None if self.high is None or other.high is None else self.high + other.high,
            self.open_low or other.open_low,
            self.open_high or other.open_high,
        )

    def __neg__(self) -> Interval:
        return Interval(
            None if self.high is None else -self.high,
            None if self.low is None else -self.low,
            self.open_high,
            self.open_low,
        )

    def __sub__(self, other: Interval) -> Interval:
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        if self._is_plain and other._is_plain:
            return Interval(self.low * other.low, self.high * other.high)  # type: ignore[operator]
        products = [_product(one, another) for one in self._ends() for another in other._ends()]
        return _between(products)

    def __truediv__(self, other: Interval) -> Interval:
        """Raises :class:`ZeroDivisionError` where the divisor may be zero."""
        if self._is_plain and other._is_plain and other.low:
            return Interval(self.low / other.high, self.high / other.low)  # type: ignore[operator]
        return self * other._reciprocal()

    def power(self, exponent: int) -> Interval:
        """All powers of its numbers; :class:`ZeroDivisionError` for a negative one of what may be zero."""
        if exponent < 0:
            return self._reciprocal().power(-exponent)
        if exponent == 0:
            return Interval.point(1)
        ends = [
            _End(end.infinite, end.value**exponent if exponent % 2 else abs(end.value) ** exponent, end.open)
            for end in self._ends()
        ]
        if exponent % 2 == 0:
            ends = [_End(abs(end.infinite), end.value, end.open) for end in ends]
            if self.contains(ZERO):
                ends.append(_End(0, Fraction(0), open=False))
        return _between(ends)

    def scale(self, factor: Fraction | int) -> Interval:
        """Each of its numbers times ``factor``."""
        return self if factor == 1 else self * Interval.point(factor)

    def contains(self, other: Interval) -> bool:
        """Every number of ``other`` lies in it."""
        return _reaches(self.low, self.open_low, other.low, other.open_low, sign=1) and _reaches(
            self.high, self.open_high, other.high, other.open_high, sign=-1
        )

    def meets(self, other: Interval) -> bool:
        """Some number lies in both."""
        return _not_above(self, other) and _not_above(other, self)

    def hull(self, other: Interval) -> Interval:
        """The smallest interval that holds both."""
        if self._is_closed and other._is_closed:
            return Interval(min(self.low, other.low), max(self.high, other.high))  # type: ignore[type-var]
        return _between([*self._ends(), *other._ends()])

    def widen(self, low: Fraction | int, high: Fraction | int) -> Interval:
        """Its low end lowered by ``low``, its high end raised by ``high``; open ends stay open."""
        return Interval(
            None if self.low is None else self.low - low,
            None if self.high is None else self.high + high,
            self.open_low,
            self.open_high,
        )

    @property
    def _is_plain(self) -> bool:
        """Whether both ends are part of it, and none is negative: the common case, and a quick one."""
        return self._is_closed and self.low.numerator >= 0  # type: ignore[union-attr]

    @property
    def _is_closed(self) -> bool:
        return not (self.low is None or self.high is None or self.open_low or self.open_high)

    def _ends(self) -> tuple[_End, _End]:
        low = _End(-1, Fraction(0), open=True) if self.low is None else _End(0, self.low, self.open_low)
        high = _End(1, Fraction(0), open=True) if self.high is None else _End(0, self.high, self.open_high)
        return low, high

    def _reciprocal(self) -> Interval:
        if self.contains(ZERO):
            raise ZeroDivisionError("the divisor may be zero")
        above = self.low is not None and self.low >= 0
        # An end at zero is open here, so its reciprocal is unbounded on that side.
        return _between([_inverse(end, above=above) for end in self._ends()])


@dataclass(frozen=True, slots=True)
class _End:
    """An end: ``infinite`` is -1 or 1 for an unbounded one, else 0."""

    infinite: int
    value: Fraction
    open: bool

    @property
    def order(self) -> tuple[int, Fraction]:
        return self.infinite, self.value


def _product(one: _End, other: _End) -> _End:
    zeros = [end for end in (one, other) if not end.infinite and not end.value]
    if zeros:
        # Zero times anything is zero, and it is attained when zero itself is.
        return _End(0, Fraction(0), open=all(end.open for end in zeros))
    if one.infinite or other.infinite:
        return _End(_sign(one) * _sign(other), Fraction(0), open=True)
    return _End(0, one.value * other.value, one.open or other.open)


def _sign(end: _End) -> int:
    return end.infinite or (1 if end.value > 0 else -1)


def _inverse(end: _End, *, above: bool) -> _End:
    if end.infinite:
        return _End(0, Fraction(0), open=True)
    if not end.value:
        return _End(1 if above else -1, Fraction(0), open=True)
    return _End(0, 1 / end.value, end.open)


def _between(ends: list[_End]) -> Interval:
    low = min(ends, key=lambda end: (end.order, end.open))
    high = max(ends, key=lambda end: (end.order, not end.open))
    return Interval(
        None if low.infinite else low.value,
        None if high.infinite else high.value,
        low.open,
        high.open,
    )


def _reaches(
    end: Fraction | None, is_open: bool, other: Fraction | None, other_open: bool, *, sign: int
) -> bool:
    if end is None:
        return True
    if other is None:
        return False
    if end == other:
        return other_open or not is_open
    return end < other if sign > 0 else end > other


def _not_above(one: Interval, other: Interval) -> bool:
    if one.low is None or other.high is None:
        return True
    if one.low == other.high:
        return not one.open_low and not other.open_high
    return one.low < other.high


ZERO = Interval.point(0)
ANYTHING = Interval(None, None)
