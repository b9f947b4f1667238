"""What can be wrong with a repository, or with a revision."""

from __future__ import annotations

from trueup.diagnostics import Diagnostic, TrueupError

#: code -> title
CODES: dict[str, str] = {
    "M640": "git can't be used",
    "M641": "a git revision that this clone doesn't have",
    "M642": "git can't read the repository",
    "M643": "a file that the repository doesn't hold itself",
    "M644": "an object that is larger than is read",
}


def refuse(code: str, message: str, hint: str | None = None) -> TrueupError:
    """The error; it has no place, which whoever names the revision knows."""
    return TrueupError(Diagnostic(code=code, message=message, hint=hint))
