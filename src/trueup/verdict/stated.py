"""What a block states of its own figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from trueup.statement.model import Statement
from trueup.statement.worth import worth_reading
from trueup.tags.model import Block, MarkKind


def stated(block: Block, silent: frozenset[MarkKind]) -> Iterator[Statement]:
    """The statements of a block, holding or not; those of a table row stay within one cell.

    :param silent: marks that take what they touch out of it
    """
    for start, end in block.cells or ((0, len(block.text)),):
        text = block.text[start:end]
        moved = [one.moved(start) for one in (_statements(text) if worth_reading(text) else ())]
        yield from _loud(moved, block, silent)


def stated_in_part(part: Block, silent: frozenset[MarkKind]) -> list[Statement] | None:
    """The same for a part of a paragraph; None where what else stands there decides what it states."""
    from trueup.statement.find import find_in_part  # noqa: PLC0415  many a project states nothing

    found = find_in_part(part.text)
    return None if found is None else list(_loud(found, part, silent))


def _loud(found: Iterable[Statement], block: Block, silent: frozenset[MarkKind]) -> Iterator[Statement]:
    marks = [mark for mark in block.marks if mark.kind in silent]
    for statement in found:
        if not any(statement.involves(mark.start, mark.end) for mark in marks):
            yield statement


@lru_cache(maxsize=4096)
def _statements(text: str) -> tuple[Statement, ...]:
    from trueup.statement.find import find_statements  # noqa: PLC0415  many a project states nothing

    return find_statements(text)
