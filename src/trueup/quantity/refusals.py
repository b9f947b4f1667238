"""Why a text isn't one figure."""

from __future__ import annotations

import re

from trueup.quantity.codes import FigureError

TAG_ALONE = "tag the figure alone"
_TAG_EACH = "tag each figure by itself"
_REST = (
    (r"→|->|=>|⟶|⇒", "a change from one figure to another is two figures", _TAG_EACH),
    (r"=", "an equation is made of several figures", _TAG_EACH),
    (r"~", "two figures stand here, said to be about the same", _TAG_EACH),
    (r"±|\+/-", "a value with its error is not read", "write it as a range, such as 4.8–5.2 ms"),
    (r"\+", "a sum is not a figure", "put the formula into the ledger, or into the link's title"),
    (
        r"−|- ",
        "a difference is not a figure; it could also be a range",
        "write a range with an en dash: 3–5 ms",
    ),
    (r"[*×] ?[0-9.]", "a product of quantities is not one figure", "put the formula into the ledger"),
    (r"[/,;] ?[+\-−]?[0-9.]|and ", "several figures stand here", _TAG_EACH),
    (r"-[0-9]", "it could be a date or a name", None),
    (r"-[A-Za-z]", "it is a name, not a figure", None),
    (r"[x×] ?[0-9.]", "it could be a shape", "write a product with blanks: 4096 × 11008"),
    (r"\.?[0-9]", "two numbers stand here", "separate thousands by commas, or tag each figure by itself"),
    (r"\(", "text follows the figure", TAG_ALONE),
)
_COMPILED = tuple((re.compile(pattern), message, hint) for pattern, message, hint in _REST)


def refuse_rest(line: str, place: int, end: int) -> None:
    """Raise the reason why a figure can't be followed by what stands at ``place``."""
    start = place + (line[place : place + 1] == " ")
    for pattern, message, hint in _COMPILED:
        if pattern.match(line, start, end):
            raise FigureError("Q301", message, hint=hint, offset=start)
    rest = line[start : min(end, start + 40)]
    raise FigureError("Q301", f"“{rest}” follows the figure", hint=TAG_ALONE, offset=start)


def refuse_start(line: str, start: int, place: int, end: int) -> None:
    """Raise the reason why no number begins at ``place`` of a figure that begins at ``start``."""
    rest = line[place:end]
    if not re.search(r"\w", rest):
        what = f"“{line[start:end][:40]}” alone" if line[start:end] else "an empty figure"
        raise FigureError(
            "Q303", f"{what} is no number", hint="write the number, or leave the tag out", offset=start
        )
    if any(character.isdecimal() and not character.isascii() for character in rest):
        raise FigureError(
            "Q301", "only the digits 0 to 9 are read", hint="write it in the digits 0 to 9", offset=place
        )
    raise FigureError("Q301", f"“{rest[:40]}” does not begin with a number", hint=TAG_ALONE, offset=place)
