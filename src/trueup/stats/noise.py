"""How much a host differs from itself: the noise floor, from runs with the same code in both arms.

Two arms of the same code differ by what the method itself adds: order, placement, a clock that rises. What
of it is certain can't be told from an effect (A/A runs; criterion.rs has such a threshold, of 1 %).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from trueup.quantity.interval import Interval
from trueup.stats.errors import SampleError
from trueup.stats.estimate import estimate
from trueup.stats.samples import RunSamples

#: What no host is better than.
FLOOR = Fraction(1, 100)
#: Half-width of the A/A interval beyond which a host can decide nothing.
UNFIT = Fraction(5, 100)
#: Of the A/A interval: one host in twenty without any bias seems to have one, and is asked again.
CONFIDENCE = 0.95
ONE = Interval.point(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """What A/A runs say of a host.

    :param epsilon: relative; a value this far outside what a figure claims may still be noise
    :param biased: the arms certainly differ, by however little; seen twice, the host is unfit
    :param why: why the host is unfit to decide, or empty
    """

    epsilon: Fraction
    biased: bool = False
    why: str = ""

    @property
    def fit(self) -> bool:
        return not self.why


def floor(same: Sequence[RunSamples], again: Sequence[RunSamples] = ()) -> Floor:
    """The noise floor from A/A runs: the bias that is certain, and never below :data:`FLOOR`.

    :param same: runs with the same code in both arms; their ratio should be one
    :param again: a second set, taken where the first is biased
    :raises SampleError: runs that are no ratios, or have no value
    :raises MissingScipyError: scipy is not installed, and the runs differ
    """
    spreads = [_spread(runs) for runs in (same, again) if runs]
    biases = [_bias(spread) for spread in spreads]
    epsilon = max(FLOOR, *biases)
    for spread in spreads:
        half = _half_width(spread)
        if half is None or half > UNFIT:
            by = "by any amount" if half is None else f"by ±{float(half):.1%}"
            return Floor(epsilon=epsilon, biased=all(biases), why=f"the same code in both arms differs {by}")
    if len(biases) == 2 and all(biases):
        why = f"the same code in both arms differs by {float(min(biases)):.2%}, twice"
        return Floor(epsilon=epsilon, biased=True, why=why)
    return Floor(epsilon=epsilon, biased=all(biases))


def _spread(runs: Sequence[RunSamples]) -> Interval:
    if any(run.against is None for run in runs):
        raise SampleError("the same code in both arms was asked for, and there is one arm")
    return estimate(runs, CONFIDENCE).spread


def _bias(spread: Interval) -> Fraction:
    """How far from one the nearest end lies, as a factor less one; 0 where one is inside."""
    if spread.contains(ONE):
        return Fraction(0)
    if spread.low is not None and spread.low > 1:
        return spread.low - 1
    return 1 / spread.high - 1 if spread.high and spread.high > 0 else Fraction(1)


def _half_width(spread: Interval) -> Fraction | None:
    return None if spread.low is None or spread.high is None else (spread.high - spread.low) / 2
