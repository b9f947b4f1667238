"""How much this host differs from itself: the noise floor, from runs with the same code in both arms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from trueup.stats.estimate import RunSamples, estimate

#: What no host is better than.
FLOOR = Fraction(1, 100)
#: Half-width of the A/A interval beyond which a host can decide nothing.
UNFIT = Fraction(5, 100)
_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """
    :param epsilon: relative; a value this far outside what a figure claims may still be noise
    :param why: why the host is unfit to decide, or empty
    """

    epsilon: Fraction
    why: str = ""

    @property
    def fit(self) -> bool:
        return not self.why


def floor(same: Sequence[RunSamples], again: Sequence[RunSamples] = ()) -> Floor:
    """The noise floor from A/A runs: the bias that is certain, and never below :data:`FLOOR`.

    :param same: runs with the same code in both arms; their ratio should be one
    :param again: a second set, taken where the first shows a bias
    """
    spread = estimate(same, _CONFIDENCE).spread
    low, high = spread.low or Fraction(0), spread.high or Fraction(0)
    half = (high - low) / 2
    if half > UNFIT:
        return Floor(epsilon=FLOOR, why=f"the same code in both arms differs by ±{float(half):.1%}")
    bias = max(low - 1, 1 - high, Fraction(0))
    if bias and again:
        second = estimate(again, _CONFIDENCE).spread
        low, high = second.low or Fraction(0), second.high or Fraction(0)
        if not low <= 1 <= high:
            return Floor(
                epsilon=max(FLOOR, bias),
                why=f"the same code in both arms differs by {float(bias):.1%}, twice",
            )
    return Floor(epsilon=max(FLOOR, bias))
