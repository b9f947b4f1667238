"""From the text of a figure to what it claims."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import NamedTuple

from trueup.quantity.characters import plain
from trueup.quantity.figure import Figure
from trueup.quantity.interval import Interval
from trueup.quantity.numeral import WORDS, Numeral, power_of_ten
from trueup.quantity.spelling import Spelling, spell
from trueup.quantity.units import NONE, Unit

_FIVE_PERCENT = Fraction(1, 20)
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
    if spelling.form == "product":
        return _product(text, spelling)
    if spelling.form == "fraction":
        return _fraction(text, spelling)
    approx, unit = spelling.approx, spelling.units[-1]
    low = high = _read(spelling.numerals[0], spelling.units[0], approx=approx)
    if len(spelling.numerals) > 1:
        high = _read(spelling.numerals[1], unit, approx=approx)
        if low.value > high.value:
            low, high = high, low
    if spelling.form == "plus-minus":
        stated = reach = claims = Interval(-high.value, high.value)
    elif spelling.form == "bound":
        stated = reach = claims = _bounded(spelling, low.value)
        if approx:
            claims = _bounded(spelling, low.value + (-1 if ">" in spelling.relation else 1) * low.margin)
    else:
        stated = Interval(low.value, high.value)
        rounded = low.least is not low.value or high.most is not high.value
        reach = Interval(low.least, high.most) if rounded else stated
        claims = stated.widen(low.margin, high.margin) if approx else reach
    return Figure(
        text=shown(text),
        form=spelling.form,
        claims=claims,
        stated=stated,
        reach=reach,
        dimension=unit.dimension if unit else NONE,
        unit=unit.symbol if unit else "",
        factor=unit.factor if unit else _ONE,
        places=max([numeral.places for numeral in spelling.numerals]),
        approx=approx,
    )


class _Read(NamedTuple):
    """A written number in base units, and the least and the most that it could be as it is rounded."""

    value: Fraction
    least: Fraction
    most: Fraction

    @property
    def margin(self) -> Fraction:
        """How far ``~`` goes from it."""
        return max(self.value - self.least, abs(self.value) * _FIVE_PERCENT)


def _read(numeral: Numeral, unit: Unit | None, *, approx: bool) -> _Read:
    if numeral.given is not None:
        value = numeral.given * unit.factor if unit else numeral.given
        return _Read(value, value, value)
    # Whole numbers of half a last place, so that nothing is computed with fractions.
    half, below = _half(numeral.exponent - numeral.places, unit)
    value = Fraction(2 * numeral.digits * half, below)
    if not approx and numeral.whole and (unit is None or unit.exact):
        return _Read(value, value, value)
    return _Read(
        value,
        Fraction((2 * numeral.digits - 1) * half, below),
        Fraction((2 * numeral.digits + 1) * half, below),
    )


@lru_cache(maxsize=1024)
def _half(power: int, unit: Unit | None) -> tuple[int, int]:
    """Half of a power of ten of a unit, in base units: numerator and denominator."""
    half = power_of_ten(power) * (unit.factor if unit else 1) / 2
    return half.numerator, half.denominator


def _bounded(spelling: Spelling, value: Fraction) -> Interval:
    strict = spelling.relation in ("<", ">")
    if ">" in spelling.relation:
        return Interval(value, None, open_low=strict)
    return Interval(None, value, open_high=strict)


def _product(text: str, spelling: Spelling) -> Figure:
    value = prod((numeral.value for numeral in spelling.numerals), start=_ONE)
    point = Interval.point(value)
    margin = abs(value) * _FIVE_PERCENT if spelling.approx else 0
    return Figure(
        text=shown(text),
        form="product",
        claims=point.widen(margin, margin),
        stated=point,
        reach=point,
        places=max(numeral.places for numeral in spelling.numerals),
        approx=spelling.approx,
    )


def _fraction(text: str, spelling: Spelling) -> Figure:
    part, whole = (int(numeral.value) for numeral in spelling.numerals)
    point = Interval.point(Fraction(part, whole))
    margin = abs(Fraction(part, whole)) * _FIVE_PERCENT if spelling.approx else 0
    unit = spelling.units[-1]
    return Figure(
        text=shown(text),
        form="fraction",
        claims=point.widen(margin, margin),
        stated=point,
        reach=point,
        unit=unit.symbol if unit else "",
        approx=spelling.approx,
        count=None if spelling.approx else (part, whole),
    )
