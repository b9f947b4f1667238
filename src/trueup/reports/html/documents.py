"""The documents: how many of their figures a claim covers, and how many don't hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from trueup.audit.covered import Coverage, together
from trueup.diagnostics import Location, counted
from trueup.reports.html.board import breakable, narrowed
from trueup.reports.html.pages import Links, link
from trueup.reports.html.plain_table import plain_table
from trueup.reports.html.recorded import Recorded
from trueup.reports.html.section import Section

_HEADS = ("Document", "Figures", "Checked", "Set aside", "Not covered", "Covered", "Tags", "Stale")


def documents(recorded: Recorded, coverage: Iterable[Coverage], links: Links) -> Iterator[Section]:
    """A table with a row for each document, and one that sums up, where there are any."""
    covered = {one.path: one for one in coverage}
    tags = Counter(one.at.path for one in recorded.verdicts if one.at)
    stale = Counter(one.at.path for one in recorded.verdicts if one.at and one.stale)
    paths = sorted({*covered, *tags})
    if not paths:
        return
    rows = [
        (_document(path, links), *_counts(covered.get(path)), *_tags(path, tags[path], stale[path]))
        for path in paths
    ]
    whole = together(list(covered.values())) if covered else None
    last = (counted(len(paths), "document"), *_counts(whole), f"{tags.total():,}", f"{stale.total():,}")
    table = plain_table("Documents", _HEADS, rows, last=last)
    yield Section(id="documents", title="Documents", body=f'<div class="trueup-documents">{table}</div>')


def _document(path: str, links: Links) -> str:
    return link(links.place(Location(path=path, line=1, column=1), None), breakable(path))


def _counts(one: Coverage | None) -> tuple[str, ...]:
    """Of one document or of all; dashes where nobody has counted."""
    if one is None:
        return ("–",) * 5
    counts = tuple(f"{count:,}" for count in (one.numbers, one.tagged, one.set_aside, one.uncovered))
    asked = one.numbers - one.set_aside
    if not asked:
        return (*counts, "–")
    share = 100 * one.tagged // asked
    # A bar beside the words, for whoever sees it.
    bar = f'<meter min="0" max="100" value="{share}" aria-hidden="true"></meter>'
    return (*counts, f"{bar} {share} %")


def _tags(path: str, tags: int, stale: int) -> tuple[str, str]:
    return (
        narrowed(f"{tags:,}", document=path) if tags else "0",
        narrowed(f"{stale:,}", document=path, status="stale") if stale else "0",
    )
