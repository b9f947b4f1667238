"""Whether a text can state anything: known before anything else is imported."""

from __future__ import annotations

import re

_TWO_NUMBERS = re.compile(r"[0-9][^0-9]+[0-9]")
_JOINED = re.compile(r"[=≈~→(%×@]|->|[0-9] ?x\b|percent|\b(?:at|over|to|vs|versus|is|are|from|against)\b")


def worth_reading(text: str) -> bool:
    """Whether two numbers stand in a text, and anything that could join them."""
    return bool(_TWO_NUMBERS.search(text)) and bool(_JOINED.search(text))
