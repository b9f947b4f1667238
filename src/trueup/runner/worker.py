"""One child process, seen from the parent."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import trueup
from trueup.runner.job import Job, Limits
from trueup.runner.processes import MARKER, kill
from trueup.verifier import Input

#: Kept of what a job printed; the dump of a crash's stack is in it.
TAIL = 1 << 16
CHUNK = 1 << 18
#: A result's line may be so long: a million samples.
LONGEST = 64 << 20
#: Seconds that a child has to end by itself, once it has no more jobs or has closed its pipe.
GRACE = 1.0
#: Seconds beyond its limit that a job has to say where it is.
LAST_WORDS = 0.25


class Worker:
    """A child and its three pipes; it serves the jobs of one module, one after the other.

    Jobs and results have pipes of their own, so that what a verifier prints is never taken for a result.
    """

    def __init__(self, key: str, root: Path) -> None:
        self.key = key
        self.job: Job | None = None
        self.born = self.begun = time.monotonic()
        self.retired: float | None = None
        self.silent: float | None = None
        self.printed = 0
        self.tail = b""
        self._answer = bytearray()
        self._unsent = b""
        self._number = 0
        self._marker = secrets.token_hex(16)
        self._start(root)

    def _start(self, root: Path) -> None:
        jobs_read, self.jobs = os.pipe()
        self.results, results_write = os.pipe()
        self.output, output_write = os.pipe()
        theirs = (jobs_read, results_write, output_write)
        command = [sys.executable, "-P", "-X", "utf8", "-m", "trueup.runner.child"]
        try:
            self.process = subprocess.Popen(
                [*command, str(jobs_read), str(results_write), str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stdout=output_write,
                stderr=output_write,
                pass_fds=(jobs_read, results_write),
                start_new_session=True,
                cwd=root,
                env=_environment(self._marker),
            )
        except BaseException:
            self._close()
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        for descriptor in self.descriptors:
            os.set_blocking(descriptor, False)
        self.death = os.pidfd_open(self.process.pid) if hasattr(os, "pidfd_open") else None

    @property
    def descriptors(self) -> tuple[int, int, int]:
        return self.jobs, self.results, self.output

    def give(self, job: Job, limits: Limits) -> None:
        """Hand over a job; :meth:`send` is due while :meth:`unsent` holds."""
        self.job, self.begun = job, time.monotonic()
        self.printed, self.tail = 0, b""
        self._answer.clear()
        self._number += 1
        # The monotonic clock is one for all processes of the machine.
        asked = {"id": self._number, "deadline": self.begun + limits.seconds, **_written(job)}
        self._unsent = json.dumps(asked).encode() + b"\n"
        self.send()

    def unsent(self) -> bool:
        return bool(self._unsent)

    def send(self) -> None:
        """Write as much of the job as the pipe takes."""
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self.jobs, self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._unsent = b""  # it is dead, which is noticed elsewhere

    def listen(self) -> bytes | None:
        """Read what it printed, keeping the tail: nothing at the pipe's end, None where nothing has come."""
        data = _read(self.output)
        if data:
            self.printed += len(data)
            self.tail = (self.tail + data)[-TAIL:]
        return data

    def hear(self) -> bytes | None:
        """Read from the pipe of results, likewise."""
        data = _read(self.results)
        self._answer += data or b""
        return data if len(self._answer) <= LONGEST else b""

    def answer(self) -> dict[str, Any] | None:
        """The result of the job in hand, once all of it has come."""
        end = self._answer.find(b"\n")
        if end < 0:
            return None
        try:
            found = json.loads(self._answer[:end])
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) and found.get("id") == self._number else None

    def catch_up(self) -> None:
        """Read what it had printed by the time that its result came."""
        for _ in range(64):
            if not self.listen():
                break

    def retire(self) -> None:
        """No more jobs: it ends by itself."""
        self.retired = time.monotonic()
        with suppress(OSError):
            os.close(self.jobs)
        self.jobs = -1

    @property
    def dead(self) -> bool:
        """Whether the child has ended; it is not yet waited for, so its number stays its own."""
        found = os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return found is not None

    def overdue(self, limits: Limits, now: float) -> bool:
        """Whether the job has had its time."""
        return self.job is not None and now > self.begun + limits.seconds + LAST_WORDS

    def lingers(self, now: float) -> bool:
        """Whether it should have ended by itself by now."""
        return any(since is not None and now > since + GRACE for since in (self.retired, self.silent))

    def end(self) -> int:
        """Kill what is left of it and its descendants; the exit code, negative for a signal."""
        kill(self.process.pid, self._marker)
        code = self.process.wait()
        while self.hear():
            pass
        while self.listen():
            pass
        self._close()
        return code

    def _close(self) -> None:
        for descriptor in (*self.descriptors, getattr(self, "death", None)):
            if descriptor is not None and descriptor >= 0:
                with suppress(OSError):
                    os.close(descriptor)
        self.jobs = self.results = self.output = -1


def _read(descriptor: int) -> bytes | None:
    """Bytes; none at the end of the pipe, None where nothing has come yet."""
    try:
        return os.read(descriptor, CHUNK)
    except BlockingIOError:
        return None


def _written(job: Job) -> dict[str, Any]:
    return {
        "claim": job.claim,
        "verifier": job.verifier,
        "module": job.module,
        "function": job.function,
        "root": str(job.root),
        "folder": None if job.folder is None else str(job.folder),
        "parameters": _plain(job.parameters),
        "inputs": {name: _declared(found) for name, found in job.inputs.items()},
        "arm": job.arm,
        "basis": job.basis,
    }


def _declared(found: Input) -> dict[str, Any]:
    return {
        "name": found.name,
        "path": str(found.path),
        "files": [str(file) for file in found.files],
        "digest": found.digest,
        "stage": found.stage,
    }


def _plain(found: Any) -> Any:
    """A text tree in JSON's own types."""
    if isinstance(found, Mapping):
        return {name: _plain(item) for name, item in found.items()}
    return found if isinstance(found, str) else [_plain(item) for item in found]


def _environment(marker: str) -> dict[str, str]:
    """The parent's, with the same ``trueup``, the same order of sets, and a mark to be found by."""
    found = {**os.environ, MARKER: marker, "PYTHONHASHSEED": "0"}
    # The child runs in the project's root, so relative entries would mean other folders there.
    paths = [
        str(Path(entry).absolute()) for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry
    ]
    home = str(Path(trueup.__file__).resolve().parent.parent)
    if Path(home).name not in ("site-packages", "dist-packages"):  # those it has by itself, behind the stdlib
        paths.insert(0, home)
    found["PYTHONPATH"] = os.pathsep.join(paths)
    return found
