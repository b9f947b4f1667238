"""What became of a figure that was changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from trueup.diagnostics import Location

#: ``spreads``: other figures are refuted besides, which no change of this one should do.
Result = Literal["bites", "accepts", "spreads", "can't"]
RESULTS: tuple[Result, ...] = ("bites", "accepts", "spreads", "can't")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bite:
    """What became of one figure.

    :param changed: the text it was changed to, or None
    :param also: places of figures that its change refutes besides
    """

    claim: str
    at: Location
    figure: str
    result: Result
    changed: str | None = None
    why: str = ""
    also: tuple[Location, ...] = ()
