"""What is asked of a child process, within what limits, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from trueup.verifier import Input, Samples

if TYPE_CHECKING:  # children start faster without the ledger's types
    from trueup.claim import Basis, Parameter
    from trueup.evidence.values import Outcome

Status: TypeAlias = Literal["error", "missing", "refuted"]
Reason: TypeAlias = Literal[
    "verifier", "timeout", "memory", "input", "library", "device", "identity", "evidence"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One call of one verifier.

    :param verifier: its id, as the ledger names it
    :param module: of a built-in, its dotted name; of a site's, the absolute path of its file
    :param function: name of the function in that module
    :param folder: of a site's, the absolute path of its ``verifiers/``; None for a built-in
    :param parameters: the text tree of the ledger; converted by the function's annotations
    :param inputs: by parameter
    :param basis: as declared; a verifier of basis ``model`` may not give samples
    :param fresh: gets a process of its own (a run of a measurement)
    """

    claim: str
    verifier: str
    module: str
    function: str
    root: Path
    folder: Path | None = None
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    inputs: Mapping[str, Input] = field(default_factory=dict)
    arm: Literal["A/B", "A/A"] = "A/B"
    basis: Basis = "model"
    fresh: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one job may take.

    :param seconds: wall time, the start of its process included
    :param memory: resident bytes of all its processes together
    :param output: bytes written to stdout and stderr
    :param processes: alive at once
    """

    seconds: float = 60.0
    memory: int = 4 << 30
    output: int = 64 << 20
    processes: int = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why a job gave no value, in the words of the verdict it makes."""

    status: Status
    reason: Reason
    message: str
    hint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of a job: exactly one of ``value``, ``samples`` and ``failure``.

    :param seconds: of the call itself; of a failed job, since it was handed over
    :param output_tail: the last 4 KB of its stdout and stderr
    """

    job: Job
    value: Outcome | None = None
    samples: Samples | None = None
    failure: Failure | None = None
    seconds: float = 0.0
    output_tail: str = ""
