"""A table as a document writes it, and what its columns are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trueup.diagnostics import Location
from trueup.quantity.cell import header_name, same_words
from trueup.tags.model import Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A cell's visible text.

    :param block: the row in which it begins at ``start``
    :param struck: all of it is struck through
    :param tagged: it holds a tag
    """

    text: str
    block: Block
    start: int
    struck: bool = False
    tagged: bool = False

    def locate(self, offset: int) -> Location:
        """Where a character of the text stands."""
        return self.block.locate(self.start + offset)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """
    :param at: of the directive
    :param rows: below the header, each with a cell for each header
    """

    at: Location
    headers: tuple[str, ...]
    rows: tuple[tuple[Written, ...], ...]

    def column(self, name: str) -> int | None:
        """The column that a name means; None where no header fits, or several do."""
        return find(name, self.headers)


def read_grid(at: Location, header: Block, rows: Sequence[Block]) -> Grid:
    """The table whose header and rows stand in these blocks."""
    return Grid(
        at=at,
        headers=tuple(" ".join(cell.text.split()) for cell in _cells(header)),
        rows=tuple(tuple(_cells(row)) for row in rows),
    )


def find(name: str, headers: Sequence[str]) -> int | None:
    """The index of a header: as it is written, else case aside, else its unit in brackets aside too."""
    for same in (str.__eq__, same_words, lambda one, other: same_words(header_name(one), header_name(other))):
        found = [index for index, header in enumerate(headers) if same(name, header)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _cells(block: Block) -> list[Written]:
    found = []
    for start, end in block.cells:
        inside = [mark for mark in block.marks if start <= mark.start and mark.end <= end]
        found.append(
            Written(
                text=block.text[start:end],
                block=block,
                start=start,
                struck=end > start
                and any(mark.kind == "struck" and (mark.start, mark.end) == (start, end) for mark in inside),
                tagged=any(mark.kind == "tag" for mark in inside),
            )
        )
    return found
