"""Values written as figures."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity.quantity_strategies import figures, simple_figures, values
from trueup.quantity.agree import agree
from trueup.quantity.interval import Interval
from trueup.quantity.read import read_figure, read_word
from trueup.quantity.units import NONE, Dimension
from trueup.quantity.value import Name, Quantity, Truth
from trueup.quantity.write import write, write_around, write_like

BYTES = Dimension.of(B=1)
TIME = Dimension.of(s=1)
RATE = Dimension.of(B=1, s=-1)


def value(low: str, high: str | None = None, dimension: Dimension = NONE) -> Quantity:
    ends = Interval(Fraction(low), Fraction(high or low))
    return Quantity(spread=ends, reach=ends, dimension=dimension)


@pytest.mark.parametrize(
    ("quantity", "text"),
    [
        (value("389283840", None, BYTES), "389,283,840 B"),
        (value("1557135360", None, Dimension.of(FLOP=1)), "1,557,135,360 FLOP"),
        (value("0.03316", None, TIME), "33.16 ms"),
        (value("11737000000", None, RATE), "11.74 GB/s"),
        (value("47e-6", "90e-6", TIME), "47.00–90.00 µs"),
        (value("-0.5", "0.25"), "-0.5000 to 0.2500"),
        (value("0.80884"), "0.8088"),
        (value("867"), "867"),
        (value("13254.3"), "13,254.3"),
        (value("5.96e-8"), "5.960e-8"),
        (value("123456789012345678901234", None, BYTES), "123,456,789,012,345,678,901,234 B"),
        (value("1e400", None, BYTES), "1.000e400 B"),
        (value("-9.99996e24"), "-1.000e25"),
        (value("1e400", None, TIME), "1.000e400 s"),
        (value("1", None, Dimension.of(layer=1)), "1 layer"),
        (value("48", None, Dimension.of(layer=1)), "48 layers"),
        (value("109.94", None, Dimension.of(tok=1, s=-1)), "109.9 tok/s"),
        (value("0.005", None, Dimension.of(s=1, tok=-1)), "5.000 ms/tok"),
        (Quantity(spread=Interval.point(1), reach=Interval.point(1), count=(15, 15)), "15 of 15"),
        (Quantity(spread=Interval(Fraction(5), None), reach=Interval(Fraction(5), None)), "≥ 5"),
        (Quantity(spread=Interval(None, Fraction(5), False, True), reach=Interval(None, None)), "< 5"),
        (Name(words=("Gather", "MatMulNBits")), "Gather, MatMulNBits"),
        (Truth(value=True), "true"),
        (Truth(value=None), "undecided"),
    ],
)
def test_a_value_has_a_default_format(quantity: Quantity | Name | Truth, text: str) -> None:
    assert write(quantity) == text


@pytest.mark.parametrize(
    ("figure", "quantity", "text"),
    [
        ("389,283,480 B", value("389283840", None, BYTES), "389,283,840 B"),
        ("389283480 B", value("389283840", None, BYTES), "389283840 B"),
        ("389\u2009283\u2009480 B", value("389283840", None, BYTES), "389\u2009283\u2009840 B"),
        ("389 MiB", value("389283840", None, BYTES), "371 MiB"),
        ("0.38 GB", value("389283840", None, BYTES), "0.39 GB"),
        ("~500 ms", value("0.03316", None, TIME), "~33 ms"),
        ("about 500\u00a0ms", value("0.03316", None, TIME), "about 33\u00a0ms"),
        ("0.78 GB/s", value("6711000000", None, RATE), "6.71 GB/s"),
        ("0.78 GB", value("6711000000", None, RATE), "6.711 GB/s"),
        ("45–60 µs", value("47e-6", "90e-6", TIME), "47–90 µs"),
        ("45 to 60 µs", value("47e-6", "90e-6", TIME), "47 to 90 µs"),
        ("45–90 µs", value("100e-6", None, TIME), "45–100 µs"),
        ("45–90 µs", value("20e-6", None, TIME), "20–90 µs"),
        ("-48% to -83%", value("-0.9", "-0.4"), "-40% to -90%"),
        ("33 ms", value("0.02", "0.05", TIME), "20–50 ms"),
        ("+37.2 %", value("0.3691"), "+36.9 %"),
        ("+37.2 %", value("-0.3691"), "-36.9 %"),
        ("−13%", value("-0.2"), "−20%"),
        ("1.19e-2", value("0.0131"), "1.31e-2"),
        ("2^-24", value("1/1024"), "2^-10"),
        ("2^-24", value("3"), "3"),
        ("three layers", value("5"), "five layers"),
        ("Three", value("14"), "14"),
        ("≥ 7.8", value("7.21"), "≥ 7.2"),
        ("at most 19", value("20.5"), "at most 21"),
        ("< 2 MiB", value("2097152", None, BYTES), "< 3 MiB"),
        ("±10 %", value("-0.133"), "±14 %"),
        ("152064 × 5120", value("389283840", None, BYTES), "389,283,840 B"),
        ("0 ms", value("0.0000123", None, TIME), "0.012 ms"),
        ("867", value("1000/3"), "333.3"),
        ("3.83x (provisional)", value("4.2"), "4.20x (provisional)"),
    ],
)
def test_a_value_is_written_in_the_authors_format(figure: str, quantity: Quantity, text: str) -> None:
    if figure != "0 ms":
        assert not agree(read_figure(figure), quantity).ok
    assert write_like(quantity, read_figure(figure)) == text


def test_counts_are_written_as_counts() -> None:
    counted = Quantity(
        spread=Interval.point(Fraction(14, 16)), reach=Interval.point(Fraction(14, 16)), count=(14, 16)
    )
    assert write_like(counted, read_figure("15 of 15")) == "14 of 16"
    assert write_like(counted, read_figure("867/867 keys")) == "14/16 keys"
    assert write_like(value("1/3"), read_figure("15 of 15")) == "5 of 15"


def test_a_word_is_replaced_by_the_default_format() -> None:
    assert write_like(value("3"), read_word("many")) == "3"


@given(values())
def test_what_is_printed_reads_back(quantity: Quantity) -> None:
    figure = read_figure(write(quantity))
    assert agree(figure, quantity).ok
    assert not agree(figure, quantity).warnings


@pytest.mark.parametrize(
    ("figure", "low", "text"),
    [
        ("2 bytes", "1", "1 byte"),
        ("11 Bytes", "1", "1 Byte"),
        ("~2 bytes/s", "1", "~1 byte/s"),
        ("three bytes", "1", "one byte"),
        ("One byte", "3", "Three bytes"),
        ("1 byte", "3", "3 bytes"),
        ("0 bytes", "0.5", "0.5 bytes"),
        ("2 B", "1", "1 B"),
        # As in “a 5 byte header”.
        ("5 byte", "3", "3 byte"),
    ],
)
def test_the_word_of_a_unit_is_as_it_is_behind_one_or_many(figure: str, low: str, text: str) -> None:
    dimension = RATE if "/s" in figure else BYTES
    assert write_like(value(low, None, dimension), read_figure(figure)) == text


def test_words_of_irregular_things_are_known() -> None:
    queries = read_figure("4 queries")
    assert write_like(value("1", None, queries.dimension), queries) == "1 query"
    assert write_like(value("7", None, queries.dimension), read_figure("1 query")) == "7 queries"


@given(figures(), values())
def test_what_is_written_like_a_figure_agrees(text: str, quantity: Quantity) -> None:
    assert agree(read_figure(write_like(quantity, read_figure(text))), quantity).ok


@given(simple_figures(), st.integers(1, 10**9))
def test_places_unit_and_signs_of_the_author_are_kept(text: str, steps: int) -> None:
    figure = read_figure(text)
    quantity = Quantity.exact(Fraction(steps, 10**figure.places) * figure.factor, figure.dimension)
    again = read_figure(write_like(quantity, figure))
    assert (again.dimension, again.factor) == (figure.dimension, figure.factor)
    if figure.factor not in (quantity.spread.low, figure.stated.low):  # behind one, its word is another
        assert again.unit == figure.unit
    assert (again.places, again.approx) == (figure.places, figure.approx)
    assert again.stated == quantity.spread
    assert ("," in again.text) <= ("," in text or sum(map(str.isdigit, text.partition(".")[0])) < 4)


@given(figures())
def test_a_figure_that_is_right_is_written_as_it_is(text: str) -> None:
    figure = read_figure(text)
    if figure.form in ("number", "range", "power", "word", "fraction") and figure.count != (0, 0):
        stated = Quantity(
            spread=figure.stated, reach=figure.stated, dimension=figure.dimension, count=figure.count
        )
        again = read_figure(write_like(stated, figure))
        assert (again.claims, again.unit, again.places) == (figure.claims, figure.unit, figure.places)


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        ("11735000000", "11745000000", "11.73–11.75 GB/s"),
        ("6450000000", "6950000000", "6.450–6.950 GB/s"),
        ("-11745000000", "-11735000000", "-11.75 to -11.73 GB/s"),
        ("11735000000", "11735000000", "11.74 GB/s"),
    ],
)
def test_all_that_a_value_could_be_is_not_left_out_by_rounding(low: str, high: str, text: str) -> None:
    assert write_around(value(low, high, RATE)) == text
