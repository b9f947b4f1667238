"""What the runs of a measurement say: an interval for the middle run.

The replicate is the run, never the iteration (Kalibera & Jones, *Rigorous Benchmarking in Reasonable Time*,
ISMM 2013): iterations of one process share its memory layout and its luck. Of a run only its median counts
(Chen & Revels, *Robust benchmarking in noisy environments*, HPEC 2016: times are skewed, means follow the
spikes), or the ratio of the medians of its two arms. The interval is Student's t (*The probable error of a
mean*, Biometrika 1908) over the logarithms of the runs' values: what multiplies both arms cancels in it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean, stdev
from typing import TYPE_CHECKING, TypeVar

from trueup.quantity.interval import Interval
from trueup.stats.errors import MissingScipyError, SampleError
from trueup.stats.samples import RunSamples

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: A number, or many side by side.
Numbers = TypeVar("Numbers", float, "NDArray[np.float64]")

CONFIDENCE = 0.99
#: Significant digits of the ends of an interval.
DIGITS = 6
#: Relative; more than what the logarithm, the exponential and the sums can have lost.
_LOST = Fraction(1, 10**12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What is known after some runs, in the unit of the samples.

    :param spread: the confidence interval, rounded outward; without an end that no float can hold
    :param centre: its middle on the scale on which it was computed, rounded to the nearest
    """

    spread: Interval
    centre: Fraction
    runs: int


def estimate(runs: Sequence[RunSamples], confidence: float = CONFIDENCE) -> Estimate:
    """The confidence interval of the middle run.

    Over logarithms, where all runs are positive; else over the values. Runs that all say the same give
    a point.

    :param runs: two at least
    :param confidence: between 0 and 1
    :raises SampleError: too few runs, or one without a value
    :raises MissingScipyError: scipy is not installed, and the runs differ
    """
    if len(runs) < 2:
        raise SampleError("an interval takes two runs at least")
    if len({run.against is None for run in runs}) > 1:
        raise SampleError("some runs are ratios, others are not")
    values = [run.value for run in runs]
    positive = min(values) > 0
    if min(values) == max(values):
        centre = Fraction(repr(values[0]))
        spread = Interval.point(centre)
    else:
        scale = [math.log(value) for value in values] if positive else values
        try:
            middle, deviation = fmean(scale), stdev(scale)
        except OverflowError:
            raise SampleError("the runs differ by more than a float can hold") from None
        spread = spread_of(*t_interval(middle, deviation, len(scale), confidence), logarithms=positive)
        centre = _rounded(math.exp(middle) if positive else middle, round)
    return Estimate(spread=spread, centre=centre, runs=len(runs))


def t_interval(mean: Numbers, deviation: Numbers, count: int, confidence: float) -> tuple[Numbers, Numbers]:
    """Student's interval for the mean of ``count`` independent values.

    :param mean: of a sample, or of many side by side
    :param deviation: the sample's standard deviation (n - 1)
    :raises MissingScipyError: scipy is not installed
    """
    half = quantile(count - 1, confidence) / math.sqrt(count) * deviation
    return mean - half, mean + half


def quantile(freedom: int, confidence: float) -> float:
    """How many standard errors the interval reaches either way.

    :param freedom: degrees of freedom of Student's t
    :raises MissingScipyError: scipy is not installed
    """
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence of {confidence}")
    need_scipy()
    from scipy.special import stdtrit  # noqa: PLC0415  only measuring pays for it

    return float(stdtrit(freedom, (1 + confidence) / 2))


def need_scipy() -> None:
    """Say before anything is measured that the quantiles are there.

    :raises MissingScipyError: scipy is not installed
    """
    try:
        import scipy.special  # noqa: F401, PLC0415  only measuring pays for it
    except ImportError as error:
        raise MissingScipyError(error) from error


def spread_of(low: float, high: float, *, logarithms: bool) -> Interval:
    """The exact interval for two ends in floats, rounded outward to :data:`DIGITS` digits.

    :param logarithms: the ends are logarithms
    """
    if logarithms:
        low, high = _exponential(low), _exponential(high)
    return Interval(
        _rounded(low, math.floor) if math.isfinite(low) else None,
        _rounded(high, math.ceil) if math.isfinite(high) else None,
    )


def _exponential(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf


def _rounded(end: float, towards: object) -> Fraction:
    """A rational with few digits: the next on the outer side of ``end`` and of what it may have lost."""
    exact = Fraction(end)
    if towards is not round:
        exact += abs(exact) * _LOST * (1 if towards is math.ceil else -1)
    if not exact:
        return exact
    place = Fraction(10) ** (DIGITS - 1 - math.floor(math.log10(abs(end))))
    scaled = exact * place
    if towards is round:
        whole = round(scaled)
    else:
        whole = math.ceil(scaled) if towards is math.ceil else math.floor(scaled)
    return Fraction(whole) / place
