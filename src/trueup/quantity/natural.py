"""The unit in which a value is best written."""

from __future__ import annotations

from fractions import Fraction

from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension, Unit, named

_LADDERS = {
    "B": ("B", "kB", "MB", "GB", "TB", "PB"),
    "FLOP": ("FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP"),
    "s": ("ps", "ns", "µs", "ms", "s"),
}


def natural_unit(dimension: Dimension, size: Fraction) -> Unit | None:
    """The unit of a dimension that leaves one to three digits before the point; None where it has none.

    :param size: in base units
    """
    above, below = dimension.sides
    if len(above) > 1 or not (above or below):
        return None
    ladder = [named(head, below) for head in _LADDERS.get("".join(above), above or ("",))]
    fitting = [unit for unit in ladder if unit.factor <= abs(size)]
    return fitting[-1] if fitting else ladder[0]


def magnitude(interval: Interval) -> Fraction:
    """The size of the end that is further from zero; zero where both are unbounded."""
    return max((abs(end) for end in (interval.low, interval.high) if end is not None), default=Fraction(0))
