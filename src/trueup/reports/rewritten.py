"""What a fix rewrote, and what it left, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trueup.diagnostics import Diagnostic
from trueup.edit.fix import Fixed
from trueup.escape import terminal
from trueup.gate import Gate
from trueup.reports import text


def render(
    fixed: Fixed,
    gate: Gate,
    *,
    shows: bool,
    unwritten: Mapping[str, tuple[Diagnostic, ...]],
    colour: bool = False,
) -> str:
    """A line for each figure, old → new; what was left, with why; and what remains.

    :param shows: nothing was written
    :param unwritten: files that could not be written, and why
    """
    return "\n".join(_lines(fixed, gate, shows=shows, unwritten=unwritten, colour=colour))


def _lines(
    fixed: Fixed, gate: Gate, *, shows: bool, unwritten: Mapping[str, tuple[Diagnostic, ...]], colour: bool
) -> Iterator[str]:
    for fault in (*gate.diagnostics, *(one for found in unwritten.values() for one in found)):
        if fault.severity == "error":
            yield from text.diagnostic(fault, colour=colour)
    rewritten = [one for one in fixed.rewritten if one.edit.path not in unwritten]
    for one in rewritten:
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
    count = len(rewritten)
    figures = f"{count} figure{'s' * (count != 1)}"
    rest = f"{len(fixed.left)} left"
    done = f"{figures} would be rewritten, {rest}; then" if shows else f"{figures} rewritten, {rest}"
    yield done if unwritten else f"{done}: {text.summary(fixed.after, gate, colour=colour)}"
