"""Where the characters that a reader sees stand in the source."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trueup.diagnostics import Location
from trueup.tags.model import Block, Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A stretch of a block's visible text."""

    block: Block
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.block.text[self.start : self.end]

    def characters(self) -> list[Location]:
        """Where each of its characters stands."""
        return [self.block.locate(offset) for offset in range(self.start, self.end)]


class Places:
    """Finds visible text by the place of its first character: tagged figures and cells of tables alike."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._lines: dict[tuple[str, int], list[tuple[int, int, Block]]] = {}
        for page in pages:
            for block in page.blocks:
                for offset, at in block.runs:
                    self._lines.setdefault((at.path, at.line), []).append((at.column, offset, block))

    def find(self, at: Location, text: str) -> Seen | None:
        """The visible ``text`` that begins at a place; None where it isn't seen there."""
        for column, offset, block in self._lines.get((at.path, at.line), ()):
            start = offset + at.column - column
            if start >= offset and block.text.startswith(text, start) and block.locate(start) == at:
                return Seen(block=block, start=start, end=start + len(text))
        return None
