"""One document, read and judged in parts, so that an edit costs one part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from trueup.diagnostics import Diagnostic
from trueup.engine.bind import rests_on
from trueup.engine.computed import Computed
from trueup.engine.figures import decide_figures, waived
from trueup.engine.stated import Bound, Stated
from trueup.tags.model import Page
from trueup.tags.pieces import below, joined, last_heading, shifted
from trueup.tags.sections import sections
from trueup.verdict.model import Outcome, Verdict
from trueup.verdict.retracted import sweep

Scan = Callable[[str], Page]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What was found in a part that stands ``line`` lines down.

    :param rests: the claims that it states, and the outcomes by which it was judged
    """

    line: int
    rests: tuple[tuple[str, ...], Mapping[str, Outcome | None]]
    verdicts: tuple[Verdict, ...]
    diagnostics: tuple[Diagnostic, ...]

    def moved(self, line: int) -> Judged:
        """The same where the part stands elsewhere."""
        lines = line - self.line
        if not lines:
            return self
        return replace(
            self,
            line=line,
            verdicts=tuple(_moved(one, lines) for one in self.verdicts),
            diagnostics=tuple(
                replace(one, location=one.location and below(one.location, lines)) for one in self.diagnostics
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a document.

    :param key: the heading above it, and its text
    :param alone: as scanned, ``page`` is where it stands
    """

    key: tuple[str, str]
    line: int
    alone: Page
    page: Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document as it is now.

    :param judged: what was found in each part the last time, by the part's key
    """

    path: str
    page: Page
    parts: tuple[Part, ...]
    judged: Mapping[tuple[str, str], Judged] = field(default_factory=dict)

    @classmethod
    def whole(cls, page: Page) -> Document:
        """A document that nobody edits."""
        return cls(path=page.path, page=page, parts=(Part(key=("", ""), line=0, alone=page, page=page),))

    def read(self, text: str, scan: Scan) -> Document:
        """The document with another text: only what is new in it is scanned.

        :param scan: reads a part
        """
        known = {part.key: part for part in self.parts}
        parts: list[Part] = []
        heading = ""
        for section in sections(text):
            part = _part((heading, section.text), section.line, known.get((heading, section.text)), scan)
            heading = last_heading(part.page, heading)
            parts.append(part)
        page = joined(self.path, (part.page for part in parts))
        return Document(path=self.path, page=page, parts=tuple(parts), judged=self.judged)

    def judge(self, computed: Computed, stated: Sequence[Stated]) -> Document:
        """Judge the parts that are new, or whose claims have another outcome than before.

        :param stated: the tags of :attr:`page` whose claims are known, in order
        """
        found: dict[tuple[str, str], Judged] = {}
        for part, mine in zip(self.parts, self._by_part(stated), strict=True):
            known = self.judged.get(part.key)
            if known and _still(known, mine, computed):
                found[part.key] = known.moved(part.line)
            else:
                found[part.key] = _judge(part, mine, computed)
        return replace(self, judged=found)

    @property
    def verdicts(self) -> list[Verdict]:
        return [one for part in self.parts for one in self.judged[part.key].moved(part.line).verdicts]

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Of the figures; what scanning found is in the page."""
        return [one for part in self.parts for one in self.judged[part.key].moved(part.line).diagnostics]

    @property
    def sources(self) -> set[str]:
        """The files of which it is made."""
        return {self.path, *(at.path for block in self.page.blocks for _, at in block.runs)}

    def _by_part(self, stated: Sequence[Stated]) -> list[list[Stated]]:
        if len(self.parts) == 1:
            return [list(stated)]
        starts = [part.line for part in self.parts]
        found: list[list[Stated]] = [[] for _ in starts]
        index = 0
        for one in stated:
            while index + 1 < len(starts) and one.tag.location.line > starts[index + 1]:
                index += 1
            found[index].append(one)
        return found


def _part(key: tuple[str, str], line: int, known: Part | None, scan: Scan) -> Part:
    heading, text = key
    if known and known.line == line:
        return known
    alone = known.alone if known else scan(text)
    if alone.diagnostics and line:  # a message may name another place
        page = shifted(scan("\n" * line + text), 0, heading)
    else:
        page = shifted(alone, line, heading)
    return Part(key=key, line=line, alone=alone, page=page)


def _still(known: Judged, stated: Sequence[Stated], computed: Computed) -> bool:
    names, outcomes = known.rests
    now = computed.outcomes
    return names == tuple(one.tag.claim for one in stated) and all(
        now.get(name) is outcome for name, outcome in outcomes.items()
    )


def _judge(part: Part, stated: Sequence[Stated], computed: Computed) -> Judged:
    bound = computed.bound
    mine = Bound(claims=bound.claims, stated=tuple(stated), subjects=bound.subjects, broken=bound.broken)
    wants, pages = computed.selection.wants, [part.page]
    judged = decide_figures(mine, wants, computed.outcomes, computed.broken, computed.records, pages)
    withdrawn = [claim for name, claim in bound.claims.items() if claim.was and name in computed.outcomes]
    retracted: Iterable[Verdict] = ()
    if withdrawn and part.page.path not in computed.records.paths:
        retracted = sweep([part.page], withdrawn, computed.outcomes)
    names = tuple(one.tag.claim for one in stated)
    rests = [*names, *(other for name in names for other in rests_on(bound.claims[name]))]
    rests += [claim.id for claim in withdrawn]
    return Judged(
        line=part.line,
        rests=(names, {name: computed.outcomes.get(name) for name in rests}),
        verdicts=tuple(
            waived(one, bound.claims[one.claim], computed.today) for one in (*judged.verdicts, *retracted)
        ),
        diagnostics=judged.diagnostics,
    )


def _moved(verdict: Verdict, lines: int) -> Verdict:
    cell = verdict.cell
    return replace(
        verdict,
        at=verdict.at and below(verdict.at, lines),
        end=verdict.end and below(verdict.end, lines),
        cell=cell and replace(cell, table=below(cell.table, lines)),
    )
