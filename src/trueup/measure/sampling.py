"""Loops for verifiers that measure: warm-up, arms in turn, buffers in turn.

For the code of a site; plain Python, so that it costs a child nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle
from typing import TypeVar

from trueup.measure.timers import Timer, wall

T = TypeVar("T")

#: Calls that don't count: the first ones load code, fault pages in and raise clocks.
WARMUP = 2


def timed(
    function: Callable[[], object], iterations: int, *, warmup: int = WARMUP, timer: Timer = wall
) -> list[float]:
    """Seconds of each call of ``function``, after ``warmup`` calls that don't count.

    :raises ValueError: no iteration, or a negative warm-up
    """
    _check(iterations, warmup)
    for _ in range(warmup):
        timer(function)
    return [timer(function) for _ in range(iterations)]


def interleave(
    a: Callable[[], object],
    b: Callable[[], object],
    iterations: int,
    *,
    warmup: int = WARMUP,
    timer: Timer = wall,
) -> tuple[list[float], list[float]]:
    """Seconds of each call of two arms, as ``values`` and ``against``, taken in the order ABBA ABBA ….

    So whatever drifts steadily falls on both alike, and neither always follows the other. With an odd number
    of iterations the last pair is AB.

    :param iterations: of each arm; even, ten at least, is best
    :param warmup: calls of each arm, in the same order, that don't count
    :raises ValueError: no iteration, or a negative warm-up
    """
    _check(iterations, warmup)
    for turn in range(warmup):
        _pair(a, b, turn, timer)
    pairs = [_pair(a, b, turn, timer) for turn in range(iterations)]
    return [one for one, _ in pairs], [other for _, other in pairs]


def rotate(buffers: Sequence[T]) -> Callable[[], T]:
    """A function that gives one buffer after the other, round and round.

    Where they exceed the last-level cache several times in total, none is still in it when its turn comes.

    :raises ValueError: there is none
    """
    if not buffers:
        raise ValueError("no buffer to rotate over")
    turns = cycle(tuple(buffers))
    return lambda: next(turns)


def _pair(a: Callable[[], object], b: Callable[[], object], turn: int, timer: Timer) -> tuple[float, float]:
    if turn % 2 == 0:
        one = timer(a)
        return one, timer(b)
    other = timer(b)
    return timer(a), other


def _check(iterations: int, warmup: int) -> None:
    if iterations < 1 or warmup < 0:
        raise ValueError(f"{iterations} iterations after {warmup} for warm-up")
