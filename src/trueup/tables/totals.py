"""Rows of totals that don't add up."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from trueup.quantity.agree import holds
from trueup.quantity.cell import span_like, write_cell
from trueup.quantity.value import Quantity
from trueup.tables.sheet import Column, Number, Sheet, Sum, Term, loose
from trueup.tables.slip import Slip
from trueup.tables.sums import addends, total_row

#: Rows that are part of others, or leave some out: what such a table adds up to isn't plain.
_PARTIAL = re.compile(
    r"\W*(?:of which|thereof|incl\b|including|excl|sub-?total|…|\.\.\.|└|├|↳|[-–—]\s)"
    r"|.*(?:of which|subtotal|\btop\b)",
    re.IGNORECASE,
)
_ADDITIVE_NOT = frozenset({"%", "percent", "×", "x", "times"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sum:
    """A column, what its rows come to, and what the row of totals says."""

    column: Column
    number: Number
    term: Term
    value: Quantity
    count: int

    @property
    def right(self) -> bool:
        return holds(self.number.figure, self.value)

    @property
    def near(self) -> bool:
        """Whether rounding may explain it."""
        figure = self.number.figure
        cut = Quantity(spread=self.value.spread, reach=loose(self.term), dimension=self.value.dimension)
        step = figure.factor / 10**figure.places
        return holds(figure, cut) or figure.claims.widen(step, step).meets(self.value.reach)


def totals(sheet: Sheet, wrong: Collection[int]) -> Iterator[Slip]:
    """The cells of a row of totals that aren't the sum of their columns.

    Certain where another column of the same rows adds up, or where a digit was mistyped; else possible.
    What isn't added (percentages, rates, means) is left alone.

    :param wrong: columns in which a cell is wrong, so that their totals tell nothing
    """
    row = total_row(sheet)
    if row is None or any(_PARTIAL.match(label) for label in sheet.labels):
        return
    sums = [found for column in sheet.columns if (found := _sum(sheet, column, row))]
    confirmed = any(one.right for one in sums)
    for one in sums:
        if one.right or one.column.index in wrong:
            continue
        certain = _is_certain(one, confirmed=confirmed)
        if certain is not None:
            yield _slip(one, row, certain=certain)


def _sum(sheet: Sheet, column: Column, row: int) -> _Sum | None:
    number = column.numbers[row]
    numbers = addends(sheet, column)
    if number is None or numbers is None or column.units & _ADDITIVE_NOT:
        return None
    if sum(one.value != 0 for one in numbers) < 2 or number.dimension != numbers[0].dimension:
        return None
    if any(power < 0 for _, power in number.dimension.exponents):
        return None
    term = Sum(numbers=numbers)
    value = Quantity(spread=term.stated, reach=term.reach, dimension=term.dimension)
    return _Sum(column=column, number=number, term=term, value=value, count=len(numbers))


def _is_certain(one: _Sum, *, confirmed: bool) -> bool | None:
    """Whether it is certain that a total is wrong; None where something else may be meant."""
    stated, real = one.number.value, one.term.value
    if one.near:
        return False if one.number.figure.claims.is_point and one.count <= 12 and confirmed else None
    if real <= 0 or not 0.5 <= stated / real <= 2:
        return None  # a mean, a maximum, another unit
    if _is_mistyped(one):
        return True
    if not 0.8 <= stated / real <= 1.25:
        return None  # the total of more than these rows
    return confirmed


def _is_mistyped(one: _Sum) -> bool:
    """Whether the digits are those of the sum but for one, or for two that changed places."""
    written = [character for character in one.number.cell.text if character.isdigit()]
    right = [character for character in write_cell(one.value, one.number.cell) if character.isdigit()]
    if len(written) != len(right) or len(written) < 3:
        return False
    wrong = [index for index, pair in enumerate(zip(written, right, strict=True)) if pair[0] != pair[1]]
    if len(wrong) == 1:
        return True
    return (
        len(wrong) == 2
        and wrong[1] == wrong[0] + 1
        and written[wrong[0]] == right[wrong[1]]
        and written[wrong[1]] == right[wrong[0]]
    )


def _slip(one: _Sum, row: int, *, certain: bool) -> Slip:
    expected = write_cell(one.value, one.number.cell)
    given = expected if one.value.reach.is_point else span_like(one.value.reach, one.number.figure)
    return Slip(
        kind="total",
        row=row,
        column=one.column.index,
        columns=frozenset({one.column.index}),
        header=one.column.header,
        number=one.number,
        expected=expected,
        message=f"the {one.count} rows add up to {given}",
        certain=certain,
    )
