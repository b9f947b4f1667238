"""The page of one claim: what it says, how it is known, where it is stated, what rests on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from trueup.reports.html.derivation import derivation
from trueup.reports.html.evidence_section import evidence_table, history_plot
from trueup.reports.html.matching import Index
from trueup.reports.html.outdated_by import outdated_by
from trueup.reports.html.pages import Links, basis, link, page, place_text, status, tells, text, unbroken
from trueup.reports.html.plain_table import plain_table
from trueup.reports.html.plots.decision_section import decision_section
from trueup.reports.html.recorded import RecordedClaim
from trueup.reports.html.stated import stated
from trueup.reports.html.words import HOLDING

_DEFINED = "Defined in"
_HOW = {
    "verify": "computed by a verifier",
    "expr": "computed from other claims",
    "decide": "decided from other claims",
    "require": "must be true",
    "columns": "a table, checked cell by cell",
    "reported": "reported elsewhere, not recomputed here",
    "unmeasured": "an open question",
}
_NUMBERS_ALONE = {"expr": "computed from numbers alone", "decide": "decided from numbers alone"}


def claim_page(claim: RecordedClaim, index: Index, links: Links) -> str:
    """The page as Markdown with raw HTML blocks.

    :param index: all recorded verdicts, for the places and for what rests on the claim
    """
    users = [index.recorded.claims[name] for name in index.users(claim.id)]
    return page(claim.id, _body(claim, index, links, users))


def _body(claim: RecordedClaim, index: Index, links: Links, users: Sequence[RecordedClaim]) -> Iterator[str]:
    claims = index.recorded.claims
    yield claim_summary(claim, index, links)
    if (claim.because or claim.hint) and not _says_itself(claim):
        yield "## Why"
        yield _list(claim.because, claim.hint)
    if derived := derivation(claim, claims, links):
        yield "## How it is computed"
        yield derived
    if claim.evidence and claim.evidence.entries:
        yield "## Evidence by host"
        yield f"<div>{evidence_table(claim.evidence)}</div>"
        if drawn := history_plot(claim.evidence):
            yield "## History"
            yield drawn
    if claim.flips or index.decides(claim.id):
        yield "## What would turn it" if claim.flips else "## What it would turn"
        if claim.flips:
            yield _list(claim.flips)
        yield from _turns(claim, index, links)
    if drawn := decision_section(claim, index.recorded, links):
        yield "## The two sides"
        yield drawn
    if outdates := outdated_by(claim, claims, links):
        yield "## What would make it outdated"
        yield outdates
    yield "## Where it is stated"
    yield stated(claim.id, index, links)
    if users:
        yield "## What rests on it"
        yield plain_table(
            "What rests on it",
            ("Claim", "Says", "Status", "Value"),
            (
                [_id(one.id, links), text(one.says or "–"), status(one.status), unbroken(one.value or "–")]
                for one in users
            ),
        )
    yield f'<p class="trueup-more">{link(links.dashboard, "All claims")}</p>'


def _turns(claim: RecordedClaim, index: Index, links: Links) -> Iterator[str]:
    """The decisions that this claim's value would turn."""
    lines = [
        f"<li>{_id(name, links)}: {text(sentence)}</li>"
        for name, sentence in index.decides(claim.id)
        if name != claim.id
    ]
    if lines:
        yield f'<ul class="trueup-turned">{"".join(lines)}</ul>'


def _says_itself(claim: RecordedClaim) -> bool:
    """Whether what makes a claim hold stands on its page anyway: source, evidence or formula with values."""
    told = claim.filled or claim.source or (claim.evidence and claim.evidence.entries)
    return claim.status in HOLDING and not claim.hint and bool(told)


def claim_summary(claim: RecordedClaim, index: Index, links: Links) -> str:
    """What the page says first, as a raw HTML block."""
    anchor = ' id="defined"'
    value = "strong" if claim.value else "span"
    facts = [
        ("Value", f"<{value}{tells(f'the value of {claim.id}')}>{unbroken(claim.value or 'none')}</{value}>"),
        ("Basis", basis(claim.basis)),
        ("Known by", text(_known_by(claim))),
        ("Open because", text(claim.why or "")),
        ("Source", _source(claim.source)),
        ("As of", text(claim.as_of or "")),
        ("Scope", text(", ".join(f"{key} {value}" for key, value in claim.scope))),
        ("Hosts", text(", ".join(claim.hosts))),
        ("Evidence of", text(" to ".join(claim.dates))),
        ("Subject", text(", ".join(claim.subject))),
        (_DEFINED, link(links.source(claim.at), place_text(claim.at)) if claim.at else ""),
    ]
    if claim.waived:
        facts.insert(0, ("Waived", text(f"until {claim.waived.until}: {claim.waived.reason}")))
    rows = "".join(
        f"<div{anchor if name == _DEFINED else ''}><dt>{name}</dt><dd>{value}</dd></div>"
        for name, value in facts
        if value
    )
    words = f"{claim.status} ({claim.reason})" if claim.reason else None
    chip = status(claim.status, words, waived=claim.waived is not None)
    says = f'<p class="trueup-says">{text(claim.says)}</p>' if claim.says else ""
    head = f"{says}<p{tells(f'claim {claim.id}')}>{chip}{_misstated(claim, index)}</p>"
    return f'<div class="trueup-claim">{head}<dl class="trueup-facts">{rows}</dl></div>'


def _known_by(claim: RecordedClaim) -> str:
    how = claim.how or ""
    return _NUMBERS_ALONE.get(how, "") if not claim.rests_on and how in _NUMBERS_ALONE else _HOW.get(how, "")


def _misstated(claim: RecordedClaim, index: Index) -> str:
    """The claim may be right, and what the documents make of it wrong."""
    places = index.places(claim.id)
    stale = sum(one.stale for one in places)
    if not stale:
        return ""
    words = f"{stale} of {len(places)} figures that state it do not hold"
    if len(places) == 1:
        words = "the figure that states it does not hold"
    joint = ", but" if claim.status in HOLDING else ";"
    return f'{joint} <span class="trueup-misstated">{link("#stated", words)}</span>'


def _id(name: str, links: Links) -> str:
    return link(links.claim(name), text(name))


def _source(source: str | None) -> str:
    if source and re.fullmatch(r"https?://[^\s<>\"']+", source):
        return link(source, text(source))
    return text(source or "")


def _list(items: Sequence[str], hint: str | None = None) -> str:
    lines = "".join(f"<li>{text(item)}</li>" for item in items)
    after = f'<p class="trueup-hint">{text(hint)}</p>' if hint else ""
    return f"<div>{f'<ul>{lines}</ul>' if lines else ''}{after}</div>"
