"""A linear scale of a small plot, with round ticks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """From values between ``low`` and ``high`` to places between ``start`` and ``end``."""

    low: float
    high: float
    start: float
    end: float

    @classmethod
    def around(cls, numbers: Sequence[float], start: float, end: float) -> Scale:
        """A scale that holds all numbers, with some room on either side."""
        low, high = min(numbers), max(numbers)
        room = (high - low) * 0.08 or abs(high) * 0.05 or 1.0
        return cls(low=low - room, high=high + room, start=start, end=end)

    def at(self, value: float) -> float:
        """The place of a value; one beyond an end is put at that end."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + min(max(share, 0.0), 1.0) * (self.end - self.start), 2)

    def ticks(self, most: int = 4) -> list[float]:
        """Round numbers on the scale, so many at most."""
        step = (self.high - self.low) / most
        if not math.isfinite(step) or step <= 0:
            return []
        size = 10.0 ** math.floor(math.log10(step))
        wide = next(size * factor for factor in (1, 2, 5, 10, 20) if size * factor >= step)
        first = math.ceil(self.low / wide)
        return [number * wide for number in range(first, first + most + 1) if number * wide <= self.high]


def written(number: float) -> str:
    """A number in a few digits, for an axis or a phrase."""
    if number and not 1e-4 <= abs(number) < 1e7:
        return f"{number:.4g}"
    shown = f"{number:,.{max(0, 4 - _digits(number))}f}"
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def _digits(number: float) -> int:
    return math.floor(math.log10(abs(number))) + 1 if number else 1
