"""The int4 product of one row with a packed matrix, on the processor, through onnxruntime."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from llc import numpy

from trueup.verifier import Unavailable


@dataclass(frozen=True, kw_only=True)
class Product:
    """``N`` rows of ``K`` weights of 4 bits, with a float32 scale for each block.

    :param level: ``accuracy_level`` of ``MatMulNBits``: 0 computes in float32, 4 in int8
    """

    k: int
    n: int
    block: int
    level: int
    zero_points: bool

    @property
    def packed(self) -> int:
        """Bytes of the packed weights."""
        return self.n * self.k // 2

    @property
    def total(self) -> int:
        """Bytes of packed weights, scales, and zero points where there are any."""
        blocks = self.n * self.k // self.block
        return self.packed + 4 * blocks + (blocks // 2 if self.zero_points else 0)

    def copies(self, size: int) -> int:
        """How many copies exceed ``size`` bytes."""
        return max(1, math.ceil(size / self.packed))

    def weights(self, seed: int) -> dict[str, Any]:
        """Random initializers by name, as ``MatMulNBits`` lays them out."""
        np = numpy()
        random = np.random.default_rng(seed)
        blocks = self.k // self.block
        found = {
            "B": random.integers(0, 256, (self.n, blocks, self.block // 2), dtype=np.uint8),
            "scales": random.random((self.n, blocks), dtype=np.float32) / 100 + 0.001,
        }
        if self.zero_points:
            found["zero_points"] = random.integers(0, 256, (self.n, (blocks + 1) // 2), dtype=np.uint8)
        return found

    def model(self, weights: dict[str, Any]) -> bytes:
        """An ONNX model of the one node."""
        import onnx
        from onnx import TensorProto, helper, numpy_helper

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
    """Sessions over copies of the weights, used in turn."""

    def __init__(self, product: Product, *, threads: int, copies: int) -> None:
        np = numpy()
        try:
            import onnxruntime as ort
        except ModuleNotFoundError as error:
            hint = "pip install onnxruntime"
            raise Unavailable("onnxruntime is not installed", needs="library", hint=hint) from error
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # Each session has threads of its own; left spinning, they would take the cores from the next one.
        options.add_session_config_entry("session.force_spinning_stop", "1")
        data = product.model(product.weights(seed=1))
        self._sessions = [
            ort.InferenceSession(data, options, providers=["CPUExecutionProvider"]) for _ in range(copies)
        ]
        self._row = {"A": np.random.default_rng(2).standard_normal((1, product.k)).astype(np.float32)}
        self._turn = 0

    def result(self) -> Any:
        """The product of the row, from the copy whose turn it is."""
        session = self._sessions[self._turn % len(self._sessions)]
        self._turn += 1
        return session.run(None, self._row)[0]

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


def interleaved(
    one: Callable[[], float], other: Callable[[], float], iterations: int
) -> tuple[list[float], list[float]]:
    """Seconds of both arms in the order ABBA, so that a drift falls on both alike."""
    for _ in range(2):
        one()
        other()
    first: list[float] = []
    second: list[float] = []
    for index in range(iterations):
        pairs = [(one, first), (other, second)]
        for arm, seconds in pairs if index % 2 == 0 else pairs[::-1]:
            seconds.append(arm())
    return first, second
