"""Figures in running text."""

from __future__ import annotations

import re
from functools import lru_cache

from trueup.quantity.characters import plain
from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.quantity.numeral import WORDS
from trueup.quantity.read import figure_of
from trueup.quantity.spelling import MAX_LENGTH, Spelling, spell_at

_DIGIT = re.compile(r"[0-9]")
_WORD_OR_DIGIT = re.compile(r"[0-9]|\b(?:" + "|".join(WORDS) + r")\b(?!-)", re.IGNORECASE)
# In prose “over 7 runs” and “above 3” bound nothing.
_BEFORE = re.compile(
    r"(?:(?<!\w)(?:at (?:least|most)|no (?:less|more) than|(?:less|more|fewer) than|up to) +"
    r"|[≥≤]|(?<![-=])[<>]=?)?"
    r" *(?:~|(?<!\w)(?:about|around|roughly|approximately|approx\.?|circa|ca\.) )? *±? ?\Z",
    re.IGNORECASE,
)
# What the text before a number ends in, where any of that stands there.
_BEFORE_ENDS = (
    *"~±≥≤<>=",
    *("least", "most", "than", "up to", "about", "around", "roughly", "approximately", "approx", "approx."),
    *("circa", "ca."),
)
_LISTED = re.compile(r"(?:/|\*| [x×]) ?\Z")
_BLOB = re.compile(r"[0-9]+(?:[.,_'’][0-9]+)*\w*")
_LONGEST_PREFIX = 40
#: No digit of an address, or of the name of a commit, is part of a figure.
ADDRESS = re.compile(r"https?://[^\s<>()|]*")
COMMIT = re.compile(r"(?=[0-9]*[a-f])[0-9a-f]{7,40}\b")


def find_figures(text: str, *, words: bool = False) -> list[tuple[int, int, Figure]]:
    """All figures of running text, in order, as ``(start, end, figure)``; linear in its length.

    Numbers that are part of a name (``i7-13800H``, ``14B``, ``v1.2.3``), dates and what can't be read
    for certain are left out.

    :param words: whether numbers in letters with a unit behind them count too (``three layers``)
    """
    return list(_figures(text, words))


def find_spellings(text: str, *, words: bool = False) -> tuple[Spelling, ...]:
    """How the figures of :func:`find_figures` are written; what they claim is worked out only there."""
    return _spellings(text, words)


# Several sweeps look at one block after the other.
@lru_cache(maxsize=1024)
def _figures(text: str, words: bool) -> tuple[tuple[int, int, Figure], ...]:
    return tuple(
        [(one.start, one.end, figure_of(text[one.start : one.end], one)) for one in _spellings(text, words)]
    )


@lru_cache(maxsize=1024)
def _spellings(text: str, words: bool) -> tuple[Spelling, ...]:
    pattern = _WORD_OR_DIGIT if words else _DIGIT
    match = pattern.search(text)
    line = plain(text) if match else text
    found: list[Spelling] = []
    place = 0
    addresses = ADDRESS.finditer(line) if match and "://" in line else iter(())
    address = next(addresses, None)
    while match:
        while address and address.end() <= match.start():
            address = next(addresses, None)
        if address and address.start() <= match.start():
            place = address.end()
        elif commit := COMMIT.match(line, match.start()):
            place = commit.end()
        elif spelling := _spelling_at(line, match.start(), place):
            found.append(spelling)
            place = spelling.end
        else:
            blob = _BLOB.match(line, match.start())
            place = blob.end() if blob else match.end()
        match = pattern.search(line, place)
    return tuple(found)


def _spelling_at(line: str, digit: int, after: int) -> Spelling | None:
    number = _number_start(line, digit, after)
    if number is None:
        return None
    window = min(len(line), number + MAX_LENGTH)
    start = number
    low = max(after, number - _LONGEST_PREFIX)
    if line[low:number].rstrip(" ").lower().endswith(_BEFORE_ENDS) and (
        before := _BEFORE.search(line, low, number)
    ):
        start -= len(before[0].lstrip())
    listed = bool(_LISTED.search(line, max(number - 3, 0), number))
    try:
        spelling = spell_at(line, start, window, prose=True, listed=listed)
    except FigureError:
        return None
    if spelling is None or _runs_on(line, spelling.end) or (spelling.form == "word" and not spelling.spans):
        return None
    return spelling


def _number_start(line: str, digit: int, after: int) -> int | None:
    """Where the number begins whose first digit or letter stands at ``digit``; None inside a name."""
    start = digit
    if start > after and line[start - 1] == "." and not line[max(start - 2, 0) : start - 1].isalnum():
        start -= 1
    previous = line[start - 1 : start] if start else ""
    if previous.isalnum() or previous in ("_", "#", "$", "€", "£", "§", "^", "."):
        return None
    if previous in ("+", "-", "−"):
        owner = line[start - 2 : start - 1] if start > 1 else ""
        if owner.isalnum() or owner in ("_", ")", "%"):
            return None if previous == "-" else start
        return start - 1 if start - 1 >= after else start
    return start


def _runs_on(line: str, end: int) -> bool:
    """Whether a name goes on behind a figure: ``5-way``, ``3_x``."""
    after = line[end : end + 1]
    return after.isalnum() or after == "_" or (after == "-" and line[end + 1 : end + 2].isalnum())
