"""Words by which sentences join what they state."""

from __future__ import annotations

import re

_NOUNS = """
increase decrease reduction rise drop fall growth gain loss improvement regression saving savings speedup
speed-up slowdown slow-down decline jump cut change difference
"""
_LISTED = """
faster slower quicker cheaper dearer more less fewer larger bigger smaller higher lower longer shorter better
worse saved
"""
_CHANGES = frozenset((*_NOUNS.split(), *_LISTED.split()))
_WORD = re.compile(r" *([a-z]+(?:-[a-z]+)?)(?!\w)")
_NEARLY = r"(?:(?:about|only|just|around|roughly|nearly|almost|some|over) )?"


def behind_change(text: str) -> str | None:
    """What follows the word that a text begins with and that says which way it goes; None without one."""
    word = _WORD.match(text)
    return text[word.end() :] if word and word[1] in _CHANGES else None


def is_change(text: str) -> bool:
    """Whether a text begins with a word that says which way a change goes."""
    return behind_change(text) is not None


#: words that are read over before what is stated
FILL = r"(?:(?:an?|or|about|around|roughly|nearly|some|i\.e\.,?|that is,?|which is|is|for|down|up|by) +)*"
_SO = r"(?:(?:so|thus|hence|giving|making|meaning|saving|cutting|which (?:saves|gives|means)) +)?"
#: between the operands and what is said of them
JOIN = rf" *(?:\(|\[|,|;|:|=|—|–|→) *{_SO}{FILL}| +(?:is|makes|gives|by|or) +{FILL}"
#: before what is said: “a rise of 33 %”, “a factor of 15”
CHANGE_OF = (
    # a loss is as often one of accuracy
    rf"(?:(?:further|total|overall|net) )?(?!loss|gain)(?:{'|'.join(_NOUNS.split())}|factor)"
    rf" (?:of|by) {_NEARLY}"
)
#: behind what is stated, where the clause ends there
STOP = r" *(?:$|[).,;:!?\]—])"
