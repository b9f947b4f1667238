"""The text of a page as the dialect reads it, and where each of its characters stands."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from trueup.diagnostics import Location

TAB = 4
LINE_END = re.compile(r"\r\n?|\n")
# Characters that stand for something else further on; none of them is visible in any document.
RESERVED = re.compile(r"[\x01-\x04]")
FRONT = re.compile(r"---[ \t]*\n(.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
FRONT_KEY = re.compile(r"\s*(?:#[^\n]*\n\s*)*(?:[{\"'\w][^\n:]*:(?:\s|$)|\Z)")


class Line(NamedTuple):
    """A line, or what is left of it, and the offset of its first character in the page's text."""

    text: str
    at: int

    @property
    def end(self) -> int:
        """The offset behind its last character."""
        return self.at + len(self.text)

    def cut(self, count: int) -> Line:
        """Without its first ``count`` characters."""
        return Line(self.text[count:], self.at + count)

    def strip(self) -> Line:
        """Without the blanks around it."""
        left = self.text.lstrip()
        return Line(left.rstrip(), self.at + len(self.text) - len(left))


class Text:
    """The lines of one block, joined by line ends."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.text = "\n".join([line.text for line in lines])
        self.starts: list[int] = []
        at = 0
        for line in lines:
            self.starts.append(at)
            at += len(line.text) + 1

    def offset(self, index: int) -> int:
        """Where the character at ``index`` stands in the page's text."""
        number = bisect_right(self.starts, index) - 1
        return self.lines[number].at + index - self.starts[number]


class Written(NamedTuple):
    """A line as it stands in a file.

    :param text: as written, without its end, with any indent that a snippet adds before it
    :param column: column of the first character of ``text``; below 1 where an indent was added
    """

    text: str
    path: str
    number: int
    column: int = 1


class Source:
    """The page's text with tabs as blanks and ``\\n`` as the only line end.

    Line ends are ``\\n``, ``\\r\\n`` and a lone ``\\r``, as for Python's text files, Python-Markdown and
    editors; U+2028, U+0085, form feeds and vertical tabs end no line.

    :param elsewhere: lines that are no part of the page, and to which it leads; they stand behind its text
    :ivar end: of the page's text
    """

    def __init__(self, written: list[Written], elsewhere: Sequence[Written] = ()) -> None:
        lines = [_expand(line.text) for line in written]
        self.end = sum(map(len, lines)) + max(len(lines) - 1, 0)
        self.written = [*written, *elsewhere] if elsewhere else written
        lines += [line.text for line in elsewhere]
        self.text = "\n".join(lines)
        self.starts = starts(lines)

    def locate(self, offset: int) -> Location:
        """Where the character at ``offset`` stands in its file."""
        index = max(bisect_right(self.starts, offset) - 1, 0)
        line = self.written[index]
        column = offset - self.starts[index]
        if "\t" in line.text:
            column = _unexpand(line.text, column)
        return Location(path=line.path, line=line.number, column=max(line.column + column, 1))

    def lines_in(self, start: int, end: int) -> list[int]:
        """The offsets from ``start`` to before ``end`` at which a line begins."""
        return self.starts[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def path_at(self, offset: int) -> str:
        """Path of the file from which the character at ``offset`` comes."""
        return self.written[max(bisect_right(self.starts, offset) - 1, 0)].path


def starts(lines: Sequence[str]) -> list[int]:
    """The offset at which each line begins."""
    return list(accumulate([len(line) + 1 for line in lines[:-1]], initial=0))


def read_lines(path: str, text: str) -> list[Written]:
    """The lines of a file, without the line ends."""
    text = RESERVED.sub("\ufffd", text)
    lines = LINE_END.split(text) if "\r" in text else text.split("\n")
    return [Written(line, path, number) for number, line in enumerate(lines, 1)]


def skip_front_matter(lines: list[Written]) -> list[Written]:
    """The lines below the YAML front matter, which is no part of the page."""
    if not lines or not lines[0].text.startswith("---"):
        return lines
    return lines[front_matter("\n".join(line.text for line in lines)) :]


def front_matter(text: str) -> int:
    """How many lines the YAML front matter of a text has, whose line ends are ``\\n``.

    As MkDocs does, a passage between two lines of dashes counts only where it holds keys.
    """
    match = FRONT.match(text)
    if not match or not FRONT_KEY.match(match.group(1) or ""):
        return 0
    return text.count("\n", 0, match.end()) + (not match.group().endswith("\n"))


def _expand(text: str) -> str:
    if "\t" in text:
        text = text.expandtabs(TAB)
    return text if text.strip(" ") else ""


def _unexpand(text: str, column: int) -> int:
    wide = 0
    for index, character in enumerate(text):
        wide += TAB - wide % TAB if character == "\t" else 1
        if wide > column:
            return index
    return len(text) + column - wide
