"""Cells of a table as figures, in the unit of their column where they have none of their own."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from trueup.quantity.agree import respelled
from trueup.quantity.characters import plain
from trueup.quantity.codes import FigureError
from trueup.quantity.digits import decimal, is_long, rounded, scientific
from trueup.quantity.figure import Figure
from trueup.quantity.find import find_figures
from trueup.quantity.interval import Interval
from trueup.quantity.read import figure_of, looks_numeric, read_figure
from trueup.quantity.spelling import spell
from trueup.quantity.units import Unit, read_unit
from trueup.quantity.value import Quantity
from trueup.quantity.write import SIGNIFICANT, write_like

Kind = Literal["figure", "word", "empty", "several", "unreadable"]

_EMPTY = frozenset({"", "-", "–", "—", "−", "n/a", "na", "…", "...", "?"})
_SIGNS = frozenset("↑↓↗↘→▲▼*†‡")
# A plural in brackets, `Layer(s)`, stands close.
_BRACKETS = re.compile(r"\s(?:\(([^()]+)\)|\[([^\[\]]+)\])\s*\Z")
# The variation selector tells how an emoji is drawn, not which it is.
_DRAWN = dict.fromkeys(map(ord, "\ufe0e\ufe0f"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """
    :param text: as the reader sees it, icons around a figure aside
    :param start: where ``text`` begins in the cell
    :param figure: what it is, in the column's unit where it has none
    :param borrowed: the symbol of the column's unit, where the cell leaves it out
    :param error: why it can't be read
    """

    kind: Kind
    text: str
    start: int = 0
    figure: Figure | None = None
    borrowed: str = ""
    error: FigureError | None = None


def read_cell(text: str, unit: Unit | None = None) -> Cell:
    """A cell's text: a figure, several of them, a word, nothing, or a number that can't be read.

    :param unit: of the column
    """
    start, end = _within(text)
    inner = text[start:end]
    if plain(text).strip().casefold() in _EMPTY:
        return Cell(kind="empty", text=text)
    if not inner:
        return Cell(kind="word", text=text)
    try:
        figure, borrowed = read_under(inner, unit)
    except FigureError as error:
        if len(find_figures(inner)) > 1:
            return Cell(kind="several", text=text)
        if looks_numeric(inner):
            return Cell(kind="unreadable", text=inner, start=start, error=error)
        return Cell(kind="word", text=text)
    return Cell(kind="figure", text=inner, start=start, figure=figure, borrowed=borrowed)


def read_under(text: str, unit: Unit | None) -> tuple[Figure, str]:
    """A figure in a column, and the symbol of the column's unit where the figure leaves its own out.

    Raises :class:`FigureError`.
    """
    spelling = spell(text)
    if unit and not spelling.spans and spelling.form not in ("product", "fraction"):
        return read_figure(respelled(text, unit.symbol)), unit.symbol
    return figure_of(text, spelling), ""


def write_cell(value: Quantity, cell: Cell) -> str:
    """The value in the cell's own format, the column's unit left out where the cell leaves it out."""
    assert cell.figure  # noqa: S101  only figures are recomputed
    text = write_like(value, cell.figure)
    if cell.borrowed:
        for start, end in reversed(spell(text).spans):
            if text[start:end] == cell.borrowed:
                text = text[:start].rstrip() + text[end:]
    return text


def span_like(interval: Interval, figure: Figure) -> str:
    """An interval in the figure's unit, with a place more: ``37.03 … 37.57 %``."""
    unit = f" {figure.unit}" if figure.unit else ""
    ends = [
        None if end is None else _number(end / figure.factor, figure.places + 1)
        for end in (interval.low, interval.high)
    ]
    if ends[0] is None or ends[1] is None:
        known = ends[0] or ends[1]
        return f"{'at least' if ends[0] else 'at most'} {known}{unit}" if known else "any number"
    return f"{ends[0]}{unit}" if ends[0] == ends[1] else f"{ends[0]} … {ends[1]}{unit}"


def header_unit(header: str) -> Unit | None:
    """The unit in the brackets at the end of a header, ``Median (ms)``."""
    match = _BRACKETS.search(header)
    if match is None:
        return None
    try:
        return read_unit((match[1] or match[2]).strip())
    except FigureError:
        return None


def header_name(header: str) -> str:
    """A header without the unit in its brackets."""
    match = _BRACKETS.search(header)
    return header[: match.start()].rstrip() if match and header_unit(header) else header


def same_words(one: str, other: str) -> bool:
    """Whether two cells say the same, case, blanks and the way an emoji is drawn aside."""
    return folded(one) == folded(other)


def folded(text: str) -> str:
    """A text as words are compared: without case, without the way an emoji is drawn, blanks joined."""
    return " ".join(unicodedata.normalize("NFC", plain(text)).translate(_DRAWN).casefold().split())


def _within(text: str) -> tuple[int, int]:
    """Where a cell's text begins and ends, without blanks and icons around it."""
    start, end = 0, len(text)
    while end > start and _decorates(text[end - 1]):
        end -= 1
    while start < end and _decorates(text[start]):
        start += 1
    return start, end


def _decorates(character: str) -> bool:
    return character.isspace() or character in _SIGNS or unicodedata.category(character) in ("So", "Mn", "Cf")


def _number(value: Fraction, places: int) -> str:
    sign = "-" if rounded(value, places) < 0 else ""
    return sign + (scientific(value, SIGNIFICANT) if is_long(value) else decimal(value, places))
