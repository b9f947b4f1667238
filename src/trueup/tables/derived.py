"""Cells that don't follow from the cells from which their column follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trueup.quantity.cell import span_like, write_cell
from trueup.tables.fit import Fit, Miss, fits
from trueup.tables.relations import Kind
from trueup.tables.sheet import Sheet
from trueup.tables.slip import Slip

#: How much the rows must say where the header says as much, and where it doesn't.
_FEW_BITS, _MANY_BITS = 9, 24
_WORDS: dict[Kind, str] = {
    "change": "the change",
    "drop": "the reduction",
    "ratio": "the ratio",
    "difference": "the difference",
    "sum": "the sum",
    "product": "the product",
    "mean": "the mean",
    "share": "the share of the column's total",
}


def derived(sheet: Sheet) -> Iterator[Slip]:
    """The wrong cells of derived columns.

    A column is derived where its rows bear it out; a header that says so makes fewer of them enough.
    """
    for fit, others in _derived(sheet):
        yield from _misses(fit, others)


def _derived(sheet: Sheet) -> Iterator[tuple[Fit, list[Fit]]]:
    """For each column that is derived, but not in all rows, from which it follows, and all that may be so."""
    found = fits(sheet)
    by_target: dict[int, list[Fit]] = {}
    for fit in found:
        by_target.setdefault(fit.guess.target.index, []).append(fit)
    best: dict[frozenset[int], Fit] = {}
    whole = {fit.guess.columns for fit in found if _is_whole(fit)}
    for candidates in by_target.values():
        fit = min(candidates, key=lambda one: one.order)
        if fit.guess.columns in whole or any(_is_whole(one) for one in candidates):
            continue
        rival = best.get(fit.guess.columns)
        if rival is None or _prior(fit) > _prior(rival):
            best[fit.guess.columns] = fit
    for fit in best.values():
        yield fit, by_target[fit.guess.target.index]


def _is_whole(fit: Fit) -> bool:
    """Whether all rows bear it out, and not by chance."""
    return not fit.misses and fit.bits() >= _FEW_BITS


def _prior(fit: Fit) -> tuple[bool, int]:
    """What is derived is called so, or stands further to the right."""
    return fit.named, fit.guess.target.index


def _misses(fit: Fit, others: Sequence[Fit]) -> Iterator[Slip]:
    for miss in fit.misses:
        if any(
            other is not fit and other.bits() >= _FEW_BITS and other.holds_at(miss.index) for other in others
        ):
            continue
        certain = _is_certain(fit, miss)
        if certain is not None:
            yield _slip(fit, miss, certain=certain)


def _is_certain(fit: Fit, miss: Miss) -> bool | None:
    """Whether the column follows for certain, and the cell doesn't; None where it isn't even likely."""
    if miss.near:  # a number that was cut off, or whole numbers that were rounded: but counts add up
        counted = fit.guess.relation.adds and miss.value.reach.is_point and len(fit.fitting) >= 4
        return False if fit.named and counted and fit.bits() >= _FEW_BITS else None
    witnesses = fit.witnesses(miss)
    bits = fit.bits(witnesses)
    if fit.named:
        return True if bits >= _FEW_BITS and len(witnesses) >= min(3, fit.rows - 1) else None
    return False if bits >= _MANY_BITS and len(witnesses) >= 4 and _is_last(fit) else None


def _is_last(fit: Fit) -> bool:
    return fit.guess.target.index == max(fit.guess.columns)


def _slip(fit: Fit, miss: Miss, *, certain: bool) -> Slip:
    guess, number = fit.guess, miss.number
    formula = guess.relation.formula([operand.text for operand in miss.operands])
    expected = write_cell(miss.value, number.cell)
    exact = miss.value.reach.is_point and number.figure.claims.is_point
    given = expected if exact else span_like(miss.value.reach, number.figure)
    return Slip(
        kind="share" if guess.relation.kind == "share" else "row",
        row=miss.index,
        column=guess.target.index,
        columns=guess.columns,
        header=guess.target.header,
        number=number,
        expected=expected,
        message=f"{_WORDS[guess.relation.kind]} {formula} is {given}; "
        f"the column follows so in {len(fit.fitting)} of {fit.rows} rows",
        certain=certain,
    )
