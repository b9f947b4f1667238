"""Codes of what judging warns of."""

CODES = {
    "Q312": "a sentence states another value for what its claim rests on",
}
