"""Codes of what can be wrong with recorded verdicts."""

from __future__ import annotations

CODES: dict[str, str] = {
    "C850": "recorded verdicts can't be read",
    "C851": "recorded verdicts have the wrong shape",
    "C852": "the figures could not be checked",
    "C853": "the base revision could not be compared",
}
