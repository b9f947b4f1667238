"""What is left to do: open questions, and waivers with the day on which they end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trueup.diagnostics import Location
from trueup.reports.html.board import breakable
from trueup.reports.html.claims_board import Standing
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import Links, link, status, text
from trueup.reports.html.plain_table import plain_table
from trueup.reports.html.section import Section

#: More rows than these are folded away: all claims are listed below.
_MOST = 20


def pending(found: Sequence[Standing], index: Index, links: Links) -> Iterator[Section]:
    """Both, where there are any."""
    yield from _open(found, index, links)
    yield from _waived(found, links)


def _open(found: Sequence[Standing], index: Index, links: Links) -> Iterator[Section]:
    questions = [one.claim for one in found if one.claim.how == "unmeasured"]
    if not questions:
        return
    table = plain_table(
        "Open questions",
        ("Claim", "What is asked", "Why it is open", "Stated in"),
        (
            (
                link(links.claim(one.id), text(one.id)),
                text(one.says or "–"),
                text(one.why or "–"),
                "<br>".join(
                    link(links.place(verdict.at, index.anchor(verdict)), _place(verdict.at))
                    for verdict in index.places(one.id)
                    if verdict.at
                )
                or "–",
            )
            for one in sorted(questions, key=lambda one: one.id)
        ),
    )
    yield Section(id="open-questions", title="Open questions", body=_folded(table, len(questions)))


def _place(at: Location) -> str:
    return breakable(f"{at.path}:{at.line}")


def _waived(found: Sequence[Standing], links: Links) -> Iterator[Section]:
    waived = [(one, one.waived) for one in found if one.waived]
    if not waived:
        return
    table = plain_table(
        "Waivers",
        ("Until", "Claim", "Status", "Reason"),
        (
            (
                f'<time datetime="{text(waiver.until)}">{text(waiver.until)}</time>',
                link(links.claim(one.claim.id), text(one.claim.id)),
                status(one.worst, waived=True),
                text(waiver.reason),
            )
            for one, waiver in sorted(waived, key=lambda pair: (pair[1].until, pair[0].claim.id))
        ),
    )
    yield Section(id="waivers", title="Waivers", body=_folded(table, len(waived)))


def _folded(table: str, rows: int) -> str:
    return f"<details><summary>Show all {rows:,}</summary>{table}</details>" if rows > _MOST else table
