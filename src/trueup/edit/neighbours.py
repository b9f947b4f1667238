"""The tagged figures of one block, judged as they stand, and with another text for one of them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

from trueup.claim import Claim
from trueup.diagnostics import Location
from trueup.engine.computed import Computed
from trueup.engine.figures import decide_alone, decide_figures
from trueup.engine.stated import Stated
from trueup.statement.cuts import Cuts
from trueup.statement.worth import worth_reading
from trueup.tags.model import Block, Mark
from trueup.verdict.model import Verdict
from trueup.verdict.sentence import Judged, reread_part
from trueup.verdict.subject import fold

Verdicts: TypeAlias = dict[tuple[str, Location | None], Verdict]

_LETTER = re.compile(r"[^\W_]")
_LETTERS = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"[0-9]+")


def subject_words(claims: Iterable[Claim]) -> frozenset[str]:
    """Each word of what a claim is about, or is not."""
    phrases = {phrase for claim in claims for phrase in (*claim.subject, *claim.not_subject)}
    return frozenset(word for phrase in phrases for word in fold(phrase).split())


class Neighbours:
    """The figures of a block.

    :param subjects: the words of the subjects of all claims
    """

    def __init__(self, computed: Computed, figures: Sequence[Stated], subjects: frozenset[str]) -> None:
        self.computed = computed
        self.figures = figures
        self.subjects = subjects
        self.block = figures[0].block

    @cached_property
    def before(self) -> Verdicts:
        """The verdicts on the figures as they stand."""
        return self._judge(self.figures)

    def after(self, at: int, text: str) -> Verdicts:
        """The verdicts with another text for the figure at an index, without some that it leaves."""
        found = self._nearby(at, text)
        return self._judge(_changed(self.figures, at, text)) if found is None else found

    def _judge(self, figures: Sequence[Stated]) -> Verdicts:
        computed = self.computed
        bound = replace(computed.bound, stated=tuple(figures))
        judged = decide_figures(
            bound, computed.selection.wants, computed.outcomes, computed.broken, computed.records
        )
        return {_key(one): one for one in judged.verdicts}

    def _nearby(self, at: int, text: str) -> Verdicts | None:
        """The figure itself and what arithmetic may join to it, judged again.

        None where more may depend on it: in the row of a table, where more than digits or letters change,
        where the words of a subject come or go, and where the rest decides whether sentences are read at all.
        """
        stated, whole = self.figures[at], self.block.text
        start, end = stated.tag.span
        if self.block.cells or _shape(text) != _shape(whole[start:end]):
            return None
        if not self._keeps_words(start, end, text):
            return None
        own = self._alone(replace(stated, tag=replace(stated.tag, figure=text)))
        if own is None or not worth_reading(whole[:start] + text + whole[end:]):
            return {_key(own): own} if own else {}
        if not self._worth:
            return None
        inner, outer = self._cuts.around(start, end)
        near = self._within(*outer)
        if any(_straddles(self.figures[index], edge) for index in near for edge in (*inner, *outer)):
            return None
        part = _cut([self.figures[index] for index in near], self._bare, outer)
        changed = _changed(part, near.index(at), text)
        verdicts = {index: own if index == at else self._known[index] for index in near}
        judged = {
            index: Judged(tag=stated.tag, verdict=verdict)
            for (index, verdict), stated in zip(verdicts.items(), changed, strict=True)
            if verdict
        }
        found = reread_part(changed[0].block, [*judged.values()])
        if found is None:
            return None
        reached = frozenset(self._within(*inner))
        return {_key(one): one for index, one in zip(judged, found, strict=True) if index in reached}

    def _keeps_words(self, start: int, end: int, text: str) -> bool:
        """Whether the same subjects are named as before."""
        if not self.subjects:
            return True
        whole = self.block.text
        low, high = start, end
        while low and _LETTER.match(whole, low - 1):
            low -= 1
        while _LETTER.match(whole, high):
            high += 1
        words = [fold(whole[low:start] + one + whole[end:high]).split() for one in (whole[start:end], text)]
        if len(words[0]) != len(words[1]):
            return False
        return self.subjects.isdisjoint(
            word for pair in zip(*words, strict=True) if len({*pair}) > 1 for word in pair
        )

    def _alone(self, stated: Stated) -> Verdict | None:
        """The verdict on a figure before arithmetic is looked at; None where it has none."""
        computed = self.computed
        tag = stated.tag
        if tag.form == "table" or tag.claim not in computed.outcomes or not computed.selection.wants(tag):
            return None
        found = decide_alone(stated, computed.bound, computed.outcomes, computed.records)
        return found.verdicts[0] if found.verdicts else None

    @cached_property
    def _known(self) -> list[Verdict | None]:
        """The verdict on each figure alone, as it stands."""
        return [self._alone(stated) for stated in self.figures]

    @cached_property
    def _worth(self) -> bool:
        return worth_reading(self.block.text)

    @cached_property
    def _cuts(self) -> Cuts:
        return Cuts(self.block.text)

    @cached_property
    def _bare(self) -> Block:
        """The block without the marks of its tags, which no statement asks for."""
        return replace(self.block, marks=tuple(one for one in self.block.marks if one.kind != "tag"))

    @cached_property
    def _order(self) -> list[int]:
        return sorted(range(len(self.figures)), key=lambda index: self.figures[index].tag.span)

    def _within(self, low: int, high: int) -> list[int]:
        """The figures that stand in a part of the block, or partly so."""
        first = bisect_right(self._order, low, key=lambda index: self.figures[index].tag.span[1])
        last = bisect_left(self._order, high, key=lambda index: self.figures[index].tag.span[0])
        return sorted(self._order[first:last])


def _shape(text: str) -> str:
    """A text without what its digits and letters are."""
    return _LETTERS.sub("a", _DIGITS.sub("0", text))


def _key(verdict: Verdict) -> tuple[str, Location | None]:
    return verdict.claim, verdict.at


def _straddles(stated: Stated, edge: int) -> bool:
    start, end = stated.tag.span
    return start < edge < end


def _cut(figures: Iterable[Stated], block: Block, span: tuple[int, int]) -> list[Stated]:
    """Figures of a block, in the part of its text that holds them."""
    low, high = span
    part = replace(
        block,
        text=block.text[low:high],
        runs=((0, block.locate(low)),),
        marks=tuple(
            Mark(start=max(one.start - low, 0), end=min(one.end, high) - low, kind=one.kind)
            for one in block.marks
            if one.start < high and low < one.end
        ),
    )
    return [
        Stated(tag=replace(one.tag, span=(one.tag.span[0] - low, one.tag.span[1] - low)), block=part)
        for one in figures
    ]


def _changed(figures: Sequence[Stated], at: int, text: str) -> list[Stated]:
    """The figures of one block, that at an index with another text."""
    start, end = figures[at].tag.span
    block = _restated(figures[at].block, (start, end), text)
    moved = len(text) - (end - start)
    found = []
    for index, other in enumerate(figures):
        tag, (low, high) = other.tag, other.tag.span
        if index == at:
            tag = replace(tag, figure=text, span=(start, start + len(text)))
        elif low >= end:
            tag = replace(tag, span=(low + moved, high + moved))
        found.append(Stated(tag=tag, block=block))
    return found


def _restated(block: Block, span: tuple[int, int], text: str) -> Block:
    """A block with other text in one span; what follows still stands where it stood."""
    start, end = span
    moved = len(text) - (end - start)

    def place(offset: int) -> int:
        return offset if offset <= start else max(offset, end) + moved

    runs = [
        *((offset, at) for offset, at in block.runs if offset <= start),
        (end + moved, block.locate(end)),
        *((offset + moved, at) for offset, at in block.runs if offset > end),
    ]
    return replace(
        block,
        text=block.text[:start] + text + block.text[end:],
        runs=tuple(runs),
        marks=tuple(Mark(start=place(one.start), end=place(one.end), kind=one.kind) for one in block.marks),
        cells=tuple((place(low), place(high)) for low, high in block.cells),
    )
