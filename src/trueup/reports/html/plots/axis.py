"""The scale of a plot: from exact values in base units to places in a unit that people read."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from trueup.quantity.natural import natural_unit
from trueup.quantity.units import Dimension
from trueup.reports.html.plots.extent import Extent

#: A scale whose values lie further apart than this is logarithmic, if none is zero or less.
_WIDE = 8
_DECADE = (1, 2, 5)
_MOST_TICKS = 6
_LARGEST = 1e200

#: A low end, a middle and a high end, in the unit of an axis.
Span = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """An axis in one unit, with its ticks as ``(place, label)``.

    :param factor: base units in one of the axis'
    """

    unit: str
    factor: Fraction
    low: float
    high: float
    log: bool
    ticks: tuple[tuple[float, str], ...]

    def place(self, value: Fraction) -> float:
        """Where on the axis a value in base units lies."""
        return float(value / self.factor)

    def span(self, value: Extent) -> Span:
        """Where a value lies: its low end, middle and high end."""
        return self.place(value.low), self.place(value.centre), self.place(value.high)

    def share(self, place: float) -> float:
        """How far along the axis a place lies: 0 is its low end, 1 its high end."""
        if self.log:
            return math.log(place / self.low) / math.log(self.high / self.low)
        return (place - self.low) / (self.high - self.low)


def scale(values: Iterable[Fraction], dimension: Dimension, *, margin: float = 0.25) -> Scale | None:
    """A scale on which all the values have room; None where a float can't hold them.

    :param values: at least one, in base units
    :param margin: room on either side, as a share of their span
    """
    known = list(values)
    unit = natural_unit(dimension, _typical(known))
    factor = unit.factor if unit else Fraction(1)
    try:
        low, high = float(min(known) / factor), float(max(known) / factor)
    except OverflowError:
        return None
    if max(abs(low), abs(high)) > _LARGEST or (low > 0 and low < 1 / _LARGEST):
        return None
    log = low > 0 and high / low > _WIDE
    if log:
        room = max((high / low) ** margin, 1.2)
        first, last = low / room, high * room
    else:
        span = (high - low) or abs(high) or 1.0
        first, last = low - margin * span, high + margin * span
        if low > 0:
            first = max(first, low / 2)
    return Scale(
        unit=unit.symbol if unit else _symbol(dimension),
        factor=factor,
        low=first,
        high=last,
        log=log,
        ticks=tuple((place, _label(place)) for place in (_decades if log else _steps)(first, last)),
    )


def _typical(values: list[Fraction]) -> Fraction:
    sizes = sorted(abs(value) for value in values if value)
    return sizes[(len(sizes) - 1) // 2] if sizes else Fraction(0)


def _symbol(dimension: Dimension) -> str:
    above, below = dimension.sides
    return "·".join(above) + "".join(f"/{name}" for name in below)


def _steps(low: float, high: float) -> list[float]:
    """Round numbers a step of 1, 2 or 5 times a power of ten apart."""
    power = 10.0 ** math.floor(math.log10((high - low) / _MOST_TICKS))
    step = next(size * power for size in (*_DECADE, 10, 20) if (high - low) / (size * power) < _MOST_TICKS)
    first, last = math.ceil(low / step), math.floor(high / step)
    return [round(count * step, 12) for count in range(first, last + 1)]


def _decades(low: float, high: float) -> list[float]:
    """1, 2 and 5 in each decade, or powers of ten alone where those would be too many."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for sizes in (_DECADE, (1, 3), (1,)):
        found = [float(f"{size}e{power}") for power in powers for size in sizes]
        found = [place for place in found if low <= place <= high]
        if len(found) <= _MOST_TICKS:
            return found
    apart = -(-len(found) // _MOST_TICKS)
    return found[::apart]


def _label(place: float) -> str:
    return f"{place:,.10g}" if 1e-4 <= abs(place) < 1e7 or not place else f"{place:g}"
