"""A figure: the text a reader sees, and the interval it claims."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from trueup.quantity.ends import Ends
from trueup.quantity.interval import Interval
from trueup.quantity.units import NONE, Dimension

Form = Literal["number", "range", "bound", "plus-minus", "fraction", "product", "power", "word", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure as written.

    :param text: as the reader sees it
    :param form: how it is written; ``text`` is a name or a decision word, which claims no number
    :param ends: its intervals in base units
    :param dimension: exponents of the base units
    :param unit: the unit's text as written (``MiB``, ``GB/s``, ``%``, ``×``), or empty
    :param factor: size of that unit in base units
    :param places: decimal places written (of the finer end of a range); negative never
    :param approx: written with ``~``, ``≈``, ``about`` …
    :param count: ``(n, m)`` of ``15 of 15``, ``867/867 keys``
    """

    text: str
    form: Form
    ends: Ends = field(default_factory=lambda: Ends(None))
    dimension: Dimension = NONE
    unit: str = ""
    factor: Fraction = Fraction(1)
    places: int = 0
    approx: bool = False
    count: tuple[int, int] | None = None

    @property
    def claims(self) -> Interval:
        """The interval it claims, rounding and ``~`` included."""
        return self.ends.intervals.claims

    @property
    def stated(self) -> Interval:
        """The interval between the written ends, with no rounding.

        What it stands for as the value of a reported claim.
        """
        return self.ends.intervals.stated

    @property
    def reach(self) -> Interval:
        """``stated`` widened by half a unit in the last written place where the number is rounded.

        What it could be as an operand; ``~`` adds nothing here.
        """
        return self.ends.intervals.reach
