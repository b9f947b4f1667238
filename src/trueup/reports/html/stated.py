"""Where a claim is stated: every place, with its text."""

from __future__ import annotations

from trueup.reports.html.badge import status_text
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import Links, link, place_text, status, text, unbroken
from trueup.reports.html.plain_table import plain_table
from trueup.reports.html.recorded import RecordedVerdict


def stated(claim: str, index: Index, links: Links) -> str:
    """A table of all places; the link leads to the figure on its page, or to its source."""
    places = index.places(claim)
    if not places:
        return '<p id="stated">No document states it.</p>'
    rows = ([_place(one, index, links), _text(one), _status(one)] for one in places)
    heads = ("Place", "Text", "Status")
    return f'<div id="stated">{plain_table("Where it is stated", heads, rows, css="trueup-stated")}</div>'


def _place(verdict: RecordedVerdict, index: Index, links: Links) -> str:
    if verdict.at is None:
        return "–"
    shown = link(links.place(verdict.at, index.anchor(verdict)), place_text(verdict.at))
    source = links.source(verdict.at)
    return f"{shown} {link(source, 'source')}" if source else shown


def _text(verdict: RecordedVerdict) -> str:
    figure = f"<strong>{unbroken(verdict.figure)}</strong>" if verdict.figure else "the whole table"
    if not verdict.within:
        return figure
    before, after = verdict.within
    return (
        f'<span class="trueup-context">{text(before)}{" " * before.endswith(" ")}</span>{figure}'
        f'<span class="trueup-context">{" " * after.startswith(" ")}{text(after)}</span>'
    )


def _status(verdict: RecordedVerdict) -> str:
    parts = [status(verdict.status, status_text(verdict), waived=verdict.waived is not None)]
    if verdict.expected:
        parts.append(f"expected {unbroken(verdict.expected)}")
    if verdict.difference and verdict.difference not in {"none", "inside"}:
        parts.append(f"computed less written: {unbroken(verdict.difference)}")
    return "<br>".join(parts)
