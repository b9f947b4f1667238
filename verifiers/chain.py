"""A decode-like chain of small products, with a place in the middle where the host may look."""

from __future__ import annotations

from typing import Any


class Chain:
    """Each layer adds ``silu(W · norm(x))`` to ``x``: about ten small kernels in fp16, as in decoding.

    ``start``, first half, ``middle``, the host or a copy on the device, ``handed``, second half, ``end``.
    The residual keeps the numbers of a size: a chain that dies out would agree with any other.
    """

    def __init__(self, torch: Any, layers: int, hidden: int) -> None:
        self._torch = torch
        self._random = torch.Generator("cuda").manual_seed(3)
        scale = hidden**-0.5
        weights = [self._drawn(hidden, hidden) * scale for _ in range(layers)]
        self._halves = weights[: layers // 2], weights[layers // 2 :]
        self.start, self.middle, self.handed, self.end = (
            torch.zeros(hidden, device="cuda", dtype=torch.float16) for _ in range(4)
        )
        self._seen, self._given = (
            torch.zeros(hidden, dtype=torch.float16, pin_memory=True) for _ in range(2)
        )
        self.restart()

    def _drawn(self, *shape: int) -> Any:
        torch = self._torch
        return torch.randn(*shape, device="cuda", dtype=torch.float16, generator=self._random)

    def restart(self) -> None:
        """Another vector at the start, and nothing valid behind it."""
        self.start.copy_(self._drawn(*self.start.shape))
        for vector in (self.middle, self.handed, self.end):
            vector.fill_(float("nan"))
        self._given.fill_(float("nan"))

    def first(self) -> None:
        self._run(self.start, self._halves[0], self.middle)

    def hand_on(self) -> None:
        """What stands in the place of the host where it does not look."""
        self.handed.copy_(self.middle)

    def excursion(self) -> None:
        """The host reads the vector in the middle, and gives it back: two pinned copies and a wait."""
        torch = self._torch
        self._seen.copy_(self.middle, non_blocking=True)
        torch.cuda.current_stream().synchronize()
        self._given.copy_(self._seen)
        self.handed.copy_(self._given, non_blocking=True)

    def second(self) -> None:
        self._run(self.handed, self._halves[1], self.end)

    def _run(self, vector: Any, layers: list[Any], out: Any) -> None:
        torch = self._torch
        for layer in layers:
            size = vector.float().square().mean().add(1e-6).rsqrt()
            vector = vector + torch.nn.functional.silu(layer @ (vector * size).half())
        out.copy_(vector)
