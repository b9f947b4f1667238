"""A claim's value, for people to read."""

from __future__ import annotations

from trueup.claim import Claim, Decide
from trueup.diagnostics import counted
from trueup.quantity.value import Truth
from trueup.quantity.write import write
from trueup.verdict.model import Outcome


def shown(one: Claim, outcome: Outcome) -> str | None:
    """A claim's value as text: of a decision its word, of a reported figure as it is reported."""
    value = outcome.value
    if outcome.table:
        rows = counted(len(outcome.table.rows), "row")
        return f"a table of {rows}: {', '.join(outcome.table.columns)}"
    if value is None or outcome.written:
        return outcome.written
    if isinstance(value, Truth) and isinstance(one.kind, Decide):
        words = one.kind.words.get(value.value)
        return words[0] if words else write(value)
    return write(value)
