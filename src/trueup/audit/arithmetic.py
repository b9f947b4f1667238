"""Arithmetic in prose that does not follow from its operands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from trueup.audit.finding import Finding
from trueup.audit.refuted import Refuted, right_unit
from trueup.quantity.write import write, write_like
from trueup.statement.model import Statement

CODES = {
    "A101": "an expression that gives another number",
    "A102": "a change or a ratio that two figures don't give",
    "A103": "a percentage or a part that its whole doesn't give",
    "A104": "a time that an amount and a rate don't give",
    "A105": "one quantity in two units that are not the same",
    "A106": "a range that does not cover its figures",
}
_CODE = {
    **dict.fromkeys(("product", "quotient", "sum", "difference"), "A101"),
    **dict.fromkeys(("change", "ratio"), "A102"),
    "share": "A103",
    "rate": "A104",
    **dict.fromkeys(("restated", "reciprocal"), "A105"),
    "range": "A106",
}


def arithmetic(wrong: Iterable[Refuted]) -> Iterator[Finding]:
    """Each figure that its operands, in the same block, don't give; units aside."""
    for block, statement in wrong:
        if right_unit(statement):
            continue
        expected = write_like(statement.value, statement.figure)
        yield Finding(
            code=_CODE[statement.kind],
            kind="arithmetic",
            at=block.locate(statement.span[0]),
            figure=statement.figure.text,
            expected=expected,
            message=recomputed(statement),
            certainty="certain" if statement.certain else "possible",
            hint=f"write {expected}, or mend what it follows from",
        )


def recomputed(statement: Statement) -> str:
    """The recomputation as a sentence."""
    return f"{statement.formula} gives {gives(statement)}, not {statement.figure.text}"


def gives(statement: Statement) -> str:
    """What the operands give, in the unit of the figure."""
    value, figure = statement.value, statement.figure
    return write_like(value, figure) if figure.unit else write(value)
