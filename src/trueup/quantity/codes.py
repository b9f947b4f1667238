"""What can be wrong with a figure."""

from __future__ import annotations

CODES: dict[str, str] = {
    "Q301": "unreadable number",
    "Q303": "no number: nan, inf, empty, or a sign alone",
    "Q310": "unknown or ambiguous unit",
    "Q311": "a counted thing on one side only",
}


#: Where nothing better can be told.
_HINTS = {
    "Q301": "write a number and its unit, no more",
    "Q303": "write the number, or say in a word that it is unmeasured",
    "Q310": "write one unit, such as MB, µs or GB/s",
}


class FigureError(ValueError):
    """A figure, or a unit, that can't be read for certain.

    :param code: one of :data:`CODES`
    :param message: what is wrong, a sentence without its full stop
    :param hint: what to write instead
    :param offset: of the fault, in code points from the start of the text that was read
    """

    def __init__(self, code: str, message: str, *, hint: str | None = None, offset: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint or _HINTS[code]
        self.offset = offset
