"""What came of the verifiers of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from trueup.diagnostics import Diagnostic
from trueup.verdict.model import Outcome

if TYPE_CHECKING:  # a project without verifiers does not pay for evidence
    from trueup.engine.history import History

#: ``(done, total, the claim at hand)``
Progress = Callable[[int, int, str], None]


@dataclass(slots=True, kw_only=True)
class Carried:
    """What came of all verifiers.

    :param outcomes: by claim
    :param broken: claims whose call is wrong (unknown verifier, parameter or input): not judged
    :param watched: project-relative paths of the inputs
    :param histories: by claim, what was recorded of those that are measured
    """

    outcomes: dict[str, Outcome] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    watched: tuple[str, ...] = ()
    histories: Mapping[str, History] = field(default_factory=dict)
