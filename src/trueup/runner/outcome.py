"""What a child said, or how it died, as a result."""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from trueup.evidence.values import MalformedError, value_from_json
from trueup.runner.job import Failure, Job, Reason, Result, Status
from trueup.verifier import Samples

#: Bytes of output that a result keeps.
SHOWN = 4096
#: What to do where nothing better can be told.
HINTS: dict[str, str] = {
    "verifier": "mend the verifier, or what it is given",
    "timeout": "make it faster, or give it more time with --timeout",
    "memory": "let it hold less at a time: the limit guards the machine",
    "input": "mend the input, or the parameter that names it",
}
#: What ``faulthandler`` prints of each frame.
_FRAME = re.compile(r'^  File "([^"\n]{1,4096})", line ([0-9]{1,9}) in ', re.MULTILINE)


def failed(
    job: Job,
    reason: Reason,
    message: str,
    *,
    hint: str | None = None,
    tail: bytes = b"",
    seconds: float = 0.0,
) -> Result:
    """An ``error`` result."""
    failure = Failure(status="error", reason=reason, message=message, hint=hint or HINTS.get(reason))
    return Result(job=job, failure=failure, seconds=seconds, output_tail=_shown(tail))


def result_of(job: Job, found: Mapping[str, Any], tail: bytes) -> Result:
    """The result in a child's answer; an answer that is none is a failure of the verifier."""
    try:
        return _read(job, found, _shown(tail))
    except (MalformedError, KeyError, TypeError, AttributeError):
        return failed(job, "verifier", f"{job.verifier} ended without a result that can be read", tail=tail)


def ended(job: Job, code: int | None, tail: bytes, seconds: float) -> Result:
    """The result of a child that went without an answer.

    :param code: its exit code, negative for a signal; None where it only closed its pipe
    """
    hint = None
    if code is None:
        message = "ended without a result: it closed the pipe that results travel over"
    elif code < 0:
        message = f"died of {_signal(-code)}{_place(job, _text(tail))}"
        if code == -signal.SIGKILL:
            hint = "the kernel kills like that when the machine runs out of memory"
    else:
        message = f"ended without a result (exit {code})"
        if code == 0:
            hint = "a verifier returns its value; leaving the process is no result"
    return failed(job, "verifier", f"{job.verifier} {message}", hint=hint, tail=tail, seconds=seconds)


def late(job: Job, limit: float, tail: bytes, seconds: float) -> Result:
    """The result of a job that was stopped at its time limit."""
    message = f"{job.verifier} was still running after {limit:g} s{_place(job, _text(tail))}"
    return failed(job, "timeout", message, tail=tail, seconds=seconds)


def _read(job: Job, found: Mapping[str, Any], tail: str) -> Result:
    seconds = float(found["seconds"])
    if "failure" in found:
        return Result(job=job, failure=_failure(found["failure"]), seconds=seconds, output_tail=tail)
    if "samples" in found:
        raw = found["samples"]
        against = None if raw["against"] is None else tuple(map(float, raw["against"]))
        samples = Samples(values=tuple(map(float, raw["values"])), unit=str(raw["unit"]), against=against)
        return Result(job=job, samples=samples, seconds=seconds, output_tail=tail)
    return Result(job=job, value=value_from_json(found["value"]), seconds=seconds, output_tail=tail)


def _failure(raw: Mapping[str, Any]) -> Failure:
    status, reason = raw["status"], raw["reason"]
    if status not in get_args(Status) or reason not in get_args(Reason):
        raise MalformedError("no failure")
    hint = raw["hint"] or (HINTS.get(reason) if status == "error" else None)
    return Failure(
        status=status,
        reason=reason,
        message=_clean(raw["message"]),
        hint=None if hint is None else _clean(hint),
    )


def _signal(number: int) -> str:
    try:
        return f"{signal.Signals(number).name} ({signal.strsignal(number)})"
    except ValueError:
        return f"signal {number}"


def _place(job: Job, tail: str) -> str:
    """``, at verifiers/cpu.py:12`` from the dump of a stack, where the main thread stands last."""
    for section in reversed(tail.split("most recent call first")):
        for found in _FRAME.finditer(section):
            if job.folder is not None and Path(found[1]).is_relative_to(job.folder):
                file = Path(found[1])
                return (
                    f", at {file.relative_to(job.root) if file.is_relative_to(job.root) else file}:{found[2]}"
                )
    return ""


def _text(tail: bytes) -> str:
    return tail.decode("utf-8", "replace")


def _shown(tail: bytes) -> str:
    return _text(tail[-SHOWN:])


def _clean(text: str) -> str:
    """Without lone surrogates, which no output could be written with."""
    return text.encode("utf-8", "replace").decode("utf-8")
