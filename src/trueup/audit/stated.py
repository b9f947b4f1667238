"""What the blocks of a page state of their own figures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from trueup.statement.find import find_statements
from trueup.statement.model import Statement
from trueup.tags.model import Block, Page


def refuted(page: Page) -> Iterator[tuple[Block, Statement]]:
    """Each statement of a page that does not hold, its spans in the block's text.

    A statement that touches code, struck-through or set-aside text is none; those of a table row stay
    within one cell.
    """
    for block in page.blocks:
        for start, statement in _of(block):
            if not statement.holds:
                moved = statement.moved(start)
                if not _silenced(block, moved):
                    yield block, moved


def _of(block: Block) -> Iterator[tuple[int, Statement]]:
    for start, end in block.cells or ((0, len(block.text)),):
        for statement in _statements(block.text[start:end]):
            yield start, statement


@lru_cache(maxsize=4096)
def _statements(text: str) -> tuple[Statement, ...]:
    # Arithmetic and units both ask, page by page.
    return find_statements(text)


def _silenced(block: Block, statement: Statement) -> bool:
    spans = (statement.span, *statement.operands)
    return any(
        mark.start < end and start < mark.end
        for mark in block.marks
        if mark.kind != "tag"
        for start, end in spans
    )
