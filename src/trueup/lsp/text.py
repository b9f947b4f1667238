"""A text as an editor counts it: lines from 0, columns in the units that both sides have agreed on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from lsprotocol import types

from trueup.diagnostics import Lines, Location

Units: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]


class Text:
    """One text and where its lines begin; CRLF, LF and a lone CR end a line, nothing else does.

    :param units: what a column counts: bytes, UTF-16 code units or code points
    """

    __slots__ = ("lines", "text", "units")

    def __init__(self, text: str, units: Units = "utf-16") -> None:
        self.text = text
        self.units = units
        self.lines = Lines("", text)

    def line(self, number: int) -> str:
        """A line by its number from 0, without its end; empty where there is none."""
        starts = self.lines.starts
        if not 0 <= number < len(starts):
            return ""
        end = starts[number + 1] if number + 1 < len(starts) else len(self.text)
        return self.text[starts[number] : end].rstrip("\r\n")

    def position(self, line: int, column: int) -> types.Position:
        """The editor's position of a line and column from 1, in code points."""
        text = self.line(line - 1)
        before = text[: max(column - 1, 0)]
        beyond = max(column - 1 - len(text), 0)
        return types.Position(line=line - 1, character=size(before, self.units) + beyond)

    def place(self, position: types.Position) -> tuple[int, int]:
        """Line and column from 1, in code points; a position behind a line's end, or inside a character, is
        taken to its end.
        """
        text = self.line(position.line)
        if text.isascii() or self.units == "utf-32":
            return position.line + 1, min(position.character, len(text)) + 1
        units = 0
        for index, character in enumerate(text):
            if units >= position.character:
                return position.line + 1, index + 1
            units += _unit(character, self.units)
        return position.line + 1, len(text) + 1

    def offset(self, position: types.Position) -> int:
        """Offset of a position into the text, in code points."""
        starts = self.lines.starts
        if position.line >= len(starts):
            return len(self.text)
        return starts[position.line] + self.place(position)[1] - 1

    def at(self, offset: int) -> Location:
        """Line and column of an offset; the path is empty."""
        return self.lines.locate(offset)

    def range(self, line: int, column: int, end: int) -> types.Range:
        """A stretch of one line, to before the column ``end``."""
        return types.Range(start=self.position(line, column), end=self.position(line, end))

    def span(self, start: int, end: int) -> types.Range:
        """A stretch between two offsets."""
        one, two = self.at(start), self.at(end)
        return types.Range(start=self.position(one.line, one.column), end=self.position(two.line, two.column))

    def changed(self, changes: Iterable[types.TextDocumentContentChangeEvent]) -> Text:
        """The text after some changes, each of which counts from what the one before it left."""
        found = self
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                low, high = found.offset(change.range.start), found.offset(change.range.end)
                found = Text(found.text[:low] + change.text + found.text[high:], self.units)
            else:
                found = Text(change.text, self.units)
        return found


def size(text: str, units: Units) -> int:
    """How many units a text has."""
    if text.isascii() or units == "utf-32":
        return len(text)
    return sum(_unit(character, units) for character in text)


def _unit(character: str, units: Units) -> int:
    code = ord(character)
    if units == "utf-16":
        return 1 + (code > 0xFFFF)
    return 1 + (code > 0x7F) + (code > 0x7FF) + (code > 0xFFFF)
