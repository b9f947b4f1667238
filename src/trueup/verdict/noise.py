"""Judge a figure by a measured value: inside, outside, or within the noise.

The rule is equivalence by interval inclusion (Schuirmann 1987) with a confirmation: a figure is refuted
where the confidence interval lies wholly outside what it claims, widened by the noise floor, and an
independent repeat says the same; anything between is inconclusive.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from trueup.quantity.agree import holds
from trueup.quantity.figure import Figure
from trueup.quantity.interval import Interval
from trueup.quantity.value import Quantity
from trueup.quantity.write import write
from trueup.verdict.model import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Noisy:
    """:param because: why, in a sentence; empty where the figure is inside"""

    side: Literal["inside", "outside", "between"]
    because: str = ""


def against_noise(
    figure: Figure, value: Quantity, outcome: Outcome, *, compare: str | None, tolerance: Figure | None
) -> Noisy:
    """Where a measured value lies against what ``figure`` claims.

    :param value: with a noise floor
    :param outcome: of the claim: its repeat, and whether its host is fit
    """
    if outcome.unfit:
        return Noisy(side="between", because=f"the host is unfit to decide: {outcome.unfit}")
    if holds(figure, value, compare=compare, tolerance=tolerance):
        return _narrower_than_the_noise(figure, value, tolerance) or Noisy(side="inside")
    if meets(figure, value, compare=compare, tolerance=tolerance):
        return Noisy(
            side="between", because=f"measured {write(value)}: the noise straddles what the figure claims"
        )
    if not outcome.measured:
        return Noisy(side="outside")
    if outcome.repeat is None:
        return Noisy(
            side="between", because=f"measured {write(value)}, but no independent repeat confirms it"
        )
    if meets(figure, outcome.repeat, compare=compare, tolerance=tolerance):
        repeat = write(outcome.repeat)
        return Noisy(
            side="between", because=f"measured {write(value)}, but an independent repeat gave {repeat}"
        )
    return Noisy(side="outside")


def meets(figure: Figure, value: Quantity, *, compare: str | None, tolerance: Figure | None) -> bool:
    """Whether the figure, widened by the noise floor, has anything in common with the value's interval."""
    spread, floor = value.spread, value.noise or Fraction(0)
    if spread.low is None or spread.high is None:
        return True
    reach = Interval(_less(spread.low, floor), _more(spread.high, floor))
    middle = Interval.point((spread.low + spread.high) / 2)
    centred = replace(value, spread=middle, reach=reach)  # the slack rule asks just this
    return holds(figure, centred, compare=None if compare == "interval" else compare, tolerance=tolerance)


def _less(end: Fraction, floor: Fraction) -> Fraction:
    return end / (1 + floor) if end > 0 else end * (1 + floor)


def _more(end: Fraction, floor: Fraction) -> Fraction:
    return end * (1 + floor) if end > 0 else end / (1 + floor)


def _narrower_than_the_noise(figure: Figure, value: Quantity, tolerance: Figure | None) -> Noisy | None:
    """A figure that claims less than the noise floor can't be verified by measuring on this host."""
    low, high, floor = figure.claims.low, figure.claims.high, value.noise
    if low is None or high is None or floor is None or tolerance is not None or low + high <= 0:
        return None
    half = (high - low) / (high + low)
    if half >= floor:
        return None
    return Noisy(
        side="between",
        because=f"the figure claims ±{float(half):.2%}, below the host's noise floor of {float(floor):.2%}",
    )
