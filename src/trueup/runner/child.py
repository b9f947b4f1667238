"""The child process: reads jobs from one pipe, calls verifiers, writes results to another.

Started as ``python -P -m trueup.runner.child JOBS RESULTS PARENT``: two file descriptors and the
parent's process id. Its stdout and stderr belong to the verifier; nothing there is believed.
"""

from __future__ import annotations

import ctypes
import faulthandler
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from trueup.runner.answers import answer_to_json
from trueup.runner.convert import arguments
from trueup.runner.failures import explain
from trueup.runner.modules import load
from trueup.verifier import Input, Request, VerifierError

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, SIGKILL = 1, 36, 9


def main(jobs: int, results: int, parent: int) -> None:
    """Serve jobs until the pipe ends."""
    for descriptor in (jobs, results):
        os.set_inheritable(descriptor, False)
    _tie_to(parent)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # A copy of stderr that the verifier doesn't close: where it crashed or hung is told there.
    told = os.dup(2)
    faulthandler.enable(told, all_threads=False)
    own = os.getpid()
    with os.fdopen(jobs, "rb") as lines:
        for line in lines:
            job = json.loads(line)
            faulthandler.dump_traceback_later(max(0.001, job["deadline"] - time.monotonic()), file=told)
            answer = serve(job)
            faulthandler.cancel_dump_traceback_later()
            if os.getpid() != own:
                os._exit(0)  # a copy that the verifier forked has nothing to say here
            _flush()
            data = json.dumps(answer, allow_nan=False).encode() + b"\n"
            while data:
                data = data[os.write(results, data) :]


def serve(job: dict[str, Any]) -> dict[str, Any]:
    """Call the verifier of one job; every way to raise becomes a failure."""
    inputs = {name: _input(found) for name, found in job["inputs"].items()}
    root, folder = Path(job["root"]), Path(job["folder"]) if job["folder"] else None
    begin = time.perf_counter()
    try:
        gone = next(
            (one for one in inputs.values() for file in (one.path, *one.files) if not file.exists()), None
        )
        if gone is not None:
            return _gone(job, gone)
        function = _function(job, folder)
        keywords = arguments(function, job["parameters"])
        request = Request(claim=job["claim"], inputs=inputs, arm=job["arm"], root=root)
        begin = time.perf_counter()
        answer = function(request, **keywords)
        seconds = time.perf_counter() - begin
        return {"id": job["id"], "seconds": seconds, **answer_to_json(answer, pure=job["basis"] == "model")}
    except BaseException as error:  # noqa: BLE001  a verifier may raise anything; the parent must hear of it
        failure = explain(error, verifier=job["verifier"], root=root, folder=folder, inputs=inputs)
        return {"id": job["id"], "seconds": time.perf_counter() - begin, "failure": failure}


def _function(job: dict[str, Any], folder: Path | None) -> Callable[..., Any]:
    function: Callable[..., Any] | None = getattr(load(job["module"], folder), job["function"], None)
    if callable(function) and getattr(function, "__trueup_verifier__", ("",))[0] == job["verifier"]:
        return function
    raise VerifierError(f"once its module has run, {job['function']} is not the verifier {job['verifier']!r}")


def _gone(job: dict[str, Any], gone: Input) -> dict[str, Any]:
    failure = {
        "status": "error",
        "reason": "input",
        "message": f"input {gone.name!r} is not there: {gone.path}",
        "hint": None,
    }
    return {"id": job["id"], "seconds": 0.0, "failure": failure}


def _input(found: dict[str, Any]) -> Input:
    return Input(
        name=found["name"],
        path=Path(found["path"]),
        files=tuple(map(Path, found["files"])),
        digest=found["digest"],
        stage=found["stage"],
    )


def _flush() -> None:
    """What the verifier printed belongs to its own job; it may have closed or replaced the streams."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()


def _tie_to(parent: int) -> None:
    """Die when the parent does, even where it is killed, and adopt what the verifier's processes orphan."""
    if sys.platform == "linux":
        control = ctypes.CDLL(None).prctl
        control(PR_SET_PDEATHSIG, SIGKILL)
        control(PR_SET_CHILD_SUBREAPER, 1)
        if os.getppid() != parent:
            os._exit(1)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
