"""The int4 product of one row with a packed matrix, on the processor, through onnxruntime."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any

from llc import cpus, numpy

from trueup.verifier import Unavailable, VerifierError

#: Rows whose result is compared with float64.
CHECKED = 512
#: Copies of the weights, each in a session of its own.
MOST = 64


@dataclass(frozen=True, kw_only=True)
class Product:
    """``n`` columns of ``k`` weights of 4 bits, with a float32 scale for each block.

    ``MatMulNBits`` computes in float32 on a processor, so its scales are float32 here: they weigh twice as
    much as the fp16 scales of a model that travels to a device.

    :param level: ``accuracy_level`` of ``MatMulNBits``: 0 computes in float32, 4 in int8
    """

    k: int
    n: int
    block: int
    level: int
    zero_points: bool

    def __post_init__(self) -> None:
        if min(self.k, self.n) < 1 or self.block not in (16, 32, 64, 128, 256) or self.k % self.block:
            raise VerifierError(f"{self.n} × {self.k} weights make no blocks of {self.block}")

    @property
    def blocks(self) -> int:
        """Blocks of one column."""
        return self.k // self.block

    @property
    def packed(self) -> int:
        """Bytes of the packed weights."""
        return self.n * self.k // 2

    @property
    def total(self) -> int:
        """Bytes of packed weights, scales, and zero points where there are any."""
        points = (self.blocks + 1) // 2 if self.zero_points else 0
        return self.packed + self.n * (4 * self.blocks + points)

    @property
    def tolerance(self) -> float:
        """How far a result may be from float64, as a norm: level 4 rounds the row itself to int8."""
        return 1e-4 if self.level in (0, 1) else 2e-2

    def copies(self, size: int) -> int:
        """How many copies reach ``size`` bytes; two at least.

        :raises VerifierError: the weights are so few that it takes too many
        """
        found = max(2, math.ceil(size / self.packed))
        if found > MOST:
            raise VerifierError(
                f"it takes {found} copies of {self.packed} bytes to exceed the last-level cache four times",
                "a product this small stays in the cache: measure it warm",
            )
        return found

    def weights(self, seed: int) -> dict[str, Any]:
        """Random initializers by name, as ``MatMulNBits`` lays them out: the lower half of a byte first."""
        np = numpy()
        random = np.random.default_rng(seed)
        found = {
            "B": random.integers(0, 256, (self.n, self.blocks, self.block // 2), dtype=np.uint8),
            "scales": random.random((self.n, self.blocks), dtype=np.float32) / 100 + np.float32(0.001),
        }
        if self.zero_points:
            found["zero_points"] = random.integers(0, 256, (self.n, (self.blocks + 1) // 2), dtype=np.uint8)
        return found

    def exact(self, weights: dict[str, Any], row: Any, columns: Any) -> Any:
        """The product in float64, for some columns."""
        np = numpy()
        codes = _halves(np, weights["B"][columns])
        points = (
            _halves(np, weights["zero_points"][columns])[:, : self.blocks, None] if self.zero_points else 8
        )
        unpacked = (codes.astype(np.float64) - points) * weights["scales"][columns].astype(np.float64)[
            ..., None
        ]
        return unpacked.reshape(len(columns), self.k) @ row.astype(np.float64)

    def model(self, weights: dict[str, Any]) -> bytes:
        """An ONNX model of the one node."""
        try:
            import onnx
            from onnx import TensorProto, helper, numpy_helper
        except ModuleNotFoundError as error:
            raise Unavailable("onnx is not installed", needs="library", hint="pip install onnx") from error
        node = helper.make_node(
            "MatMulNBits",
            ["A", *weights],
            ["Y"],
            domain="com.microsoft",
            K=self.k,
            N=self.n,
            bits=4,
            block_size=self.block,
            accuracy_level=self.level,
        )
        graph = helper.make_graph(
            [node],
            "projection",
            [helper.make_tensor_value_info("A", TensorProto.FLOAT, [1, self.k])],
            [helper.make_tensor_value_info("Y", TensorProto.FLOAT, [1, self.n])],
            [numpy_helper.from_array(array, name) for name, array in weights.items()],
        )
        opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
        model: onnx.ModelProto = helper.make_model(graph, opset_imports=opsets, ir_version=10)
        data: bytes = model.SerializeToString()
        return data


class Runner:
    """Sessions, each with a copy of the weights of its own, used in turn.

    Every session is checked against float64 before anything is timed.
    """

    def __init__(self, product: Product, *, threads: int, copies: int) -> None:
        np = numpy()
        try:
            import onnxruntime as ort
        except ModuleNotFoundError as error:
            hint = "pip install onnxruntime"
            raise Unavailable("onnxruntime is not installed", needs="library", hint=hint) from error
        options = ort.SessionOptions()
        options.intra_op_num_threads = len(cpus(threads))
        options.inter_op_num_threads = 1
        # Else the threads of the session before go on spinning, and take the cores from the next one.
        options.add_session_config_entry("session.force_spinning_stop", "1")
        self._row = np.random.default_rng(2).standard_normal((1, product.k)).astype(np.float32)
        columns = np.unique(np.linspace(0, product.n - 1, CHECKED).astype(np.int64))
        weights = product.weights(seed=1)
        exact = product.exact(weights, self._row[0], columns)
        data = product.model(weights)
        del weights
        self._sessions = [
            ort.InferenceSession(data, options, providers=["CPUExecutionProvider"]) for _ in range(copies)
        ]
        self._turn = 0
        for _ in self._sessions:
            wrong = np.linalg.norm(self.result()[0, columns] - exact) / np.linalg.norm(exact)
            if not wrong <= product.tolerance:
                raise VerifierError(f"MatMulNBits differs from float64 by {wrong:.2e} of the norm")

    def result(self) -> Any:
        """The product of the row, from the copy whose turn it is: float32, ``(1, n)``."""
        session = self._sessions[self._turn % len(self._sessions)]
        self._turn += 1
        return session.run(None, {"A": self._row})[0]

    def once(self) -> float:
        """Seconds of one product."""
        start = time.perf_counter()
        self.result()
        return time.perf_counter() - start

    def seconds(self, iterations: int) -> list[float]:
        """Seconds of each product, after two rounds that don't count."""
        for _ in range(2 * len(self._sessions)):
            self.once()
        return [self.once() for _ in range(iterations)]


def _halves(np: Any, packed: Any) -> Any:
    """Twice as many numbers of 4 bits along the last axis, the lower half of each byte first."""
    return np.stack([packed & 15, packed >> 4], axis=-1).reshape(*packed.shape[:-1], -1)
