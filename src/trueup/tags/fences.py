"""Fenced code, as ``pymdownx.superfences`` finds it: nested in lists and quotes, by indent."""

from __future__ import annotations

import re

from trueup.tags.codes import Report
from trueup.tags.lines import Line
from trueup.tags.stash import Code, Stash

PREFIX = re.compile(r"[> ]*")
FENCE = re.compile(r"~{3,}|`{3,}")
LANGUAGE = re.compile(r" *\.?[\w#.+-]+(?= |$)")
OPTION = re.compile(r" *([a-zA-Z][a-zA-Z0-9_]*)(?:=([\"'])(.*?)\2)?(?= |$)")
NUMBERS = {
    "hl_lines": re.compile(r"\d+(?:-\d+)?(?:[ \t]+\d+(?:-\d+)?)*$"),
    "linenums": re.compile(r"\d"),
    "title": re.compile(""),
    "title_mode": re.compile(""),
}
LONGEST_HEADER = 1000


class Fence:
    """An open fence: where it began and what may follow."""

    def __init__(self, index: int, prefix: str, marker: str) -> None:
        self.index = index
        self.prefix = prefix
        self.quotes = prefix.count(">")
        self.end = re.compile(re.escape(marker) + r"[ \t]*$")
        self.empty = 0

    def step(self, text: str) -> str:
        """What a line is to the fence: ``in`` it, its ``end``, or ``out`` of it, which abandons it."""
        prefix = PREFIX.match(text[: len(self.prefix)])
        width = prefix.end() if prefix else 0
        content = text[width:]
        quotes = text.count(">", 0, width)
        if quotes > self.quotes:
            return "out"
        if self.quotes:
            return self._quoted(width, content, quotes)
        if not text.strip():
            return "in"
        if width != len(self.prefix):
            return "out"
        return "end" if self.end.match(content) else "in"

    def _quoted(self, width: int, content: str, quotes: int) -> str:
        if not content:
            self.empty += 1
            return "in"
        if width < len(self.prefix) or (self.empty and quotes < self.quotes):
            return "out"
        if self.end.match(content):
            return "end"
        self.empty = 0
        return "in"


def replace_fences(lines: list[Line], stash: Stash, report: Report) -> list[Line]:
    """Put a placeholder for each fence.

    A fence that is never closed is reported and runs to the end: Python-Markdown would show its content
    as text, other renderers as code, and no author means it to be tags.
    """
    if not any("```" in line.text or "~~~" in line.text for line in lines):
        return lines
    kept: list[Line] = []
    fence: Fence | None = None
    for index, line in enumerate(lines):
        if fence is None:
            fence = _open(index, line.text)
        else:
            step = fence.step(line.text)
            if step == "out":
                kept.extend(lines[fence.index : index + 1])
                fence = None
            elif step == "end":
                kept.append(_placeholder(fence, lines[fence.index : index + 1], stash))
                fence = None
            continue
        if fence is None:
            kept.append(line)
    if fence:
        at = lines[fence.index].at + len(fence.prefix)
        report.warn(
            "T122", at, "code fence is never closed; all that follows is taken for code", hint="close it"
        )
        kept.append(_placeholder(fence, lines[fence.index :], stash))
    return kept


def _placeholder(fence: Fence, lines: list[Line], stash: Stash) -> Line:
    return Line(fence.prefix + stash.put(Code(lines, len(fence.prefix))), lines[0].at)


def _open(index: int, text: str) -> Fence | None:
    if "```" not in text and "~~~" not in text:
        return None
    prefix = PREFIX.match(text)
    start = prefix.end() if prefix else 0
    marker = FENCE.match(text, start)
    if marker and _header(text[marker.end() :]):
        return Fence(index, text[:start], marker.group())
    return None


def _header(text: str) -> bool:
    """Whether what follows the marker is a header that superfences accepts."""
    if len(text) > LONGEST_HEADER:
        return False
    language = LANGUAGE.match(text)
    for rest in [text[language.end() :], text] if language else [text]:
        stripped = rest.strip(" ")
        if not stripped or (stripped[0] == "{" and stripped[-1] == "}"):
            return True
        if _options(rest.rstrip(" ")):
            return True
    return False


def _options(text: str) -> bool:
    at = 0
    while at < len(text):
        option = OPTION.match(text, at)
        if not option:
            return False
        key, value = option.group(1), option.group(3)
        if key not in NUMBERS or value is None or not NUMBERS[key].match(value):
            return False
        at = option.end()
    return True
