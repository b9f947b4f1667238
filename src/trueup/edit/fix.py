"""Rewrite refuted figures in the author's own format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.edit.choose import why_left
from trueup.edit.places import Places, Seen
from trueup.edit.source import Edit, Sources
from trueup.engine.carried import Progress
from trueup.engine.computed import Computed
from trueup.engine.documents import scan_documents
from trueup.engine.report import Report
from trueup.engine.verify import Mode, compute, report
from trueup.files import Overlay, Root, write_whole
from trueup.tags.model import Page
from trueup.verdict.model import FAILING, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewriting:
    """A figure to be rewritten.

    :param seen: the figure, where the reader sees it
    :param edit: what that takes in the source
    """

    verdict: Verdict
    at: Location
    text: str
    seen: Seen
    edit: Edit


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A stale figure that stays as it is, and why."""

    verdict: Verdict
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """What a fix rewrites, and what it leaves.

    :param files: content before and after, by path
    :param before: the report on the documents as they are, ``after`` on what they would be
    """

    root: Root
    rewritten: tuple[Rewriting, ...]
    left: tuple[Left, ...]
    files: Mapping[str, tuple[bytes, bytes]]
    before: Report
    after: Report

    def write(self) -> dict[str, tuple[Diagnostic, ...]]:
        """Put each file in place whole; gives why some could not be, by path."""
        problems: dict[str, tuple[Diagnostic, ...]] = {}
        for path, (old, new) in self.files.items():
            try:
                write_whole(self.root, path, old, new)
            except TrueupError as error:
                problems[path] = error.diagnostics
        return problems


def fix(folder: Path, mode: Mode | None = None, progress: Progress | None = None) -> Fixed:
    """Find what to rewrite; writes nothing.

    1. judge every figure
    2. choose the figures that another number would mend, and find each in the source
    3. judge the documents as they would be, and give up what would not hold, or would harm others
    4. go on from there: a cell of a table follows from others that are right only now
    """
    computed = compute(folder, mode, progress)
    root, before = computed.project.root, report(computed)
    drafts = [_Draft(computed, before)]
    while (draft := drafts[-1]).settle() and len(drafts) < _ROUNDS:
        drafts.append(draft.following())

    def origin(at: Location, earlier: Sequence[_Draft]) -> Location:
        for one in reversed(earlier):
            at = one.sources.origin(at, one.edits)
        return at

    rewritten = [
        replace(one, at=origin(one.at, drafts[:index]))
        for index, draft in enumerate(drafts)
        for one in draft.accepted
    ]
    left = [
        replace(one, verdict=replace(one.verdict, at=one.verdict.at and origin(one.verdict.at, drafts[:-1])))
        for one in drafts[-1].left()
    ]
    changed = drafts[-1].after()
    files = changed.project.root.changed if isinstance(changed.project.root, Overlay) else {}
    return Fixed(
        root=root,
        rewritten=tuple(sorted(rewritten, key=lambda one: one.at)),
        left=tuple(left),
        files={path: (_first(drafts, path), content) for path, content in files.items()},
        before=before,
        after=report(changed, search=False) if files else before,
    )


def rewriting(verdict: Verdict, computed: Computed, places: Places, sources: Sources) -> Rewriting | str:
    """How a stale figure is to be rewritten, or why it is not."""
    why = why_left(verdict, computed)
    if why or verdict.at is None or verdict.figure is None or verdict.expected is None:
        return why or _SCATTERED
    seen = places.find(verdict.at, verdict.figure)
    edit = sources.rewrite(seen, verdict.expected) if seen else None
    if seen is None or edit is None:
        return f"{_SCATTERED}: write {verdict.expected} by hand"
    return Rewriting(verdict=verdict, at=verdict.at, text=verdict.expected, seen=seen, edit=edit)


def _first(drafts: Iterable[_Draft], path: str) -> bytes:
    """What a file held on disk: as the first draft read it that had to do with it."""
    return next(content for one in drafts if (content := one.sources.read(path)) is not None)


def _apart(found: Iterable[Rewriting]) -> list[Rewriting]:
    """Those that touch no other; a snippet of several documents, or a tagged cell, is rewritten once."""
    kept: list[Rewriting] = []
    for one in sorted({one.edit: one for one in found}.values(), key=lambda one: one.edit):
        last = kept[-1].edit if kept else None
        if last is None or last.path != one.edit.path or last.end < one.edit.start:
            kept.append(one)
    return kept


#: A chain of columns in which each is right only once the one before it is.
_ROUNDS = 20
_GAVE_UP = "it can't be rewritten with the figures around it"
_SCATTERED = "markup, an escape or a line end stands inside it"
_LOST = "it would no longer be read as this tag's figure"


