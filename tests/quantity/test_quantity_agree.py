"""Figures judged by values."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity.quantity_strategies import simple_figures
from trueup.quantity.agree import Agreement, agree
from trueup.quantity.interval import Interval
from trueup.quantity.read import read_figure, read_word
from trueup.quantity.units import NONE, Dimension
from trueup.quantity.value import Quantity

BYTES = Dimension.of(B=1)
TIME = Dimension.of(s=1)
RATE = Dimension.of(B=1, s=-1)
LM_HEAD = Quantity.exact(389_283_840, BYTES)
GOOD = Agreement(ok=True)
WRONG = Agreement(ok=False, reason="value")


def spread(low: str, high: str, dimension: Dimension = NONE, *, slack: str = "0") -> Quantity:
    ends = Interval(Fraction(low), Fraction(high))
    return Quantity(spread=ends, reach=ends.widen(Fraction(slack), Fraction(slack)), dimension=dimension)


def exact(value: str, dimension: Dimension = NONE) -> Quantity:
    return Quantity.exact(Fraction(value), dimension)


def unit(right: str | None) -> Agreement:
    return Agreement(ok=False, reason="unit", right_unit=right)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("389,283,840 B", GOOD),
        ("389 MB", GOOD),
        ("389.28 MB", GOOD),
        ("0.39 GB", GOOD),
        ("371 MiB", GOOD),
        ("371.25 MiB", GOOD),
        ("3.114 Gbit", GOOD),
        ("~400 MB", GOOD),
        ("152064 × 5120 × 0.5", GOOD),
        ("≥ 300 MB", GOOD),
        ("380–390 MB", GOOD),
        ("389,283,480 B", WRONG),
        ("0.38 GB", WRONG),
        ("at most 300 MB", WRONG),
        ("152064 × 5120", WRONG),
        ("389 MiB", unit("MB")),
        ("389 GB", unit("MB")),
        ("371 MB", unit("MiB")),
        ("3.114 GB", unit("Gbit")),
        ("389 MB/s", unit("MB")),
        ("389", unit("MB")),
        ("389,283,840", unit("B")),
        ("15 ms", unit(None)),
        ("seven", unit(None)),
    ],
)
def test_a_byte_count_is_judged_at_the_precision_written(text: str, expected: Agreement) -> None:
    assert agree(read_figure(text), LM_HEAD) == expected


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("45–95 µs", spread("47e-6", "90e-6", TIME), GOOD),
        ("47–90 µs", spread("47e-6", "90e-6", TIME), GOOD),
        ("45–60 µs", spread("47e-6", "90e-6", TIME), WRONG),
        ("45–95 ms", spread("47e-6", "90e-6", TIME), unit("µs")),
        ("68 µs", spread("47e-6", "90e-6", TIME), WRONG),
        ("+37.2 %", exact("0.372998"), WRONG),
        ("+37.2 %", spread("0.372998", "0.372998", slack="0.0027"), GOOD),
        ("+36.9 %", spread("0.372998", "0.372998", slack="0.0027"), WRONG),
        ("1.25", exact("1.245"), GOOD),
        ("1.24", exact("1.245"), GOOD),
        ("33.16 s", exact("0.03316", TIME), unit("ms")),
        ("11.74 GB", exact("11.74e9", RATE), unit("GB/s")),
        ("9.39 GB/s", exact("1.174e9", RATE), unit("Gbit/s")),
        ("80.88 %", exact("80.88"), unit("×")),
        ("80.88", exact("0.80884"), unit("%")),
        ("15", exact("15.2"), WRONG),
        ("three", exact("3"), GOOD),
        ("half", exact("1/2"), GOOD),
        ("2^-24", exact("1/16777216"), GOOD),
        ("< 3", exact("3"), WRONG),
        ("≤ 3", exact("3"), GOOD),
    ],
)
def test_spread_is_contained_and_slack_is_met(text: str, value: Quantity, expected: Agreement) -> None:
    assert agree(read_figure(text), value) == expected


def test_counts_are_compared_where_both_have_them() -> None:
    value = Quantity(spread=Interval.point(1), reach=Interval.point(1), count=(15, 15))
    assert agree(read_figure("15 of 15"), value).ok
    assert agree(read_figure("14/14 keys"), value) == WRONG
    assert agree(read_figure("100 %"), value).ok
    assert agree(read_figure("9 of 12"), exact("3/4")).ok


@pytest.mark.parametrize(
    ("text", "dimension", "ok", "warned"),
    [
        ("5 ms/token", Dimension.of(s=1, tok=-1), True, ""),
        ("5 ms/token", TIME, True, "the figure is per tok"),
        ("5 ms", Dimension.of(s=1, tok=-1), True, "the claim is per tok"),
        ("5 ms/token", Dimension.of(s=1, step=-1), False, ""),
    ],
)
def test_what_stands_under_a_slash_is_asked_for(
    text: str, dimension: Dimension, ok: bool, warned: str
) -> None:
    agreement = agree(read_figure(text), exact("0.005", dimension))
    assert agreement.ok is ok
    assert bool(agreement.warnings) is bool(warned)
    assert all(warned in warning for warning in agreement.warnings)


def test_a_counted_thing_on_one_side_is_no_fault() -> None:
    assert agree(read_figure("5 layers"), exact("5")) == GOOD
    assert agree(read_figure("5"), exact("5", Dimension.of(layer=1))) == GOOD
    assert agree(read_figure("5 steps"), exact("5", Dimension.of(layer=1))) == unit("layers")
    assert agree(read_figure("5 B"), exact("5")) == unit(None)


@pytest.mark.parametrize(
    ("text", "value", "compare", "ok"),
    [
        ("389 MB", LM_HEAD, "exact", False),
        ("389.28384 MB", LM_HEAD, "exact", True),
        ("47–90 µs", spread("47e-6", "90e-6", TIME), "exact", True),
        ("45–90 µs", spread("47e-6", "90e-6", TIME), "exact", False),
        ("7.8", exact("9"), "at-least", True),
        ("7.8", exact("7.79"), "at-least", False),
        ("7.8", exact("7"), "at-most", True),
        ("7.8", exact("7.81"), "at-most", False),
        ("+37.2 %", spread("0.372998", "0.372998", slack="0.0027"), "interval", False),
        ("+37.3 %", spread("0.372998", "0.372998", slack="0.0027"), "interval", True),
        ("389 MB", LM_HEAD, "as-written", True),
    ],
)
def test_a_claim_says_how_to_compare(text: str, value: Quantity, compare: str, ok: bool) -> None:
    assert agree(read_figure(text), value, compare=compare).ok is ok


@pytest.mark.parametrize(
    ("text", "tolerance", "value", "ok"),
    [
        ("100 ms", "3 %", exact("0.1034", TIME), True),
        ("100 ms", "3 %", exact("0.1036", TIME), False),
        ("100 ms", "2 ms", exact("0.1024", TIME), True),
        ("100 ms", "2 ms", exact("0.1026", TIME), False),
        ("100 ms", "±2 ms", exact("0.0976", TIME), True),
        ("5", "1", exact("6"), True),
    ],
)
def test_a_tolerance_widens_the_figure(text: str, tolerance: str, value: Quantity, ok: bool) -> None:
    assert agree(read_figure(text), value, tolerance=read_figure(tolerance), compare="within").ok is ok


@pytest.mark.parametrize(
    ("text", "tolerance", "value", "right"),
    [
        ("395 MiB", "2 %", LM_HEAD, None),
        ("9 ms", "2 ms", exact("12e-6", TIME), None),
        ("389 MiB", "2 %", LM_HEAD, "MB"),
    ],
)
def test_a_tolerance_makes_no_slip_of_the_unit_out_of_a_miss(
    text: str, tolerance: str, value: Quantity, right: str | None
) -> None:
    agreement = agree(read_figure(text), value, tolerance=read_figure(tolerance))
    assert (agreement.reason, agreement.right_unit) == ("unit" if right else "value", right)


@pytest.mark.parametrize("text", ["0 B", "0.0 kB", "zero B", "~0 KiB"])
def test_zero_is_right_in_no_larger_unit(text: str) -> None:
    assert agree(read_figure(text), exact("4140", BYTES)) == WRONG


def test_a_tolerance_in_another_unit_is_said() -> None:
    agreement = agree(read_figure("100 ms"), exact("0.1", TIME), tolerance=read_figure("2 MB"))
    assert (agreement.ok, agreement.reason) == (False, "unit")
    assert "2 MB" in agreement.warnings[0]


def test_a_word_agrees_with_no_number() -> None:
    assert agree(read_word("MatMulNBits"), LM_HEAD) == WRONG


def test_an_unbounded_value_needs_a_bound() -> None:
    value = Quantity(spread=Interval(Fraction(5), None), reach=Interval(Fraction(5), None), dimension=BYTES)
    assert agree(read_figure("≥ 4 B"), value).ok
    assert not agree(read_figure("6 B"), value).ok
    assert agree(
        read_figure("6 B"), Quantity(spread=Interval.point(5), reach=value.reach, dimension=BYTES)
    ).ok


@given(st.integers(50, 10**6), st.integers(0, 4), st.sampled_from(["k", "M", "G", "T", "P"]))
def test_si_and_iec_are_never_converted_silently(number: int, places: int, prefix: str) -> None:
    whole, part = divmod(number, 10**places)
    digits = f"{whole}.{part:0{places}d}" if places else str(whole)
    size = Fraction(number * 1000 ** (1 + "kMGTP".index(prefix)), 10**places)
    value = Quantity.exact(size, BYTES)
    assert agree(read_figure(f"{digits} {prefix}B"), value).ok
    assert agree(read_figure(f"{digits} {prefix.upper()}iB"), value) == unit(f"{prefix}B")


@given(simple_figures(), st.fractions(min_value=-1, max_value=1, max_denominator=50))
def test_a_figure_agrees_with_exactly_what_it_claims(text: str, where: Fraction) -> None:
    figure = read_figure(text)
    low, high = figure.claims.low, figure.claims.high
    assert low is not None
    assert high is not None
    middle, half = (low + high) / 2, (high - low) / 2
    assert agree(figure, Quantity.exact(middle + half * where, figure.dimension)).ok
    beyond = Quantity.exact(high + (half or Fraction(1)) / 100, figure.dimension)
    assert not agree(figure, beyond).ok


@given(simple_figures(), st.sampled_from(["\u00a0", "\u2009", "\n", " "]), st.integers(-3, 3))
def test_spelling_changes_no_judgement(text: str, blank: str, shift: int) -> None:
    figure = read_figure(text)
    stated = figure.stated.low
    assert stated is not None
    value = Quantity.exact(stated + shift * figure.factor / 7, figure.dimension)
    respelt = (
        text.replace(" ", blank).replace("-", "−").replace("µ", "\u03bc").replace(",", blank.strip("\n"))
    )
    assert agree(read_figure(respelt), value) == agree(figure, value)
