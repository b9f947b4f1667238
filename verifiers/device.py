"""The device of a host: whether there is one, and timing on it."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Sequence
from typing import Any

from trueup.verifier import Unavailable


def has_gpu() -> bool:
    """Whether the NVIDIA driver is here and finds a device; asking it needs no library."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int(0)
    return driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0 and count.value > 0


def pytorch() -> Any:
    """PyTorch, with a device.

    :raises Unavailable: there is no device, or no PyTorch that can use it
    """
    if not has_gpu():
        raise Unavailable(
            "needs an NVIDIA GPU, and the driver finds none here",
            needs="device",
            hint="measure on a host with an NVIDIA GPU",
        )
    try:
        import torch
    except ModuleNotFoundError as error:
        raise Unavailable("PyTorch is not installed", needs="library", hint="pip install torch") from error
    if not torch.cuda.is_available():
        hint = "install a build of torch for the CUDA version of the driver"
        raise Unavailable("the PyTorch that is installed can't use the device", needs="library", hint=hint)
    return torch


def on_device(torch: Any, work: Callable[[], Any]) -> float:
    """Seconds between the device's reaching ``work`` and its end, by events."""
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    work()
    end.record()
    end.synchronize()
    return float(start.elapsed_time(end)) / 1e3


def on_host(torch: Any, work: Callable[[], Any]) -> float:
    """Seconds of wall time until the device has done ``work``."""
    torch.cuda.synchronize()
    start = time.perf_counter()
    work()
    torch.cuda.synchronize()
    return time.perf_counter() - start


def warm_up(torch: Any, work: Callable[[], Any], seconds: float = 0.5) -> None:
    """Repeat ``work`` until clocks and link have left their resting state."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        work()
        torch.cuda.synchronize()


def captured(torch: Any, works: Sequence[Callable[[], Any]]) -> Any:
    """One CUDA graph of all of ``works``, each of which has run before, so that nothing compiles inside."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for work in works:
            work()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for work in works:
            work()
    return graph
