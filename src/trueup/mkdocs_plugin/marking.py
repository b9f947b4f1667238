"""The uncovered figures of pages, looked for in a process of its own while other pages are rendered."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen

from trueup.reports.html.uncovered import Uncovered, find_uncovered
from trueup.site.child import child
from trueup.site.marked import question, read_answer


class Marking:
    """The pages of one build.

    :param sign: an attribute of claim links that are not dressed yet
    """

    def __init__(self, sign: str) -> None:
        self._sign = sign
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="trueup-marking")
        self._asked: dict[str, tuple[str, Future[Uncovered | None]]] = {}
        self._process: Popen[bytes] | None = None

    def ask(self, path: str, html: str) -> None:
        """Have a page looked at."""
        self._asked[path] = (html, self._pool.submit(self._answer, path, html))

    def found(self, path: str, html: str) -> Uncovered:
        """What was found; looked for here and now where the page is not the one that was asked about."""
        asked, answer = self._asked.get(path, ("", None))
        found = answer.result() if answer and asked == html else None
        return found or find_uncovered(html, path, self._sign)

    def close(self) -> None:
        """Wait for what is asked, and end the process."""
        self._pool.shutdown(cancel_futures=True)
        if self._process:
            self._process.communicate()
            self._process = None

    def _answer(self, path: str, html: str) -> Uncovered | None:
        """What the process finds; None where it has failed."""
        self._process = self._process or Popen(
            **child("trueup.site.marked"), stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        with suppress(OSError, ValueError):
            if self._process.stdin and self._process.stdout:
                self._process.stdin.write(question(html, path, self._sign))
                self._process.stdin.flush()
                return read_answer(self._process.stdout.readline())
        return None
