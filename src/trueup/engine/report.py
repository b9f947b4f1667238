"""What one run of the engine found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from trueup.claim import Claim
from trueup.diagnostics import Diagnostic
from trueup.engine.stated import Stated
from trueup.ledger.model import Ledger
from trueup.settings import Settings
from trueup.verdict.model import Outcome, Verdict

if TYPE_CHECKING:
    from trueup.engine.history import History


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Verdicts and diagnostics in order of place, with all that they rest on.

    :param claims: by id, upstream first
    :param outcomes: of every claim in ``claims``
    :param documents: project-relative paths of those that were judged
    :param watched: project-relative paths whose change may change this report
    :param stated: the tags, each with the text around it
    :param histories: by claim, what was recorded of those that are measured
    :param foreign: documents whose figures make something be said of another file
    """

    root: Path
    settings: Settings
    today: date
    verdicts: tuple[Verdict, ...]
    diagnostics: tuple[Diagnostic, ...]
    claims: Mapping[str, Claim] = field(default_factory=dict)
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    documents: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()
    stated: tuple[Stated, ...] = ()
    histories: Mapping[str, History] = field(default_factory=dict)
    ledger: Ledger = field(default_factory=Ledger)
    foreign: frozenset[str] = frozenset()
