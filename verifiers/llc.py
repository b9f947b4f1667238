"""Reading memory past the last-level cache."""

from __future__ import annotations

import math
import os
import re
import threading
import time
from pathlib import Path
from typing import Any

from trueup.verifier import Unavailable, VerifierError

_CACHE = Path("/sys/devices/system/cpu/cpu0/cache")
#: Bytes that one reading goes through at least, so that starting the threads is lost in it.
_LEAST = 4 << 30
#: Seconds after which a thread is given up.
_PATIENCE = 120.0


def beyond_cache() -> int:
    """MiB that are four times the last-level cache, and at least 1024."""
    largest = 0
    for file in _CACHE.glob("index*/size"):
        found = re.fullmatch(r"(\d+)([KM])", file.read_text().strip())
        if found:
            largest = max(largest, int(found[1]) * (1 if found[2] == "K" else 1024))
    return max(1024, 4 * largest // 1024)


def numpy() -> Any:
    """numpy with one BLAS thread: the threads are the caller's."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"
    try:
        import numpy as np
    except ModuleNotFoundError as error:
        raise Unavailable("numpy is not installed", needs="library", hint="pip install numpy") from error
    return np


def cpus(threads: int) -> list[int]:
    """A processor for each thread, out of those that this process may use.

    :raises VerifierError: there are fewer
    """
    own = sorted(os.sched_getaffinity(0))
    if not 1 <= threads <= len(own):
        raise VerifierError(
            f"{threads} threads on a host that gives this process {len(own)}",
            "name the number of cores in the claim's scope",
        )
    return own[:threads]


class Reader:
    """Sums arrays of float32 that one thread each holds, all at the same time.

    The sum is that of the squares: an array times itself comes from memory once, and BLAS keeps up with it.
    Each thread stays on a processor of its own and fills its own array, so that its pages are near.

    :param size: bytes of all arrays together
    """

    def __init__(self, *, threads: int, size: int) -> None:
        np = numpy()
        each = size // threads // 4
        self._passes = math.ceil(_LEAST / (4 * each * threads)) if size >= 256 << 20 else 1
        self.size = self._passes * 4 * each * threads
        self._start, self._end = (threading.Barrier(threads + 1, timeout=_PATIENCE) for _ in range(2))
        self._spans: list[tuple[float, float]] = [(0.0, 0.0)] * threads
        for number, cpu in enumerate(cpus(threads)):
            arguments = (np, each, number, cpu)
            threading.Thread(target=self._serve, args=arguments, daemon=True).start()
        self._end.wait()

    def _serve(self, np: Any, count: int, number: int, cpu: int) -> None:
        os.sched_setaffinity(0, {cpu})  # of this thread alone
        array = np.ones(count, np.float32)
        self._end.wait()
        while True:
            self._start.wait(timeout=float("1e6"))
            begin = time.perf_counter()
            for _ in range(self._passes):
                np.dot(array, array)  # lets go of the interpreter's lock
            self._spans[number] = begin, time.perf_counter()
            self._end.wait()

    def once(self) -> float:
        """Seconds from the first thread's begin to the last one's end; ``size`` bytes were read."""
        self._start.wait()
        self._end.wait()
        return max(end for _, end in self._spans) - min(begin for begin, _ in self._spans)

    def seconds(self, iterations: int) -> list[float]:
        """Seconds of each reading, after two that don't count."""
        for _ in range(2):
            self.once()
        return [self.once() for _ in range(iterations)]
