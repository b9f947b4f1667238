"""Two states of a text beside each other, with what differs marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from trueup.reports.html.pages import text

_WORDS = re.compile(r"\S+")
#: Of longer texts the words are not compared: that takes time that grows with the square of their number.
LONGEST = 300


def before_after(before: str | None, after: str | None) -> tuple[str, str]:
    """Both as HTML: words that only one of them has are marked as deleted or inserted.

    Where one of them is missing, the other is shown plain.
    """
    was, now = _words(before), _words(after)
    if not was or not now or max(len(was), len(now)) > LONGEST:
        return text(before or "–"), text(after or "–")
    matches = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    left = _marked(was, ((first, last, how == "equal") for how, first, last, _, _ in matches), "del")
    right = _marked(now, ((first, last, how == "equal") for how, _, _, first, last in matches), "ins")
    return left, right


def _words(part: str | None) -> list[str]:
    return _WORDS.findall(part or "")


def _marked(words: Sequence[str], spans: Iterator[tuple[int, int, bool]], tag: str) -> str:
    parts = []
    for first, last, same in spans:
        shown = text(" ".join(words[first:last]))
        if shown:
            parts.append(shown if same else f"<{tag}>{shown}</{tag}>")
    return " ".join(parts)
