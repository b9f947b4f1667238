"""Work on many items spread over the processors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, cast

Item = TypeVar("Item")
Result = TypeVar("Result")

#: Fewer items are done before another process has started.
FEWEST = 64
_MOST_WORKERS = 8
#: Objects made before a worker looks for cycles among them.
_GARBAGE = 100_000

_work: Callable[[int], object] | None = None


def spread(function: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
    """What a function gives for each item, in order.

    The processes are forks of this one, so that nothing is imported anew; where they can't be had, the
    items are done one after the other.
    """
    workers = min(_processors(), _MOST_WORKERS)
    if len(items) < FEWEST or workers < 2 or not sys.platform.startswith("linux"):
        yield from map(function, items)
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  only many items pay for it
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    done = 0
    pool = ProcessPoolExecutor(
        workers, get_context("fork"), initializer=_begin, initargs=(lambda index: function(items[index]),)
    )
    try:
        for result in pool.map(_do, range(len(items)), chunksize=max(len(items) // (workers * 16), 1)):
            yield cast("Result", result)
            done += 1
    except BrokenProcessPool:  # killed from outside, for its memory perhaps
        yield from map(function, items[done:])
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _begin(work: Callable[[int], object]) -> None:
    import gc  # noqa: PLC0415
    from signal import SIG_IGN, SIGINT, signal  # noqa: PLC0415

    global _work  # noqa: PLW0603  a worker has one task for all its life
    _work = work
    # What a document leaves behind has hardly a cycle: looking for some is rarely worth it.
    gc.freeze()
    gc.set_threshold(_GARBAGE)
    signal(SIGINT, SIG_IGN)  # the parent is interrupted, and ends its workers


def _do(index: int) -> object:
    assert _work  # noqa: S101  set when the worker began
    return _work(index)
