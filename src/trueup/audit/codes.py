"""Codes of what can't be audited."""

CODES = {
    "C830": "there is nothing to audit at a path",
    "C831": "a baseline that can't be used",
}
