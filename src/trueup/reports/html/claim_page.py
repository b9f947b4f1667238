"""The page of one claim: what it says, how it is known, where it is stated, what rests on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from trueup.claim import ID
from trueup.reports.html.badge import status_text
from trueup.reports.html.matching import Index
from trueup.reports.html.mathml import clean_mathml
from trueup.reports.html.pages import Links, basis, link, page, place_text, status, text
from trueup.reports.html.plots.decision_section import decision_section
from trueup.reports.html.recorded import RecordedClaim, RecordedVerdict

_WORD = re.compile(r"[A-Za-z0-9_.]+")
_HOW = {
    "verify": "computed by a verifier",
    "expr": "computed from other claims",
    "decide": "decided from other claims",
    "require": "must be true",
    "columns": "a table, checked cell by cell",
    "reported": "reported elsewhere, not recomputed here",
    "unmeasured": "an open question",
}


def claim_page(claim: RecordedClaim, index: Index, links: Links) -> str:
    """The page as Markdown with raw HTML blocks.

    :param index: all recorded verdicts, for the places and for what rests on the claim
    """
    users = [one for one in index.recorded.claims.values() if claim.id in one.rests_on]
    return page(claim.id, _body(claim, index, links, users))


def _body(claim: RecordedClaim, index: Index, links: Links, users: Sequence[RecordedClaim]) -> Iterator[str]:
    yield _summary(claim)
    if claim.formula or claim.verifier:
        yield "## How it is computed"
        yield _derivation(claim, index, links)
    if claim.because or claim.hint:
        yield "## Why"
        yield _list(claim.because, claim.hint)
    if claim.flips:
        yield "## What would turn it"
        yield _list(claim.flips)
    if drawn := decision_section(claim, index.recorded, links):
        yield "## The two sides"
        yield drawn
    yield "## Where it is stated"
    yield _places(claim, index, links)
    if users:
        yield "## What rests on it"
        yield _table(
            ("Claim", "Status", "Value"),
            ([_id(one.id, links), status(one.status), text(one.value or "–")] for one in users),
        )
    yield f'<p class="trueup-more">{link(links.dashboard, "All claims")}</p>'


def _summary(claim: RecordedClaim) -> str:
    facts = [
        ("Value", f"<strong>{text(claim.value)}</strong>" if claim.value else "none"),
        ("Basis", basis(claim.basis)),
        ("Known by", text(_HOW.get(claim.how or "", ""))),
        ("Open because", text(claim.why or "")),
        ("Source", _source(claim.source)),
        ("As of", text(claim.as_of or "")),
        ("Scope", text(", ".join(f"{key} {value}" for key, value in claim.scope))),
        ("Hosts", text(", ".join(claim.hosts))),
        ("Subject", text(", ".join(claim.subject))),
        ("Stands in", place_text(claim.at) if claim.at else ""),
    ]
    if claim.waived:
        facts.insert(0, ("Waived", text(f"until {claim.waived.until}: {claim.waived.reason}")))
    rows = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts if value)
    words = f"{claim.status} ({claim.reason})" if claim.reason else None
    chip = status(claim.status, words, waived=claim.waived is not None)
    says = f'<p class="trueup-says">{text(claim.says)}</p>' if claim.says else ""
    return f'<div class="trueup-claim">{says}<p>{chip}</p><dl class="trueup-facts">{rows}</dl></div>'


def _derivation(claim: RecordedClaim, index: Index, links: Links) -> str:
    lines = []
    if claim.formula:
        lines.append(f'<p class="trueup-formula"><code>{_formula(claim, links)}</code></p>')
    if claim.filled:
        lines.append(f'<p class="trueup-formula"><code>{text(claim.filled)}</code>')
        sign = "so" if claim.how in {"decide", "require"} else "="
        lines.append(f" {sign} <strong>{text(claim.value)}</strong></p>" if claim.value else "</p>")
    if claim.mathml and (math := clean_mathml(claim.mathml)):
        lines.append(f'<div class="trueup-math">{math}</div>')
    if claim.verifier:
        lines.append(f"<p>Verifier <code>{text(claim.verifier)}</code></p>")
    if claim.parameters:
        rows = ([f"<code>{text(key)}</code>", text(value)] for key, value in claim.parameters)
        lines.append(_table(("Parameter", "Value"), rows))
    operands = [index.recorded.claims.get(name) for name in claim.rests_on]
    if operands:
        rows = (
            [_id(one.id, links), text(one.value or "–"), status(one.status), basis(one.basis)]
            for one in operands
            if one
        )
        lines.append(_table(("Operand", "Value", "Status", "Basis"), rows))
    return f'<div class="trueup-derivation">{"".join(lines)}</div>'


def _formula(claim: RecordedClaim, links: Links) -> str:
    """The formula with a link at each operand."""
    formula, operands = claim.formula or "", frozenset(claim.rests_on)
    parts, end = [], 0
    for match in _WORD.finditer(formula):
        if match[0] in operands and ID.fullmatch(match[0]):
            parts += [_text_kept(formula[end : match.start()]), _id(match[0], links)]
            end = match.end()
    return "".join((*parts, _text_kept(formula[end:])))


def _text_kept(part: str) -> str:
    """Escaped text that keeps a blank at its ends, next to a link."""
    inner = text(part)
    if not inner:
        return " " if part else ""
    return f"{' ' if part[0].isspace() else ''}{inner}{' ' if part[-1].isspace() else ''}"


def _places(claim: RecordedClaim, index: Index, links: Links) -> str:
    places = index.places(claim.id)
    if not places:
        return "<p>No document states it.</p>"
    return _table(
        ("Figure", "Status", "Expected", "Place"),
        (
            [
                text(one.figure or "–"),
                status(one.status, status_text(one), waived=one.waived is not None),
                text(one.expected or "–"),
                _place(one, index, links),
            ]
            for one in places
        ),
    )


def _place(verdict: RecordedVerdict, index: Index, links: Links) -> str:
    if verdict.at is None:
        return "–"
    return link(links.place(verdict.at, index.anchor(verdict)), place_text(verdict.at))


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


def _table(heads: Sequence[str], rows: Iterator[list[str]]) -> str:
    top = "".join(f"<th>{head}</th>" for head in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="trueup-table"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
    )
