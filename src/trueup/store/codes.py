"""Diagnostic codes of the room."""

CODES: dict[str, str] = {
    "E433": "more evidence than is read",
    "E434": "evidence could not be written",
    "V520": "a pure verifier that gives two answers",
}
