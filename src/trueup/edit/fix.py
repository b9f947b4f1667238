"""Rewrite refuted figures in the author's own format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.edit.choose import why_left
from trueup.edit.places import Places, Seen
from trueup.edit.source import Edit, Sources
from trueup.engine.carry_out import Progress
from trueup.engine.computed import Computed
from trueup.engine.documents import scan_documents
from trueup.engine.report import Report
from trueup.engine.verify import Mode, compute, report
from trueup.files import Root, write_whole
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
    """
    computed = compute(folder, mode, progress)
    before = report(computed)
    draft = _Draft(computed, before)
    reasons: dict[int, str] = {}
    wanted: dict[tuple[str, int, int], Rewriting] = {}
    for index, verdict in enumerate(before.verdicts):
        if verdict.status not in FAILING:
            continue
        found = draft.rewriting(verdict)
        if isinstance(found, Rewriting):
            # A snippet that several documents include has a verdict in each, and is rewritten once.
            wanted.setdefault((found.edit.path, found.edit.start, found.edit.end), found)
        else:
            reasons[index] = found
    accepted, refused = draft.settle(list(wanted.values()))
    done = {(one.at, one.verdict.claim) for one in accepted}
    left = [
        Left(verdict=verdict, why=reasons.get(index) or refused.get(verdict.at, _GAVE_UP))
        for index, verdict in enumerate(before.verdicts)
        if verdict.status in FAILING and (verdict.at, verdict.claim) not in done
    ]
    return Fixed(
        root=computed.project.root,
        rewritten=tuple(accepted),
        left=tuple(left),
        files=draft.files(accepted),
        before=before,
        after=draft.judged(accepted),
    )


_GAVE_UP = "it can't be rewritten with the figures around it"
_SCATTERED = "markup, an escape or a line end stands inside it"
_LOST = "it would no longer be read as this tag's figure"


class _Draft:
    """The documents, and what they would be with some figures rewritten."""

    def __init__(self, computed: Computed, before: Report) -> None:
        self.computed = computed
        self.before = before
        self.sources = Sources(computed.project.root)
        self.places = Places(computed.pages)

    def rewriting(self, verdict: Verdict) -> Rewriting | str:
        """How a figure is to be rewritten, or why it is not."""
        why = why_left(verdict, self.computed)
        if why or verdict.at is None or verdict.figure is None or verdict.expected is None:
            return why or _SCATTERED
        seen = self.places.find(verdict.at, verdict.figure)
        edit = self.sources.rewrite(seen, verdict.expected) if seen else None
        if seen is None or edit is None:
            return f"{_SCATTERED}: write {verdict.expected} by hand"
        return Rewriting(verdict=verdict, at=verdict.at, text=verdict.expected, seen=seen, edit=edit)

    def settle(self, wanted: list[Rewriting]) -> tuple[list[Rewriting], dict[Location | None, str]]:
        """The rewritings that hold together, and why the others don't, by place."""
        refused: dict[Location | None, str] = {}
        accepted = wanted
        while accepted and (bad := self.faults(accepted)):
            refused |= {one.at: bad[one.at] for one in accepted if one.at in bad}
            accepted = [one for one in accepted if one.at not in bad]
        # What was given up together with others may hold without them.
        for one in [one for one in wanted if one.at in refused and len(wanted) > 1]:
            bad = self.faults([*accepted, one])
            if bad:
                refused[one.at] = bad.get(one.at, refused[one.at])
            else:
                accepted = [*accepted, one]
                del refused[one.at]
        return sorted(accepted, key=lambda one: one.at), refused

    def faults(self, rewritings: Sequence[Rewriting]) -> dict[Location, str]:
        """The rewritings that would not hold, or harm others, each with why; empty where all is well."""
        edits = [one.edit for one in rewritings]
        after = self.judged(rewritings)
        now = {(one.claim, one.at): one for one in after.verdicts if one.at}
        mine = {(one.verdict.claim, one.at) for one in rewritings}
        bad: dict[Location, str] = {}
        for one in rewritings:
            verdict = now.get((one.verdict.claim, self.sources.moved(one.at, edits)))
            if verdict is None or verdict.figure != one.text:
                bad[one.at] = f"{_LOST}: write {one.text} by hand"
            elif verdict.status in FAILING:
                bad[one.at] = f"{one.text} would not hold either: {_said(verdict)}"
        if bad:
            return bad
        for other in self.before.verdicts:
            if other.at is None or other.status in FAILING or (other.claim, other.at) in mine:
                continue
            verdict = now.get((other.claim, self.sources.moved(other.at, edits)))
            if verdict is None or verdict.status in FAILING:
                why = f"rewritten, {other.figure} of {other.claim} would no longer hold"
                bad |= {one.at: why for one in self._near(other, rewritings)}
        if not bad and _errors(after) - _errors(self.before):
            bad = {one.at: _LOST for one in rewritings}
        return bad

    def judged(self, rewritings: Sequence[Rewriting]) -> Report:
        """The report on the documents as they would be; no verifier runs."""
        if not rewritings:
            return self.before
        changed = self.sources.edited(one.edit for one in rewritings)
        project = replace(self.computed.project, root=self.sources.overlay(changed))
        affected = [page.path for page in self.computed.pages if self._paths(page) & changed.keys()]
        read = {page.path: page for page in scan_documents(project, affected)}
        pages = [read.get(page.path, page) for page in self.computed.pages]
        return report(replace(self.computed, project=project).with_pages(pages), search=False)

    def files(self, rewritings: Iterable[Rewriting]) -> dict[str, tuple[bytes, bytes]]:
        changed = self.sources.edited(one.edit for one in rewritings)
        return {path: (self.sources.of(path).content, content) for path, content in changed.items()}

    def _paths(self, page: Page) -> set[str]:
        """The files from which a page comes, links resolved."""
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
