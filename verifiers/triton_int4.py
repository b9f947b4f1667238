"""A Triton kernel: one fp16 row times int4 weights in blocks of 32, symmetric, with fp16 scales."""

from typing import Any

import triton
import triton.language as tl

BLOCK = 32
ROWS = 16


@triton.jit
def kernel(row, packed, scales, out, K: tl.constexpr, ROWS: tl.constexpr, STEP: tl.constexpr):
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    total = tl.zeros((ROWS,), dtype=tl.float32)
    for start in range(0, K // 2, STEP):
        columns = start + tl.arange(0, STEP)
        pair = tl.load(packed + rows[:, None].to(tl.int64) * (K // 2) + columns[None, :])
        even = tl.load(row + 2 * columns).to(tl.float32)
        odd = tl.load(row + 2 * columns + 1).to(tl.float32)
        products = (pair & 15).to(tl.float32) * even[None, :] + (pair >> 4).to(tl.float32) * odd[None, :]
        # The weights are q - 8: what the 8 takes away is the same for every row, so it is summed once.
        offset = 8.0 * tl.sum(tl.reshape(even + odd, (STEP // 16, 16)), axis=1)
        sums = tl.sum(tl.reshape(products, (ROWS, STEP // 16, 16)), axis=2) - offset[None, :]
        blocks = start // 16 + tl.arange(0, STEP // 16)
        scale = tl.load(scales + rows[:, None] * (K // 32) + blocks[None, :]).to(tl.float32)
        total += tl.sum(sums * scale, axis=1)
    tl.store(out + rows, total)


class Weights:
    """Random packed weights of ``n`` rows of ``k``, on the device."""

    def __init__(self, torch: Any, *, k: int, n: int, seed: int) -> None:
        random = torch.Generator("cuda").manual_seed(seed)
        self.torch, self.k, self.n = torch, k, n
        self.packed = torch.randint(0, 256, (n, k // 2), dtype=torch.uint8, device="cuda", generator=random)
        uniform = torch.rand(n, k // BLOCK, device="cuda", generator=random)
        self.scales = (uniform / 100 + 0.001).half()
        self.out = torch.empty(n, dtype=torch.float32, device="cuda")
        step = 16
        while step < 128 and (k // 2) % (2 * step) == 0:
            step *= 2
        self.step = step

    def product(self, row: Any) -> Any:
        """The product, by the kernel; ``n`` is a multiple of the rows of a program."""
        kernel[(self.n // ROWS,)](
            row, self.packed, self.scales, self.out, K=self.k, ROWS=ROWS, STEP=self.step
        )
        return self.out

    def error(self, row: Any) -> float:
        """The largest difference from float64 over some rows, relative to the largest value."""
        torch = self.torch
        found = self.product(row).double()
        chosen = torch.randperm(self.n, device="cuda")[:4096]
        packed = self.packed[chosen]
        weights = torch.stack((packed & 15, packed >> 4), dim=-1).reshape(len(chosen), self.k).double() - 8
        exact = (weights * self.scales[chosen].double().repeat_interleave(BLOCK, dim=1)) @ row.double()
        return float((found[chosen] - exact).abs().max() / exact.abs().max())
