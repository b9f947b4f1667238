"""Figures that the ledger has retracted and a document still states."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.audit.finding import Finding
from trueup.audit.project import Project
from trueup.tags.model import Page
from trueup.verdict.retracted import sweep

CODES = {"A411": "a figure that was retracted is still stated"}


def retracted(page: Page, project: Project) -> Iterator[Finding]:
    """Each untagged figure of a page that a claim has retracted; a record may state it."""
    if not project.retracting or project.is_record(page.path):
        return
    for verdict in sweep([page], project.retracting, project.outcomes):
        if verdict.at and verdict.figure:
            yield Finding(
                code="A411",
                kind="retracted",
                at=verdict.at,
                figure=verdict.figure,
                expected=verdict.expected,
                message="; ".join(verdict.because),
                hint=verdict.hint,
                certainty="certain",
            )
