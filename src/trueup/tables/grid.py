"""A table as a document writes it, and what its columns are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from trueup.diagnostics import Location
from trueup.quantity.cell import folded, header_name
from trueup.tags.model import Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """A table of a document: the blocks of its header and of the rows below."""

    header: Block
    rows: tuple[Block, ...]


def tables_of(blocks: Iterable[Block]) -> Iterator[Rows]:
    """The tables among the blocks of a document."""
    header: Block | None = None
    rows: list[Block] = []
    for block in blocks:
        if block.kind == "row" and block.header and header:
            rows.append(block)
            continue
        if header:
            yield Rows(header=header, rows=tuple(rows))
        header, rows = (block, []) if block.kind == "row" else (None, [])
    if header:
        yield Rows(header=header, rows=tuple(rows))


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

    @property
    def aside(self) -> bool:
        """Whether it stands in a passage that is set aside."""
        return any(mark.kind == "aside" and mark.start <= self.start < mark.end for mark in self.block.marks)

    def locate(self, offset: int) -> Location:
        """Where a character of the text stands."""
        return self.block.locate(self.start + offset)

    def behind(self, offset: int) -> Location:
        """The column behind the character before ``offset``."""
        return self.block.behind(self.start + offset)


class Headers:
    """The names of columns.

    A name means a header as it is written, else with case aside, else without the unit in its brackets too.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(" ".join(name.split()) for name in names)

    def find(self, name: str) -> int | None:
        """The column that a name means; None where no header fits, or several do."""
        found = self._fitting(" ".join(name.split()))
        return found[0] if len(found) == 1 else None

    def several(self, name: str) -> bool:
        """Whether a name fits several headers alike."""
        return len(self._fitting(" ".join(name.split()))) > 1

    def _fitting(self, name: str) -> list[int]:
        for key in _KEYS:
            wanted = key(name)
            if found := [index for index, one in enumerate(self.names) if key(one) == wanted]:
                return found
        return []


_KEYS: tuple[Callable[[str], str], ...] = (str, folded, lambda name: folded(header_name(name)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """
    :param at: of the directive
    :param rows: below the header, each with a cell for each header
    """

    at: Location
    headers: Headers
    rows: tuple[tuple[Written, ...], ...]


def read_grid(at: Location, table: Rows) -> Grid:
    """A table's cells."""
    return Grid(
        at=at,
        headers=Headers([cell.text for cell in _cells(table.header)]),
        rows=tuple(tuple(_cells(row)) for row in table.rows),
    )


def _cells(block: Block) -> list[Written]:
    if not block.marks:
        return [Written(text=block.text[start:end], block=block, start=start) for start, end in block.cells]
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
