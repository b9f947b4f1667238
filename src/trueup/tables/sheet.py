"""A table of a document as columns of numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from trueup.quantity.cell import Cell, header_unit, read_cell
from trueup.quantity.characters import plain
from trueup.quantity.figure import Figure
from trueup.quantity.find import find_figures
from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension, Unit, read_unit, scan_unit
from trueup.tables.grid import Grid, Rows, Written, read_grid
from trueup.tags.model import Block

#: A table with more is data; nobody has derived its columns by hand.
MOST_ROWS, MOST_COLUMNS = 500, 24

_SUMMARY = re.compile(
    r"\W*(?:(?:grand |sub-?|running )?totals?|sums?|overall|all|together|combined|altogether|means?|averages?"
    r"|avg|geo(?:metric )?-?means?|geomean|medians?|min(?:imum)?|max(?:imum)?|aggregate|net|Σ|∑)\b",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"[0-9]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A number that others may follow from.

    :param text: with its unit, as it is read
    :param stated: as written, in base units
    :param reach: what it could be as it is rounded
    :param whole: how many whole numbers without a unit went into it, each of which may be rounded
    :param value: about ``stated``, for looking around before anything is decided
    :param half: about how far ``reach`` goes from it
    """

    text: str
    stated: Interval
    reach: Interval
    dimension: Dimension
    value: float
    half: float
    whole: int

    @property
    def loose(self) -> Interval:
        """What it could be where it was cut off instead of rounded, and its whole numbers rounded."""
        low, high = self.reach.low, self.reach.high
        if low is None or high is None:
            return self.reach
        more = (high - low + self.whole) / 2
        return self.reach.widen(more, more)

    @property
    def loose_half(self) -> float:
        """``half``, where its whole numbers may be rounded."""
        return self.half + self.whole / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Term):
    """A cell that holds one number."""

    cell: Cell
    figure: Figure
    written: Written


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
    numbers = tuple(number and _number(number.written, unit, {}) for number in column.numbers)
    return Column(index=column.index, header=column.header, unit=unit, numbers=numbers, units=_units(numbers))


def _sheet(grid: Grid) -> Sheet:
    columns = []
    figures = [_figures(row[0].block) if row else {} for row in grid.rows]
    for index, header in enumerate(grid.headers.names):
        unit = header_unit(header) or _whole(header)
        numbers = tuple(
            _number(row[index], unit, found) if index < len(row) and not row[index].struck else None
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


def _figures(row: Block) -> dict[tuple[int, int], Figure]:
    """The figures of a row by their place; they are looked for once, for whoever asks."""
    return {(start, end): figure for start, end, figure in find_figures(row.text)}


def _units(numbers: tuple[Number | None, ...]) -> frozenset[str]:
    return frozenset(number.figure.unit for number in numbers if number)


def _number(written: Written, unit: Unit | None, found: Mapping[tuple[int, int], Figure]) -> Number | None:
    if not _DIGIT.search(written.text):
        return None
    figure = found.get((written.start, written.start + len(written.text)))
    if figure and (unit is None or figure.unit):
        cell = Cell(kind="figure", text=written.text, figure=figure)
    else:
        cell = read_cell(written.text, unit)
        figure = cell.figure
    if figure is None or figure.form != "number" or figure.approx:
        return None
    low, high, stated = figure.reach.low, figure.reach.high, figure.stated.low
    if low is None or high is None or stated is None:
        return None
    exact = low == high
    try:
        value = float(stated)
        half = 0.0 if exact else float(figure.factor) / 10.0**figure.places / 2
    except OverflowError:
        return None
    return Number(
        cell=cell,
        figure=figure,
        written=written,
        text=figure.text,
        stated=figure.stated,
        reach=figure.reach,
        dimension=figure.dimension,
        value=value,
        half=half,
        whole=int(exact and not figure.unit),
    )
