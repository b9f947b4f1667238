"""The review page: what a reviewer must see since a base revision, with before and after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from trueup.diagnostics import Diagnostic, Location
from trueup.gate.change import KINDS, WEIGHTS, Change
from trueup.gate.review import Review
from trueup.reports.html.before_after import before_after
from trueup.reports.html.board import Cell, Choice, Column, Row, board, breakable, narrowed
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import Links, diagnostic_text, link, page, text
from trueup.reports.review.text import GLYPHS

#: A comparison, or why there is none.
Compared: TypeAlias = Review | tuple[Diagnostic, ...]

TITLE = "Changes since the base"
_COLUMNS = (
    Column(key="kind", words="Change"),
    Column(key="claim", words="Claim"),
    Column(key="", words="What has changed"),
    Column(key="", words="Before"),
    Column(key="", words="After"),
    Column(key="document", words="Where"),
)


def review_page(compared: Compared, index: Index, links: Links) -> str:
    """The page in Markdown, around :func:`review_block`."""
    return page(TITLE, [review_block(compared, index, links)], contents=False)


def review_block(compared: Compared, index: Index, links: Links) -> str:
    """All that the page says, as one raw HTML block.

    :param index: the verdicts that the site shows, whose figures the changes are linked to
    """
    parts = _review(compared, index, links) if isinstance(compared, Review) else _failed(compared)
    return f'<div class="trueup-review">{"".join(parts)}</div>'


def changes_line(review: Review, path: str, links: Links) -> str:
    """A line for the top of a document in which something has changed; else empty."""
    count = sum(one.at is not None and one.at.path == path and not one.gone for one in review.changes)
    if not count:
        return ""
    words = f"{count} {'changes' if count != 1 else 'change'} since {_spelt(review)}"
    return f'<p class="trueup-since" data-search-exclude>{link(links.review, words)}</p>'


def _failed(diagnostics: Iterable[Diagnostic]) -> Iterator[str]:
    yield '<p class="trueup-outcome trueup-fails">Nothing could be compared.</p>'
    yield _faults("What is wrong, and what to do", diagnostics)
    yield "<p>The rest of the site is not concerned: it shows the figures as they are now.</p>"


def _review(review: Review, index: Index, links: Links) -> Iterator[str]:
    commit = f"commit <code>{text(review.hash)}</code> of {text(review.day)}"
    yield f"<p>Compared with {_spelt(review)}, {commit}.</p>"
    if not review.changes:
        yield '<p class="trueup-outcome trueup-holds">Nothing to review has changed.</p>'
    else:
        items = "".join(
            f'<li><span class="trueup-weight trueup-{weight}">'
            f"{narrowed(f'{review.counts[weight]:,} {weight}', weight=weight)}</span></li>"
            for weight in WEIGHTS
            if review.counts.get(weight)
        )
        yield f'<ul class="trueup-counts">{items}</ul>'
    if review.base_faults:
        yield _faults("Wrong in the base, so that not all could be compared", review.base_faults)
    if review.diagnostics:
        yield _faults("Said of the input", review.diagnostics)
    if review.changes:
        yield _board(review, index, links)
    yield f'<p class="trueup-more">{link(links.dashboard, "All claims")}</p>'


def _spelt(review: Review) -> str:
    return f"<code>{text(review.revision)}</code>"


def _faults(head: str, diagnostics: Iterable[Diagnostic]) -> str:
    items = "".join(
        f'<li class="trueup-{one.severity}-line">{diagnostic_text(one)}</li>' for one in diagnostics
    )
    return f'<div class="trueup-diagnostics"><p>{text(head)}:</p><ul>{items}</ul></div>'


def _board(review: Review, index: Index, links: Links) -> str:
    kinds = sorted({one.kind for one in review.changes}, key=list(KINDS).index)
    paths = sorted({one.at.path for one in review.changes if one.at})
    choices = (
        Choice(
            name="weight", words="Weight", options=[(one, one) for one in WEIGHTS if one in review.counts]
        ),
        Choice(name="kind", words="Kind", options=[(kind, kind) for kind in kinds]),
        Choice(name="document", words="File", options=[(path, path) for path in paths]),
    )
    rows = [_row(one, at, index, links) for at, one in enumerate(review.changes)]
    return board("Changes", _COLUMNS, rows, choices)


def _row(one: Change, number: int, index: Index, links: Links) -> Row:
    weight = one.weight
    title = text(KINDS[one.kind].title)
    was, now = before_after(one.before, one.after)
    return Row(
        cells=(
            Cell(
                inner=f'<span class="trueup-weight trueup-{weight}" title="{title}">'
                f'{GLYPHS[weight]} {text(one.kind)}<span class="trueup-hidden">, {weight}</span></span>',
                order=str(number),
            ),
            Cell(
                inner=link(links.claim(one.claim), breakable(one.claim)) if one.claim else "–",
                order=one.claim or "",
            ),
            Cell(inner=text(one.message)),
            Cell(inner=was),
            Cell(inner=now),
            Cell(inner=_place(one, index, links), order=str(one.at) if one.at else ""),
        ),
        facets={
            "weight": (weight,),
            "kind": (one.kind,),
            "document": (one.at.path,) if one.at else (),
        },
    )


def _place(one: Change, index: Index, links: Links) -> str:
    if one.at is None:
        return "–"
    words = breakable(f"{one.at.path}:{one.at.line}")
    if one.gone:
        return f"{words} in the base"
    # A line of the ledger is on no page, and what was weakened stands there.
    return link(links.place(one.at, _anchor(one.claim, one.at, index)) or links.source(one.at), words)


def _anchor(claim: str | None, at: Location, index: Index) -> str | None:
    """The anchor of the figure that stands at a place."""
    for verdict in index.places(claim) if claim else ():
        if verdict.at == at:
            return index.anchor(verdict)
    return None
