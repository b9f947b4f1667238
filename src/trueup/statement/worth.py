"""Whether a text can state anything: known before anything else is imported."""

from __future__ import annotations

import re

# What stands between two numbers is more than a point or a comma.
_TWO_NUMBERS = re.compile(r"[0-9](?:[.,]?[^0-9.,]|[.,]{2})[^0-9]*[0-9]")
# A relation, an operator, a percentage, a ratio, a rate, a range, a sign, or brackets around a number.
# One after the other, each beginning with what is rare: that is how they are found fast.
_JOINED = tuple(
    re.compile(pattern)
    for pattern in (
        r"[=≈≃∼~%×✕⨯@⟶⇒→*·⋅÷+−]",
        r"[–(] ?-?[0-9]",
        r"[0-9)] ?[xX]\b",
        r"x(?<=[0-9]x)[0-9]",
        r"->",
        r"/ ?[a-zµμ]",
        *(rf"{word} (?<=\b{word} )" for word in ("per", "plus", "minus", "divided")),
        r"each\b(?<=\beach)",
        r"from [0-9](?<=\bfrom .)",
        r"percent",
        r"times",
        r"points",
        r"pp\b",
        r"-(?<=[ (]-)[0-9]",
        r"\([a-z.]+ [<>≥≤]? ?[0-9]",
    )
)


def worth_reading(text: str) -> bool:
    """Whether two numbers stand in a text, and anything that could join them."""
    return bool(_TWO_NUMBERS.search(text)) and any(joined.search(text) for joined in _JOINED)
