"""Figures that are right under another prefix: ``389 MiB`` for 371.25 MiB, GB printed for GiB."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from trueup.audit.finding import Finding
from trueup.audit.refuted import Refuted, right_unit
from trueup.quantity.write import write_like
from trueup.statement.model import Statement

CODES = {
    "A301": "a figure that is right under another unit",
    "A302": "a size in powers of 1024 under a decimal prefix, as is customary",
}


def units(wrong: Iterable[Refuted]) -> Iterator[Finding]:
    """Each figure whose digits follow from its operands, in the same block, under another unit."""
    for block, statement in wrong:
        unit = right_unit(statement)
        if unit is None:
            continue
        customary = _customary(statement, unit)
        figure = statement.figure.text
        expected = figure.replace(statement.figure.unit, unit)
        otherwise = write_like(statement.value, statement.figure)
        yield Finding(
            code="A302" if customary else "A301",
            kind="unit",
            at=block.locate(statement.span[0]),
            figure=figure,
            expected=expected,
            message=f"{statement.formula} gives {expected}, or {otherwise}; not {figure}",
            certainty="certain" if statement.certain and not customary else "possible",
            hint=f"write {expected}",
        )


def _customary(statement: Statement, unit: str) -> bool:
    """Whether a round size is written as memory and file sizes often are: ``64 MB`` for 67,108,864 B."""
    written = statement.figure
    if "i" not in unit or written.stated.low is None or statement.value.spread.low is None:
        return False
    if written.unit.startswith("K"):
        return True
    number = written.stated.low / written.factor
    size = statement.value.spread.low
    while size and size.denominator == 1 and size % 1024 == 0:
        size /= 1024
        if size == number:
            return True
    return number == Fraction(0)
