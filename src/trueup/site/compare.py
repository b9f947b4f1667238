"""Where a built site does not show the verdicts of a run."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trueup.diagnostics import TrueupError
from trueup.reports.html.badge import status_text
from trueup.reports.html.matching import Index, Shown, comparable
from trueup.reports.html.recorded import Recorded, RecordedVerdict, from_document
from trueup.reports.html.words import UNCHECKED, UNKNOWN
from trueup.site.built import BuiltSite, ShownBadge


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
    :param published: how many files of verdicts were compared
    :param unrendered: documents with figures that the site has no page of
    """

    differences: tuple[Difference, ...]
    badges: int
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
    found = [one for path, document in site.published.items() for one in _published(path, document, recorded)]
    for page in sorted({*site.pages, *pages}):
        found += _differences(page, site.pages.get(page, ()), pages.get(page), index, documents)
    unrendered = sorted(documents.keys() - set(pages.values()))
    # Verdicts that were published tell an old site from one that leaves a document out on purpose.
    if not site.published:
        found += [Difference(path=path, what="the site has no page of this document") for path in unrendered]
    return Comparison(
        differences=tuple(found),
        badges=sum(map(len, site.pages.values())),
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
    matches = index.match(
        path, [Shown(claim=one.claim, figure=one.figure, moved=one.moved) for one in figures]
    )
    shown = [(one, match.verdict) for one, match in zip(figures, matches, strict=True)]
    shown += [(one, anchored[one.anchor]) for one in badges if one.anchor in anchored]
    for one, verdict in shown:
        if what := _wrong(one, verdict, index):
            yield Difference(path=page, what=what)
    seen = [verdict for _, verdict in shown]
    for verdict in verdicts:
        if not any(one is verdict for one in seen):
            yield Difference(path=page, what=f"{_named(verdict)} is not shown: {status_text(verdict)}")


def _wrong(one: ShownBadge, verdict: RecordedVerdict | None, index: Index) -> str:
    """What is wrong with a badge; empty when it shows what it should."""
    claim = index.recorded.claims.get(one.claim)
    named = f'{one.claim or "a badge"} "{one.figure}"'
    if verdict is None:
        wanted = (UNCHECKED if claim is not None else UNKNOWN).word
    else:
        wanted = status_text(verdict)
        if not one.table and comparable(one.figure) != comparable(verdict.figure or ""):
            return f'{named} is shown where "{verdict.figure}" stands now'
    if one.status != wanted:
        return f"{named} is shown as {one.status or 'nothing'}, and is {wanted} now"
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
