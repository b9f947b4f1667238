"""What the runs of a measurement say: an interval for the middle run.

The replicate is the run, never the iteration (Kalibera & Jones, ISMM 2013): a run's value is the median of
its iterations, or the ratio of the medians of its two arms. The interval is Student's t over the logarithms
of the runs' values, which for a ratio of interleaved arms cancels what both arms share.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean, median, stdev

from trueup.quantity.interval import Interval

CONFIDENCE = 0.99
#: Numbers of runs after which the figures are looked at; five is where the method itself gives out.
LOOKS = (7, 14, 21)
_DIGITS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSamples:
    """The iterations of one run, and those of the other arm where it is a ratio."""

    values: tuple[float, ...]
    against: tuple[float, ...] | None = None

    @property
    def value(self) -> float:
        """The median of the iterations; of a ratio, over the median of the other arm."""
        middle = median(self.values)
        return middle if self.against is None else middle / median(self.against)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """
    :param spread: the confidence interval, in the unit of the samples, rounded outward
    :param outliers: iterations beyond Tukey's outer fences (three quartile ranges); counted, never dropped
    :param drift: the second half of the runs over the first, where values are positive
    """

    spread: Interval
    runs: int
    outliers: int
    drift: float | None


def estimate(runs: Sequence[RunSamples], confidence: float = CONFIDENCE) -> Estimate:
    """The confidence interval of the middle run.

    :param runs: two at least
    :raises ModuleNotFoundError: scipy is not installed
    """
    values = [run.value for run in runs]
    positive = min(values) > 0
    if min(values) == max(values):
        low = high = values[0]
    else:
        scale = [math.log(value) for value in values] if positive else values
        low, high = t_interval(fmean(scale), stdev(scale), len(scale), confidence)
        if positive:
            low, high = math.exp(low), math.exp(high)
    return Estimate(
        spread=Interval(_rounded(low, math.floor), _rounded(high, math.ceil)),
        runs=len(runs),
        outliers=sum(map(_outliers, runs)),
        drift=_drift(values) if positive else None,
    )


def t_interval(mean: float, deviation: float, count: int, confidence: float) -> tuple[float, float]:
    """Student's interval for the mean of ``count`` independent values (Student 1908)."""
    from scipy.special import stdtrit  # noqa: PLC0415  only measuring pays for it

    half = float(stdtrit(count - 1, (1 + confidence) / 2)) * deviation / math.sqrt(count)
    return mean - half, mean + half


def _rounded(end: float, towards: object) -> Fraction:
    """A rational with few digits, on the outer side of ``end``; a short number stays what it is."""
    exact = Fraction(repr(end))
    if not end:
        return exact
    place = Fraction(10) ** (_DIGITS - 1 - math.floor(math.log10(abs(end))))
    scaled = exact * place
    whole = math.floor(scaled) if towards is math.floor else math.ceil(scaled)
    return Fraction(whole) / place


def _outliers(run: RunSamples) -> int:
    ordered = sorted(run.values)
    if len(ordered) < 4:
        return 0
    half = len(ordered) // 2
    low, high = median(ordered[:half]), median(ordered[-half:])
    reach = 3 * (high - low)
    return sum(not low - reach <= value <= high + reach for value in ordered)


def _drift(values: Sequence[float]) -> float:
    half = len(values) // 2
    return fmean(values[-half:]) / fmean(values[:half])
