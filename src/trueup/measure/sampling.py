"""Timing loops for verifiers: warm-up, and two arms in ABBA order; plain Python."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

Timer = Callable[[], float]


def timed(
    work: Callable[[], Any], iterations: int, *, warmup: int = 2, timer: Timer = time.perf_counter
) -> list[float]:
    """Seconds of each call of ``work``, after some that don't count."""
    for _ in range(warmup):
        work()
    return [_once(work, timer) for _ in range(iterations)]


def interleaved(
    one: Callable[[], Any],
    other: Callable[[], Any],
    iterations: int,
    *,
    warmup: int = 2,
    timer: Timer = time.perf_counter,
) -> tuple[list[float], list[float]]:
    """Seconds of both arms, taken in the order ABBA so that a drift falls on both alike."""
    for _ in range(warmup):
        one()
        other()
    first: list[float] = []
    second: list[float] = []
    for index in range(iterations):
        pairs = [(one, first), (other, second)]
        for work, seconds in pairs if index % 2 == 0 else reversed(pairs):
            seconds.append(_once(work, timer))
    return first, second


def _once(work: Callable[[], Any], timer: Timer) -> float:
    start = timer()
    work()
    return timer() - start
