"""All that a run knows before it looks at a figure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from trueup.diagnostics import Diagnostic
from trueup.engine.bind import bind
from trueup.engine.figures import Records
from trueup.engine.project import Project
from trueup.engine.select import Selection
from trueup.engine.stated import Bound
from trueup.tags.model import Page
from trueup.verdict.model import Outcome

if TYPE_CHECKING:
    from trueup.engine.history import History


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed:
    """Project, documents and the outcome of each claim; figures are judged by it, and can be again.

    :param outcomes: of every claim that is needed
    :param broken: claims whose call is wrong: not judged
    :param diagnostics: of carrying out the plan
    :param watched: project-relative paths of the inputs
    :param histories: by claim, what was recorded of those that are measured
    """

    project: Project
    pages: tuple[Page, ...]
    bound: Bound
    selection: Selection
    today: date
    outcomes: Mapping[str, Outcome]
    records: Records
    broken: frozenset[str]
    diagnostics: tuple[Diagnostic, ...]
    watched: tuple[str, ...]
    histories: Mapping[str, History] = field(default_factory=dict)

    def with_pages(self, pages: Iterable[Page]) -> Computed:
        """The same claims with the same outcomes, and documents that say something else."""
        read = tuple(pages)
        ledger = self.project.ledger
        return replace(self, pages=read, bound=bind(read, ledger))
