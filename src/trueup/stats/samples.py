"""The samples of one run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from trueup.stats.errors import SampleError


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSamples:
    """The iterations of one run, and those of the other arm where it is a ratio."""

    values: tuple[float, ...]
    against: tuple[float, ...] | None = None

    @property
    def value(self) -> float:
        """The median of the iterations; of a ratio, over the median of the other arm.

        :raises SampleError: there are none, the other arm's median is zero, or the number is not finite
        """
        found = _median(self.values)
        if self.against is not None:
            other = _median(self.against)
            if not other:
                raise SampleError("the other arm's median is zero, so there is no ratio")
            found /= other
        if not math.isfinite(found):
            raise SampleError(f"a run's value is {found}")
        return found


def _median(values: Sequence[float]) -> float:
    if not values:
        raise SampleError("a run without samples")
    return median(values)
