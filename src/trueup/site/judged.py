"""The verdicts of a project as a site needs them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from trueup import gate
from trueup.audit.coverage import coverage, without
from trueup.engine.carried import Progress
from trueup.engine.computed import Computed
from trueup.engine.documents import read_page
from trueup.engine.verify import Mode, compute, report
from trueup.files import Root
from trueup.reports.coverage import covered
from trueup.reports.json import document
from trueup.site.manifest import MARK
from trueup.tags.model import Page
from trueup.tags.wanted import Keeps


def judged(
    root: Path | Root, mode: Mode | None = None, progress: Progress | None = None, rendered: str = ""
) -> dict[str, Any]:
    """Judge a project as ``trueup check`` does, and say besides how many figures a claim covers.

    :param rendered: a folder of documents whose figures somebody else counts
    """
    keeps: Keeps = "tags" if rendered else "numbers"
    computed = compute(root, replace(mode or Mode(), keeps=keeps), progress)
    found = report(computed)
    decided = gate.decide(found.verdicts, found.diagnostics, warn=found.settings.gate.warn)
    spoken_of = {one.claim for one in found.verdicts}
    pages = [page for page in computed.pages if _is_within(page, rendered) or _is_written(page, computed)]
    documents = [
        coverage(_covered(_whole(page, computed) if rendered else page, spoken_of))
        for page in pages
        if not _is_within(page, rendered)
    ]
    return {
        **document(found, decided, deep=True),
        "documents": [page.path for page in pages],
        "coverage": covered(documents),
    }


def _is_written(page: Page, computed: Computed) -> bool:
    """Whether people wrote a page; what ``trueup site`` wrote must not change what it writes."""
    return bool(page.tags or page.diagnostics) or MARK not in computed.project.root.read_text(page.path)


def _is_within(page: Page, folder: str) -> bool:
    return bool(folder) and PurePosixPath(page.path).is_relative_to(folder)


def _whole(page: Page, computed: Computed) -> Page:
    """A page with the numbers on it."""
    return read_page(computed.project.root, computed.project.settings, page.path, "numbers")


def _covered(page: Page, claims: Collection[str]) -> Page:
    """A page without the tags of claims that nothing defines: they cover nothing."""
    lost = [one for one in page.tags if one.claim not in claims]
    return without(page, lost) if lost else page
