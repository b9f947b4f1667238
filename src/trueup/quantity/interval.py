"""Closed intervals of exact rationals, with unbounded and open ends."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Interval:
    """All numbers from ``low`` to ``high``; ``None`` is unbounded on that side.

    ``open_low`` and ``open_high`` leave the end itself out (``< 2 MiB``).
    """

    low: Fraction | None
    high: Fraction | None
    open_low: bool = False
    open_high: bool = False

    def __post_init__(self) -> None:
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"descending interval {self.low} … {self.high}")

    @classmethod
    def point(cls, value: Fraction | int) -> Interval:
        exact = Fraction(value)
        return cls(exact, exact)

    @property
    def is_point(self) -> bool:
        return self.low is not None and self.low == self.high


ANYTHING = Interval(None, None)
