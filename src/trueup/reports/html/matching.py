"""Which verdict speaks of which figure on a rendered page."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trueup.diagnostics import Location
from trueup.reports.html.recorded import Recorded, RecordedVerdict
from trueup.reports.html.words import RANK

# Refuted for these, a verdict may stand at text that is no tag.
_BESIDE_TAGS = frozenset({"retracted", "arithmetic"})
_DASHES = re.compile("[‐‑‒–—−]|--+")
_SAME = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "«": '"', "»": '"', "^": None, "\u200b": None})


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A claim's figure as it was rendered, in document order."""

    claim: str
    figure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The verdict of a rendered figure, or None where none speaks of it, and the figure's anchor."""

    verdict: RecordedVerdict | None
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMatch:
    """The verdict on a rendered table, or those on its wrong cells; neither where nothing speaks of it."""

    whole: RecordedVerdict | None = None
    cells: tuple[RecordedVerdict, ...] = ()


class Index:
    """Recorded verdicts by claim, sorted by place.

    :param by_order: where a page shows as many figures of a claim as there are verdicts, take them in
        order without comparing texts: right only when the verdicts were made from these very pages
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

    def match(self, path: str | None, shown: Sequence[Shown]) -> list[Match]:
        """Match the figures of one page, in document order.

        :param path: of the page, relative to the project's root; None when it isn't known
        """
        by_claim: dict[str, list[int]] = defaultdict(list)
        for position, one in enumerate(shown):
            by_claim[one.claim].append(position)
        found: dict[int, Match] = {}
        for claim, positions in by_claim.items():
            matches = self._match_claim(claim, path, [shown[position].figure for position in positions])
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

    def _match_claim(self, claim: str, path: str | None, figures: Sequence[str]) -> list[Match]:
        here = self._tags.get((claim, path), ())
        if self.by_order and len(here) == len(figures):
            return [Match(verdict=one, anchor=self._anchors[_key(one)]) for one in here]
        everywhere = () if self.is_outside(path) else self.places(claim)
        elsewhere = [one for one in everywhere if _path(one) != path]
        unused, extra, found = list(here), len(here), []
        for figure in figures:
            same = comparable(figure)
            verdict = next((one for one in unused if comparable(one.figure or "") == same), None)
            if verdict is not None:
                unused.remove(verdict)
                found.append(Match(verdict=verdict, anchor=self._anchors[_key(verdict)]))
                continue
            # A snippet's verdict stands in the included file; of several, the worst is the honest one.
            others = [one for one in elsewhere if comparable(one.figure or "") == same]
            extra += 1
            found.append(
                Match(
                    verdict=min(others, key=lambda one: RANK[one.status], default=None),
                    anchor=anchor_name(claim, extra),
                )
            )
        return found

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


def anchor_name(claim: str, number: int) -> str:
    """The anchor of the n-th figure of a claim on its page, from 1."""
    return f"claim-{claim}" if number == 1 else f"claim-{claim}-{number}"


def comparable(figure: str) -> str:
    """A figure without what typography changes: kinds of dash, quote and blank, the sign of a power."""
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
