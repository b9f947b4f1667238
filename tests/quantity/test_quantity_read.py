"""What figures claim, and which texts are none."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity.quantity_strategies import LIKE_FIGURES, figures, simple_figures
from trueup.quantity.codes import CODES, FigureError
from trueup.quantity.find import find_figures
from trueup.quantity.interval import Interval
from trueup.quantity.read import looks_numeric, read_figure, read_word

SPELLINGS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "spellings.json").read_text(encoding="utf-8")
)


def claimed(text: str) -> tuple[Fraction | None, Fraction | None]:
    claims = read_figure(text).claims
    return claims.low, claims.high


@pytest.mark.parametrize("case", SPELLINGS["figures"], ids=lambda case: case["text"])
def test_a_spelling_states_its_value(case: dict[str, Any]) -> None:
    figure = read_figure(case["text"])
    low, high = (None if case[end] is None else Fraction(case[end]) for end in ("low", "high"))
    assert (figure.stated.low, figure.stated.high) == (low, high)
    assert figure.unit == case["unit"]
    assert looks_numeric(case["text"])


@pytest.mark.parametrize("case", SPELLINGS["refused"], ids=lambda case: case["text"])
def test_what_is_not_certainly_one_figure_is_refused_with_the_reason(case: dict[str, Any]) -> None:
    with pytest.raises(FigureError) as caught:
        read_figure(case["text"])
    assert (caught.value.code, case["why"] in caught.value.message) == (case["code"], True), (
        caught.value.message
    )
    assert 0 <= caught.value.offset <= len(case["text"])
    assert caught.value.code in CODES


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("867", "867", "867"),
        ("169 tests", "169", "169"),
        ("3 B", "3", "3"),
        ("1 000 bit", "125", "125"),
        ("1.5 B", "1.45", "1.55"),
        ("1.557 GFLOP", "1556500000", "1557500000"),
        ("×2.35", "2.345", "2.355"),
        ("× 2.35", "2.345", "2.355"),
        ("x 3", "2.5", "3.5"),
        ("80.88 %", "0.80875", "0.80885"),
        ("33 ms", "0.0325", "0.0335"),
        ("389 MB", "388500000", "389500000"),
        ("15×", "14.5", "15.5"),
        ("2.50", "2.495", "2.505"),
        ("2.5", "2.45", "2.55"),
        ("-13 %", "-0.135", "-0.125"),
        ("~78 ms", "0.0741", "0.0819"),
        ("~2 ms", "0.0015", "0.0025"),
        ("~3 layers", "2.5", "3.5"),
        ("~500 B", "475", "525"),
        ("~-20 %", "-0.21", "-0.19"),
        ("45–90 µs", "0.0000445", "0.0000905"),
        ("3–5 layers", "3", "5"),
        ("~0.44–0.65 GB/step", "418000000", "682500000"),
        ("3.9–28 tok/s", "3.85", "28.5"),
        ("at most ~19", None, "19.95"),
        ("≥ 7.8", "7.8", None),
        ("±10 %", "-0.1", "0.1"),
        ("2^-24", "1/16777216", "1/16777216"),
        ("1.19e-2", "0.01185", "0.01195"),
        ("1.2e3 ms", "1.15", "1.25"),
        ("about half", "0.475", "0.525"),
        ("three ms", "0.0025", "0.0035"),
        ("32 tok/step", "31.5", "32.5"),
    ],
)
def test_a_figure_claims_what_its_last_place_leaves_open(
    text: str, low: str | None, high: str | None
) -> None:
    assert claimed(text) == (low and Fraction(low), high and Fraction(high))


def test_an_open_bound_leaves_its_end_out() -> None:
    assert read_figure("< 2 MiB").claims == Interval(None, Fraction(2 * 2**20), open_high=True)
    assert read_figure("more than 3").claims == Interval(Fraction(3), None, open_low=True)


def test_as_an_operand_approx_adds_nothing() -> None:
    assert read_figure("~500 ms").reach == Interval(Fraction("0.4995"), Fraction("0.5005"))
    assert read_figure("867 keys").reach == Interval.point(867)


def test_counts_are_kept() -> None:
    assert read_figure("14 of 15 tests").count == (14, 15)
    assert read_figure("1,000/2,000 keys").count == (1000, 2000)


@pytest.mark.parametrize(
    "text",
    [
        "MatMulNBits",
        "4-bit",
        "14B",
        "x86",
        "4096x11008",
        "1/N",
        "inverts",
        "lm_head.weight_Q4",
        "no",
        "one-sided",
    ],
)
def test_names_are_not_meant_as_numbers(text: str) -> None:
    assert not looks_numeric(text)
    word = read_word(f" {text}\n")
    assert (word.text, word.form) == (text, "text")


@pytest.mark.parametrize(
    "text", ["1,5", "nan", "", "~", "5 mb", "±", "010", "1:30", "٣", "about 5", "half", "2026"]
)
def test_what_is_meant_as_a_number_is_told_from_a_name(text: str) -> None:
    assert looks_numeric(text)


@given(st.one_of(st.text(max_size=60), st.text(alphabet=LIKE_FIGURES, max_size=30), figures()))
def test_reading_gives_a_figure_or_says_why_not(text: str) -> None:
    looks_numeric(text)
    read_word(text)
    fault: FigureError | None = None
    try:
        figure = read_figure(text)
    except FigureError as error:
        fault = error
    else:
        assert figure.claims.contains(figure.stated)
        assert figure.reach.contains(figure.stated)
        assert read_figure(figure.text) == figure
    assert fault is None or (fault.code in CODES and fault.message and 0 <= fault.offset <= len(text))


@given(simple_figures())
def test_a_figure_reads_the_same_in_every_spelling(text: str) -> None:
    figure = read_figure(text)
    unspaced = text.replace(",", "")
    for other in (
        text.replace(" ", "\u00a0"),
        text.replace(" ", "\n"),
        text.replace(",", "\u2009"),
        text.replace(",", "\u202f"),
        text.replace("-", "−"),
        text.replace("µ", "\u03bc"),
        text.replace("×", "x"),
        text.replace("~", "≈"),
        unspaced,
        f"  {text}\r\n",
        f"**{text}**",
    ):
        again = read_figure(other)
        assert (again.claims, again.reach, again.dimension) == (figure.claims, figure.reach, figure.dimension)


@given(st.integers(1, 999), st.integers(0, 3))
def test_trailing_zeros_narrow_what_is_claimed(number: int, places: int) -> None:
    shorter, longer = f"{number}.{'0' * places}5 ms", f"{number}.{'0' * places}50 ms"
    one, other = read_figure(shorter), read_figure(longer)
    assert one.stated == other.stated
    assert one.claims != other.claims
    assert one.claims.contains(other.claims)


@pytest.mark.parametrize(
    "unit", ["1", "1,", "1 × ", "1 ", "~", "1x", "1/", "1–", "-1", "a ", "٣", "1 MB/", "1e1", "("]
)
def test_endless_texts_are_refused_by_their_length(unit: str) -> None:
    with pytest.raises(FigureError):
        read_figure(unit * (1_000_000 // len(unit)))
    find_figures(unit * (50_000 // len(unit)), words=True)
