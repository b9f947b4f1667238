"""What a column of a table adds up to."""

from __future__ import annotations

import re

from trueup.tables.sheet import Column, Number, Sheet, Sum, Term

_TOTAL = re.compile(
    r"\W*(?:grand )?(?:totals?|sum|overall total|all(?: together)?|together|altogether|combined|Σ|∑)\W*\Z"
    r"|\W*(?:grand )?totals?\b",
    re.IGNORECASE,
)


def is_total(label: str) -> bool:
    """Whether a row is called the sum of all others."""
    return bool(_TOTAL.match(label))


def total_row(sheet: Sheet) -> int | None:
    """The row that sums up all others: the last or the first one, if it is called so."""
    last = len(sheet.labels) - 1
    for row in (last, 0):
        if is_total(sheet.labels[row]):
            return row
    return None


def column_total(sheet: Sheet, column: Column) -> Term | None:
    """What a column's rows come to: as the row of totals has it, else their sum; else None."""
    row = total_row(sheet)
    if row is not None:
        return column.numbers[row]
    numbers = addends(sheet, column)
    return None if numbers is None else Sum(numbers=numbers)


def addends(sheet: Sheet, column: Column) -> list[Number] | None:
    """The numbers of all rows that sum up no others; None where one is missing or of another kind."""
    found: list[Number] = []
    for row, number in enumerate(column.numbers):
        if row in sheet.summary:
            continue
        if number is None or (found and number.dimension != found[0].dimension):
            return None
        found.append(number)
    return found if len(found) >= 2 else None
