"""Two states of a text beside each other, with what differs marked."""

from __future__ import annotations

import re
from itertools import takewhile

from trueup.reports.html.pages import text

_WORDS = re.compile(r"\s+|[^\s]+")


def before_after(before: str | None, after: str | None) -> tuple[str, str]:
    """Both as HTML: what they begin and end with alike is left plain, the rest deleted or inserted.

    Where one of them is missing, the other is shown plain.
    """
    if before is None or after is None:
        return _shown(before), _shown(after)
    was, now = _WORDS.findall(before), _WORDS.findall(after)
    first = _alike(was, now)
    rest = min(len(was), len(now)) - first
    last = min(_alike(was[::-1], now[::-1]), rest)
    return _marked(was, first, last, "del"), _marked(now, first, last, "ins")


def _alike(one: list[str], other: list[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _marked(words: list[str], first: int, last: int, tag: str) -> str:
    end = len(words) - last
    parts = [text("".join(words[:first])), text("".join(words[first:end])), text("".join(words[end:]))]
    if parts[1]:
        parts[1] = f"<{tag}>{parts[1]}</{tag}>"
    return " ".join(part for part in parts if part) or "–"


def _shown(part: str | None) -> str:
    return text(part) if part else "–"
