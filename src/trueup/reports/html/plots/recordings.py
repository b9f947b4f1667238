"""What else was recorded of an operand: on other hosts, and before the result that counts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from trueup.quantity.codes import FigureError
from trueup.quantity.units import read_unit
from trueup.reports.html.recorded_claim import RecordedClaim

#: So many are shown, the newest first.
_MOST = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """One recorded result, in base units.

    :param value: as it is shown
    """

    host: str
    date: str
    value: str
    low: Fraction
    high: Fraction

    @property
    def centre(self) -> Fraction:
        """Half-way between its ends."""
        return (self.low + self.high) / 2


def recordings(claim: RecordedClaim) -> tuple[Recording, ...]:
    """The results of a claim beside the one that counts, the newest first."""
    return tuple(_found(claim))[:_MOST]


def _found(claim: RecordedClaim) -> Iterator[Recording]:
    if claim.evidence is None:
        return
    unit = claim.evidence.unit
    try:
        factor = read_unit(unit).factor if unit else Fraction(1)
    except FigureError:
        return
    for one in claim.evidence.entries:
        if one.counts or one.low is None or one.high is None:
            continue
        if math.isfinite(one.low) and math.isfinite(one.high) and one.low <= one.high:
            yield Recording(
                host=one.host,
                date=one.date,
                value=one.value,
                low=Fraction(one.low) * factor,
                high=Fraction(one.high) * factor,
            )
