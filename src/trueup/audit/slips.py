"""Whether a figure is right under another prefix."""

from __future__ import annotations

from trueup.quantity.agree import agree
from trueup.statement.model import Statement


def right_unit(statement: Statement) -> str | None:
    """The unit of information, time or work under which a figure's digits follow from its operands."""
    if not statement.figure.dimension.physical.exponents:
        return None
    return agree(statement.figure, statement.value).right_unit
