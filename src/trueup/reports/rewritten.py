"""What a fix rewrote, and what it left, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.edit.fix import Fixed
from trueup.escape import terminal
from trueup.gate import Gate
from trueup.reports import text


def render(fixed: Fixed, gate: Gate, *, shows: bool, colour: bool = False) -> str:
    """A line for each figure, old → new; what was left, with why; and what remains.

    :param shows: nothing was written
    """
    return "\n".join(_lines(fixed, gate, shows=shows, colour=colour))


def _lines(fixed: Fixed, gate: Gate, *, shows: bool, colour: bool) -> Iterator[str]:
    for fault in gate.diagnostics:
        if fault.severity == "error":
            yield from text.diagnostic(fault, colour=colour)
    for one in fixed.rewritten:
        figure = f"{one.verdict.figure} → {one.text}"
        yield f"{terminal(str(one.at))}: {one.verdict.claim} {terminal(figure)}"
    for left in fixed.left:
        verdict = left.verdict
        place = f"{terminal(str(verdict.at))}: " if verdict.at else ""
        figure = f" {terminal(verdict.figure)}" if verdict.figure else ""
        yield f"{place}left {verdict.claim}{figure}"
        yield f"    because   {terminal(left.why)}"
        if verdict.hint:
            yield f"    do        {terminal(verdict.hint)}"
    count = len(fixed.rewritten)
    figures = f"{count} figure{'s' * (count != 1)}"
    rest = f"{len(fixed.left)} left"
    done = f"{figures} would be rewritten, {rest}; then" if shows else f"{figures} rewritten, {rest}"
    yield f"{done}: {text.summary(fixed.after, gate, colour=colour)}"
