"""Which verdict speaks of which figure on a rendered page."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from trueup.diagnostics import Location
from trueup.reports.html.recorded import Recorded, RecordedVerdict
from trueup.reports.html.words import RANK

# Refuted for these, a verdict may stand at text that is no tag.
_BESIDE_TAGS = frozenset({"retracted", "arithmetic"})
# Errors of the ledger, of files and of settings.
_NOT_OF_TAGS = ("L", "F", "C")
_DASHES = re.compile("[‐‑‒–—−]|--+")
_SAME = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "«": '"', "»": '"', "⁄": "/", "^": None, "\u200b": None}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A claim's figure as it was rendered, in the order of the page.

    :param moved: whether it may stand elsewhere on the page than in its source, as a footnote does
    """

    claim: str
    figure: str
    moved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The verdict of a rendered figure, or None where none speaks of it, and the figure's anchor, if any."""

    verdict: RecordedVerdict | None
    anchor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMatch:
    """The verdict on a rendered table, or those on its wrong cells; neither where nothing speaks of it."""

    whole: RecordedVerdict | None = None
    cells: tuple[RecordedVerdict, ...] = ()


class Index:
    """Recorded verdicts by claim, sorted by place.

    :param by_order: where a page shows as many figures of a claim as there are verdicts, take those whose
        texts differ in order: right only when the verdicts were made from these very pages
    """

    def __init__(self, recorded: Recorded, *, by_order: bool = False) -> None:
        self.recorded = recorded
        self.by_order = by_order
        self._placed: dict[str, list[RecordedVerdict]] = defaultdict(list)
        for verdict in recorded.verdicts:
            if verdict.at is not None:
                self._placed[verdict.claim].append(verdict)
        self._tags: dict[tuple[str, str | None], list[RecordedVerdict]] = defaultdict(list)
        for claim, verdicts in self._placed.items():
            verdicts.sort(key=_place)
            for one in filter(_is_tag, verdicts):
                self._tags[claim, _path(one)].append(one)
        self._texts: dict[str, Mapping[str, list[RecordedVerdict]]] = {}
        self._anchors = self._name_anchors()
        self._decides = _turned(recorded)
        self._users: dict[str, list[str]] = defaultdict(list)
        for user in recorded.claims.values():
            for operand in user.rests_on:
                self._users[operand].append(user.id)

    def anchor(self, verdict: RecordedVerdict) -> str | None:
        """The anchor of the figure a verdict speaks of; None for what is no tag."""
        return self._anchors.get(_key(verdict))

    def decides(self, claim: str) -> Sequence[tuple[str, str]]:
        """The decisions that the value of a claim would turn, and at which value, as a sentence."""
        return self._decides.get(claim, ())

    def users(self, claim: str) -> Sequence[str]:
        """The claims that rest on it directly."""
        return self._users.get(claim, ())

    def places(self, claim: str) -> Sequence[RecordedVerdict]:
        """The verdicts of a claim that have a place, by path, line and column."""
        return self._placed.get(claim, ())

    def is_outside(self, path: str | None) -> bool:
        """Whether a page is none of the documents that were judged, as far as that is known."""
        judged = self.recorded.documents
        return bool(judged) and path is not None and path not in judged

    @cached_property
    def whole(self) -> bool:
        """Whether all claims are recorded that there are: an error in the ledger may keep some from it."""
        faults = (one.code for one in self.recorded.diagnostics if one.severity == "error")
        return bool(self.recorded.claims) and not any(code.startswith(_NOT_OF_TAGS) for code in faults)

    def match(self, path: str | None, shown: Sequence[Shown]) -> list[Match]:
        """Match the figures of one page, in the order in which it shows them.

        Where figures read alike and it can't be told which is which, the worst verdict is the honest one.

        :param path: of the page, relative to the project's root; None when it isn't known
        """
        by_claim: dict[str, list[int]] = defaultdict(list)
        for position, one in enumerate(shown):
            by_claim[one.claim].append(position)
        found: dict[int, Match] = {}
        for claim, positions in by_claim.items():
            matches = self._match_claim(claim, path, [shown[position] for position in positions])
            found.update(zip(positions, matches, strict=True))
        return [found[position] for position in range(len(shown))]

    def match_tables(self, path: str | None, claims: Sequence[str]) -> list[TableMatch]:
        """Match the tables of one page, in document order.

        :param path: as for figures
        :param claims: which each table's directive names
        """
        waiting = {claim: iter(self._tables(claim, path)) for claim in claims}
        return [next(waiting[claim], TableMatch()) for claim in claims]

    def _tables(self, claim: str, path: str | None) -> list[TableMatch]:
        """The tables of a claim on a page, by place; one from a snippet where the page has none itself."""
        tables: dict[Location, list[RecordedVerdict]] = defaultdict(list)
        for one in self.places(claim):
            if one.cell:
                tables[one.cell.table].append(one)
            elif one.whole_table and one.at:
                tables[one.at].append(one)
        if self.is_outside(path):
            return []
        here = [place for place in tables if place.path == path]
        found = [tables[place] for place in sorted(here or tables)]
        return [
            TableMatch(
                whole=next((one for one in verdicts if not one.cell), None),
                cells=tuple(one for one in verdicts if one.cell),
            )
            for verdicts in found
        ]

    def _match_claim(self, claim: str, path: str | None, shown: Sequence[Shown]) -> list[Match]:
        here = self._tags.get((claim, path), ())
        moved = any(one.moved for one in shown)
        if not moved and [one.figure for one in shown] == [one.figure for one in here]:
            return [Match(verdict=one, anchor=self._anchors[_key(one)]) for one in here]
        own, groups = _by_text(here), defaultdict[str, list[int]](list)
        for position, one in enumerate(shown):
            groups[comparable(one.figure)].append(position)
        taken: dict[int, RecordedVerdict] = {}
        odd: list[int] = []
        for same, positions in groups.items():
            # A snippet's verdict stands in the included file, most often one that is no document.
            others = self._elsewhere(claim, path, same)
            snippets = [one for one in others if self._is_snippet(one)]
            if same not in own and not snippets:
                odd += positions
                continue
            taken.update(_among(positions, own.pop(same, ()), snippets or others, shown))
        left = [one for rest in own.values() for one in rest]
        if self.by_order and len(here) == len(shown) and len(left) == len(odd):
            taken.update(_among(sorted(odd), sorted(left, key=_place), (), shown))
        for position in odd:
            others = self._elsewhere(claim, path, comparable(shown[position].figure))
            if position not in taken and others:
                taken[position] = _worst(others)
        return self._anchored(claim, len(here), [taken.get(position) for position in range(len(shown))], path)

    def _anchored(
        self, claim: str, count: int, verdicts: Sequence[RecordedVerdict | None], path: str | None
    ) -> list[Match]:
        """Each figure with its own anchor: that of its verdict, where it is the first to show it."""
        found, given = [], set[str]()
        for verdict in verdicts:
            anchor = self._anchors.get(_key(verdict)) if verdict and _path(verdict) == path else None
            if anchor is None or anchor in given:
                count += 1
                anchor = anchor_name(claim, count)
            given.add(anchor)
            found.append(Match(verdict=verdict, anchor=anchor))
        return found

    def _elsewhere(self, claim: str, path: str | None, same: str) -> list[RecordedVerdict]:
        """The verdicts on a figure that reads so, on other pages."""
        if self.is_outside(path):
            return []
        if claim not in self._texts:
            self._texts[claim] = _by_text(self.places(claim))
        return [one for one in self._texts[claim].get(same, ()) if _path(one) != path]

    def _is_snippet(self, verdict: RecordedVerdict) -> bool:
        documents = self.recorded.documents
        return bool(documents) and _path(verdict) not in documents

    def _name_anchors(self) -> Mapping[tuple[str, str, int, int], str]:
        names: dict[tuple[str, str, int, int], str] = {}
        for claim, verdicts in self._placed.items():
            counts: dict[str, int] = defaultdict(int)
            for verdict in filter(_is_shown, verdicts):
                counts[_path(verdict)] += 1
                names[_key(verdict)] = anchor_name(claim, counts[_path(verdict)])
        return names


