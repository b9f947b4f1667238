"""Link syntax: which bracket closes which, and what stands between the parentheses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

ANGLE = re.compile(r"\(\s*(?:(<[^<>]*>)\s*(?:('[^']*'|\"[^\"]*\")\s*)?\))?")
SQUARE = re.compile(r"[\[\]]")
ROUND = re.compile(r"[()]")
SPACE = re.compile(r"\s*")
MARKS = re.compile(r"[()\"']")


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """What stands in the parentheses of a link, as offsets into the text it was read from.

    :param href: span of the target, blanks around it excluded
    :param title: span of the title inside its quotes, or None
    :param end: behind the closing parenthesis
    """

    href: tuple[int, int]
    title: tuple[int, int] | None
    end: int


def closers(text: str, brackets: re.Pattern[str] = SQUARE) -> dict[int, int]:
    """For each opening bracket the place of the one that closes it."""
    found: dict[int, int] = {}
    waiting: list[int] = []
    for match in brackets.finditer(text):
        if match.group() in "[(":
            waiting.append(match.start())
        elif waiting:
            found[waiting.pop()] = match.start()
    return found


class Destinations:
    """Reads destinations in one text; linear, since what is read in vain is limited in all.

    :param patience: characters that may be read in vain
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.patience = 50 * len(text) + 10_000
        self.parentheses: dict[int, int] | None = None

    def read(self, at: int) -> Destination | None:
        """The destination that begins at ``at`` with a parenthesis, or None."""
        text = self.text
        if not text.startswith("(", at):
            return None
        match = ANGLE.match(text, at)
        if match and match.group(1):
            title = (match.start(2) + 1, match.end(2) - 1) if match.group(2) else None
            return Destination(
                href=self._trim(match.start(1) + 1, match.end(1) - 1), title=title, end=match.end()
            )
        if self.parentheses is None:
            self.parentheses = closers(text, ROUND)
        start = SPACE.match(text, at + 1)
        first = start.end() if start else at + 1
        close = self.parentheses.get(at)
        if close is not None and not _quoted(text, first, close):
            return Destination(href=self._trim(first, close), title=None, end=close + 1)
        if text.find(")", at) < 0 or self.patience <= 0:
            return None
        found = _scan(text, first)
        if found is None:
            self.patience -= len(text) - at
            return None
        href, title, end = found
        self.patience -= end - at
        return Destination(href=self._trim(*href), title=title and self._trim_title(*title), end=end)

    def _trim(self, low: int, high: int) -> tuple[int, int]:
        inner = self.text[low:high]
        left = inner.lstrip()
        low += len(inner) - len(left)
        return low, low + len(left.rstrip())

    def _trim_title(self, low: int, high: int) -> tuple[int, int]:
        low, high = self._trim(low, high)
        # Python-Markdown takes a second pair of quotes off.
        inner = self.text[low:high]
        if len(inner) > 1 and inner[0] == inner[-1] and inner[0] in "\"'":
            return low + 1, high - 1
        return low, high


def _quoted(text: str, low: int, high: int) -> bool:
    return text.find('"', low, high) >= 0 or text.find("'", low, high) >= 0


class _Quote:
    """The first or the second kind of quote that a destination holds."""

    __slots__ = ("end", "mark", "start")

    def __init__(self) -> None:
        self.mark = ""
        self.start = -1
        self.end = -1


Scanned: TypeAlias = "tuple[tuple[int, int], tuple[int, int] | None, int]"


def _scan(text: str, first: int) -> Scanned | None:
    """Follow Python-Markdown through a destination that holds quotes.

    A quote opens a title, in which parentheses don't count, unless no title ends right before the
    parenthesis that closes the link; then the parentheses before and in the quotes are matched after all.
    """
    follower = _Follower(first)
    for match in MARKS.finditer(text, first):
        found = follower.step(match.group(), match.start(), _before(text, match.start(), first))
        if found:
            return found
    if follower.fallback >= 0:
        return (first, follower.fallback - 1), None, follower.fallback
    return None


def _before(text: str, at: int, first: int) -> str:
    """The last character before a place that isn't a blank."""
    at -= 1
    while at >= first and text[at] == " ":
        at -= 1
    return text[at] if at >= first else ""


class _Follower:
    """Counts the parentheses of a destination, and finds its title."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.depth = 1
        self.fallback_depth = 1
        self.fallback = -1
        self.quotes = (_Quote(), _Quote())

    def step(self, character: str, at: int, last: str) -> Scanned | None:
        """Take a parenthesis or a quote; gives the destination where it ends here."""
        if character in "\"'":
            self._quote(character, at)
            return None
        if character == ")":
            for quote in self.quotes:
                if quote.end >= 0 and last == quote.mark:
                    return (self.first, quote.start - 1), (quote.start, quote.end), at + 1
        if not self.quotes[0].mark:
            self.depth += 1 if character == "(" else -1
            return ((self.first, at), None, at + 1) if self.depth == 0 else None
        if self.fallback_depth > 0:
            # Python-Markdown counts down at either parenthesis.
            self.fallback_depth -= 1
            if self.fallback_depth == 0 and character == ")":
                self.fallback = at + 1
        return None

    def _quote(self, character: str, at: int) -> None:
        one, two = self.quotes
        if not one.mark:
            one.mark, one.start = character, at + 1
            self.fallback_depth, self.depth = self.depth, 1
        elif character != one.mark and not two.mark:
            two.mark, two.start = character, at + 1
        elif character == one.mark:
            one.end = at
        elif character == two.mark:
            two.end = at
