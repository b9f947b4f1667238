"""Cells of a table as figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from trueup.quantity.cell import Cell, header_name, header_unit, read_cell, same_words, span_like, write_cell
from trueup.quantity.interval import Interval
from trueup.quantity.read import read_figure
from trueup.quantity.units import NONE, Dimension, read_unit
from trueup.quantity.value import Quantity


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("4.37 µs", "figure"),
        ("~78", "figure"),
        ("45–90", "figure"),
        ("+37.2 % 🔴", "figure"),
        ("▲ 3 %", "figure"),
        ("12*", "figure"),
        ("15 of 15", "figure"),
        ("", "empty"),
        ("–", "empty"),
        (" — ", "empty"),
        ("N/A", "empty"),
        ("🔴", "word"),
        ("MatMulNBits", "word"),
        ("i7-13800H", "word"),
        ("4.37 / 4.39 / 4.41", "several"),
        ("1.97 ms (1.9–2.0 ms)", "several"),
        ("4.37 ± 0.02 µs", "several"),
        ("1,5", "unreadable"),
        ("nan", "unreadable"),
    ],
)
def test_a_cell_is_a_figure_or_says_what_else(text: str, kind: str) -> None:
    assert read_cell(text).kind == kind


@pytest.mark.parametrize(
    ("text", "unit", "same"),
    [
        ("4.37", "ms", "4.37 ms"),
        ("4.37 µs", "ms", "4.37 µs"),
        ("45–90", "µs", "45–90 µs"),
        ("~78", "ms", "~78 ms"),
        ("+37.2", "%", "+37.2 %"),
        ("4,096", "B", "4,096 B"),
        ("≥ 7", "GB/s", "≥ 7 GB/s"),
        ("15 of 15", "ms", "15 of 15"),
        ("2 × 3", "ms", "2 × 3"),
    ],
)
def test_the_unit_of_the_column_is_for_cells_without_one(text: str, unit: str, same: str) -> None:
    found, wanted = read_cell(text, read_unit(unit)).figure, read_figure(same)
    assert found
    assert (found.claims, found.dimension) == (wanted.claims, wanted.dimension)


@pytest.mark.parametrize(
    ("text", "unit", "seconds", "written"),
    [
        ("4.37", "ms", Fraction(5, 1000), "5.00"),
        ("4.37 ms", "s", Fraction(5, 1000), "5.00 ms"),
        ("~78", "ms", Fraction(80, 1000), "~80"),
        ("45–90", "ms", Fraction(10, 1000), "10–90"),
    ],
)
def test_a_value_is_written_as_the_cell_writes_it(
    text: str, unit: str, seconds: Fraction, written: str
) -> None:
    value = Quantity.exact(seconds, Dimension.of(s=1))
    assert write_cell(value, read_cell(text, read_unit(unit))) == written


def test_a_figure_begins_behind_what_decorates_it() -> None:
    assert read_cell("🔴 +37.2 % ▲") == Cell(
        kind="figure", text="+37.2 %", start=2, figure=read_figure("+37.2 %")
    )


@pytest.mark.parametrize(
    ("low", "high", "written"),
    [
        (Fraction(3703, 10000), Fraction(3757, 10000), "37.03 … 37.57 %"),
        (Fraction(-1, 100), Fraction(1, 100), "-1.00 … 1.00 %"),
        (Fraction(1, 3), Fraction(1, 3), "33.33 %"),
        (Fraction(1, 2), None, "at least 50.00 %"),
        (None, Fraction(1, 2), "at most 50.00 %"),
        (None, None, "any number"),
    ],
)
def test_an_interval_is_written_in_the_figures_unit(
    low: Fraction | None, high: Fraction | None, written: str
) -> None:
    assert span_like(Interval(low, high), read_figure("+37.2 %")) == written


@pytest.mark.parametrize(
    ("header", "symbol", "name"),
    [
        ("Median (ms)", "ms", "Median"),
        ("Median [ms]", "ms", "Median"),
        ("Rate (GB/s)", "GB/s", "Rate"),
        ("Change (%)", "%", "Change"),
        ("Layer(s)", None, "Layer(s)"),
        ("Time (lower is better)", None, "Time (lower is better)"),
        ("Median", None, "Median"),
        ("(ms)", None, "(ms)"),
        ("", None, ""),
    ],
)
def test_a_header_may_hold_the_unit(header: str, symbol: str | None, name: str) -> None:
    unit = header_unit(header)
    assert (unit.symbol if unit else None, header_name(header)) == (symbol, name)


def test_words_are_the_same_however_they_are_drawn() -> None:
    assert same_words("⚠️", "⚠")
    assert same_words("Not  run", "not run")
    assert not same_words("✅", "🟢")


def test_a_cell_without_dimension_stays_one() -> None:
    figure = read_cell("4.37").figure
    assert figure
    assert figure.dimension == NONE
