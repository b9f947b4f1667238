"""The dashboard: what holds, of what kinds, what is open or waived, what no claim covers, and all claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from trueup.audit.covered import Coverage
from trueup.diagnostics import Diagnostic
from trueup.reports.html.board import narrowed
from trueup.reports.html.claims_board import STALE, Standing, claims_board, hosts, standings
from trueup.reports.html.documents import documents
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import Links, basis, diagnostic_text, link, page, status, tells, text
from trueup.reports.html.pending import pending
from trueup.reports.html.recorded import Recorded
from trueup.reports.html.section import Section
from trueup.reports.html.words import BASES, HOLDING, STATUSES

TITLE = "Claims"
_OUTCOME = tells("the outcome")


def dashboard_page(index: Index, links: Links) -> str:
    """The dashboard as a Markdown page."""
    return page(TITLE, [dashboard(index, links)], contents=False)


def dashboard(index: Index, links: Links, coverage: Sequence[Coverage] | None = None) -> str:
    """The dashboard as one raw HTML block, to be put into any page.

    :param coverage: of each document; left out, as it was recorded
    """
    covered = index.recorded.coverage if coverage is None else coverage
    return f'<div class="trueup-dashboard">{"".join(_parts(index, links, covered))}</div>'


def _parts(index: Index, links: Links, coverage: Sequence[Coverage]) -> Iterator[str]:
    recorded, found = index.recorded, standings(index)
    yield _outcome(recorded)
    yield from _more(links)
    yield _tallies(recorded, found)
    if recorded.diagnostics:
        yield _diagnostics(recorded.diagnostics)
    sections = (
        *pending(found, index, links),
        Section(id="all-claims", title="All claims", body=claims_board(found, index, links)),
        *documents(recorded, coverage, links),
    )
    yield _contents(sections)
    yield from (f'<h2 id="{one.id}">{one.title}</h2>{one.body}' for one in sections)
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
        stale = sum(one.stale for one in recorded.verdicts)
        more = f" {narrowed('Show them', status=STALE)}" if stale else ""
        return f'<p class="trueup-outcome trueup-fails"{_OUTCOME}>{text(why[0].upper() + why[1:])}.{more}</p>'
    passed = [one for one in recorded.verdicts if one.status not in HOLDING]
    if not passed:
        return f'<p class="trueup-outcome trueup-holds"{_OUTCOME}>Every figure holds.</p>'
    hold, total = len(recorded.verdicts) - len(passed), len(recorded.verdicts)
    kinds = Counter("waived" if one.waived else STATUSES[one.status].word for one in passed)
    others = ", ".join(f"{count:,} {word}" for word, count in kinds.items())
    words = f"{hold:,} of {total:,} figures hold; let pass: {others}."
    return f'<p class="trueup-outcome trueup-passes"{_OUTCOME}>{words}</p>'


def _more(links: Links) -> Iterator[str]:
    """Links to the other generated pages."""
    others = ((links.review, "What has changed since the base"), (links.rates, "Rates and ceilings, by host"))
    for href, words in others:
        if href:
            yield f'<p class="trueup-more">{link(href, words)}</p>'


def _tallies(recorded: Recorded, found: Sequence[Standing]) -> str:
    """Figures by status, and claims by basis and host, each a link to the table."""
    bases = Counter(one.claim.basis for one in found)
    hosted = Counter(host for one in found for host in hosts(one.claim))
    groups = (
        ("Figures", [_chip("status", name, recorded.counts.get(name, 0)) for name in STATUSES]),
        ("Claims by basis", [_chip("basis", name, bases[name]) for name in BASES]),
        ("Claims by host", [narrowed(f"{hosted[name]:,} {name}", host=name) for name in sorted(hosted)]),
    )
    shown = "".join(_tally(name, [item for item in items if item]) for name, items in groups)
    return f'<dl class="trueup-tallies"{tells("the tally")}>{shown}</dl>'


def _chip(facet: str, name: str, count: int) -> str:
    """How many there are of a status or basis, with its sign; empty for none."""
    if not count:
        return ""
    css = f"trueup-basis-{name}" if facet == "basis" else f"trueup-{name}"
    sign = (BASES if facet == "basis" else STATUSES)[name]
    return f'<span class="trueup-{facet} {css}">{narrowed(f"{count:,} {sign.word}", **{facet: name})}</span>'


def _tally(name: str, items: Sequence[str]) -> str:
    if not items:
        return ""
    listed = "".join(f"<li>{item}</li>" for item in items)
    return f'<div><dt>{name}</dt><dd><ul class="trueup-counts">{listed}</ul></dd></div>'


def _contents(sections: Sequence[Section]) -> str:
    """Links to the sections, since the table of all claims is long."""
    items = "".join(f"<li>{link(f'#{one.id}', one.title)}</li>" for one in sections)
    return f'<nav aria-label="On this page"><ul class="trueup-counts trueup-more">{items}</ul></nav>'


def _diagnostics(diagnostics: tuple[Diagnostic, ...]) -> str:
    items = "".join(
        f'<li class="trueup-{one.severity}-line">{diagnostic_text(one)}</li>'
        for one in sorted(diagnostics, key=lambda one: one.severity != "error")
    )
    shown = ' open="open"' if any(one.severity == "error" for one in diagnostics) else ""
    head = f"Said of the input: {len(diagnostics)}"
    return f'<details{shown} class="trueup-diagnostics"><summary>{head}</summary><ul>{items}</ul></details>'


def _legend() -> str:
    signs = [
        *(f"<li>{status(name)} {text(sign.means)}</li>" for name, sign in STATUSES.items()),
        *(f"<li>{basis(name)} {text(sign.means)}</li>" for name, sign in BASES.items()),
    ]
    return (
        '<details class="trueup-signs"><summary>What the signs mean</summary>'
        f"<ul>{''.join(signs)}</ul></details>"
    )
