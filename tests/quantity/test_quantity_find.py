"""Figures in running text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity.quantity_strategies import LIKE_FIGURES, figures
from trueup.quantity.codes import FigureError
from trueup.quantity.find import find_figures
from trueup.quantity.read import read_figure


def found(text: str, *, words: bool = False) -> list[str]:
    return [text[start:end] for start, end, _ in find_figures(text, words=words)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The kernel streams weights at 0.78 GB/s.", ["0.78 GB/s"]),
        ("host kernel ~0.78 GB/s", ["~0.78 GB/s"]),
        ("needs ~500 ms, not ~8 ms; moves 389,283,840 B.", ["~500 ms", "~8 ms", "389,283,840 B"]),
        ("15× cheaper, (45–90 µs) and 1.6 % of the 49.28 GB/s", ["15×", "45–90 µs", "1.6 %", "49.28 GB/s"]),
        ("takes 78 ms per token. Then 5.", ["78 ms per token", "5"]),
        ("152064 × 5120 × 0.5 = 389,283,840 B", ["152064 × 5120 × 0.5", "389,283,840 B"]),
        ("2 x 5120 x 152064 ~ 1.557 GFLOP", ["2 x 5120 x 152064", "~ 1.557 GFLOP"]),
        ("all 867/867 keys, 15 of 15 runs", ["867/867 keys", "15 of 15 runs"]),
        ("at least 5 GB/s, over 7 runs, ≥64 MiB", ["at least 5 GB/s", "7 runs", "≥64 MiB"]),
        ("57.09% -> 81.31%, 4.37 µs → 6.00 µs", ["57.09%", "81.31%", "4.37 µs", "6.00 µs"]),
        ("from 500 ms to 33 ms", ["500 ms", "33 ms"]),
        ("8/16/32 threads", ["16", "32 threads"]),
        ("2 x 32 MiB", ["32 MiB"]),
        ("−0.19 ms/token and -13%", ["−0.19 ms/token", "-13%"]),
        ("reads_per_step = 1.000", ["1.000"]),
        ("0.78\u00a0GB/s and 0.78\nGB/s", ["0.78\u00a0GB/s", "0.78\nGB/s"]),
        ("48 layers of 40 heads", ["48 layers", "40 heads"]),
        ("a 3.83x *(provisional)* gain", ["3.83x"]),
    ],
)
def test_figures_are_found_where_they_stand(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "14B",
        "i7-13800H",
        "v1.2.3",
        "1.2.3",
        "2026-08-15",
        "Q4",
        "0x1f",
        "4096x11008",
        "4-bit",
        "1/N",
        "int4",
        "#123",
        "3D",
        "weight_2",
        "1,5",
        "5-way",
        "$5",
        "fp16_2",
        "2nd",
    ],
)
def test_numbers_in_names_and_dates_are_no_figures(text: str) -> None:
    assert found(text) == []
    assert found(f"See {text} there.") == []


def test_numbers_in_letters_are_found_when_asked_for() -> None:
    assert found("one of three layers, Two hosts") == []
    assert found("one of three layers, Two hosts", words=True) == ["three layers", "Two hosts"]


@given(figures())
def test_a_figure_in_a_sentence_is_found_whole(text: str) -> None:
    before, after = "It is ", " now, then."
    spans = [(start, end) for start, end, _ in find_figures(f"{before}{text}{after}", words=True)]
    if read_figure(text).form == "word" and not read_figure(text).unit:
        assert spans == []
    else:
        assert spans == [(len(before), len(before) + len(text))]


@given(st.one_of(st.text(), st.text(alphabet=LIKE_FIGURES)))
def test_what_is_found_reads_as_one_figure(text: str) -> None:
    last = 0
    for start, end, figure in find_figures(text, words=True):
        assert last <= start < end <= len(text)
        last = end
        try:
            again = read_figure(text[start:end])
        except FigureError as error:
            pytest.fail(f"{text[start:end]!r}: {error.message}")
        assert again.claims == figure.claims
