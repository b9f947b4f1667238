"""The fenced blocks of a page of the documentation, and what its consoles show."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]

_FENCE = re.compile(
    r'^```(?P<lang>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """A fenced block; ``title`` is the file it shows, or None."""

    language: str
    title: str | None
    text: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command as a console shows it, and the output below it."""

    words: tuple[str, ...]
    output: str
    line: int


def fences(path: str) -> Iterator[Fence]:
    """The fenced blocks of a page, in order; one that shows a file has its path as title."""
    source = (ROOT / path).read_text(encoding="utf-8")
    for match in _FENCE.finditer(source):
        line = source.count("\n", 0, match.start()) + 1
        yield Fence(language=match["lang"], title=match["title"], text=match["text"], line=line)


def commands(fence: Fence) -> Iterator[Command]:
    """The commands of a console: each begins with ``$``, and its output ends at the next one."""
    shown = re.split(r"^\$ ", fence.text, flags=re.MULTILINE)
    line = fence.line + 1
    for part in shown[1:]:
        command, _, output = part.partition("\n")
        yield Command(words=tuple(shlex.split(command)), output=output, line=line)
        line += part.count("\n")
