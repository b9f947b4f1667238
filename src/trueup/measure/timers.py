"""What tells how long one call takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

#: Calls a function once, and gives the seconds that it took.
Timer: TypeAlias = Callable[[Callable[[], object]], float]


def stopwatch(clock: Callable[[], float] = time.perf_counter) -> Timer:
    """A timer that reads ``clock`` before and after the call.

    :param clock: seconds; ``time.process_time`` counts those that the processor worked
    """

    def measure(function: Callable[[], object]) -> float:
        begin = clock()
        function()
        return clock() - begin

    return measure


def own(function: Callable[[], object]) -> float:
    """The timer of what times itself, such as work on a device between two events: the call gives seconds.

    :raises TypeError: it gives no number
    """
    seconds = function()
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise TypeError(f"what times itself gives its seconds as a number, not {seconds!r:.60}")
    return float(seconds)


#: Wall time.
wall: Timer = stopwatch()
