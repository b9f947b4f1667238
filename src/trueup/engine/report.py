"""What one run of the engine found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from trueup.claim import Claim
from trueup.diagnostics import Diagnostic
from trueup.settings import Settings
from trueup.verdict.model import Outcome, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Verdicts and diagnostics in order of place, with all that they rest on.

    :param claims: by id, upstream first
    :param outcomes: of every claim in ``claims``
    :param watched: project-relative paths whose change may change this report
    """

    root: Path
    settings: Settings
    today: date
    verdicts: tuple[Verdict, ...]
    diagnostics: tuple[Diagnostic, ...]
    claims: Mapping[str, Claim] = field(default_factory=dict)
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    watched: tuple[str, ...] = ()
