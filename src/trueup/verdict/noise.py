"""Judge a figure by a measured value, by the rule of :mod:`trueup.stats.decide`, and say why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from trueup.quantity.agree import claimed, holds
from trueup.quantity.figure import Figure
from trueup.quantity.value import Quantity
from trueup.quantity.write import write
from trueup.stats.decide import Side, half_width, side, too_fine, verdict
from trueup.verdict.model import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Noisy:
    """:param because: why, in a sentence; empty where the figure is inside"""

    side: Side
    because: str = ""


def floored(value: Quantity, stated: Figure | None) -> Quantity:
    """``value`` with the noise floor that its claim states, where that is above the host's own."""
    if stated is None:
        return value
    return replace(value, noise=max(value.noise or Fraction(0), stated.stated.high or Fraction(0)))


def against_noise(
    figure: Figure, value: Quantity, outcome: Outcome, *, compare: str | None, tolerance: Figure | None
) -> Noisy:
    """Where a measured value lies against what ``figure`` claims.

    :param value: with a noise floor
    :param outcome: of the claim: its repeat, and whether its host is fit
    """
    if outcome.unfit:
        return Noisy(side="between", because=f"the host is unfit to decide: {outcome.unfit}")
    allowed = claimed(figure, value, compare=compare, tolerance=tolerance)
    if allowed is None:
        return Noisy(side="outside")
    floor = value.noise or Fraction(0)
    if holds(figure, value, compare=compare, tolerance=tolerance):
        if not too_fine(allowed, floor):
            return Noisy(side="inside")
        states = float(half_width(allowed) or 0)
        because = f"the figure claims ±{states:.2%}, below the host's noise floor of {float(floor):.2%}"
        return Noisy(side="between", because=because)
    seen = f"measured {write(value)}"
    if side(value.spread, allowed, floor) != "outside":
        return Noisy(side="between", because=f"{seen}: the noise straddles what the figure claims")
    if not outcome.measured:
        return Noisy(side="outside")
    if outcome.repeat is None:
        return Noisy(side="between", because=f"{seen}, but no independent repeat confirms it")
    if verdict(value.spread, outcome.repeat.spread, allowed, floor) != "refuted":
        return Noisy(
            side="between", because=f"{seen}, but an independent repeat gave {write(outcome.repeat)}"
        )
    return Noisy(side="outside")
