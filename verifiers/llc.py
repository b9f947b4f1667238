"""Reading memory past the last-level cache."""

from __future__ import annotations

import os
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from trueup.verifier import Unavailable

_CACHE = Path("/sys/devices/system/cpu/cpu0/cache")


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


class Reader:
    """Sums arrays, one per thread: an array times itself is read once from memory."""

    def __init__(self, *, threads: int, size: int) -> None:
        self._np = numpy()
        each = size // threads // 4
        self.size = each * threads * 4
        self._pool = ThreadPoolExecutor(threads)
        # Each thread fills its own array, so that its pages are near it.
        self._arrays = list(self._pool.map(lambda _: self._np.ones(each, self._np.float32), range(threads)))

    def once(self) -> float:
        """Seconds to read everything once."""
        start = time.perf_counter()
        list(self._pool.map(lambda array: self._np.dot(array, array), self._arrays))
        return time.perf_counter() - start

    def seconds(self, iterations: int) -> list[float]:
        """Seconds of each reading, after two that don't count."""
        for _ in range(2):
            self.once()
        return [self.once() for _ in range(iterations)]
