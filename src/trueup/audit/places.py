"""From a place in a document back to the block that stands there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from trueup.diagnostics import Location
from trueup.tags.model import Block, MarkKind


class Places:
    """The blocks of a page, found by line and column."""

    def __init__(self, blocks: Iterable[Block]) -> None:
        self._lines: dict[tuple[str, int], list[tuple[int, int, Block]]] = {}
        for block in blocks:
            for offset, at in block.runs:
                self._lines.setdefault((at.path, at.line), []).append((at.column, offset, block))
        for runs in self._lines.values():
            runs.sort(key=lambda run: run[:2])

    def find(self, at: Location) -> tuple[Block, int] | None:
        """The block that holds a place, and the offset into its text."""
        runs = self._lines.get((at.path, at.line), [])
        index = bisect_right(runs, at.column, key=lambda run: run[0]) - 1
        if index < 0:
            return None
        column, offset, block = runs[index]
        return block, offset + at.column - column


def is_aside(block: Block, offset: int) -> bool:
    """Whether a passage that is set aside (``claims:off``) holds a character of a block."""
    return any(mark.kind == "aside" and mark.start <= offset < mark.end for mark in block.marks)


class Marked:
    """What kinds of marks touch a stretch of a block, found without looking at all of them."""

    def __init__(self, block: Block) -> None:
        self._spans: dict[MarkKind, tuple[list[int], list[int]]] = {}
        for mark in block.marks:
            starts, ends = self._spans.setdefault(mark.kind, ([], []))
            if ends and mark.start <= ends[-1]:
                ends[-1] = max(ends[-1], mark.end)
            else:
                starts.append(mark.start)
                ends.append(mark.end)

    def kinds(self, start: int, end: int) -> frozenset[MarkKind]:
        """The kinds of all marks that hold a character from ``start`` up to ``end``."""
        if not self._spans:
            return _NONE
        return frozenset(kind for kind, spans in self._spans.items() if _touches(spans, start, end))


_NONE: frozenset[MarkKind] = frozenset()


def _touches(spans: tuple[list[int], list[int]], start: int, end: int) -> bool:
    starts, ends = spans
    index = bisect_right(ends, start)
    return index < len(starts) and starts[index] < end
