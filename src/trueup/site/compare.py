"""Where a built site does not show the verdicts of a run."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trueup.diagnostics import TrueupError
from trueup.reports.html.badge import status_text
from trueup.reports.html.matching import Index, Shown, comparable
from trueup.reports.html.recorded import Recorded, RecordedVerdict, from_document
from trueup.reports.html.words import STATUSES, UNCHECKED, UNKNOWN
from trueup.site.built import BuiltSite, ShownBadge
from trueup.site.told import Tells

_LOOKS = frozenset(f"trueup-{one}" for one in (*STATUSES, "unchecked", "unknown"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that a site shows and this run does not say, or the other way round.

    :param path: of the page, or of the document that has none
    """

    path: str
    what: str

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """
    :param badges: how many were compared
    :param generated: how many generated pages were compared
    :param published: how many files of verdicts were compared
    :param unrendered: documents with figures that the site has no page of
    """

    differences: tuple[Difference, ...]
    badges: int
    generated: int
    published: int
    unrendered: tuple[str, ...]


def compare(site: BuiltSite, recorded: Recorded, folders: Sequence[str]) -> Comparison:
    """Compare what a site shows with the verdicts of now.

    :param folders: of the documents, relative to the project's root
    """
    index = Index(recorded, by_order=True)
    documents: dict[str, list[RecordedVerdict]] = defaultdict(list)
    for verdict in recorded.verdicts:
        if verdict.at is not None and index.anchor(verdict) is not None:
            documents[verdict.at.path].append(verdict)
    pages = {page: path for path in documents if (page := _page(path, site, folders))}
    for path in documents.keys() - set(pages.values()):
        if page := _page_elsewhere(path, site, pages):
            pages[page] = path
    found = [Difference(path=path, what="these verdicts can't be read") for path in site.unreadable]
    if documents and site.published and not any(site.pages.values()):
        found.append(Difference(path="the site", what="no page shows a badge"))
    for path, document in site.published.items():
        found += _published(path, document, recorded)
    tells = Tells(index)
    for page, told in site.told.items():
        found += [Difference(path=page, what=what) for what in tells.differences(told)]
    for path, says in site.shields.items():
        found += [Difference(path=path, what=what) for what in tells.shield_differences(says)]
    for page in sorted({*site.pages, *pages}):
        found += _differences(page, site.pages.get(page, ()), pages.get(page), index, documents)
    placed = {one.place for badges in site.pages.values() for one in badges}
    unrendered = sorted(documents.keys() - set(pages.values()) - placed)
    # Verdicts that were published tell an old site from one that leaves a document out on purpose.
    if not site.published:
        found += [Difference(path=path, what="the site has no page of this document") for path in unrendered]
    return Comparison(
        differences=tuple(found),
        badges=sum(map(len, site.pages.values())),
        generated=len(site.told),
        published=len(site.published),
        unrendered=tuple(unrendered),
    )


def _page(path: str, site: BuiltSite, folders: Sequence[str]) -> str | None:
    """The built page of a document, by either kind of address."""
    for folder in folders:
        uri = posixpath.relpath(path, folder).removesuffix(".md")
        if uri.startswith("../"):
            continue
        above, name = posixpath.split(uri)
        names = (f"{uri}/index.html", f"{uri}.html")
        if name in {"index", "README"}:
            names = (posixpath.join(above, "index.html"), f"{uri}.html")
        for one in names:
            if one in site.pages or one in site.others:
                return one
    return None


def _page_elsewhere(path: str, site: BuiltSite, known: Collection[str]) -> str | None:
    """The page that shows most figures of a document, and fewest of others: a blog moves its posts."""
    best: tuple[int, int, str] | None = None
    for page, badges in site.pages.items():
        count = sum(one.place == path for one in badges)
        if count and page not in known:
            found = (count, count - len(badges), page)
            best = max(best, found) if best else found
    return best[2] if best else None


