"""Where something is wrong, what is wrong, and what to do about it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Location:
    """A place in a file of the project.

    :param path: relative to the project's root, with forward slashes
    :param line: from 1
    :param column: from 1, in code points; a byte order mark is no character
    """

    path: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"

    def below(self, lines: int) -> Location:
        """The place that many lines further down."""
        return Location(path=self.path, line=self.line + lines, column=self.column) if lines else self


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One thing wrong with an input: a stable code, a sentence, a place and a remedy."""

    code: str
    message: str
    severity: Severity = "error"
    location: Location | None = None
    hint: str | None = None

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.code} {self.message}{hint}"


class TrueupError(Exception):
    """Input that can't be used; carries every diagnostic found before giving up."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(*diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return "\n".join(str(diagnostic) for diagnostic in self.diagnostics)


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each diagnostic once, in order of place."""
    nowhere = Location(path="", line=0, column=0)
    unique = dict.fromkeys(diagnostics)
    return tuple(sorted(unique, key=lambda one: (one.location or nowhere, one.code, one.message)))


class Lines:
    """Line and column of every offset into a text; CRLF, LF and a lone CR end a line, nothing else does."""

    __slots__ = ("path", "starts")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.starts = [0]
        lone = "\r" in text.replace("\r\n", "") if "\r" in text else False
        if not lone:
            at = text.find("\n")
            while at >= 0:
                self.starts.append(at + 1)
                at = text.find("\n", at + 1)
            return
        for offset, char in enumerate(text):
            if char == "\n" or (char == "\r" and not text.startswith("\n", offset + 1)):
                self.starts.append(offset + 1)

    def locate(self, offset: int) -> Location:
        line = bisect_right(self.starts, offset)
        return Location(path=self.path, line=line, column=offset - self.starts[line - 1] + 1)


def quoted(text: str, most: int = 80) -> str:
    """A text in quotation marks, as part of a message; a long one is cut."""
    return repr(text if len(text) <= most else f"{text[: most - 1]}…")


def alike(word: str, choices: Iterable[str], most: int = 1, cutoff: float = 0.6) -> list[str]:
    """The choices most like a word that is none of them, the nearest first.

    Only the first thousand choices and words of ordinary length are looked at, so that no input is slow.

    :param cutoff: how like they must be, from 0 to 1
    """
    from difflib import get_close_matches  # noqa: PLC0415  only faults pay for the import

    if len(word) > 80:
        return []
    short = [choice for choice in islice(choices, 1000) if len(choice) <= 80]
    return get_close_matches(word, short, most, cutoff)


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice most like a word that is none of them; None where none is like it."""
    return next(iter(alike(word, choices)), None)


def meant(word: str, choices: Iterable[str], most: int = 3) -> list[str]:
    """The choices for which a word may stand: those that hold all of it, else those most like it."""
    known = list(choices)
    inside = [one for one in known if word.casefold() in one.casefold()] if len(word) > 2 else []
    return sorted(inside, key=len)[:most] or alike(word, known, most)


def either(words: Sequence[str]) -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def counted(number: int, noun: str) -> str:
    """``1 row``, ``2 rows``, ``1,000 rows``."""
    return f"{number:,} {noun}{'s' * (number != 1)}"
