"""Words by which sentences join what they state."""

from __future__ import annotations

import re

_LISTED = """
faster slower quicker cheaper dearer more less fewer larger bigger smaller higher lower longer shorter better
worse increase decrease reduction rise drop fall growth gain loss improvement regression saving savings saved
speedup speed-up slowdown slow-down decline jump cut change difference
"""
_CHANGES = frozenset(_LISTED.split())
_WORD = re.compile(r" *([a-z]+(?:-[a-z]+)?)(?!\w)")


def is_change(text: str) -> bool:
    """Whether a text begins with a word that says which way a change goes."""
    word = _WORD.match(text)
    return word is not None and word[1] in _CHANGES


#: words that are read over before what is stated
FILL = r"(?:(?:an?|or|about|around|roughly|nearly|some|i\.e\.,?|that is,?|which is|is|for|down|up|by) +)*"
#: between the operands and what is said of them
JOIN = rf" *(?:\(|,|;|:|=|—|–|→) *(?:so +)?{FILL}| +(?:is|makes|gives|by|or) +{FILL}"
#: behind what is stated, where the clause ends there
STOP = r" *(?:$|[).,;:!?\]—])"
