"""What a fix rewrote, and what it left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trueup.diagnostics import Diagnostic
from trueup.edit.fix import Fixed, Left, Rewriting
from trueup.edit.patch import unified
from trueup.escape import terminal
from trueup.gate import Gate
from trueup.reports import json, text
from trueup.reports.entry import Entry, Listing, of_diagnostic


def render(
    fixed: Fixed,
    gate: Gate,
    *,
    shows: bool,
    unwritten: Mapping[str, tuple[Diagnostic, ...]],
    colour: bool = False,
) -> str:
    """A line for each figure, old → new; what was left, with why; and what remains: for a terminal.

    :param shows: nothing was written
    :param unwritten: files that could not be written, and why
    """
    return "\n".join(_lines(fixed, gate, shows=shows, unwritten=unwritten, colour=colour))


def document(
    fixed: Fixed, gate: Gate, *, shows: bool, unwritten: Mapping[str, tuple[Diagnostic, ...]]
) -> dict[str, Any]:
    """The same as JSON, with the patch."""
    return {
        "rewritten": [
            {
                "claim": one.verdict.claim,
                "at": json.place(one.at),
                "figure": one.verdict.figure,
                "text": one.text,
            }
            for one in _done(fixed, unwritten)
        ],
        "left": [{**json.verdict(one.verdict), "why": one.why} for one in fixed.left],
        "diagnostics": [json.diagnostic(one) for one in (*gate.diagnostics, *_faults(unwritten))],
        "written": not shows,
        "patch": unified(fixed.files),
        "summary": {"rewritten": len(_done(fixed, unwritten)), "left": len(fixed.left), "pass": gate.passes},
    }


def listing(
    fixed: Fixed,
    gate: Gate,
    *,
    shows: bool,
    unwritten: Mapping[str, tuple[Diagnostic, ...]],
    code: int,
) -> Listing:
    """The same for the formats that are made of a listing.

    :param code: the exit code
    """
    faults = (one for one in (*gate.diagnostics, *_faults(unwritten)) if one.severity == "error")
    return Listing(
        command="fix",
        entries=(
            *(of_diagnostic(one, stops=True) for one in faults),
            *map(_rewritten, _done(fixed, unwritten)),
            *map(_left, fixed.left),
        ),
        summary=_summary(fixed, gate, shows=shows, unwritten=unwritten, colour=False),
        exit=code,
    )


def _rewritten(one: Rewriting) -> Entry:
    return Entry(
        level="note",
        case="passed",
        rule="fix/rewritten",
        name=one.verdict.claim,
        kind="rewritten",
        title=f"{one.verdict.claim} is rewritten",
        because=one.verdict.because,
        at=one.at,
        figure=one.verdict.figure,
        expected=one.text,
        suite=one.at.path,
        properties={"claim": one.verdict.claim},
    )


def _left(one: Left) -> Entry:
    at = one.verdict.at
    return Entry(
        level="warning",
        case="failed",
        rule="fix/left",
        name=one.verdict.claim,
        kind="left",
        title=f"{one.verdict.claim} is left",
        because=(one.why,),
        hint=one.verdict.hint,
        at=at,
        figure=one.verdict.figure,
        suite=at.path if at else "(untagged)",
        properties={"claim": one.verdict.claim, "status": one.verdict.status},
    )


def _done(fixed: Fixed, unwritten: Mapping[str, tuple[Diagnostic, ...]]) -> list[Rewriting]:
    return [one for one in fixed.rewritten if one.edit.path not in unwritten]


def _faults(unwritten: Mapping[str, tuple[Diagnostic, ...]]) -> Iterator[Diagnostic]:
    return (one for found in unwritten.values() for one in found)


def _lines(
    fixed: Fixed, gate: Gate, *, shows: bool, unwritten: Mapping[str, tuple[Diagnostic, ...]], colour: bool
) -> Iterator[str]:
    for fault in (*gate.diagnostics, *_faults(unwritten)):
        if fault.severity == "error":
            yield from text.diagnostic(fault, colour=colour)
    for one in _done(fixed, unwritten):
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
    yield _summary(fixed, gate, shows=shows, unwritten=unwritten, colour=colour)


def _summary(
    fixed: Fixed, gate: Gate, *, shows: bool, unwritten: Mapping[str, tuple[Diagnostic, ...]], colour: bool
) -> str:
    count = len(_done(fixed, unwritten))
    figures = f"{count} figure{'s' * (count != 1)}"
    rest = f"{len(fixed.left)} left"
    done = f"{figures} would be rewritten, {rest}; then" if shows else f"{figures} rewritten, {rest}"
    return done if unwritten else f"{done}: {text.summary(fixed.after, gate, colour=colour)}"
