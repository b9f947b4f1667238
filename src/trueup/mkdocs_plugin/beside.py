"""The process that works beside a build, asked while the build goes on."""

from __future__ import annotations

import json
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen
from threading import Condition, Thread
from typing import Any, TypeAlias

from trueup.site.beside import question
from trueup.site.child import child

_Asked: TypeAlias = "tuple[bytes, Future[Any]]"
#: Bytes that a pipe holds everywhere, and what it is asked to hold.
_SURE, _WANTED = 60_000, 1 << 20


class Beside:
    """Carries out one task after the other; started by the first.

    Its questions go in bundles: a thread beside a busy one gets its turn seldom, and should need few.
    """

    def __init__(self) -> None:
        self._waiting: deque[_Asked] = deque()
        self._changed = Condition()
        self._closed = False
        self._thread: Thread | None = None

    def ask(self, task: str, *given: object) -> Future[Any]:
        """What the task finds; None where the process has failed, and whoever asks does it instead."""
        found: Future[Any] = Future()
        with self._changed:
            self._waiting.append((question(task, *given), found))
            self._changed.notify()
        if self._thread is None:
            self._thread = Thread(target=self._work, name="trueup-beside", daemon=True)
            self._thread.start()
        return found

    def close(self) -> None:
        """Wait for what is asked, and end the process."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread:
            self._thread.join()

    def _work(self) -> None:
        # It can't be started, or has ended with a question unread: nobody may wait for an answer.
        with (
            suppress(OSError),
            Popen(**child("trueup.site.beside"), stdin=PIPE, stdout=PIPE, stderr=DEVNULL) as process,
        ):
            most = _widen(process)
            while bundle := self._bundle(most):
                _answer(process, bundle)
        while bundle := self._bundle(_SURE):
            _fail(bundle)

    def _bundle(self, most: int) -> list[_Asked]:
        """What waits: as much as can be written before any answer is read. Nothing at the end."""
        bundle: list[_Asked] = []
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            while self._waiting and (not bundle or len(self._waiting[0][0]) <= most):
                bundle.append(self._waiting.popleft())
                most -= len(bundle[-1][0])
        return bundle


def _widen(process: Popen[bytes]) -> int:
    """Have the pipe of questions hold more; gives how much it holds."""
    with suppress(ImportError, AttributeError, OSError):
        from fcntl import F_SETPIPE_SZ, fcntl  # noqa: PLC0415  Linux has it

        if process.stdin:
            return fcntl(process.stdin, F_SETPIPE_SZ, _WANTED) - 4096
    return _SURE


def _answer(process: Popen[bytes], bundle: list[_Asked]) -> None:
    try:
        if process.stdin and process.stdout:
            process.stdin.write(b"".join(asked for asked, _ in bundle))
            process.stdin.flush()
            for _, found in bundle:
                found.set_result(json.loads(process.stdout.readline()))
    except (OSError, ValueError):
        _fail(bundle)


def _fail(bundle: list[_Asked]) -> None:
    for _, found in bundle:
        if not found.done():
            found.set_result(None)
