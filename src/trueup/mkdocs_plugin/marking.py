"""The uncovered figures of pages, looked for beside the build while other pages are rendered."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

from trueup.mkdocs_plugin.beside import Beside
from trueup.reports.html.uncovered import Uncovered, find_uncovered
from trueup.site.beside import read_uncovered


class Marking:
    """The pages of one build.

    :param sign: an attribute of claim links that are not dressed yet
    """

    def __init__(self, beside: Beside, sign: str) -> None:
        self._beside, self._sign = beside, sign
        self._asked: dict[str, tuple[str, Future[Any]]] = {}
        self._found: dict[str, tuple[str, Uncovered]] = {}

    def ask(self, path: str, html: str) -> None:
        """Have a page looked at."""
        self._asked[path] = (html, self._beside.ask("mark", html, path, self._sign))

    def found(self, path: str, html: str) -> Uncovered:
        """What was found; looked for here and now where the page is not the one that was asked about."""
        before, found = self._found.get(path, ("", None))
        if found is None or before != html:
            found = self._look(path, html)
            self._found[path] = (html, found)
        return found

    def _look(self, path: str, html: str) -> Uncovered:
        asked, answer = self._asked.get(path, ("", None))
        found = answer.result() if answer and asked == html else None
        return read_uncovered(found) if found else find_uncovered(html, path, self._sign)
