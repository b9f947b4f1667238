"""A figure: the text a reader sees, and the interval it claims."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from trueup.quantity.interval import ANYTHING, Interval
from trueup.quantity.units import NONE, Dimension

Form = Literal["number", "range", "bound", "plus-minus", "fraction", "product", "power", "word", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure as written.

    :param text: as the reader sees it
    :param form: how it is written; ``text`` is a name or a decision word, which claims no number
    :param claims: the interval it claims, in base units, rounding and ``~`` included
    :param stated: the interval between the written ends, in base units, with no rounding
        (what it stands for as the value of a reported claim)
    :param reach: ``stated`` widened by half a unit in the last written place where the number is
        rounded (what it could be as an operand); ``~`` adds nothing here
    :param dimension: exponents of the base units
    :param unit: the unit's text as written (``MiB``, ``GB/s``, ``%``, ``×``), or empty
    :param factor: size of that unit in base units
    :param places: decimal places written (of the finer end of a range); negative never
    :param approx: written with ``~``, ``≈``, ``about`` …
    :param count: ``(n, m)`` of ``15 of 15``, ``867/867 keys``
    """

    text: str
    form: Form
    claims: Interval = ANYTHING
    stated: Interval = ANYTHING
    reach: Interval = ANYTHING
    dimension: Dimension = NONE
    unit: str = ""
    factor: Fraction = Fraction(1)
    places: int = 0
    approx: bool = False
    count: tuple[int, int] | None = None
