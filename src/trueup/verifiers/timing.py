"""Times of benchmarks: the median of an export, and where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.readers.timings import Timing, one_host
from trueup.stats.order import median_interval

_SECONDS = Dimension.of(s=1)


def time_of(timings: Sequence[Timing]) -> Quantity:
    """The median time in seconds.

    Of one run, from its samples; of several, a sample is the median of a run. The spread is the interval that
    the median lies in; without samples it is the median alone.

    :param timings: one for each run
    :raises TrueupError: M636 the runs are of several hosts
    """
    one_host(timings)
    samples = timings[0].samples if len(timings) == 1 else tuple(one.median for one in timings)
    if not samples:
        return Quantity.exact(timings[0].median, _SECONDS)
    interval = median_interval(samples)
    return Quantity(spread=interval, reach=interval, dimension=_SECONDS, noise=Fraction(0))
