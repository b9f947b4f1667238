"""The interval of a median, by order alone."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from trueup.quantity.interval import Interval
from trueup.stats.errors import SampleError
from trueup.stats.order import median_interval


def values(count: int) -> list[Fraction]:
    return [Fraction(number) for number in range(1, count + 1)]


# Ranks as tables of the sign test give them.
@pytest.mark.parametrize(
    ("count", "confidence", "ends"),
    [
        (1, 0.99, (1, 1)),
        (7, 0.99, (1, 7)),
        (8, 0.99, (1, 8)),
        (9, 0.95, (2, 8)),
        (10, 0.99, (1, 10)),
        (10, 0.95, (2, 9)),
        (20, 0.95, (6, 15)),
        (20, 0.99, (4, 17)),
        (50, 0.95, (18, 33)),
    ],
)
def test_ranks(count: int, confidence: float, ends: tuple[int, int]) -> None:
    shuffled = values(count)
    Random(count).shuffle(shuffled)  # noqa: S311  any order
    low, high = ends
    assert median_interval(shuffled, confidence) == Interval(Fraction(low), Fraction(high))


def test_many_values_are_as_few_are() -> None:
    few, many = (median_interval(values(count), 0.99) for count in (1000, 1001))
    assert few.low is not None
    assert many.low is not None
    assert abs(few.low - many.low) <= 2


def test_no_values() -> None:
    with pytest.raises(SampleError):
        median_interval([])
