"""Find the cells of a table that do not follow from others."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.tables.derived import derived
from trueup.tables.grid import Rows
from trueup.tables.sheet import read_sheet
from trueup.tables.slip import Slip
from trueup.tables.totals import totals


def find_slips(table: Rows) -> Iterator[Slip]:
    """The wrong cells of derived columns, then the wrong totals of columns that are right otherwise."""
    sheet = read_sheet(table)
    if sheet is None:
        return
    wrong = set()
    for slip in derived(sheet):
        wrong.add(slip.column)
        yield slip
    yield from totals(sheet, wrong)
