"""Cut a document where it can be scanned piece by piece, so that an edit costs one piece."""

from __future__ import annotations

import re
from dataclasses import dataclass

from trueup.tags.lines import front_matter

_HEADING = re.compile(r"#{1,6}[ \t]+[^\s#]")
_FENCE = re.compile(r"([ \t]*)(`{3,}|~{3,})[^`~]*")
_CODE = re.compile(r"(?<!`)`[^`]+`(?!`)")
_PLAIN = re.compile(r"<!-- claims:table [\w.]+ -->|<(?:https?|claim):[^<>\s]*>|\{\{[^{}]*\}\}")
#: What may stay open behind its line.
_OPENS = re.compile(r"<[A-Za-z/!?]|\{[{%#]|[}%#]\}|```|~~~")
#: What reaches from one part of a document into others: passages set aside, inclusions.
_FAR = re.compile(r"claims?\s?[:-]\s?o|8<", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a document that reads the same alone, once it is told what the others define.

    :param line: how many lines stand before it
    """

    line: int
    text: str


def sections(text: str) -> tuple[Section, ...]:
    """The parts of a document, each from a heading on; one part where they can't be told apart for certain.

    It is cut before a heading behind an empty line, unless something may be open there: front matter, a
    fence, raw HTML, a macro of several lines. What is opened in a way that is not plain is taken to last to
    the end.
    """
    plain = text.replace("\r\n", "\n")
    if _FAR.search(text) or "\r" in plain:
        return (Section(line=0, text=text),)
    below = front_matter(plain) if plain.startswith("---") else 0
    found: list[Section] = []
    fence: re.Match[str] | None = None
    start = at = first = 0
    blank = False
    for number, whole in enumerate(text.split("\n")):
        line = whole.rstrip("\r")
        if number < below:
            at += len(whole) + 1
            continue
        if fence:
            if line.rstrip() == fence[1] + fence[2]:
                fence = None
        elif blank and _HEADING.match(line):
            found.append(Section(line=first, text=text[start:at]))
            start, first = at, number
        elif (opened := _FENCE.fullmatch(line)) is not None:
            fence = opened
        if not fence and _OPENS.search(line) and _stays_open(line):
            break
        blank = not line.strip()
        at += len(whole) + 1
    found.append(Section(line=first, text=text[start:]))
    return tuple(found)


def _stays_open(line: str) -> bool:
    """Whether a line may open something, and is not just a fence's."""
    return _OPENS.search(_PLAIN.sub("", _CODE.sub("", line))) is not None and not _FENCE.fullmatch(line)
