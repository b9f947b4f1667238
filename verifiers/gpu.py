"""What the device of a host does: copies from the host, the int4 projection, and the price of a seam.

All of it needs an NVIDIA GPU with PyTorch; elsewhere these claims are missing, not wrong.
"""

from __future__ import annotations

import functools
import time
from typing import Any, Literal

from trueup.verifier import Request, Samples, Unavailable, VerifierError, verifier


def device() -> Any:
    """PyTorch with a device."""
    hint = "needs an NVIDIA GPU and PyTorch with CUDA"
    try:
        import torch
    except ModuleNotFoundError as error:
        raise Unavailable("PyTorch is not installed", needs="library", hint=hint) from error
    if not torch.cuda.is_available():
        raise Unavailable("there is no CUDA device", needs="device", hint=hint)
    return torch


def milliseconds(torch: Any, work: Any, iterations: int, warmup: int = 5) -> list[float]:
    """Time of each call on the device, by events."""
    for _ in range(warmup):
        work()
    found = []
    for _ in range(iterations):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        work()
        end.record()
        end.synchronize()
        found.append(start.elapsed_time(end))
    return found


@verifier("gpu.h2d", basis="measured")
def h2d(
    request: Request,
    *,
    size: int,
    memory: Literal["pinned", "pageable"],
    read: Literal["rate", "slope", "latency"] = "rate",
    iterations: int = 20,
) -> Samples:
    """Copies from the host to the device.

    :param read: ``rate`` of a copy of ``size`` bytes; ``slope`` and ``latency`` of the line through copies
        from a sixteenth of that up to all of it
    """
    del request
    torch = device()
    host = torch.ones(size, dtype=torch.uint8, pin_memory=memory == "pinned")
    target = torch.empty(size, dtype=torch.uint8, device="cuda")
    if read == "rate":
        times = milliseconds(torch, lambda: target.copy_(host, non_blocking=True), iterations)
        return Samples(values=[size / one / 1e6 for one in times], unit="GB/s")
    sizes = [size // 16, size // 8, size // 4, size // 2, size]
    lines = []
    for _ in range(iterations):
        points = []
        for part in sizes:
            copy = functools.partial(target[:part].copy_, host[:part], non_blocking=True)
            (one,) = milliseconds(torch, copy, 1, 1)
            points.append((part, one))
        lines.append(_line(points))
    if read == "slope":
        return Samples(values=[1 / slope / 1e6 for slope, _ in lines], unit="GB/s")
    return Samples(values=[latency * 1e3 for _, latency in lines], unit="µs")


def _line(points: list[tuple[int, float]]) -> tuple[float, float]:
    """Least squares: milliseconds per byte, and milliseconds at no byte."""
    count = len(points)
    middle = sum(size for size, _ in points) / count
    mean = sum(one for _, one in points) / count
    spread = sum((size - middle) ** 2 for size, _ in points)
    slope = sum((size - middle) * (one - mean) for size, one in points) / spread
    return slope, mean - slope * middle


@verifier("gpu.int4_gemv", basis="measured")
def int4_gemv(
    request: Request,
    *,
    k: int,
    n: int,
    read: Literal["rate", "time"] = "time",
    iterations: int = 40,
) -> Samples:
    """One fp16 row times int4 weights in blocks of 32 with fp16 scales, by the Triton kernel of this folder.

    Checked against float64 before it is timed. Copies of the weights are used in turn, so that the cache of
    the device holds none of them. ``rate`` counts the packed weights alone.
    """
    del request
    torch = device()
    try:
        import triton_int4
    except ModuleNotFoundError as error:
        raise Unavailable("Triton is not installed", needs="library", hint="pip install triton") from error
    copies = [triton_int4.Weights(torch, k=k, n=n, seed=seed) for seed in range(3)]
    row = torch.randn(k, device="cuda", dtype=torch.float16, generator=torch.Generator("cuda").manual_seed(7))
    for weights in copies:
        wrong = weights.error(row)
        if not wrong < 2e-3:
            raise VerifierError(f"the kernel differs from float64 by {wrong:.2e} of the largest value")
    turn = iter(range(10**9))
    times = milliseconds(torch, lambda: copies[next(turn) % len(copies)].product(row), iterations, 6)
    if read == "time":
        return Samples(values=times, unit="ms")
    return Samples(values=[k * n / 2 / one / 1e6 for one in times], unit="GB/s")


class Chain:
    """A decode-like chain of small products, with a place in the middle where a host could look."""

    def __init__(self, torch: Any, layers: int, hidden: int) -> None:
        self.torch = torch
        random = torch.Generator("cuda").manual_seed(3)
        scale = hidden**-0.5
        self.layers = [
            torch.randn(hidden, hidden, device="cuda", dtype=torch.float16, generator=random) * scale
            for _ in range(layers)
        ]
        self.start = torch.randn(hidden, device="cuda", dtype=torch.float16, generator=random)
        self.middle = torch.zeros_like(self.start)
        self.handed = torch.zeros_like(self.start)
        self.end = torch.zeros_like(self.start)

    def run(self, vector: Any, layers: list[Any], out: Any) -> None:
        for layer in layers:
            vector = self.torch.nn.functional.silu(layer @ vector)
        out.copy_(vector)

    def captured(self, *work: Any) -> Any:
        """One graph of all of ``work``."""
        stream = self.torch.cuda.Stream()
        with self.torch.cuda.stream(stream):
            for one in work:
                one()
        stream.synchronize()
        graph = self.torch.cuda.CUDAGraph()
        with self.torch.cuda.graph(graph):
            for one in work:
                one()
        return graph

    def halves(self) -> tuple[Any, Any]:
        half = len(self.layers) // 2
        return (
            lambda: self.run(self.start, self.layers[:half], self.middle),
            lambda: self.run(self.handed, self.layers[half:], self.end),
        )

    def excursion(self) -> None:
        """The host consumes the middle vector and hands it on."""
        seen = self.middle.cpu()
        self.handed.copy_(seen)


@verifier("gpu.capture_seam", basis="measured")
def capture_seam(request: Request, *, layers: int, hidden: int, iterations: int = 60) -> Samples:
    """What a host excursion between two captured segments costs, against the chain captured whole.

    The differences are paired, in µs of wall time; the results are the same to the bit, or it is an error.
    """
    del request
    torch = device()
    chain = Chain(torch, layers, hidden)
    first, second = chain.halves()
    whole = chain.captured(first, lambda: chain.handed.copy_(chain.middle), second)
    one, two = chain.captured(first), chain.captured(second)

    def at_once() -> float:
        return _wall(torch, whole.replay)

    def in_two() -> float:
        def both() -> None:
            one.replay()
            chain.excursion()
            two.replay()

        return _wall(torch, both)

    at_once()
    expected = chain.end.clone()
    chain.end.zero_()
    in_two()
    if not torch.equal(expected, chain.end):
        raise VerifierError("the two ways give different results")
    for _ in range(10):
        at_once()
        in_two()
    return Samples(values=[(in_two() - at_once()) * 1e6 for _ in range(iterations)], unit="µs")


def _wall(torch: Any, work: Any) -> float:
    torch.cuda.synchronize()
    start = time.perf_counter()
    work()
    torch.cuda.synchronize()
    return time.perf_counter() - start


@verifier("gpu.seam_inside_capture", basis="measured")
def seam_inside_capture(request: Request, *, layers: int, hidden: int) -> str:
    """Whether the same excursion may stand inside a capture: ``illegal`` where the runtime refuses it."""
    del request
    torch = device()
    chain = Chain(torch, layers, hidden)
    first, second = chain.halves()
    try:
        chain.captured(first)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            first()
            chain.excursion()
            second()
    except RuntimeError as error:
        if "captur" in str(error).lower():
            return "illegal"
        raise VerifierError(f"it failed, but not over the capture: {str(error).splitlines()[0]}") from error
    return "legal"
