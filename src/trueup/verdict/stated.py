"""What a block states of its own figures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from trueup.statement.model import Statement
from trueup.statement.worth import worth_reading
from trueup.tags.model import Block, MarkKind


def stated(block: Block, silent: frozenset[MarkKind]) -> Iterator[Statement]:
    """The statements of a block, holding or not; those of a table row stay within one cell.

    :param silent: marks that take what they touch out of it
    """
    marks = [mark for mark in block.marks if mark.kind in silent]
    for start, end in block.cells or ((0, len(block.text)),):
        text = block.text[start:end]
        for statement in _statements(text) if worth_reading(text) else ():
            moved = statement.moved(start)
            if not any(moved.involves(mark.start, mark.end) for mark in marks):
                yield moved


@lru_cache(maxsize=4096)
def _statements(text: str) -> tuple[Statement, ...]:
    from trueup.statement.find import find_statements  # noqa: PLC0415  many a project states nothing

    return find_statements(text)
