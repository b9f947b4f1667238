"""What became of one cell of a table."""

from __future__ import annotations

from dataclasses import dataclass

from trueup.expression.errors import EvaluationError
from trueup.quantity.value import Quantity
from trueup.verdict.model import Status

UNREADABLE = "not readable"
#: Why nothing can be said of a cell of each kind.
SKIPPED = {
    "word": "no number",
    "several": "several figures in one cell",
    "unreadable": UNREADABLE,
    "empty": "empty",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong with a cell, as a verdict says it."""

    status: Status = "refuted"
    reason: str
    expected: str | None = None
    because: tuple[str, ...] = ()
    hint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What became of one cell.

    :param ruled: some rule speaks of it
    :param fault: the first rule that it breaks
    :param skipped: why nothing can be said of it
    :param value: what it should be, as an operand of other cells; None where it is as it is written
    :param text: that value as text
    :param computed: what its rules make of it, right or wrong
    :param either: it stands so near a bound that another word would fit as well
    :param warnings: sentences
    """

    ruled: bool = True
    fault: Fault | None = None
    skipped: str | None = None
    value: Quantity | None = None
    text: str = ""
    computed: Quantity | None = None
    either: bool = False
    warnings: tuple[str, ...] = ()


def arithmetic(name: str, error: EvaluationError) -> Fault:
    """A rule that gives no value here.

    :param name: of the cell
    """
    return Fault(status="error", reason="arithmetic", because=(f"{name}: {error.message}",), hint=error.hint)
