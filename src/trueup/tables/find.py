"""Find the cells of a table that do not follow from others."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from trueup.tables.derived import derived
from trueup.tables.grid import Rows
from trueup.tables.relations import says_so
from trueup.tables.sheet import read_sheet
from trueup.tables.slip import Slip
from trueup.tables.sums import is_total
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


def find_certain(table: Rows, ruled: Collection[int] = ()) -> Iterator[Slip]:
    """Those that are certain, in passages that aren't set aside.

    They need a header or a label that says what is derived, so that most tables cost nothing.

    :param ruled: columns of which nobody asks
    """
    headers = (table.header.text[start:end] for start, end in table.header.cells)
    labels = (row.text[slice(*row.cells[0])] for row in table.rows[:1] + table.rows[-1:] if row.cells)
    if any(index not in ruled and says_so(header) for index, header in enumerate(headers)) or any(
        map(is_total, labels)
    ):
        for slip in find_slips(table):
            if slip.certain and not slip.number.written.aside:
                yield slip
