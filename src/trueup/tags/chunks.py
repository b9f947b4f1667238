"""Chunks of lines between blank lines, and the tree of blocks that is made of them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator

from trueup.tags.lines import Line

#: What a line may begin, by the first character that isn't a blank. A chunk is looked through for these.
KINDS: dict[str, tuple[tuple[str, re.Pattern[str]], ...]] = {
    "!": (("admonition", re.compile(r"!!! ?([\w\-]+(?: +[\w\-]+)*)(?: +\"(.*?)\")? *$")),),
    "?": (
        (
            "details",
            re.compile(r"\?{3}\+? ?(?:([\w\-]+(?: +[\w\-]+)*?)?(?: +\"(.*?)\")|([\w\-]+(?: +[\w\-]+)*?)) *$"),
        ),
    ),
    "=": (("tab", re.compile(r"={3}(\+!|!\+|\+|!)? +\"(.*?)\" *$")),),
    "#": (("heading", re.compile(r"(#{1,6})((?:\\.|[^\\#]|#+(?=[^#]))*?)#*$")),),
    "-": (("rule", re.compile(r" {0,3}-(?: {0,2}-){2,} *$")),),
    "_": (("rule", re.compile(r" {0,3}_(?: {0,2}_){2,} *$")),),
    "*": (
        ("rule", re.compile(r" {0,3}\*(?: {0,2}\*){2,} *$")),
        ("abbreviation", re.compile(r"\*\[([^\\\]]*)\] ?:")),
    ),
    ":": (("definition", re.compile(r" {0,3}: {1,3}(.*)$")),),
    ">": (("quote", re.compile(r" {0,3}> ?(.*)$")),),
    "[": (
        ("footnote", re.compile(r" {0,3}\[\^([^\]]*)\]: *(.*)$")),
        ("reference", re.compile(r" {0,3}\[")),
    ),
}
PATTERNS = {kind: pattern for kinds in KINDS.values() for kind, pattern in kinds if kind != "rule"}


class Chunk:
    """Lines without a blank line between them: a view of a list of lines that several chunks share."""

    __slots__ = ("high", "low", "shared", "where")

    def __init__(
        self,
        shared: list[Line],
        low: int = 0,
        high: int | None = None,
        where: dict[str, list[int]] | None = None,
    ) -> None:
        self.shared = shared
        self.low = low
        self.high = len(shared) if high is None else high
        self.where = where

    def __bool__(self) -> bool:
        return self.low < self.high

    def __len__(self) -> int:
        return self.high - self.low

    def __iter__(self) -> Iterator[Line]:
        return iter(self.shared[self.low : self.high])

    def __getitem__(self, index: int) -> Line:
        return self.shared[self.low + index]

    def part(self, low: int, high: int | None = None) -> Chunk:
        """Its lines from ``low`` to ``high``."""
        end = self.high if high is None else self.low + high
        return Chunk(self.shared, self.low + low, end, self.where)

    @property
    def kinds(self) -> dict[str, list[int]]:
        """The lines of the shared list that begin something."""
        if self.where is None:
            self.where = _kinds(self.shared)
        return self.where

    @property
    def plain(self) -> bool:
        """Whether it can only be a paragraph: nothing else begins so, nor has such a second line."""
        first = self[0].text[:1]
        if first in " *+-\x02" or first.isdigit() or self.kinds:
            return False
        return len(self) < 2 or self[1].text[:1] not in " |:=-"

    def find(self, kind: str) -> int:
        """Index of the first line that begins a ``kind``, or -1."""
        found = self.kinds.get(kind)
        if not found:
            return -1
        index = bisect_left(found, self.low)
        return found[index] - self.low if index < len(found) and found[index] < self.high else -1


def _kinds(lines: list[Line]) -> dict[str, list[int]]:
    where: dict[str, list[int]] = {}
    for index, line in enumerate(lines):
        for kind, pattern in KINDS.get(line.text.lstrip(" ")[:1], ()):
            if pattern.match(line.text):
                where.setdefault(kind, []).append(index)
    return where


def chunks(lines: list[Line]) -> deque[Chunk]:
    """Split at blank lines; two blank lines and more leave an empty chunk between."""
    found: deque[Chunk] = deque()
    start = -1
    blank = 0
    for index, line in enumerate(lines):
        if line.text:
            if start < 0:
                start = index
                if blank > 1:
                    found.append(Chunk([]))
            blank = 0
        else:
            if start >= 0:
                found.append(Chunk(lines[start:index]))
                start = -1
            blank += 1
    if start >= 0:
        found.append(Chunk(lines[start:]))
    return found


class Node:
    """A block element: its own lines of text, its children, and the text behind it in its parent.

    :param role: what its tag doesn't say: ``admonition``, ``details``, ``tabs``, ``tab``, ``title``,
        ``html`` of one that is written as an HTML element
    :param title: of a tab, its label, which is no child of it
    """

    __slots__ = ("children", "role", "tag", "tail", "text", "title")

    def __init__(self, tag: str, text: list[Line] | None = None, role: str = "") -> None:
        self.tag = tag
        self.role = role
        self.text = text or []
        self.tail: list[Line] = []
        self.children: list[Node] = []
        self.title: Node | None = None

    @property
    def last(self) -> Node | None:
        return self.children[-1] if self.children else None

    def add(self, tag: str, text: list[Line] | None = None, role: str = "") -> Node:
        node = Node(tag, text, role)
        self.children.append(node)
        return node

    def wrap_text(self) -> None:
        """Make a paragraph of its own text."""
        if self.text:
            self.children.insert(0, Node("p", self.text))
            self.text = []


def strip_lines(lines: list[Line]) -> list[Line]:
    """Without the blanks before the first and after the last line's text."""
    if lines and lines[0].text[:1].strip() and lines[-1].text[-1:].strip():
        return lines
    low, high = 0, len(lines)
    while low < high and not lines[low].text.strip():
        low += 1
    while high > low and not lines[high - 1].text.strip():
        high -= 1
    kept = lines[low:high]
    if kept:
        first = kept[0].text
        kept[0] = kept[0].cut(len(first) - len(first.lstrip()))
        kept[-1] = Line(kept[-1].text.rstrip(), kept[-1].at)
    return kept
