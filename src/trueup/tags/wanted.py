"""Which blocks of a document are wanted by whoever reads it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from trueup.quantity.find import ADDRESS, COMMIT
from trueup.tags.lines import Line
from trueup.tags.references import References
from trueup.tags.tagging import SCHEME

#: How much of a document is wanted. Of one that can hold no tag, ``tags`` and ``tagged`` want nothing; of
#: others ``tags`` wants the blocks that may hold one, ``tagged`` all. ``numbers`` wants the blocks that may
#: hold a tag or show a number, and ``text`` everything. Headings come with the blocks below them.
Keeps = Literal["tags", "tagged", "numbers", "text"]
Wanted = Callable[[list[Line]], bool]

#: Without any of these, case aside, a document holds no tag.
CANDIDATES = ("claim", "8<-")
DIGIT = re.compile(r"[0-9]")
# Digits of which none is part of a name in hexadecimal digits or the number of an issue.
NUMBER = re.compile(r"[0-9](?<![^\s(].)[0-9]*(?![0-9a-f])")
# Code, targets, addresses, and numbers of issues.
NO_NUMBER = re.compile(
    r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|(?P<shown>\[[^\[\]]*\])\([^()]*\)|#[0-9]+"
    rf"|{ADDRESS.pattern}|\b{COMMIT.pattern}",
    re.DOTALL,
)


def may_hold_tags(text: str) -> bool:
    """Whether a document may hold a tag, or include one."""
    lowered = text.lower()
    return any(candidate in lowered for candidate in CANDIDATES)


def wanted_of(keeps: Keeps, *, tagless: bool, references: References) -> Wanted | None:
    """What tells whether a block is wanted; None where all are.

    :param tagless: whether no tag can stand in the document
    """
    if keeps in {"text", "tagged"}:
        return None
    if tagless:
        return _has_number
    targets = [*references.targets.values(), *references.replaced]
    refers = any(SCHEME.match(target.href) for target in targets)
    holds = _may_refer if refers else _may_hold_tag
    return holds if keeps == "tags" else lambda lines: holds(lines) or _has_number(lines)


def _may_hold_tag(lines: list[Line]) -> bool:
    """Whether a block may hold a tag or a directive, or show nothing at all.

    What was taken out of a text, as macros and raw HTML are, has left a control character in it.
    """
    for line in lines:
        text = line.text
        if "\x02" in text or "<" in text or "claim" in text.lower():
            return True
    return not lines[0].text[:1].isalnum()


def _may_refer(lines: list[Line]) -> bool:
    return any("[" in line.text for line in lines) or _may_hold_tag(lines)


def _has_number(lines: list[Line]) -> bool:
    """Whether a digit may be visible that is part of a number, as far as can be told without reading."""
    digits = [line.text for line in lines if DIGIT.search(line.text)]
    if not digits:
        return False
    text = "\n".join([line.text for line in lines])
    if "`" not in text and "](" not in text and "://" not in text and NUMBER.search(text):
        return True
    return "\\" in text or bool(DIGIT.search(NO_NUMBER.sub(r"\g<shown>", text)))
