"""How many figures a claim covers, as JSON's types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trueup.audit.covered import Coverage, together


def covered(documents: Sequence[Coverage]) -> dict[str, Any]:
    """In all, and in each document."""
    return {
        **_counts(together(documents)),
        "documents": [{"path": one.path, **_counts(one)} for one in documents],
    }


def _counts(one: Coverage) -> dict[str, int]:
    return {
        "numbers": one.numbers,
        "tagged": one.tagged,
        "set_aside": one.set_aside,
        "uncovered": one.uncovered,
    }
