"""The rule by which measured runs decide on what is claimed; exact, and without scipy.

Equivalence by interval inclusion (Schuirmann, J. Pharmacokinet. Biopharm. 1987): *verified* where the
confidence interval lies inside what is claimed. *Refuted* where it lies wholly outside, by more than the
noise floor, and an independent repeat lies outside on the same side. Else *inconclusive*: more runs are
taken, up to the last of :data:`LOOKS`.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Literal

from trueup.quantity.interval import Interval

#: Numbers of runs after which the interval is looked at; fewer than five give it no meaning.
LOOKS = (7, 14, 21)

Side = Literal["inside", "outside", "between"]
Verdict = Literal["verified", "refuted", "inconclusive"]


def side(spread: Interval, claimed: Interval, epsilon: Fraction) -> Side:
    """Where a confidence interval lies: inside what is claimed, outside by more than the noise, or between.

    :param claimed: in the unit of ``spread``
    :param epsilon: the noise floor, relative
    """
    if claimed.contains(spread):
        return "inside"
    return "between" if widened(claimed, epsilon).meets(spread) else "outside"


def verdict(first: Interval, repeat: Interval | None, claimed: Interval, epsilon: Fraction) -> Verdict:
    """What the runs and, where they lie outside, their independent repeat decide.

    :param repeat: None where there was none; nothing is refuted without
    """
    position = side(first, claimed, epsilon)
    if position == "inside":
        return "verified"
    if position == "between" or repeat is None or side(repeat, claimed, epsilon) != "outside":
        return "inconclusive"
    return "refuted" if _above(first, claimed) == _above(repeat, claimed) else "inconclusive"


def further(runs: int, sides: Collection[Side]) -> int:
    """How many runs are still to be taken before there is nothing more to learn from them; 0: none.

    :param runs: those that were taken
    :param sides: where their interval lies against each figure that states the claim; empty where none does
    """
    if runs and "between" not in sides:
        return 0
    return next((look - runs for look in LOOKS if look > runs), 0)


def widened(claimed: Interval, epsilon: Fraction) -> Interval:
    """``claimed``, each end moved outward by the factor ``1 + epsilon``; an end at zero stays."""
    factor = 1 + epsilon
    low, high = claimed.low, claimed.high
    return Interval(
        None if low is None else low / factor if low > 0 else low * factor,
        None if high is None else high * factor if high > 0 else high / factor,
        claimed.open_low,
        claimed.open_high,
    )


def too_fine(claimed: Interval, epsilon: Fraction) -> bool:
    """Whether less is claimed than the noise floor, so that no measurement on this host can verify it."""
    half = half_width(claimed)
    return half is not None and half < epsilon


def half_width(claimed: Interval) -> Fraction | None:
    """Half the width over the middle; None where an end is missing or the middle is not positive."""
    if claimed.low is None or claimed.high is None or claimed.low + claimed.high <= 0:
        return None
    return (claimed.high - claimed.low) / (claimed.high + claimed.low)


def _above(outside: Interval, claimed: Interval) -> bool:
    """On which side an interval lies that has nothing in common with ``claimed``."""
    return claimed.high is not None and outside.low is not None and outside.low >= claimed.high
