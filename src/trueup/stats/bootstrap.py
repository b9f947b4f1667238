"""How much a ratio of two samples could be otherwise: the percentile bootstrap, as criterion.rs does it.

Each arm is drawn again with replacement, independently (Efron & Tibshirani, *An Introduction to the
Bootstrap*, 1993, ch. 16). The draws are the same every time, so the same samples give the same interval.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, median
from typing import Final, Literal

from trueup.quantity.interval import Interval
from trueup.stats.estimate import CONFIDENCE, spread_of

Statistic = Literal["mean", "median"]
RESAMPLES: Final = 5000
_OF: Final[dict[Statistic, Callable[[list[float]], float]]] = {"mean": fmean, "median": median}


def change_interval(
    base: Sequence[float], new: Sequence[float], statistic: Statistic, confidence: float = CONFIDENCE
) -> Interval:
    """The interval of ``statistic(new) / statistic(base) - 1``, rounded outward.

    :param base: positive
    :param confidence: between 0 and 1
    """
    drawn = Random(0)  # noqa: S311  its sequence is promised to stay the same
    of = _OF[statistic]
    changes = sorted(of(_again(new, drawn)) / of(_again(base, drawn)) - 1 for _ in range(RESAMPLES))
    beyond = round(RESAMPLES * (1 - confidence) / 2)
    return spread_of(changes[beyond], changes[-1 - beyond], logarithms=False)


def _again(values: Sequence[float], drawn: Random) -> list[float]:
    count, random = len(values), drawn.random
    return [values[int(random() * count)] for _ in range(count)]
