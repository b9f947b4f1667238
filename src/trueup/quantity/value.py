"""What a claim's computation gives: a quantity with its two uncertainties, a name, or a truth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from trueup.quantity.interval import Interval
from trueup.quantity.units import NONE, Dimension


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number in base units (B, s, FLOP and their products) with spread and slack.

    :param spread: the value itself, or the interval in which it was seen (a range, a confidence
        interval); a figure must contain it
    :param reach: ``spread`` widened by what rounded operands could have been (the slack); equal to
        ``spread`` where all operands are exact
    :param dimension: exponents of the base units
    :param count: ``(n, m)`` where the value is a count of N of M
    :param noise: the noise floor, relative, where the spread is a confidence interval of measurements;
        None where the spread is stated or exact
    """

    spread: Interval
    reach: Interval
    dimension: Dimension = NONE
    count: tuple[int, int] | None = None
    noise: Fraction | None = None

    @classmethod
    def exact(cls, value: Fraction | int, dimension: Dimension = NONE) -> Quantity:
        point = Interval.point(value)
        return cls(spread=point, reach=point, dimension=dimension)


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """One name, or several (the consumers of a tensor): operators, tensors, types, shapes."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The outcome of a comparison; ``None`` where the operands straddle the flip point."""

    value: bool | None


Value: TypeAlias = Quantity | Name | Truth
