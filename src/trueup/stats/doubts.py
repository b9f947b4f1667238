"""What makes one doubt the samples of a measurement; only shown: nothing is dropped, nothing is decided.

Outliers by Tukey's outer fences (*Exploratory Data Analysis*, 1977) within a run; runs apart by the median
absolute deviation (Iglewicz & Hoaglin, *How to Detect and Handle Outliers*, 1993); drift, which tells that a
host got warmer, slower or busier while it measured.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from trueup.stats.errors import SampleError
from trueup.stats.samples import RunSamples

#: Quartile ranges beyond a quartile.
_FENCE = 3
#: Median absolute deviations; 1.4826 of them are a standard deviation of what is normally distributed.
_APART = 3.5 * 1.4826


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubts:
    """
    :param runs: how many there are
    :param outliers: iterations far from the others of their run, of both arms
    :param apart: runs far from the others
    :param drift: whole percents by which the second half of the runs lies above the first; 0 where a value is
        not positive
    """

    runs: int
    outliers: int = 0
    apart: int = 0
    drift: int = 0

    def __str__(self) -> str:
        parts = [_count(self.runs, "run")]
        if self.outliers:
            parts.append(f"{_count(self.outliers, 'outlying iteration')} kept (Tukey)")
        if self.apart:
            parts.append(f"{_count(self.apart, 'run')} far from the others kept (MAD)")
        if self.drift:
            parts.append(f"drift {self.drift:+} % from the first to the second half")
        return ", ".join(parts)


def doubts(runs: Sequence[RunSamples]) -> Doubts:
    """What there is to doubt in the runs of one measurement, in the order in which they were taken."""
    outliers = sum(_outliers(run.values) + _outliers(run.against or ()) for run in runs)
    try:
        values = [run.value for run in runs]
    except SampleError:  # nothing that was measured; evidence can be written by hand
        return Doubts(runs=len(runs), outliers=outliers)
    return Doubts(runs=len(runs), outliers=outliers, apart=_apart(values), drift=_drift(values))


def _outliers(values: Sequence[float]) -> int:
    if len(values) < 4:
        return 0
    ordered = sorted(values)
    half = len(ordered) // 2
    low, high = median(ordered[:half]), median(ordered[-half:])
    reach = _FENCE * (high - low)
    return sum(not low - reach <= value <= high + reach for value in ordered)


def _apart(values: Sequence[float]) -> int:
    if len(values) < 4:
        return 0
    middle = median(values)
    distances = [abs(value - middle) for value in values]
    reach = _APART * median(distances)
    return sum(distance > reach for distance in distances)


def _drift(values: Sequence[float]) -> int:
    half = len(values) // 2
    if not half or min(values) <= 0:
        return 0
    percents = (median(values[-half:]) / median(values[:half]) - 1) * 100
    return round(percents) if math.isfinite(percents) else 0


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