def _differences(
    page: str,
    badges: Sequence[ShownBadge],
    path: str | None,
    index: Index,
    documents: Mapping[str, Sequence[RecordedVerdict]],
) -> Iterator[Difference]:
    """Each badge against the verdict that it shows, then the verdicts that none shows."""
    verdicts = documents.get(path or "", ())
    anchored = {index.anchor(one): one for one in verdicts if one.cell or one.whole_table}
    figures = [one for one in badges if not one.table and one.anchor not in anchored]
    matches = _matches(figures, path, index, documents)
    shown = list(zip(figures, matches, strict=True))
    shown += [(one, anchored[one.anchor]) for one in badges if one.anchor in anchored]
    for one, verdict in shown:
        if what := _wrong(one, verdict, index):
            yield Difference(path=page, what=what)
    seen = [verdict for _, verdict in shown]
    for verdict in verdicts:
        if not any(one is verdict for one in seen):
            yield Difference(path=page, what=f"{_named(verdict)} is not shown: {status_text(verdict)}")


def _matches(
    badges: Sequence[ShownBadge],
    path: str | None,
    index: Index,
    documents: Mapping[str, Sequence[RecordedVerdict]],
) -> list[RecordedVerdict | None]:
    """What speaks of each figure of a page; where that is no document, of the one that each is from."""
    sources: dict[str | None, list[int]] = defaultdict(list)
    for number, one in enumerate(badges):
        sources[one.place if path is None and one.place in documents else path].append(number)
    found: dict[int, RecordedVerdict | None] = {}
    for source, numbers in sources.items():
        shown = [
            Shown(claim=one.claim, figure=one.figure, moved=one.moved)
            for one in (badges[number] for number in numbers)
        ]
        verdicts = (match.verdict for match in index.match(source, shown))
        found.update(zip(numbers, verdicts, strict=True))
    return [found[number] for number in range(len(badges))]


def _wrong(one: ShownBadge, verdict: RecordedVerdict | None, index: Index) -> str:
    """What is wrong with a badge; empty when it shows what it should."""
    claim = index.recorded.claims.get(one.claim)
    named = f'{one.claim or "a badge"} "{one.figure}"'
    if verdict is None:
        unknown = claim is None and index.whole
        wanted, look = (UNKNOWN.word, "unknown") if unknown else (UNCHECKED.word, "unchecked")
    else:
        wanted, look = status_text(verdict), verdict.status
        if not one.table and comparable(one.figure) != comparable(verdict.figure or ""):
            return f'{named} is shown where "{verdict.figure}" stands now'
    if one.status != wanted:
        return f"{named} is shown as {one.status or 'nothing'}, and is {wanted} now"
    if f"trueup-{look}" not in one.looks or one.looks & _LOOKS - {f"trueup-{look}"}:
        return f"{named} does not look {look}, as it is now"
    written, read = comparable(one.figure), comparable(one.text)
    # The badge of a cell stands around all that the cell holds.
    within = one.table or (verdict is not None and verdict.cell is not None)
    if written != read and not (within and written in read):
        return f'{named} reads "{one.text}" on the page'
    for name, there, now in (
        ("value", one.value, claim.value if claim else None),
        ("expected", one.expected, verdict.expected if verdict else None),
    ):
        if there != (now or "") and not one.table:
            return f"{named}: the {name} is shown as {there or 'none'}, and is {now or 'none'} now"
    return ""


def _published(path: str, document: Mapping[str, Any], recorded: Recorded) -> Iterator[Difference]:
    """A file of verdicts against those of now."""
    try:
        there = from_document(document)
    except TrueupError as error:
        yield Difference(path=path, what=str(error))
        return
    before, after = _by_place(there), _by_place(recorded)
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if new is None:
            yield Difference(path=path, what=f"{key} is shown as {old}, and is no longer there")
        elif old is None:
            yield Difference(path=path, what=f"{key} is not shown: it is {new} now")
        else:
            yield Difference(path=path, what=f"{key} is shown as {old}, and is {new} now")


def _by_place(recorded: Recorded) -> dict[str, str]:
    """What is said of each figure and each claim, by its place and name."""
    found = {}
    for verdict in recorded.verdicts:
        at = f"{verdict.at}: " if verdict.at else ""
        expected = f", expected {verdict.expected}" if verdict.expected else ""
        found[f"{at}{_named(verdict)}"] = f"{status_text(verdict)}{expected}"
    for claim in recorded.claims.values():
        found[f"claim {claim.id}"] = f"{claim.status}{f' with {claim.value}' if claim.value else ''}"
    return found


def _named(verdict: RecordedVerdict) -> str:
    return f'{verdict.claim} "{verdict.figure}"' if verdict.figure else verdict.claim
