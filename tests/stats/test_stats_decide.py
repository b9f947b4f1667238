"""Inside, outside or between; and what it takes to refute."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueup.quantity.interval import Interval
from trueup.stats.decide import LOOKS, Side, further, side, too_fine, verdict, widened

CLAIMED = Interval(Fraction("1.90"), Fraction("2.10"))
ONE_PERCENT = Fraction(1, 100)
ENDS = st.fractions(-10, 10, max_denominator=1000)
INTERVALS = st.tuples(ENDS, ENDS).map(sorted).map(lambda pair: Interval(pair[0], pair[1]))
FLOORS = st.fractions(0, 1, max_denominator=1000)


def between(low: str, high: str) -> Interval:
    return Interval(Fraction(low), Fraction(high))


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        ("1.95", "2.05", "inside"),
        ("1.90", "2.10", "inside"),
        ("1.95", "2.1000001", "between"),
        ("1.5", "2.5", "between"),
        ("2.11", "2.2", "between"),  # outside, but by less than the noise
        ("2.121", "2.2", "between"),  # exactly at the widened end
        ("2.1210001", "2.2", "outside"),
        ("1.7", "1.881", "outside"),
        ("1.7", "1.882", "between"),
        ("200", "201", "outside"),
        ("-3", "-2", "outside"),
    ],
)
def test_the_side_of_an_interval(low: str, high: str, expected: Side) -> None:
    assert side(between(low, high), CLAIMED, ONE_PERCENT) == expected


def test_a_bound_has_one_side() -> None:
    at_least = Interval(Fraction(2), None)
    assert side(between("2", "3"), at_least, ONE_PERCENT) == "inside"
    assert side(Interval(Fraction(3), None), at_least, ONE_PERCENT) == "inside"
    assert side(between("1.99", "1.995"), at_least, ONE_PERCENT) == "between"
    assert side(between("1", "1.9"), at_least, ONE_PERCENT) == "outside"
    below = Interval(None, Fraction(2), open_high=True)
    assert side(between("1", "2"), below, Fraction(0)) == "between"
    assert side(between("2", "3"), below, Fraction(0)) == "outside"


def test_an_interval_without_an_end_is_never_outside_on_that_side() -> None:
    assert side(Interval(Fraction(1), None), CLAIMED, ONE_PERCENT) == "between"
    assert side(Interval(Fraction(3), None), CLAIMED, ONE_PERCENT) == "outside"


@pytest.mark.parametrize(
    ("first", "repeat", "expected"),
    [
        (("1.95", "2.05"), None, "verified"),
        (("1.95", "2.05"), ("3", "4"), "verified"),
        (("2.05", "2.15"), ("3", "4"), "inconclusive"),
        (("3", "4"), None, "inconclusive"),
        (("3", "4"), ("3.1", "4.1"), "refuted"),
        (("3", "4"), ("2.5", "2.6"), "refuted"),
        (("3", "4"), ("1.95", "2.05"), "inconclusive"),
        (("3", "4"), ("2.11", "2.2"), "inconclusive"),
        (("1", "1.1"), ("1.2", "1.3"), "refuted"),
        (("1", "1.1"), ("3", "4"), "inconclusive"),  # a repeat on the other side confirms nothing
        (("3", "4"), ("1", "1.1"), "inconclusive"),
    ],
)
def test_only_a_repeat_on_the_same_side_refutes(
    first: tuple[str, str], repeat: tuple[str, str] | None, expected: str
) -> None:
    again = between(*repeat) if repeat else None
    assert verdict(between(*first), again, CLAIMED, ONE_PERCENT) == expected


@pytest.mark.parametrize(
    ("runs", "sides", "expected"),
    [
        (0, (), 7),
        (7, ("inside",), 0),
        (7, ("outside",), 0),
        (7, ("inside", "between"), 7),
        (14, ("between",), 7),
        (21, ("between",), 0),
        (7, (), 0),
        (5, ("between",), 2),
        (30, ("between",), 0),
    ],
)
def test_more_runs_are_taken_while_a_figure_is_undecided(
    runs: int, sides: tuple[Side, ...], expected: int
) -> None:
    assert further(runs, sides) == expected
    assert LOOKS == (7, 14, 21)


@given(INTERVALS, INTERVALS, FLOORS)
def test_the_sides_exclude_each_other(spread: Interval, claimed: Interval, floor: Fraction) -> None:
    found = side(spread, claimed, floor)
    assert (found == "inside") == claimed.contains(spread)
    assert found != "outside" or not claimed.meets(spread)


@given(INTERVALS, INTERVALS, FLOORS, FLOORS)
def test_more_noise_never_refutes_more(
    spread: Interval, claimed: Interval, one: Fraction, other: Fraction
) -> None:
    low, high = sorted((one, other))
    if side(spread, claimed, high) == "outside":
        assert side(spread, claimed, low) == "outside"


@given(INTERVALS, FLOORS)
def test_noise_widens_and_never_flips_a_sign(claimed: Interval, floor: Fraction) -> None:
    wide = widened(claimed, floor)
    assert wide.contains(claimed)
    assert (wide.low or 0) * (claimed.low or 0) >= 0
    assert (wide.high or 0) * (claimed.high or 0) >= 0


@given(INTERVALS, INTERVALS, FLOORS)
def test_upside_down_is_the_same(spread: Interval, claimed: Interval, floor: Fraction) -> None:
    assert side(-spread, -claimed, floor) == side(spread, claimed, floor)
    assert verdict(-spread, -spread, -claimed, floor) == verdict(spread, spread, claimed, floor)


def test_less_than_the_noise_can_not_be_claimed() -> None:
    assert too_fine(between("5.5995", "5.6005"), ONE_PERCENT)
    assert not too_fine(CLAIMED, ONE_PERCENT)
    assert not too_fine(Interval(Fraction(2), None), ONE_PERCENT)
    assert not too_fine(between("-1", "1"), ONE_PERCENT)
