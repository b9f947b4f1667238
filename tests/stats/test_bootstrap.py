"""The bootstrap holds what it promises, and is the same every time."""

from __future__ import annotations

from random import Random

from trueup.quantity.interval import Interval
from trueup.stats.bootstrap import change_interval


def test_it_holds_the_true_change_about_as_often_as_it_says() -> None:
    drawn = Random(1)  # noqa: S311  a simulation
    held = 0
    for _ in range(60):
        base = [drawn.gauss(100, 5) for _ in range(30)]
        new = [drawn.gauss(120, 5) for _ in range(30)]
        spread = change_interval(base, new, "mean")
        held += spread.low is not None and spread.high is not None and spread.low <= 0.2 <= spread.high
    assert held >= 56


def test_the_same_samples_give_the_same_interval() -> None:
    base, new = [float(x) for x in range(10, 30)], [float(x) for x in range(20, 40)]
    assert change_interval(base, new, "median") == change_interval(base, new, "median")


def test_constant_samples_give_a_point() -> None:
    assert change_interval([2.0] * 10, [3.0] * 10, "mean").contains(
        Interval.point(1).scale(1) - Interval.point(1) / Interval.point(2)
    )
