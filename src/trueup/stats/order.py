"""Where the median of a distribution lies, by the order of a sample alone: nothing is assumed of its shape.

Each value lies below the median as often as above it, so how many do is binomial (Thompson, *On confidence
ranges for the median*, Ann. Math. Statist. 1936).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from trueup.quantity.interval import Interval
from trueup.stats.errors import SampleError
from trueup.stats.estimate import CONFIDENCE

#: Up to so many values the binomial is summed; beyond, the normal distribution tells no other value.
_SUMMED = 1000


def median_interval(values: Sequence[Fraction], confidence: float = CONFIDENCE) -> Interval:
    """The interval between two of the values that holds the median so often; all of them where they are few.

    :param confidence: between 0 and 1
    :raises SampleError: there are none
    """
    if not values:
        raise SampleError("an interval takes one value at least")
    ordered = sorted(values)
    outside = _outside(len(ordered), confidence)
    return Interval(ordered[outside], ordered[-1 - outside])


def _outside(count: int, confidence: float) -> int:
    """How many values may be left out at either end."""
    if count > _SUMMED:
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * sqrt(count) / 2
        return int(count / 2 - reach) - 1
    allowed = (1 - confidence) / 2 * 2**count
    ways, below, outside = 1, 1, 0  # the ways in which at most so many values lie below the median
    while below <= allowed:
        outside += 1
        ways = ways * (count - outside + 1) // outside
        below += ways
    return max(outside - 1, 0)
