"""Cut a document where it can be scanned piece by piece, so that an edit costs one piece."""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEADING = re.compile(r"#{1,6}[ \t]+[^\s#]")
_FENCE = re.compile(r"([ \t]*)(`{3,}|~{3,})[^`~]*")
_CODE = re.compile(r"(?<!`)`[^`]+`(?!`)")
_PLAIN = re.compile(r"<!-- claims:table [\w.]+ -->|<(?:https?|claim):[^<>\s]*>|\{\{[^{}]*\}\}")
#: What may stay open behind its line.
_OPENS = re.compile(r"<[A-Za-z/!?]|\{[{%#]|[}%#]\}|```|~~~")
#: What reaches from one part of a document into others: definitions, passages set aside, inclusions.
_FAR = re.compile(r"\]:|claims?\s?[:-]\s?o|8<", re.IGNORECASE)
_FRONT = re.compile(r"\s*-{3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a document that reads the same alone.

    :param line: how many lines stand before it
    """

    line: int
    text: str


def sections(text: str) -> tuple[Section, ...]:
    """The parts of a document, each from a heading on; one part where they can't be told apart for certain.

    It is cut before a heading behind an empty line, unless something may be open there: a fence, raw HTML, a
    macro of several lines. What is opened in a way that is not plain is taken to last to the end.
    """
    if _FAR.search(text) or _FRONT.match(text) or "\r" in text.replace("\r\n", ""):
        return (Section(line=0, text=text),)
    found: list[Section] = []
    fence: re.Match[str] | None = None
    start = at = first = 0
    blank = False
    for number, whole in enumerate(text.split("\n")):
        line = whole.rstrip("\r")
        if fence:
            if line.rstrip() == fence[1] + fence[2]:
                fence = None
        elif blank and _HEADING.match(line):
            found.append(Section(line=first, text=text[start:at]))
            start, first = at, number
        elif (opened := _FENCE.fullmatch(line)) is not None:
            fence = opened
        if not fence and _OPENS.search(_PLAIN.sub("", _CODE.sub("", line))) and not _closes(line):
            break
        blank = not line.strip()
        at += len(whole) + 1
    found.append(Section(line=first, text=text[start:]))
    return tuple(found)


def _closes(line: str) -> bool:
    """Whether a line is a fence's, and no more."""
    return _FENCE.fullmatch(line) is not None
