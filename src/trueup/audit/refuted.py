"""Statements of a page that do not hold, and whether a prefix is to blame."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from trueup.quantity.agree import agree
from trueup.statement.model import Statement
from trueup.tags.model import Block, MarkKind, Page
from trueup.verdict.stated import stated

#: A block, and what it states that doesn't hold.
Refuted: TypeAlias = tuple[Block, Statement]

_SILENT: frozenset[MarkKind] = frozenset({"code", "struck", "aside"})


def refuted(page: Page) -> Iterator[Refuted]:
    """Each statement of a page that does not hold; what touches code, struck or set-aside text is none."""
    for block in page.blocks:
        for statement in stated(block, _SILENT):
            if not statement.holds:
                yield block, statement


def right_unit(statement: Statement) -> str | None:
    """The unit of information, time or work under which a figure's digits follow from its operands."""
    if not statement.figure.dimension.physical.exponents:
        return None
    return agree(statement.figure, statement.value).right_unit
