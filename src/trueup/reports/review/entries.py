"""The entries of a review: diagnostics, then changes."""

from __future__ import annotations

from dataclasses import replace

from trueup.gate.change import KINDS, Change
from trueup.gate.review import Review
from trueup.reports.entry import Entry, Listing, of_diagnostic
from trueup.reports.review.text import summary
from trueup.reports.rules import LEVELS

#: The suite of changes that stand in no document.
NOWHERE = "(project)"


def listing(review: Review) -> Listing:
    """What a review has to say; what was asked to fail is an error."""
    before = (of_diagnostic(one, stops=False) for one in review.base_faults)
    now = (of_diagnostic(one, stops=one.severity == "error") for one in review.diagnostics)
    return Listing(
        command="diff",
        entries=(
            *(replace(one, title=f"{one.title} in the base") for one in before),
            *now,
            *(of_change(one, fails=one in review.failing) for one in review.changes),
        ),
        summary=summary(review),
        exit=int(review.exit),
    )


def of_change(one: Change, *, fails: bool) -> Entry:
    """The entry of a change; where the head has no such place any more, it stands at the one in the base."""
    title = KINDS[one.kind].title
    said = {"claim": one.claim, "kind": one.kind, "before": one.before, "after": one.after}
    was = (f"was {one.before}",) if one.before else ()
    now = (f"now {one.after}",) if one.after else ()
    gone = ("the place is one of the base",) if one.gone else ()
    return Entry(
        level="error" if fails else LEVELS[one.weight],
        case="failed" if fails else "passed",
        rule=f"diff/{one.kind}",
        name=f"{one.claim} {one.kind}" if one.claim else one.kind,
        kind=one.kind,
        title=f"{one.claim}: {title}" if one.claim else title,
        because=(one.message, *was, *now, *gone),
        at=None if one.gone else one.at,
        defined=one.at if one.gone else None,
        suite=one.at.path if one.at else NOWHERE,
        properties={key: value for key, value in said.items() if value is not None} | {"weight": one.weight},
    )
