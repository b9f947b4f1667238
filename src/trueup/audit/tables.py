"""Cells of tables that don't follow from others."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.audit.finding import Finding
from trueup.tables.find import find_slips
from trueup.tables.grid import tables_of
from trueup.tables.slip import Kind
from trueup.tags.model import Page

CODES = {
    "A201": "a cell doesn't follow from its row",
    "A202": "a total isn't the sum of its rows",
    "A203": "a share isn't that of its column",
}
_CELL, _TOTAL = "correct the cell, or the cells that it follows from", "correct the total, or the rows"
_CODE: dict[Kind, str] = {"row": "A201", "total": "A202", "share": "A203"}


def tables(page: Page) -> Iterator[Finding]:
    """The wrong cells of derived columns, and the wrong totals of a page."""
    for table in tables_of(page.blocks):
        for slip in find_slips(table):
            cell = slip.number.cell
            yield Finding(
                code=_CODE[slip.kind],
                kind="table",
                at=slip.number.written.locate(cell.start),
                figure=cell.text,
                expected=slip.expected,
                message=slip.message,
                hint=_TOTAL if slip.kind == "total" else _CELL,
                certainty="certain" if slip.certain else "possible",
            )
