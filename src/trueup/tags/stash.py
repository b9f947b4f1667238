"""What is taken out of the text before its blocks are read: code, raw HTML, HTML that holds Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from trueup.tags.lines import Line

PLACEHOLDER = re.compile(r"\x02s(\d+)\x03")


@dataclass(slots=True)
class Code:
    """A fence: its lines as written, and how far it is indented."""

    lines: list[Line]
    indent: int


@dataclass(slots=True)
class Raw:
    """HTML that is passed through; ``text`` stands at the offset ``at``."""

    text: str
    at: int


@dataclass(slots=True)
class Element:
    """An HTML element whose content is Markdown: of blocks, or of a ``span``."""

    tag: str
    span: bool
    content: list[Line] = field(default_factory=list)


Stashed: TypeAlias = Code | Raw | Element


class Stash:
    """Holds what was taken out, and hands out the placeholders that stand for it."""

    def __init__(self) -> None:
        self.held: list[Stashed] = []

    def put(self, thing: Stashed) -> str:
        self.held.append(thing)
        return f"\x02s{len(self.held) - 1}\x03"

    def get(self, match: re.Match[str]) -> Stashed:
        return self.held[int(match.group(1))]
