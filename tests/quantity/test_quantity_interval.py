"""Exact interval arithmetic."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueup.quantity.interval import ANYTHING, Interval

small = st.fractions(min_value=-6, max_value=6, max_denominator=6)


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    low, high = sorted((draw(small), draw(small)))
    if low == high:
        return Interval(low, high)
    return Interval(
        draw(st.sampled_from([low, None])),
        draw(st.sampled_from([high, None])),
        draw(st.booleans()),
        draw(st.booleans()),
    )


@st.composite
def intervals_with_a_point(draw: st.DrawFn) -> tuple[Interval, Fraction]:
    interval = draw(intervals())
    low = interval.low if interval.low is not None else Fraction(-20)
    high = interval.high if interval.high is not None else Fraction(20)
    where = draw(st.fractions(min_value=0, max_value=1, max_denominator=7))
    point = low + (high - low) * where
    if not interval.contains(Interval.point(point)):
        point = low + (high - low) / 2
    return interval, point


def of(low: int | None, high: int | None, *, open_low: bool = False, open_high: bool = False) -> Interval:
    return Interval(
        None if low is None else Fraction(low), None if high is None else Fraction(high), open_low, open_high
    )


@given(intervals_with_a_point(), intervals_with_a_point(), st.integers(-3, 4))
def test_what_holds_of_members_holds_of_intervals(
    one: tuple[Interval, Fraction], other: tuple[Interval, Fraction], exponent: int
) -> None:
    (left, x), (right, y) = one, other
    assert (left + right).contains(Interval.point(x + y))
    assert (left - right).contains(Interval.point(x - y))
    assert (left * right).contains(Interval.point(x * y))
    assert (-left).contains(Interval.point(-x))
    assert left.scale(y).contains(Interval.point(x * y))
    assert left.hull(right).contains(left)
    assert left.hull(right).contains(right)
    assert left.widen(1, 2).contains(left)
    if right.contains(Interval.point(0)):
        with pytest.raises(ZeroDivisionError):
            left / right
    else:
        assert (left / right).contains(Interval.point(x / y))
    if exponent >= 0 or not left.contains(Interval.point(0)):
        assert left.power(exponent).contains(Interval.point(x**exponent))


@given(intervals(), intervals())
def test_meeting_and_containing(left: Interval, right: Interval) -> None:
    assert left.meets(right) == right.meets(left)
    if left.contains(right):
        assert left.meets(right)
        assert left.hull(right) == left


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (of(0, 5) * of(1, None), of(0, None)),
        (of(0, 0) * ANYTHING, of(0, 0)),
        (of(0, 1, open_low=True) * of(0, 1), of(0, 1)),
        (of(0, 1, open_low=True) * of(0, 1, open_low=True), of(0, 1, open_low=True)),
        (of(-2, 3).power(2), of(0, 9)),
        (of(-3, -2, open_low=True).power(2), of(4, 9, open_high=True)),
        (of(-2, None).power(2), of(0, None)),
        (of(-2, None).power(3), of(-8, None)),
        (of(1, 1) / of(0, 2, open_low=True), Interval(Fraction(1, 2), None)),
        (of(1, 1) / of(2, None), Interval(Fraction(0), Fraction(1, 2), open_low=True)),
        (of(1, 1) / of(None, -2), Interval(Fraction(-1, 2), Fraction(0), open_high=True)),
        (of(0, 1).widen(1, 2), of(-1, 3)),
        (of(None, 2, open_high=True) + of(1, 1), of(None, 3, open_high=True)),
    ],
)
def test_ends_come_out_exactly(result: Interval, expected: Interval) -> None:
    assert result == expected


def test_open_ends_count() -> None:
    below = of(None, 2, open_high=True)
    assert not below.contains(of(2, 2))
    assert below.contains(of(1, 2, open_high=True))
    assert not below.meets(of(2, 3))
    assert of(None, 2).meets(of(2, 3))


@pytest.mark.parametrize("ends", [(2, 1, False), (1, 1, True)])
def test_an_interval_without_numbers_is_refused(ends: tuple[int, int, bool]) -> None:
    with pytest.raises(ValueError, match=r"descending|empty"):
        of(ends[0], ends[1], open_low=ends[2])
