"""Tags that are proposed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trueup.diagnostics import Location
from trueup.edit.patch import unified
from trueup.edit.proposal import Proposal
from trueup.edit.suggest import Suggested
from trueup.escape import terminal
from trueup.reports import LISTED, json, text, write
from trueup.reports.entry import Entry, Listing, of_diagnostic


def render(form: str, found: Suggested, *, wrote: bool, code: int, colour: bool = False) -> str:
    """Each tag, then each figure that could have one, in one of :data:`trueup.reports.FORMATS`.

    :param code: the exit code
    """
    if form in LISTED:
        return write(form, listing(found, wrote=wrote, code=code))
    if form == "json":
        return json.render(document(found, wrote=wrote))
    return "\n".join(_lines(found, wrote=wrote, colour=colour))


def document(found: Suggested, *, wrote: bool) -> dict[str, Any]:
    """The same as JSON, with the patch."""
    return {
        "proposals": [
            {
                "claim": one.claim,
                "at": json.place(one.candidate.at),
                "figure": one.candidate.seen.text,
                "formula": one.formula,
                "markup": one.markup,
                "why": one.why,
            }
            for one in found.proposals
        ],
        "left": [{"at": json.place(at), "why": why} for at, why in found.passed.items()],
        "diagnostics": [json.diagnostic(one) for one in found.diagnostics],
        "written": wrote,
        "patch": unified(found.files),
    }


def listing(found: Suggested, *, wrote: bool, code: int) -> Listing:
    """The same for the formats that are made of a listing.

    :param code: the exit code
    """
    return Listing(
        command="suggest",
        entries=(
            *(of_diagnostic(one, stops=one.severity == "error") for one in found.diagnostics),
            *map(_proposal, found.proposals),
            *(_left(at, why) for at, why in found.passed.items()),
        ),
        summary=_summary(found, wrote=wrote),
        exit=code,
    )


def _proposal(one: Proposal) -> Entry:
    return Entry(
        level="note",
        case="passed",
        rule="suggest/tag",
        name=one.claim,
        kind="proposed",
        title=f"a tag for {one.claim}",
        because=(one.why,),
        at=one.candidate.at,
        figure=one.candidate.seen.text,
        expected=one.markup,
        suite=one.candidate.at.path,
        properties={"claim": one.claim},
    )


def _left(at: Location, why: str) -> Entry:
    return Entry(
        level="note",
        case="skipped",
        rule="suggest/left",
        name=str(at),
        kind="left",
        title="left without a tag",
        because=(why,),
        at=at,
        suite=at.path,
    )


def _lines(found: Suggested, *, wrote: bool, colour: bool) -> Iterator[str]:
    for fault in found.diagnostics:
        yield from text.diagnostic(fault, colour=colour)
    for one in found.proposals:
        formula = f" = {one.formula}" if one.formula else ""
        figure = terminal(one.candidate.seen.text)
        yield f"{terminal(str(one.candidate.at))}: {figure} is {one.claim}{terminal(formula)}"
        yield f"    because   {terminal(one.why)}"
    for at, why in found.passed.items():
        yield f"{terminal(str(at))}: left"
        yield f"    because   {terminal(why)}"
    yield _summary(found, wrote=wrote)


def _summary(found: Suggested, *, wrote: bool) -> str:
    count = len(found.proposals)
    entries = sum(bool(one.entry) for one in found.proposals)
    tags = f"{count} tag{'s' * (count != 1)} {'written' if wrote else 'proposed'}"
    claims = f", with {entries} new claim{'s' * (entries != 1)}" if entries else ""
    return f"{tags}{claims}, {len(found.passed)} left"
