"""What is left to do: open questions, and waivers with the day on which they end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trueup.reports.html.claims_board import Standing
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import Links, link, place_text, status, text
from trueup.reports.html.plain_table import plain_table


def pending(found: Sequence[Standing], index: Index, links: Links) -> str:
    """Both, as raw HTML; empty where there is neither."""
    return "".join((*_open(found, index, links), *_waived(found, links)))


def _open(found: Sequence[Standing], index: Index, links: Links) -> Iterator[str]:
    questions = [one.claim for one in found if one.claim.how == "unmeasured"]
    if not questions:
        return
    yield '<h2 id="open-questions">Open questions</h2>'
    yield plain_table(
        ("Claim", "What is asked", "Why it is open", "Stated in"),
        (
            (
                link(links.claim(one.id), text(one.id)),
                text(one.says or "–"),
                text(one.why or "–"),
                "<br>".join(
                    link(links.place(verdict.at, index.anchor(verdict)), place_text(verdict.at))
                    for verdict in index.places(one.id)
                    if verdict.at
                )
                or "–",
            )
            for one in sorted(questions, key=lambda one: one.id)
        ),
    )


def _waived(found: Sequence[Standing], links: Links) -> Iterator[str]:
    waived = [(one, one.waived) for one in found if one.waived]
    if not waived:
        return
    yield '<h2 id="waivers">Waivers</h2>'
    yield plain_table(
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
