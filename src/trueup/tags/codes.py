"""The diagnostics of this room: a code for each kind of fault, and what collects them."""

from __future__ import annotations

from collections.abc import Callable

from trueup.diagnostics import Diagnostic, Location, Severity

#: code -> one-line title
CODES: dict[str, str] = {
    "T101": "tag is never closed",
    "T102": "macro is never closed",
    "T103": "tag inside a tag",
    "T104": "bad claim id",
    "T105": "title in parentheses",
    "T106": "macro arguments must be string literals",
    "T107": "empty figure",
    "T108": "image with the scheme of a tag",
    "T109": "autolink with the scheme of a tag",
    "T110": "raw HTML link with the scheme of a tag",
    "T111": "undefined reference",
    "T112": "reference to a claim that nothing uses",
    "T113": "macro where no tag can stand",
    "T114": "figure that the dialect swallows",
    "T115": "table directive without a table",
    "T116": "claims:off is never switched on again",
    "T117": "claims:on without claims:off",
    "T118": "unknown directive",
    "T119": "snippet not found",
    "T120": "snippet by URL",
    "T121": "snippet that includes itself",
    "T122": "code fence is never closed",
    "T123": "nested too deep, or too intricate",
    "T124": "HTML element is never closed",
}

#: Of what is wrong only where tags are read; in any other document it is text.
OF_TAGS = frozenset(f"T{number}" for number in (*range(101, 114), 115))

GRAMMAR = "an id is lower-case words joined by dots, such as lm_head.bytes"


class Report:
    """Collects the diagnostics of one page; places are offsets into the page's text.

    :param locate: turns an offset into a location
    :param found: what was found before
    """

    def __init__(
        self, locate: Callable[[int], Location] | None = None, found: list[Diagnostic] | None = None
    ) -> None:
        self.locate = locate
        self.found: list[Diagnostic] = found or []

    def add(
        self,
        code: str,
        at: int | Location,
        message: str,
        *,
        hint: str | None = None,
        severity: Severity = "error",
    ) -> None:
        place = at if isinstance(at, Location) else self.locate(at) if self.locate else None
        self.found.append(
            Diagnostic(code=code, message=message, severity=severity, location=place, hint=hint)
        )

    def warn(self, code: str, at: int | Location, message: str, *, hint: str | None = None) -> None:
        self.add(code, at, message, hint=hint, severity="warning")

    def any(self, code: str) -> bool:
        return any(diagnostic.code == code for diagnostic in self.found)

    def sorted(self) -> tuple[Diagnostic, ...]:
        """By place, then by code; each once."""

        def place(diagnostic: Diagnostic) -> tuple[str, int, int, str]:
            at = diagnostic.location
            return (at.path, at.line, at.column, diagnostic.code) if at else ("", 0, 0, diagnostic.code)

        return tuple(sorted(dict.fromkeys(self.found), key=place))
