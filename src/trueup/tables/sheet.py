"""A table of a document as columns of numbers."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import add
from typing import TypeAlias

from trueup.diagnostics import counted
from trueup.quantity.cell import Cell, header_unit, read_cell
from trueup.quantity.characters import plain
from trueup.quantity.figure import Figure
from trueup.quantity.find import find_figures
from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension, Unit, read_unit, scan_unit
from trueup.tables.grid import Grid, Rows, Written, read_grid

#: A table with more is data; nobody has derived its columns by hand.
MOST_ROWS, MOST_COLUMNS = 500, 24

_SUMMARY = re.compile(
    r"\W*(?:(?:grand |sub-?|running )?totals?|sums?|overall|all|together|combined|altogether|means?|averages?"
    r"|avg|geo(?:metric )?-?means?|geomean|medians?|min(?:imum)?|max(?:imum)?|aggregate|net|Σ|∑)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A cell that holds one number.

    :param own: the cell as it was read, where it is more than its figure
    :param value: about what is stated, in base units, for looking around before anything is decided
    :param half: about how far it could be from that as it is rounded
    :param whole: how many whole numbers without a unit went into it, each of which may be rounded
    """

    figure: Figure
    written: Written
    own: Cell | None
    value: float
    half: float
    whole: int

    @property
    def cell(self) -> Cell:
        return self.own or Cell(kind="figure", text=self.written.text, figure=self.figure)

    @property
    def text(self) -> str:
        """With its unit, as it is read."""
        return self.figure.text

    @property
    def dimension(self) -> Dimension:
        return self.figure.dimension

    @property
    def stated(self) -> Interval:
        """As written, in base units."""
        return self.figure.stated

    @property
    def reach(self) -> Interval:
        """What it could be as it is rounded."""
        return self.figure.reach


@dataclass(frozen=True, kw_only=True)
class Sum:
    """What numbers of one kind come to; exactly once somebody asks."""

    numbers: Sequence[Number]

    @property
    def text(self) -> str:
        return f"the sum of {counted(len(self.numbers), 'row')}"

    @property
    def dimension(self) -> Dimension:
        return self.numbers[0].dimension

    @cached_property
    def stated(self) -> Interval:
        return reduce(add, [number.stated for number in self.numbers])

    @cached_property
    def reach(self) -> Interval:
        return reduce(add, [number.reach for number in self.numbers])

    @cached_property
    def value(self) -> float:
        return sum(number.value for number in self.numbers)

    @cached_property
    def half(self) -> float:
        return sum(number.half for number in self.numbers)

    @cached_property
    def whole(self) -> int:
        return sum(number.whole for number in self.numbers)


#: A number that others may follow from.
Term: TypeAlias = Number | Sum


def loose(term: Term) -> Interval:
    """What it could be where it was cut off instead of rounded, and its whole numbers rounded."""
    low, high = term.reach.low, term.reach.high
    if low is None or high is None:
        return term.reach
    more = (high - low + term.whole) / 2
    return term.reach.widen(more, more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """
    :param numbers: one a row, None where a cell holds no single number
    :param unit: of the header
    """

    index: int
    header: str
    unit: Unit | None
    numbers: tuple[Number | None, ...]
    units: frozenset[str] = field(default_factory=frozenset)

    @property
    def bare(self) -> bool:
        """Whether no number has a unit, be it of its own or of the header."""
        return self.units == {""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """
    :param columns: those that hold numbers
    :param labels: of each row, the text of its first cell
    :param summary: rows that sum up others, or are means of them
    """

    grid: Grid
    columns: tuple[Column, ...]
    labels: tuple[str, ...]
    summary: frozenset[int]


def read_sheet(table: Rows) -> Sheet | None:
    """A table that has columns of numbers, and is no larger than one that is written by hand."""
    if not 2 <= len(table.rows) <= MOST_ROWS or not 2 <= len(table.header.cells) <= MOST_COLUMNS:
        return None
    sheet = _sheet(read_grid(table.header.locate(0), table))
    return sheet if sheet.columns else None


def reread(column: Column, symbol: str) -> Column:
    """The same column, its bare numbers read in a unit."""
    unit = read_unit(symbol)
    numbers = tuple(number and _number(number.written, unit) for number in column.numbers)
    return Column(index=column.index, header=column.header, unit=unit, numbers=numbers, units=_units(numbers))


def _sheet(grid: Grid) -> Sheet:
    columns = []
    figures = [_figures(row) for row in grid.rows]
    for index, header in enumerate(grid.headers.names):
        unit = header_unit(header) or _whole(header)
        numbers = tuple(
            _number(row[index], unit, found[index])
            if index < len(row) and found[index] and not row[index].struck
            else None
            for row, found in zip(grid.rows, figures, strict=True)
        )
        if any(numbers):
            columns.append(
                Column(index=index, header=header, unit=unit, numbers=numbers, units=_units(numbers))
            )
    labels = tuple(row[0].text.strip() if row else "" for row in grid.rows)
    return Sheet(
        grid=grid,
        columns=tuple(columns),
        labels=labels,
        summary=frozenset(index for index, label in enumerate(labels) if _SUMMARY.match(label)),
    )


def _whole(header: str) -> Unit | None:
    """The unit that a header is, all of it: ``ms``, ``op/s``."""
    line = plain(header.strip())
    found = scan_unit(line, 0, len(line), prose=True)
    return found[0] if found and found[1] == len(line) and found[0].dimension.physical.exponents else None


def _figures(row: Sequence[Written]) -> list[list[tuple[int, int, Figure]]]:
    """The figures of each cell of a row; they are looked for once, for whoever asks."""
    found: list[list[tuple[int, int, Figure]]] = [[] for _ in row]
    if row:
        starts = [cell.start for cell in row]
        for figure in find_figures(row[0].block.text):
            found[bisect_right(starts, figure[0]) - 1].append(figure)
    return found


def _units(numbers: tuple[Number | None, ...]) -> frozenset[str]:
    return frozenset(number.figure.unit for number in numbers if number)


def _number(
    written: Written, unit: Unit | None, found: Sequence[tuple[int, int, Figure]] = ()
) -> Number | None:
    """The number that a cell is.

    :param found: the figures in it, where they are known
    """
    figure, own = None, None
    if len(found) == 1 and found[0][:2] == (written.start, written.start + len(written.text)):
        figure = found[0][2]
    if figure is None or (unit and not figure.unit):
        own = read_cell(written.text, unit)
        figure = own.figure
    if figure is None or figure.form != "number" or figure.approx:
        return None
    value, exact = figure.ends.size, figure.ends.exact
    try:
        half = 0.0 if exact else float(figure.factor) / 10.0**figure.places / 2
    except OverflowError:
        return None
    if value is None:
        return None
    whole = int(exact and not figure.unit)
    return Number(figure=figure, written=written, own=own, value=value, half=half, whole=whole)
