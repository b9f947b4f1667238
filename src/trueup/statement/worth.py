"""Whether a text can state anything: known before anything else is imported."""

from __future__ import annotations

import re

# What stands between two numbers is more than a point or a comma.
_TWO_NUMBERS = re.compile(r"[0-9](?:[.,]?[^0-9.,]|[.,]{2})[^0-9]*[0-9]")
# A relation, an operator, a percentage, a ratio, a rate, a range, a sign, or brackets around a number.
_JOINED = re.compile(
    r"[=≈≃∼~%×✕⨯@⟶⇒→*·⋅÷+−]|->|[0-9)] ?[xX]\b|[1-9][0-9]*x[0-9]|percent|times|points|pp\b|/ ?[a-zµμ]"
    r"|\b(?:per|plus|minus|divided) |\beach\b|\bfrom [0-9]|[–(] ?-?[0-9]|[ (]-[0-9]|\([a-z.]+ [<>≥≤]? ?[0-9]"
)


def worth_reading(text: str) -> bool:
    """Whether two numbers stand in a text, and anything that could join them."""
    return bool(_TWO_NUMBERS.search(text)) and bool(_JOINED.search(text))
