"""Whether a verifier runs, its recorded result is used, or neither."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Action = Literal["reuse", "run", "skip"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What is done for one claim, and why."""

    action: Action
    reason: str


def plan(*, recorded: bool, builtin: bool, execute: bool) -> Step:
    """The step for a pure verifier.

    :param recorded: a result for this very verifier, these parameters and inputs is at hand
    :param builtin: the verifier is trueup's own; it runs no code of the project
    :param execute: code of the project may run
    """
    if recorded:
        return Step(action="reuse", reason="nothing that went into it has changed")
    if builtin or execute:
        return Step(action="run", reason="no result is recorded for these inputs")
    return Step(action="skip", reason="its verifier is code of the project, which --no-exec does not run")
