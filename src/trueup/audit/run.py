"""Audit documents that nobody has set up for it; executes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from trueup.audit.arithmetic import arithmetic
from trueup.audit.baseline import Baseline
from trueup.audit.coverage import coverage, uncovered
from trueup.audit.covered import Coverage, together
from trueup.audit.finding import Certainty, Finding
from trueup.audit.places import Places, is_aside
from trueup.audit.project import Project, read_project
from trueup.audit.refuted import refuted
from trueup.audit.restatements import restatements
from trueup.audit.retracted import retracted
from trueup.audit.sources import Source, find_sources
from trueup.audit.spans import spans
from trueup.audit.spread import spread
from trueup.audit.stated import Stated, stated, tagged
from trueup.audit.tables import tables
from trueup.audit.units import units
from trueup.diagnostics import Diagnostic, in_order
from trueup.gate import Exit
from trueup.tags.codes import OF_TAGS
from trueup.tags.model import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What an audit found.

    :param findings: in order of place
    :param coverage: of each document
    :param known: how many findings the baseline has, which are left out here
    """

    findings: tuple[Finding, ...] = ()
    coverage: tuple[Coverage, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    known: int = 0

    def exit(self, fail_on: Certainty = "certain") -> Exit:
        """The exit code.

        :param fail_on: ``possible`` fails on every finding
        """
        if any(one.severity == "error" for one in self.diagnostics):
            return Exit.BAD_INPUT
        failing = self.findings if fail_on == "possible" else self.certain
        return Exit.STALE if failing else Exit.HOLDS

    @property
    def certain(self) -> tuple[Finding, ...]:
        """The findings about which there is no doubt."""
        return tuple(one for one in self.findings if one.certainty == "certain")

    @property
    def covered(self) -> Coverage:
        """The coverage of all documents together."""
        return together(self.coverage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What one document gave."""

    findings: tuple[Finding, ...]
    coverage: Coverage
    stated: tuple[Stated, ...]
    diagnostics: tuple[Diagnostic, ...]


def audit(
    paths: Sequence[str],
    folder: Path,
    *,
    strict_coverage: bool = False,
    baseline: Baseline | None = None,
    progress: Callable[[int, int, str], None] | None = None,
) -> Audit:
    """Audit the Markdown files and folders that ``paths`` name.

    :param folder: the project's root; whatever a project says there counts, and none is needed
    :param strict_coverage: find every number that no claim covers
    :param baseline: what is known already
    :param progress: called with how many documents are done, of how many, and the one at hand
    """
    project = read_project(folder)
    sources = find_sources(paths, project.root, project.settings)
    read: list[Read] = []
    for one in spread(partial(_read, project=project, strict_coverage=strict_coverage), sources.documents):
        read.append(one)
        if progress:
            progress(len(read), len(sources.documents), one.coverage.path)
    found = [finding for one in read for finding in one.findings]
    found.extend(restatements(statement for one in read for statement in one.stated))
    # No setting speaks of what lies outside.
    outside = {source.path for source in sources.documents if source.settings is None}
    heard = (
        one for one in found if one.at.path in outside or not project.settings.ignores(one.at.path, one.code)
    )
    found = sorted(heard, key=lambda one: one.order)
    fresh = baseline.unknown(found) if baseline else found
    return Audit(
        findings=tuple(fresh),
        coverage=tuple(one.coverage for one in read),
        diagnostics=in_order(
            [
                *project.diagnostics,
                *sources.diagnostics,
                *(fault for one in read for fault in one.diagnostics),
            ]
        ),
        known=len(found) - len(fresh),
    )


def _read(source: Source, project: Project, *, strict_coverage: bool) -> Read:
    page = source.read()
    owned = source.settings is not None and project.owns(source.path)
    wrong = list(refuted(page))
    found = [*arithmetic(wrong), *units(wrong), *tables(page), *spans(page), *retracted(page, project)]
    if strict_coverage:
        found.extend(uncovered(page))
    return Read(
        findings=tuple(_heard(page, found)),
        coverage=coverage(page),
        stated=() if project.is_record(page.path) else tuple(_stated(page, project)),
        diagnostics=tuple(one for one in page.diagnostics if owned or one.code not in OF_TAGS),
    )


def _stated(page: Page, project: Project) -> Iterator[Stated]:
    yield from stated(page)
    yield from (one for one in tagged(page) if one.claim not in project.lenient)


def _heard(page: Page, found: Sequence[Finding]) -> Iterator[Finding]:
    """The findings outside of passages that are set aside, each with its end and the text of its block."""
    if not found:
        return
    places = Places(page.blocks)
    for finding in found:
        place = places.find(finding.at)
        if place is None:
            yield finding
        elif not is_aside(*place):
            block, start = place
            end = start + len(finding.figure)
            whole = block.text[start:end] == finding.figure
            yield replace(finding, within=block.text, end=block.behind(end) if whole else None)
