"""Diagnostic codes of the room."""

CODES: dict[str, str] = {
    "E430": "evidence does not match its digest",
    "E431": "evidence is unreadable",
    "E432": "evidence speaks of another claim",
}
