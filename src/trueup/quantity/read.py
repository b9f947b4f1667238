"""From the text of a figure to what it claims."""

from __future__ import annotations

import re
from fractions import Fraction

from trueup.quantity.characters import plain
from trueup.quantity.ends import Ends
from trueup.quantity.figure import Figure
from trueup.quantity.numeral import WORDS
from trueup.quantity.spelling import Spelling, spell
from trueup.quantity.units import NONE

_ONE = Fraction(1)
_LINE_END = re.compile(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")
_NUMERIC = re.compile(
    r"[\s*_`]*(?:(?:(?:max|min|mean|median|best|worst)(?:-abs|-rel)?|about|around|roughly|approximately"
    r"|at least|at most|up to|under|over|more than|less than) +|[~≥≤<>±=] *)*"
    r"(?:[+\-−]?\.?\d|$|[+\-−]?(?:nan|inf|infinity|∞)$|(?:" + "|".join(WORDS) + r")(?![\w-]))",
    re.IGNORECASE,
)
_NAME = re.compile(r"\d+B?(?:-[A-Za-z].*)?$|\d+(?:[x×]\d+)+$|\d+/[A-Za-z]\w*$|0x[0-9a-fA-F]+$")


def read_figure(text: str) -> Figure:
    """The figure that ``text`` is, all of it; raises :class:`FigureError` where that isn't certain."""
    return figure_of(text, spell(text))


def read_word(text: str) -> Figure:
    """A name or a decision word as a figure, which claims no number."""
    return Figure(text=shown(text), form="text")


def looks_numeric(text: str) -> bool:
    """Whether a text is meant as a number, rightly written or not, rather than as a name or a word.

    ``1,5`` and ``nan`` are; ``MatMulNBits``, ``4-bit``, ``4096x11008`` and ``1/N`` are not.
    """
    line = plain(text[:400]).strip()
    name = _NAME.match(line)
    return bool(_NUMERIC.match(line)) and not (name and not line.isdecimal())


def shown(text: str) -> str:
    """``text`` as a reader sees it: without blanks around it, a line end inside being a blank."""
    text = text.strip()
    return text if text.isprintable() else _LINE_END.sub(" ", text)


def figure_of(text: str, spelling: Spelling) -> Figure:
    """The figure that a spelling found in ``text`` makes."""
    unit = spelling.units[-1]
    count = None
    if spelling.form == "fraction" and not spelling.approx:
        part, whole = spelling.numerals
        count = (int(part.value), int(whole.value))
    counted = spelling.form == "fraction"
    return Figure(
        text=shown(text),
        form=spelling.form,
        ends=Ends(spelling),
        dimension=unit.dimension if unit and not counted else NONE,
        unit=unit.symbol if unit else "",
        factor=unit.factor if unit and not counted else _ONE,
        places=0 if counted else max([numeral.places for numeral in spelling.numerals]),
        approx=spelling.approx,
        count=count,
    )
