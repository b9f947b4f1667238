"""Puts the visible text of a block together, and keeps where each of its characters stands."""

from __future__ import annotations

import re
from bisect import bisect_right

from trueup.tags.model import Mark, MarkKind

#: Words with single blanks between them: their characters stand one beside the other in the source.
STRETCH = re.compile(r"[^ \n\t]+(?: [^ \n\t]+)*")


def _is_stretch(text: str) -> bool:
    """Whether a text as a whole is a stretch: what most text is, and told at a glance."""
    if not text or "  " in text or "\t" in text or "\n" in text:
        return False
    return text[0] != " " != text[-1]


class Writer:
    """Collects visible text; blanks and line ends in a row become one blank, none at either end.

    :ivar runs: ``(offset in the text, offset in the page)``
    """

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.runs: list[tuple[int, int]] = []
        self.marks: list[Mark] = []
        self._blank: int | None = None
        self._floor = 0
        self._opened: list[list[int]] = []

    def blank(self, at: int) -> None:
        """A blank, if text follows and precedes it."""
        if self.length > self._floor and self._blank is None:
            self._blank = at

    def add(self, text: str, at: int) -> None:
        """Text that stands at ``at``, character by character."""
        if _is_stretch(text):
            self._put(text, at)
            return
        done = 0
        for match in STRETCH.finditer(text):
            if match.start() > done:
                self.blank(at + done)
            self._put(match.group(), at + match.start())
            done = match.end()
        if done < len(text):
            self.blank(at + done)

    def put(self, text: str, at: int) -> None:
        """Text that all stands for what is at ``at``."""
        for character in text:
            if character in " \n\t":
                self.blank(at)
            else:
                self._put(character, at)

    def _put(self, text: str, at: int) -> None:
        if self._blank is not None:
            self._run(self._blank)
            self.parts.append(" ")
            self.length += 1
            self._blank = None
        if self._opened:
            for opened in self._opened:
                if opened[0] < 0:
                    opened[0] = self.length
        self._run(at)
        self.parts.append(text)
        self.length += len(text)

    def _run(self, at: int) -> None:
        if not self.runs or self.runs[-1][1] + self.length - self.runs[-1][0] != at:
            self.runs.append((self.length, at))

    def open(self) -> list[int]:
        """Begin a span at the next visible character; hand the result to :meth:`close`."""
        opened = [-1]
        self._opened.append(opened)
        return opened

    def close(self, opened: list[int], kind: MarkKind | None = None) -> tuple[int, int] | None:
        """End a span; gives its place, or None if nothing in it was visible."""
        self._opened.remove(opened)
        if opened[0] < 0:
            return None
        if kind:
            self.marks.append(Mark(start=opened[0], end=self.length, kind=kind))
        return opened[0], self.length

    @property
    def within(self) -> bool:
        """Whether a span is open."""
        return bool(self._opened)

    def mark(self, place: tuple[int, int], kind: MarkKind) -> None:
        self.marks.append(Mark(start=place[0], end=place[1], kind=kind))

    def separate(self, text: str, at: int) -> int:
        """Text between two cells, with its blanks; gives where the next cell begins."""
        self._blank = None
        self._floor = self.length + len(text)
        if text:
            self._run(at)
            self.parts.append(text)
            self.length += len(text)
        return self.length

    def since(self, start: int) -> str:
        """The text from ``start`` on."""
        return self.cut((start, self.length)) if start < self.length else ""

    def place(self, offset: int) -> int:
        """Where the character at ``offset`` stands in the page."""
        start, at = self.runs[bisect_right(self.runs, offset, key=lambda run: run[0]) - 1]
        return at + offset - start

    def cut(self, place: tuple[int, int] | None) -> str:
        """The text at a place that was closed last, so at the end."""
        if not place:
            return ""
        size = place[1] - place[0]
        found: list[str] = []
        while size > 0:
            part = self.parts[-1 - len(found)]
            found.append(part[-size:] if len(part) > size else part)
            size -= len(part)
        return "".join(reversed(found))

    @property
    def text(self) -> str:
        return "".join(self.parts)
