"""The dashboard: counts by status, what is wrong with the input, and a table of all claims."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.diagnostics import Diagnostic
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import Links, basis, diagnostic_text, link, page, status, text
from trueup.reports.html.recorded import Recorded, RecordedClaim
from trueup.reports.html.words import BASES, RANK, STATUSES

TITLE = "Claims"
_PLACES_SHOWN = 3


def dashboard_page(index: Index, links: Links) -> str:
    """The dashboard as a Markdown page."""
    return page(TITLE, [dashboard(index, links)], contents=False)


def dashboard(index: Index, links: Links) -> str:
    """The dashboard as one raw HTML block, to be put into any page."""
    return f'<div class="trueup-dashboard">{"".join(_parts(index, links))}</div>'


def worst(index: Index, claim: RecordedClaim) -> str:
    """The worst status among a claim and its figures."""
    statuses = [claim.status, *(one.status for one in index.places(claim.id))]
    return min(statuses, key=lambda name: RANK[name])


def _parts(index: Index, links: Links) -> Iterator[str]:
    recorded = index.recorded
    yield _outcome(recorded)
    yield _counts(recorded)
    if links.rates:
        yield f'<p class="trueup-more">{link(links.rates, "Rates and ceilings, by host")}</p>'
    if recorded.diagnostics:
        yield _diagnostics(recorded.diagnostics)
    yield _filter()
    yield _table(index, links)
    yield _legend()


def failure(recorded: Recorded) -> str:
    """Why a run does not pass, in a sentence; empty when it does."""
    if recorded.passed:
        return ""
    stale = sum(one.stale for one in recorded.verdicts)
    errors = sum(one.severity == "error" for one in recorded.diagnostics)
    parts = [
        f"{stale} of {len(recorded.verdicts)} figures do not hold" if stale else "",
        f"errors in the input: {errors}" if errors else "",
    ]
    return "; ".join(part for part in parts if part) or "nothing was verified"


def _outcome(recorded: Recorded) -> str:
    why = failure(recorded)
    if why:
        return f'<p class="trueup-outcome trueup-fails">{why[0].upper()}{why[1:]}.</p>'
    return '<p class="trueup-outcome trueup-holds">Every figure holds.</p>'


def _counts(recorded: Recorded) -> str:
    items = (
        f"<li>{status(name, f'{recorded.counts[name]} {name}')}</li>"
        for name in STATUSES
        if recorded.counts.get(name)
    )
    return f'<ul class="trueup-counts">{"".join(items)}</ul>'


def _diagnostics(diagnostics: tuple[Diagnostic, ...]) -> str:
    items = "".join(
        f'<li class="trueup-{one.severity}-line">{diagnostic_text(one)}</li>' for one in diagnostics
    )
    shown = ' open="open"' if any(one.severity == "error" for one in diagnostics) else ""
    head = f"Said of the input: {len(diagnostics)}"
    return f'<details{shown} class="trueup-diagnostics"><summary>{head}</summary><ul>{items}</ul></details>'


def _filter() -> str:
    options = "".join(f'<option value="{name}">{sign.word}</option>' for name, sign in STATUSES.items())
    return (
        '<div class="trueup-filter" role="search">'
        '<label>Find <input type="search" class="trueup-query" autocomplete="off"></label>'
        '<label>Status <select class="trueup-choice"><option value="">all</option>'
        f'<option value="stale">stale</option>{options}</select></label>'
        '<output class="trueup-found"></output></div>'
    )


def _table(index: Index, links: Links) -> str:
    claims = index.recorded.claims.values()
    rows = [(worst(index, claim), claim) for claim in claims]
    rows.sort(key=lambda row: (RANK[row[0]], row[1].id))
    body = "".join(_row(name, claim, index, links) for name, claim in rows)
    heads = "".join(f"<th>{head}</th>" for head in ("Claim", "Status", "Value", "Basis", "Stated in"))
    return (
        f'<div class="trueup-table trueup-claims"><table><thead><tr>{heads}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _row(name: str, claim: RecordedClaim, index: Index, links: Links) -> str:
    says = f'<span class="trueup-says">{text(claim.says)}</span>' if claim.says else ""
    waived = f", waived until {claim.waived.until}" if claim.waived else ""
    cells = (
        f"{link(links.claim(claim.id), text(claim.id))}{says}",
        status(name, f"{STATUSES[name].word}{waived}", waived=bool(waived)),
        text(claim.value or "–"),
        basis(claim.basis),
        _stated(claim, index, links),
    )
    stale = ' data-stale="stale"' if STATUSES[name].stale and not claim.waived else ""
    return f'<tr data-status="{name}"{stale}>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def _stated(claim: RecordedClaim, index: Index, links: Links) -> str:
    places = [one for one in index.places(claim.id) if one.at is not None]
    shown = [
        link(links.place(one.at, index.anchor(one)), text(f"{one.at.path}:{one.at.line}"))
        for one in places[:_PLACES_SHOWN]
        if one.at
    ]
    more = f" and {len(places) - _PLACES_SHOWN} more" if len(places) > _PLACES_SHOWN else ""
    return "<br>".join(shown) + more if shown else "–"


def _legend() -> str:
    signs = [
        *(f"<li>{status(name)} {text(sign.means)}</li>" for name, sign in STATUSES.items()),
        *(f"<li>{basis(name)} {text(sign.means)}</li>" for name, sign in BASES.items()),
    ]
    return (
        '<details class="trueup-legend"><summary>What the signs mean</summary>'
        f"<ul>{''.join(signs)}</ul></details>"
    )
