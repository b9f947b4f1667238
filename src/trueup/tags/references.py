"""What is defined in one place and used in another: link references, footnotes, abbreviations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from trueup.diagnostics import Diagnostic, Location
from trueup.tags.chunks import PATTERNS, Chunk, Node
from trueup.tags.lines import Line

if TYPE_CHECKING:
    from trueup.tags.parser import Chunks, Parser

INDENT = "    "
TARGET = re.compile(
    r" {0,3}\[([^\[\]]*)\]: *(?:\n *)?([^\s]++) *(?:\n *)?(([\"'])([^\n]*)\4 *|\(([^\n]*)\) *)?$",
    re.MULTILINE,
)
HEAD = re.compile(r" {0,3}\[([^\[\]]*)\]: *(?:\n *)?([^\s]++)")
# How many lines a definition may take.
LONGEST = 4


@dataclass(slots=True, kw_only=True)
class Target:
    """A link reference: where it leads, its title, and where these stand."""

    label: str
    href: str
    at: int
    title: str | None
    title_at: int
    used: bool = False


@dataclass(slots=True)
class References:
    """All definitions of a page, and what was asked of them.

    :ivar part: whether the page is part of a document; ``others`` and ``notes`` are what that defines
    :ivar compared: whether anything rests on how labels are spelled that it does not use
    """

    targets: dict[str, Target] = field(default_factory=dict)
    replaced: list[Target] = field(default_factory=list)
    footnotes: dict[str, list[Line]] = field(default_factory=dict)
    part: bool = False
    others: Mapping[str, Target] = field(default_factory=dict)
    notes: frozenset[str] = frozenset()
    asked: set[str] = field(default_factory=set)
    noted: set[str] = field(default_factory=set)
    compared: bool = False

    @property
    def any(self) -> bool:
        """Whether a label may have a meaning; in a part one may get it later."""
        return self.part or bool(self.targets)

    def target(self, label: str) -> Target | None:
        """Where a label leads."""
        self.asked.add(label)
        return self.targets.get(label) or self.others.get(label)

    def is_note(self, name: str) -> bool:
        """Whether a footnote has that name."""
        self.noted.add(name)
        return name in self.footnotes or name in self.notes

    def all(self) -> Mapping[str, Target]:
        """Every reference of the document, by label."""
        self.compared = True
        return {**self.others, **self.targets}

    def define(self, target: Target) -> None:
        earlier = self.targets.get(target.label)
        if earlier:
            self.replaced.append(earlier)
        self.targets[target.label] = target


def reference(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    """A link reference anywhere in a chunk; what stands before and behind it is read as its own chunk."""
    del parent
    chunk = waiting[0]
    base, tried = 0, chunk
    while (index := tried.find("reference")) >= 0:
        start = base + index
        match = _match(chunk, start)
        if match:
            size = match.text.count("\n", 0, match.end) + 1
            parser.references.define(_target(match, chunk.part(start)))
            waiting.popleft()
            for part in (chunk.part(start + size), chunk.part(0, start)):
                if part:
                    waiting.appendleft(part)
            return True
        base = start + 1
        tried = chunk.part(base)
    return False


def unused(label: str, at: Location) -> Diagnostic:
    """That nothing uses a reference to a claim."""
    return Diagnostic(
        code="T112",
        severity="warning",
        message=f"nothing uses the reference `[{label}]`",
        location=at,
        hint="remove it, or write [figure][label] where it belongs",
    )


class Definition(NamedTuple):
    """A definition in some lines of text: spans of its parts, and its end."""

    text: str
    label: tuple[int, int]
    href: tuple[int, int]
    title: tuple[int, int] | None
    end: int


def _match(chunk: Chunk, start: int) -> Definition | None:
    end = min(start + LONGEST, len(chunk))
    text = "\n".join(line.text for line in chunk.part(start, end))
    match = TARGET.match(text)
    if match:
        title = next((match.span(group) for group in (5, 6) if match.group(group)), None)
        return Definition(text, match.span(1), match.span(2), title, match.end())
    head = HEAD.match(text)
    return _glued(text, head) if head else None


def _glued(text: str, head: re.Match[str]) -> Definition | None:
    """A definition whose title begins in its target: ``[a]: b(c d)``."""
    low, high = head.span(2)
    end = text.find("\n", high)
    end = len(text) if end < 0 else end
    close = low + len(text[low:end].rstrip(" ")) - 1
    opener = {'"': '"', "'": "'", ")": "("}.get(text[close])
    at = text.rfind(opener, low + 1, min(high, close)) if opener else -1
    return Definition(text, head.span(1), (low, at), (at + 1, close), end) if at >= 0 else None


def _target(found: Definition, chunk: Chunk) -> Target:
    def place(index: int) -> int:
        before = found.text[:index]
        line = before.count("\n")
        return chunk[line].at + index - (before.rfind("\n") + 1)

    href = found.text[slice(*found.href)].lstrip("<")
    return Target(
        label=found.text[slice(*found.label)].strip().lower(),
        href=href.rstrip(">"),
        at=place(found.href[1] - len(href)),
        title=found.text[slice(*found.title)] or None if found.title else None,
        title_at=place(found.title[0]) if found.title else 0,
    )


def abbreviation(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    """An abbreviation's definition is no text."""
    del parser, parent
    chunk = waiting[0]
    index = chunk.find("abbreviation")
    if index < 0:
        return False
    match = PATTERNS["abbreviation"].match(chunk[index].text)
    title = chunk[index].text[match.end() :].strip() if match else ""
    size = 1
    if not title and index + 1 < len(chunk):
        title = chunk[index + 1].text.strip()
        size = 2
    if not match or not title or not match.group(1).strip():
        return False
    waiting.popleft()
    for part in (chunk.part(index + size), chunk.part(0, index)):
        if part:
            waiting.appendleft(part)
    return True


def footnote(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    """A footnote's definition: the rest of its chunk and the indented chunks behind it."""
    del parent
    chunk = waiting[0]
    index = chunk.find("footnote")
    match = PATTERNS["footnote"].match(chunk[index].text) if index >= 0 else None
    if not match:
        return False
    waiting.popleft()
    content = [Line(match.group(2), chunk[index].at + match.start(2))]
    rest = chunk.part(index + 1)
    following = rest.find("footnote")
    content += _detab(rest.part(0, following) if following >= 0 else rest)
    if following >= 0:
        waiting.appendleft(rest.part(following))
    else:
        content += _indented(waiting)
    parser.references.footnotes[match.group(1)] = content
    if index:
        waiting.appendleft(chunk.part(0, index))
    return True


def _indented(waiting: Chunks) -> list[Line]:
    content: list[Line] = []
    while waiting and waiting[0] and waiting[0][0].text.startswith(INDENT):
        chunk = waiting.popleft()
        following = chunk.find("footnote")
        content.append(Line("", 0))
        if following >= 0:
            content += _detab(chunk.part(0, following))
            waiting.appendleft(chunk.part(following))
            break
        content += _detab(chunk)
    return content


def _detab(chunk: Chunk) -> list[Line]:
    return [line.cut(len(INDENT)) if line.text.startswith(INDENT) else line for line in chunk]
