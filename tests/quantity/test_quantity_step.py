"""The smallest step that leaves what a figure claims."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity.quantity_strategies import figures, simple_figures
from trueup.quantity.agree import agree
from trueup.quantity.interval import Interval
from trueup.quantity.read import read_figure
from trueup.quantity.step import smallest_step
from trueup.quantity.units import NONE, Dimension
from trueup.quantity.value import Quantity
from trueup.quantity.write import write_like

TIME = Dimension.of(s=1)


def value(low: str, high: str | None = None, dimension: Dimension = NONE) -> Quantity:
    ends = Interval(Fraction(low), Fraction(high or low))
    return Quantity(spread=ends, reach=ends, dimension=dimension)


@pytest.mark.parametrize(
    ("text", "leaves", "expected"),
    [
        ("389,283,840 B", None, "389,283,841 B"),
        ("389 MB", value("389283840", None, Dimension.of(B=1)), "390 MB"),
        ("~78 ms", value("0.07786", None, TIME), "~82 ms"),
        ("~500 ms", value("0.48", None, TIME), "~506 ms"),
        ("45–90 µs", value("47e-6", "90e-6", TIME), "45–89 µs"),
        ("45–95 µs", value("47e-6", "90e-6", TIME), "48–95 µs"),
        ("5–5 ms", value("0.005", None, TIME), "6–6 ms"),
        ("-48% to -83%", None, "-49% to -83%"),
        ("15 of 15", None, "14 of 15"),
        ("0/867 keys", None, "1/867 keys"),
        ("2^-24", None, "2^-23"),
        ("2**10", None, "2**11"),
        ("three layers", None, "four layers"),
        ("Twelve", None, "Eleven"),
        ("half", None, "one"),
        ("152064 × 5120 × 0.5", None, "152064 × 5120 × 0.6"),
        ("≥ 7.8", value("9"), "≥ 9.1"),
        ("at most 19", value("17"), "at most 16"),
        ("±10 %", value("0.03"), "±2 %"),
        ("+37.2 %", value("0.372"), "+37.3 %"),
        ("1.19e-2", None, "1.20e-2"),
        ("999 B", None, "1,000 B"),
        ("9999 B", None, "10000 B"),
        ("−1 %", None, "0 %"),
    ],
)
def test_the_smallest_step(text: str, leaves: Quantity | None, expected: str) -> None:
    assert smallest_step(text, leaves) == expected


def test_the_claim_says_how_far_to_go() -> None:
    seen = value("0.1", None, TIME)
    assert smallest_step("100 ms", seen, tolerance=read_figure("3 %")) == "104 ms"
    assert smallest_step("100 ms", seen, compare="at-least") == "101 ms"
    assert smallest_step("100 ms", seen, compare="at-most") == "99 ms"
    none = value("0", None, TIME)
    assert smallest_step("0 ms", none, compare="at-most", tolerance=read_figure("1 s")) == "-1,001 ms"


def test_some_figures_can_not_be_left() -> None:
    anything = Quantity(spread=Interval.point(5), reach=Interval(None, None))
    assert smallest_step("5", anything) is None


@given(figures())
def test_a_step_is_refuted(text: str) -> None:
    figure = read_figure(text)
    stated = Quantity(
        spread=figure.stated, reach=figure.stated, dimension=figure.dimension, count=figure.count
    )
    step = smallest_step(text)
    assert step is not None
    assert agree(figure, stated).ok
    assert not agree(read_figure(step), stated).ok
    assert read_figure(step).unit == figure.unit


@given(simple_figures(), st.fractions(min_value=-1, max_value=1, max_denominator=20))
def test_one_step_less_would_still_agree(text: str, where: Fraction) -> None:
    figure = read_figure(text)
    low, high = figure.claims.low, figure.claims.high
    assert low is not None
    assert high is not None
    seen = Quantity.exact((low + high) / 2 + (high - low) / 2 * where, figure.dimension)
    step = smallest_step(text, seen)
    assert step is not None
    assert not agree(read_figure(step), seen).ok
    old, new = figure.stated.low, read_figure(step).stated.low
    assert old is not None
    assert new is not None
    unit = figure.factor / 10**figure.places
    less = new - unit if new > old else new + unit
    assert (new - old) % unit == 0
    nearly = read_figure(write_like(Quantity.exact(less, figure.dimension), figure))
    assert nearly.stated == Interval.point(less)
    assert agree(nearly, seen).ok
