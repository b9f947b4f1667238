"""What the device of a host does: copies from the host, the int4 projection, and the price of a seam.

All of it needs an NVIDIA GPU with PyTorch; elsewhere these claims are missing, not wrong.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import llc
from chain import Chain
from device import captured, on_device, on_host, pytorch, warm_up

from trueup.measure.sampling import interleave
from trueup.measure.timers import own
from trueup.verifier import Request, Samples, Unavailable, VerifierError, verifier


@verifier("gpu.h2d", basis="measured")
def h2d(
    request: Request,
    *,
    size: int,
    memory: Literal["pinned", "pageable"],
    read: Literal["rate", "slope", "latency"] = "rate",
    iterations: int = 20,
) -> Samples:
    """Copies from the host to the device, each from another place of memory that no cache holds.

    Pinned copies are timed by events of the device; pageable ones by the host's clock, because the host
    itself moves them into the driver's buffer.

    :param size: bytes of a copy, 1 MiB at least
    :param read: ``rate`` of copies of ``size`` bytes; ``slope`` (GB/s) and ``latency`` (µs) of the line
        through copies of seven sizes up to that, each four times the one before; relative least squares
    """
    del request
    torch = pytorch()
    if size < 1 << 20:
        raise VerifierError(f"a copy of {size} bytes tells nothing of the link", "copy 1 MiB or more")
    link = _Link(torch, size, pinned=memory == "pinned")
    link.check()
    warm_up(torch, lambda: link.seconds(size))
    if read == "rate":
        return Samples(values=[size / link.seconds(size) / 1e9 for _ in range(iterations)], unit="GB/s")
    sizes = [size >> shift for shift in range(12, -1, -2)]
    lines = [_line([(part, link.seconds(part)) for part in sizes]) for _ in range(iterations)]
    if read == "slope":
        return Samples(values=[1 / slope / 1e9 for slope, _ in lines], unit="GB/s")
    return Samples(values=[latency * 1e6 for _, latency in lines], unit="µs")


class _Link:
    """Copies from windows that walk over host memory of four times the last-level cache."""

    def __init__(self, torch: Any, size: int, *, pinned: bool) -> None:
        self._torch, self._pinned = torch, pinned
        words = max(llc.beyond_cache() << 20, 2 * size) // 8
        self._host = torch.empty(words, dtype=torch.int64, pin_memory=pinned).random_().view(torch.uint8)
        self._target = torch.empty(size, dtype=torch.uint8, device="cuda")
        self._at = 0

    def _window(self, size: int) -> Any:
        if self._at + size > len(self._host):
            self._at = 0
        start, self._at = self._at, self._at + size
        return self._host[start : self._at]

    def check(self) -> None:
        source = self._window(len(self._target))
        self._target.copy_(source)
        if not self._torch.equal(self._target.cpu(), source):
            raise VerifierError("a copy to the device differs from its source")

    def seconds(self, size: int) -> float:
        source, target = self._window(size), self._target[:size]
        if self._pinned:
            return on_device(self._torch, lambda: target.copy_(source, non_blocking=True))
        return on_host(self._torch, lambda: target.copy_(source))


def _line(points: list[tuple[int, float]]) -> tuple[float, float]:
    """Least squares of the relative errors: seconds per byte, and seconds at no byte."""
    weighted = [(size, one, one**-2) for size, one in points]
    total = sum(weight for _, _, weight in weighted)
    middle = sum(weight * size for size, _, weight in weighted) / total
    mean = sum(weight * one for _, one, weight in weighted) / total
    spread = sum(weight * (size - middle) ** 2 for size, _, weight in weighted)
    slope = sum(weight * (size - middle) * (one - mean) for size, one, weight in weighted) / spread
    return slope, mean - slope * middle


@verifier("gpu.int4_gemv", basis="measured")
def int4_gemv(
    request: Request,
    *,
    k: int,
    n: int,
    read: Literal["rate", "time"] = "time",
    count: Literal["packed", "total"] = "packed",
    iterations: int = 40,
) -> Samples:
    """One fp16 row times int4 weights in blocks of 32 with fp16 scales, by the Triton kernel of this folder.

    Checked against float64 before it is timed. Copies of the weights, more than four times the device's
    cache together, are used in turn. An iteration is a captured graph of several products, so that their
    launches cost what they cost in a decode step; ms of one product, or GB/s.

    :param count: ``rate`` counts the packed weights alone, or with ``total`` their fp16 scales too
    """
    del request
    torch = pytorch()
    try:
        import triton_int4
    except ModuleNotFoundError as error:
        raise Unavailable("Triton is not installed", needs="library", hint="pip install triton") from error
    if k < 32 or k % 32 or n < 16 or n % 16:
        raise VerifierError(f"the kernel wants k in blocks of 32 and n in blocks of 16, not {k} and {n}")
    cache = torch.cuda.get_device_properties(0).L2_cache_size
    count_of_copies = max(3, 4 * cache // (k * n // 2) + 1)
    copies = [triton_int4.Weights(torch, k=k, n=n, seed=seed) for seed in range(count_of_copies)]
    row = torch.randn(k, device="cuda", dtype=torch.float16, generator=torch.Generator("cuda").manual_seed(7))
    for weights in copies:
        weights.out.fill_(float("nan"))
        wrong = weights.error(row)
        if not wrong < 2e-3:
            raise VerifierError(f"the kernel differs from float64 by {wrong:.2e} of the largest value")
        if not bool(weights.out.isfinite().all()):
            raise VerifierError("the kernel leaves some of its results unwritten")
    rounds = 4
    graph = captured(torch, [lambda weights=weights: weights.product(row) for weights in copies] * rounds)
    warm_up(torch, graph.replay)
    products = rounds * len(copies)
    seconds = [on_device(torch, graph.replay) / products for _ in range(iterations)]
    if read == "time":
        return Samples(values=[one * 1e3 for one in seconds], unit="ms")
    size = k * n // 2 + (k * n // 32 * 2 if count == "total" else 0)
    return Samples(values=[size / one / 1e9 for one in seconds], unit="GB/s")


@verifier("gpu.capture_seam", basis="measured")
def capture_seam(
    request: Request,
    *,
    layers: int,
    hidden: int,
    read: Literal["price", "ratio"] = "price",
    iterations: int = 100,
) -> Samples:
    """What a host excursion between two captured segments costs, against the chain captured whole.

    Wall time of both, interleaved. The results are the same to the bit for several starts, or it is an error.

    :param read: ``price`` is the paired difference in µs, ``ratio`` the time in two segments over that whole
    """
    torch = pytorch()
    if layers < 2 or hidden < 1:
        raise VerifierError("a chain in two segments has two layers or more")
    chain = Chain(torch, layers, hidden)
    whole = captured(torch, [chain.first, chain.hand_on, chain.second])
    one, two = captured(torch, [chain.first]), captured(torch, [chain.second])

    def in_two() -> None:
        one.replay()
        chain.excursion()
        two.replay()

    for _ in range(4):
        chain.restart()
        results = []
        for work in (whole.replay, in_two):
            for vector in (chain.middle, chain.handed, chain.end):
                vector.fill_(float("nan"))
            work()
            torch.cuda.synchronize()
            results.append(chain.end.clone())
        if not torch.equal(*results) or not bool(results[0].isfinite().all()):
            raise VerifierError("the two ways give different results, or none that are finite")
    warm_up(torch, in_two)
    arm = whole.replay if request.arm == "A/A" else in_two
    split, at_once = interleave(
        lambda: on_host(torch, arm), lambda: on_host(torch, whole.replay), iterations, timer=own
    )
    if read == "ratio":
        return Samples(values=[one * 1e6 for one in split], unit="µs", against=[one * 1e6 for one in at_once])
    return Samples(values=[(a - b) * 1e6 for a, b in zip(split, at_once, strict=True)], unit="µs")


@verifier("gpu.seam_inside_capture", basis="measured")
def seam_inside_capture(
    request: Request, *, layers: int, hidden: int, read: Literal["outcome", "error"] = "outcome"
) -> str:
    """Whether the same excursion may stand inside a capture: ``illegal`` where the runtime refuses it.

    :param read: ``error`` gives the runtime's own words instead
    """
    del request
    torch = pytorch()
    chain = Chain(torch, layers, hidden)
    for work in (chain.first, chain.excursion, chain.second):
        work()  # legal outside, and nothing has to compile inside
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    # Both outlive the call: what a broken capture leaves behind may abort while it is torn down.
    graph = torch.cuda.CUDAGraph()
    _KEPT.extend((graph, stream))
    said = ""
    with torch.cuda.stream(stream):
        graph.capture_begin()
        for work in (chain.first, chain.excursion, chain.second, graph.capture_end):
            try:
                work()
            except RuntimeError as error:
                said = said or str(error)
    found = re.search(r"(?:CUDA error: )?([^\n]*captur[^\n]*)", said)
    if said and found is None:
        raise VerifierError(f"it failed, but not over the capture: {said.splitlines()[0]}")
    if read == "error":
        if found is None:
            raise VerifierError("the runtime says nothing: the excursion is legal inside a capture")
        return found[1]
    return "illegal" if found else "legal"


_KEPT: list[Any] = []
