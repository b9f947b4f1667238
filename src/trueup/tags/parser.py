"""Block structure, as Python-Markdown finds it: each chunk is offered to the blocks in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TypeAlias

from trueup.tags.chunks import Chunk, Node, chunks
from trueup.tags.codes import Report
from trueup.tags.lines import Line
from trueup.tags.references import References
from trueup.tags.stash import PLACEHOLDER, Element, Stash

Chunks: TypeAlias = deque[Chunk]
#: Takes the first chunk, or says no.
Step: TypeAlias = Callable[["Parser", Node, Chunks], bool]

INDENT = "    "
DEEPEST = 60


class Parser:
    """Makes a tree of blocks.

    :param steps: in order of precedence, the last one for a paragraph
    """

    def __init__(self, steps: tuple[Step, ...], stash: Stash, references: References, report: Report) -> None:
        self.steps = steps
        self.stash = stash
        self.references = references
        self.report = report
        self.states: list[str] = []
        self.depth = 0

    def state(self) -> str:
        return self.states[-1] if self.states else ""

    def deep(self, chunk: Chunk) -> bool:
        """Whether nothing more may be nested here; reported where it first happens."""
        # The page itself is the first level.
        if self.depth <= DEEPEST:
            return False
        if self.depth == DEEPEST + 1 and not self.report.any("T123"):
            self.report.add(
                "T123", chunk[0].at, f"blocks are nested more than {DEEPEST} deep", hint="nest less"
            )
        return True

    def blocks(self, parent: Node, waiting: Chunks, state: str | None = None) -> None:
        """Parse chunks into ``parent``, in a state of their own if one is given."""
        self.depth += 1
        if state is not None:
            self.states.append(state)
        while waiting:
            if not waiting[0] or not waiting[0][0].text:
                # An item may begin with an empty line.
                put_back(waiting, waiting.popleft().part(1))
                continue
            for step in self.steps[-1:] if waiting[0].plain else self.steps:
                if step(self, parent, waiting):
                    break
        if state is not None:
            self.states.pop()
        self.depth -= 1

    def one(self, parent: Node, chunk: Chunk, state: str | None = None) -> None:
        self.blocks(parent, deque([chunk]), state)

    def lines(self, parent: Node, lines: Iterable[Line], state: str | None = None) -> None:
        self.blocks(parent, chunks(list(lines)), state)


def detab(chunk: Chunk, width: int = len(INDENT)) -> tuple[list[Line], Chunk]:
    """Its lines as long as they are indented, without the indent, and the rest."""
    indent = " " * width
    found: list[Line] = []
    for line in chunk:
        if line.text.startswith(indent):
            found.append(line.cut(width))
        elif not line.text.strip():
            found.append(Line("", line.at))
        else:
            break
    return found, chunk.part(len(found))


def loose_detab(chunk: Chunk, level: int = 1) -> Chunk:
    """Its lines, those that are indented without the indent."""
    indent = INDENT * level
    return Chunk([line.cut(len(indent)) if line.text.startswith(indent) else line for line in chunk])


def put_back(waiting: Chunks, chunk: Chunk) -> None:
    if chunk:
        waiting.appendleft(chunk)


def element(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    """An HTML element that holds Markdown."""
    chunk = waiting[0]
    match = PLACEHOLDER.match(chunk[0].text)
    found = parser.stash.get(match) if match else None
    if not match or not isinstance(found, Element):
        return False
    waiting.popleft()
    rest = chunk[0].cut(match.end())
    put_back(waiting, Chunk([rest, *chunk.part(1)]) if rest.text else chunk.part(1))
    _content(parser, parent, found)
    return True


def _content(parser: Parser, parent: Node, found: Element) -> None:
    node = parent.add(found.tag, role="html")
    if not found.span:
        parser.lines(node, found.content)
        return
    where = node.text
    for line in found.content:
        match = PLACEHOLDER.match(line.text)
        inner = parser.stash.get(match) if match else None
        if isinstance(inner, Element):
            _content(parser, node, inner)
            where = node.children[-1].tail
        else:
            where.append(line)
