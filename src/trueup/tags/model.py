"""Tags, and the blocks of visible text in which they stand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from trueup.diagnostics import Diagnostic, Location

Form = Literal["link", "macro", "table"]
MarkKind = Literal["tag", "code", "struck", "aside"]
BlockKind = Literal["heading", "paragraph", "item", "row", "definition", "caption"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A span of a block's text: a tagged figure, code, struck-through or set-aside text."""

    start: int
    end: int
    kind: MarkKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """The visible text of one block, and where each of its characters stands.

    :param text: visible text only; markup, link targets, comments and raw HTML tags are gone
    :param runs: ``(offset, location)``, ascending: text from ``offset`` on stands at ``location``,
        one column a character, up to the next run
    :param lead_in: what introduces it: the parent item, the paragraph before the list, the table's caption
    :param heading: text of the nearest heading above, or empty
    :param header: of a table row, the text of the header cell above each cell, else empty
    :param cells: of a table row, the ``(start, end)`` of each cell in ``text``
    """

    kind: BlockKind
    text: str
    runs: Sequence[tuple[int, Location]]
    marks: tuple[Mark, ...] = ()
    lead_in: str = ""
    heading: str = ""
    header: tuple[str, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()

    def locate(self, offset: int) -> Location:
        """Where the character at ``offset`` of :attr:`text` stands in the source."""
        start, base = self.runs[max(bisect_right(self.runs, offset, key=lambda run: run[0]) - 1, 0)]
        return Location(path=base.path, line=base.line, column=base.column + offset - start)

    def behind(self, offset: int) -> Location:
        """The column behind the character before ``offset``."""
        last = self.locate(offset - 1)
        return Location(path=last.path, line=last.line, column=last.column + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """Where a figure stands, and the claim it names.

    :param figure: the visible text of the figure; empty for a table directive
    :param location: of the figure's first visible character (of a directive: of its ``<!--``)
    :param named_at: of the id's first character
    :param formula: the title that defines the claim in place, or None
    :param formula_location: of the title's first character, behind its quote
    :param block: index into :attr:`Page.blocks`; ``span`` is the figure's place in that block's text
    """

    claim: str
    figure: str
    location: Location
    form: Form
    named_at: Location | None = None
    formula: str | None = None
    formula_location: Location | None = None
    block: int = -1
    span: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One document, read: its tags, all its blocks of visible text, and what is wrong with it."""

    path: str
    tags: tuple[Tag, ...] = ()
    blocks: tuple[Block, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