def _turned(recorded: Recorded) -> Mapping[str, Sequence[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for one in recorded.claims.values():
        for turn, sentence in zip(one.turns, one.flips, strict=False):
            found[turn.operand].append((one.id, sentence))
    return found


def _by_text(verdicts: Sequence[RecordedVerdict]) -> dict[str, list[RecordedVerdict]]:
    found: dict[str, list[RecordedVerdict]] = defaultdict(list)
    for one in verdicts:
        found[comparable(one.figure or "")].append(one)
    return found


def _among(
    positions: Sequence[int],
    own: Sequence[RecordedVerdict],
    others: Sequence[RecordedVerdict],
    shown: Sequence[Shown],
) -> Iterator[tuple[int, RecordedVerdict]]:
    """The verdicts of figures that read alike: in order where that is certain.

    :param own: those of the page itself, in the order of its source
    :param others: those that stand elsewhere, for the figures that are too many
    """
    certain = len(positions) == len(own) and (
        len(own) == 1 or not any(shown[position].moved for position in positions)
    )
    candidates = [*own, *others] if len(positions) > len(own) else own
    if certain or len({(one.status, one.reason) for one in candidates}) == 1:
        yield from zip(positions, own, strict=False)
        if others:
            yield from ((position, _worst(others)) for position in positions[len(own) :])
    else:
        yield from ((position, _worst(candidates)) for position in positions)


def _worst(verdicts: Sequence[RecordedVerdict]) -> RecordedVerdict:
    return min(verdicts, key=lambda one: RANK[one.status])


def anchor_name(claim: str, number: int) -> str:
    """The anchor of the n-th figure of a claim on its page, from 1."""
    return f"claim-{claim}" if number == 1 else f"claim-{claim}-{number}"


def comparable(figure: str) -> str:
    """A figure without what typography changes: dashes, quotes, blanks, fractions, the sign of a power."""
    text = unicodedata.normalize("NFKC", html.unescape(figure)).translate(_SAME)
    return re.sub(r"\s+", "", _DASHES.sub("-", text)).casefold()


def _is_tag(verdict: RecordedVerdict) -> bool:
    return _is_shown(verdict) and not verdict.cell and not verdict.whole_table


def _is_shown(verdict: RecordedVerdict) -> bool:
    """Whether a badge shows it: that of a tag, of a table or of a table's cell."""
    return not (verdict.status == "refuted" and verdict.reason in _BESIDE_TAGS)


def _path(verdict: RecordedVerdict) -> str:
    return verdict.at.path if verdict.at else ""


def _place(verdict: RecordedVerdict) -> tuple[str, int, int]:
    at = verdict.at
    return (at.path, at.line, at.column) if at else ("", 0, 0)


def _key(verdict: RecordedVerdict) -> tuple[str, str, int, int]:
    return (verdict.claim, *_place(verdict))
