"""The characters of figures, told apart from their look-alikes."""

from __future__ import annotations

import re

_BLANKS = "\t\n\v\f\r\x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
_BLANKS += "\u2028\u2029\u202f\u205f\u3000"
_LOOKALIKES = {
    **dict.fromkeys(_BLANKS, " "),
    "\u03bc": "µ",  # Greek mu; the micro sign is U+00B5
    "≈": "~",
    "≃": "~",
    "∼": "~",
    "✕": "×",
    "⨯": "×",
    "⩾": "≥",
    "⩽": "≤",
    "\u2010": "-",
    "\u2011": "-",
    "\u2012": "–",
}
_PLAIN = str.maketrans(_LOOKALIKES)
_ANY = re.compile(f"[{''.join(_LOOKALIKES)}]")


def plain(text: str) -> str:
    """``text`` with look-alikes made one, character by character, so that offsets stay.

    Every blank and line end becomes a space. The minus sign U+2212 stays: between two numbers it is
    a difference, where a hyphen or a dash is a range.
    """
    return text.translate(_PLAIN) if _ANY.search(text) else text
