"""The process that works beside a build, asked while the build goes on."""

from __future__ import annotations

import json
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

from trueup.site.beside import question
from trueup.site.child import child


class Beside:
    """Carries out one task after the other; started by the first."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="trueup-beside")
        self._process: Popen[bytes] | None = None

    def ask(self, task: str, *given: object) -> Future[Any]:
        """What the task finds; None where the process has failed, and whoever asks does it instead."""
        return self._pool.submit(self._answer, task, *given)

    def close(self) -> None:
        """Wait for what is asked, and end the process."""
        self._pool.shutdown(cancel_futures=True)
        if self._process:
            self._process.communicate()
            self._process = None

    def _answer(self, task: str, *given: object) -> Any:
        self._process = self._process or Popen(
            **child("trueup.site.beside"), stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        with suppress(OSError, ValueError):
            if self._process.stdin and self._process.stdout:
                self._process.stdin.write(question(task, *given))
                self._process.stdin.flush()
                return json.loads(self._process.stdout.readline())
        return None
