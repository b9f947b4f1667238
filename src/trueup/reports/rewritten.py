"""What a fix rewrote, and what it left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from trueup.diagnostics import Diagnostic
from trueup.edit.fix import Fixed, Left, Rewriting
from trueup.edit.patch import unified
from trueup.escape import terminal
from trueup.gate import Gate
from trueup.reports import LISTED, json, text, write
from trueup.reports.entry import Entry, Listing, of_diagnostic


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What there is to tell of a fix.

    :param gate: the decision on the documents as they are after it
    :param shows: nothing was written
    :param unwritten: files that could not be written, and why
    """

    fixed: Fixed
    gate: Gate
    shows: bool
    unwritten: Mapping[str, tuple[Diagnostic, ...]]

    @property
    def done(self) -> tuple[Rewriting, ...]:
        """The rewritings in files that could be written."""
        return tuple(one for one in self.fixed.rewritten if one.edit.path not in self.unwritten)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Of the documents, then of what could not be written."""
        return (*self.gate.diagnostics, *(one for found in self.unwritten.values() for one in found))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """Those that make the exit code 2."""
        return tuple(one for one in self.diagnostics if one.severity == "error")


def render(form: str, told: Told, *, code: int, colour: bool = False) -> str:
    """Each figure, old → new; what was left, with why; and what remains, in one of
    :data:`trueup.reports.FORMATS`.

    :param code: the exit code
    """
    if form in LISTED:
        return write(form, listing(told, code=code))
    if form == "json":
        return json.render(document(told))
    return "\n".join(_lines(told, colour=colour))


def document(told: Told) -> dict[str, Any]:
    """The same as JSON, with the patch."""
    return {
        "rewritten": [
            {
                "claim": one.verdict.claim,
                "at": json.place(one.at),
                "figure": one.verdict.figure,
                "text": one.text,
            }
            for one in told.done
        ],
        "left": [{**json.verdict(one.verdict), "why": one.why} for one in told.fixed.left],
        "diagnostics": [json.diagnostic(one) for one in told.diagnostics],
        "written": not told.shows,
        "patch": unified(told.fixed.files),
        "summary": {
            "rewritten": len(told.done),
            "left": len(told.fixed.left),
            "pass": told.gate.passes,
        },
    }


def listing(told: Told, *, code: int) -> Listing:
    """The same for the formats that are made of a listing.

    :param code: the exit code
    """
    return Listing(
        command="fix",
        entries=(
            *(of_diagnostic(one, stops=True) for one in told.errors),
            *map(_rewritten, told.done),
            *map(_left, told.fixed.left),
        ),
        summary=_summary(told),
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


def _lines(told: Told, *, colour: bool) -> Iterator[str]:
    for fault in told.errors:
        yield from text.diagnostic(fault, colour=colour)
    for one in told.done:
        figure = f"{one.verdict.figure} → {one.text}"
        yield f"{terminal(str(one.at))}: {one.verdict.claim} {terminal(figure)}"
    for left in told.fixed.left:
        verdict = left.verdict
        place = f"{terminal(str(verdict.at))}: " if verdict.at else ""
        figure = f" {terminal(verdict.figure)}" if verdict.figure else ""
        yield f"{place}left {verdict.claim}{figure}"
        yield f"    because   {terminal(left.why)}"
        if verdict.hint:
            yield f"    do        {terminal(verdict.hint)}"
    yield _summary(told, colour=colour)


def _summary(told: Told, *, colour: bool = False) -> str:
    count = len(told.done)
    figures = f"{count} figure{'s' * (count != 1)}"
    rest = f"{len(told.fixed.left)} left"
    done = f"{figures} would be rewritten, {rest}; then" if told.shows else f"{figures} rewritten, {rest}"
    return done if told.unwritten else f"{done}: {text.summary(told.fixed.after, told.gate, colour=colour)}"