class _Draft:
    """The documents, and what they would be with some figures rewritten.

    :ivar accepted: the rewritings that hold together, once they are settled
    """

    def __init__(self, computed: Computed, before: Report) -> None:
        self.computed = computed
        self.before = before
        self.sources = Sources(computed.project.root)
        self.places = Places(computed.pages)
        self.found = [
            (one, rewriting(one, self.computed, self.places, self.sources))
            for one in before.verdicts
            if one.status in FAILING
        ]
        self.accepted: list[Rewriting] = []
        self.refused: dict[Location, str] = {}

    @property
    def edits(self) -> list[Edit]:
        return [one.edit for one in self.accepted]

    def settle(self) -> list[Rewriting]:
        """Find the rewritings that hold together, and why the others don't."""
        wanted = _apart(one for _, one in self.found if isinstance(one, Rewriting))
        self.accepted = wanted
        while self.accepted and (bad := self.faults(self.accepted)):
            self.refused |= bad
            self.accepted = [one for one in self.accepted if one.at not in bad]
        # What was given up together with others may hold without them.
        for one in [one for one in wanted if one.at in self.refused and len(wanted) > 1]:
            if bad := self.faults([*self.accepted, one]):
                self.refused[one.at] = bad.get(one.at, self.refused[one.at])
            else:
                self.accepted.append(one)
        return self.accepted

    def left(self) -> list[Left]:
        """The stale figures that are not rewritten, and why."""
        done = set(self.edits)
        return [
            Left(verdict=verdict, why=one if isinstance(one, str) else self.refused.get(one.at, _GAVE_UP))
            for verdict, one in self.found
            if isinstance(one, str) or one.edit not in done
        ]

    def following(self) -> _Draft:
        """The draft that begins from what this one makes of the documents."""
        after = self.after()
        return _Draft(after, report(after, search=False))

    def after(self, rewritings: Sequence[Rewriting] | None = None) -> Computed:
        """The documents as they would be, with the values as they are; no verifier runs.

        :param rewritings: those that are accepted where None
        """
        wanted = self.accepted if rewritings is None else rewritings
        if not wanted:
            return self.computed
        changed = self.sources.edited(one.edit for one in wanted)
        project = replace(self.computed.project, root=self.sources.overlay(changed))
        affected = [page.path for page in self.computed.pages if self._paths(page) & changed.keys()]
        read = {page.path: page for page in scan_documents(project, affected)}
        pages = [read.get(page.path, page) for page in self.computed.pages]
        return replace(self.computed, project=project).with_pages(pages)

    def faults(self, rewritings: Sequence[Rewriting]) -> dict[Location, str]:
        """The rewritings that would not hold, or harm others, each with why; empty where all is well."""
        edits = [one.edit for one in rewritings]
        after = report(self.after(rewritings), search=False)
        now = {(one.claim, one.at): one for one in after.verdicts}
        tables = {(one.claim, one.cell.table if one.cell else one.at) for one in after.verdicts}
        bad: dict[Location, str] = {}
        for one in rewritings:
            cell = one.verdict.cell
            verdict = now.get((one.verdict.claim, self.sources.moved(one.at, edits)))
            if verdict and verdict.figure == one.text and verdict.status in FAILING:
                bad[one.at] = f"{one.text} would not hold either: {_said(verdict)}"
            elif cell and verdict is None:  # of the cells of a table only wrong ones have one
                there = (one.verdict.claim, self.sources.moved(cell.table, edits)) in tables
                bad |= {} if there else {one.at: f"{_LOST}: write {one.text} by hand"}
            elif verdict is None or verdict.figure != one.text:
                bad[one.at] = f"{_LOST}: write {one.text} by hand"
        return bad or self._harm(rewritings, after)

    def _harm(self, rewritings: Sequence[Rewriting], after: Report) -> dict[Location, str]:
        """The rewritings beside figures that held before, and would not then."""
        edits = [one.edit for one in rewritings]
        now = {(one.claim, one.at): one for one in after.verdicts}
        failing = {key for key, one in now.items() if one.at and one.status in FAILING}
        # What stood behind wrong cells comes to light once they are right.
        failing -= {
            (one.verdict.claim, self.sources.moved(one.verdict.cell.table, edits))
            for one in rewritings
            if one.verdict.cell
        }
        bad: dict[Location, str] = {}
        for other in self.before.verdicts:
            if other.at is None:
                continue
            key = other.claim, self.sources.moved(other.at, edits)
            if other.status not in FAILING and (key in failing or key not in now):
                why = f"rewritten, {other.figure or 'the table'} of {other.claim} would no longer hold"
                bad |= {one.at: why for one in self._near(other, rewritings)}
            failing.discard(key)
        if not bad and (failing or _errors(after) - _errors(self.before)):
            bad = {one.at: _LOST for one in rewritings}
        return bad

    def _paths(self, page: Page) -> set[str]:
        """The files from which a page comes, links resolved; of one that could not be read, none."""
        if not page.blocks:
            return set()
        root = self.computed.project.root
        named = {page.path, *(at.path for block in page.blocks for _, at in block.runs)}
        return {root.relative(root.path / path) for path in named}

    def _near(self, verdict: Verdict, rewritings: Sequence[Rewriting]) -> Sequence[Rewriting]:
        """The rewritings in the block of a figure; else those in its document, else all."""
        seen = self.places.find(verdict.at, verdict.figure or "") if verdict.at else None
        beside = [one for one in rewritings if seen and one.seen.block is seen.block]
        path = verdict.at.path if verdict.at else ""
        return beside or [one for one in rewritings if one.at.path == path] or rewritings


def _errors(found: Report) -> set[tuple[str, str]]:
    return {(one.code, one.message) for one in found.diagnostics if one.severity == "error"}


def _said(verdict: Verdict) -> str:
    reason = f" ({verdict.reason})" if verdict.reason else ""
    return "; ".join((f"{verdict.status}{reason}", *verdict.because[:1]))
