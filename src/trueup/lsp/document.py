"""One document, read and judged in parts, so that an edit costs one part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from trueup.diagnostics import Diagnostic
from trueup.engine.bind import rests_on
from trueup.engine.computed import Computed
from trueup.engine.figures import decide_figures, waived
from trueup.engine.stated import Bound, Stated
from trueup.lsp.parts import Part, Scan, read_parts
from trueup.tags.model import Page
from trueup.verdict.model import Outcome, Verdict
from trueup.verdict.retracted import sweep

#: No part of a text has it.
_WHOLE = ("", "\0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What was found in a part that stands ``line`` lines down.

    :param rests: the claims that it states, and the outcomes by which it was judged
    """

    line: int
    rests: tuple[tuple[str, ...], Mapping[str, Outcome | None]]
    verdicts: tuple[Verdict, ...]
    diagnostics: tuple[Diagnostic, ...]

    def moved(self, line: int) -> Judged | None:
        """The same where the part stands elsewhere; None where it has to be judged again."""
        lines = line - self.line
        if not lines:
            return self
        if self.diagnostics:  # a message may name the place, or stand at another
            return None
        return replace(self, line=line, verdicts=tuple(_moved(one, lines) for one in self.verdicts))


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document as it is now.

    :param sources: the files of which it is made
    :param judged: what was found in each part
    :param known: what was found the last time, by the part's key
    """

    path: str
    page: Page
    parts: tuple[Part, ...]
    sources: frozenset[str]
    judged: tuple[Judged, ...] = ()
    known: Mapping[tuple[str, str], Judged] = field(default_factory=dict)

    @classmethod
    def whole(cls, page: Page, *, includes: bool) -> Document:
        """A document that nobody edits.

        :param includes: whether it may be made of several files
        """
        part = Part(key=_WHOLE, line=0, alone=page, page=page)
        runs = (at.path for block in page.blocks for _, at in block.runs) if includes else ()
        return cls(path=page.path, page=page, parts=(part,), sources=frozenset((page.path, *runs)))

    def read(self, text: str, scan: Scan) -> Document:
        """The document with another text: only what is new in it is scanned.

        :param scan: reads a part
        """
        parts, page = read_parts(self.path, text, self.parts, scan)
        return Document(
            path=self.path, page=page, parts=parts, sources=frozenset((self.path,)), known=self.known
        )

    def judge(self, computed: Computed, stated: Sequence[Stated]) -> Document:
        """Judge the parts that are new, or whose claims have another outcome than before.

        :param stated: the tags of :attr:`page` whose claims are known, in order
        """
        judged: list[Judged] = []
        for part, mine in zip(self.parts, self._by_part(stated), strict=True):
            known = self.known.get(part.key)
            known = known.moved(part.line) if known and _still(known, mine, computed) else None
            judged.append(known or _judge(part, mine, computed))
        keys = (part.key for part in self.parts)
        return replace(self, judged=tuple(judged), known=dict(zip(keys, judged, strict=True)))

    @property
    def verdicts(self) -> list[Verdict]:
        return [verdict for one in self.judged for verdict in one.verdicts]

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Of the figures; what scanning found is in the page."""
        return [diagnostic for one in self.judged for diagnostic in one.diagnostics]

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
        at=verdict.at and verdict.at.below(lines),
        end=verdict.end and verdict.end.below(lines),
        cell=cell and replace(cell, table=cell.table.below(lines)),
    )
