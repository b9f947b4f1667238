"""Where something is wrong, what is wrong, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
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
