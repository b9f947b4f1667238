"""Models to read: ``python -m benchmarks.models inline|external PATH``; weights are zeros."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

LAYERS = 48
#: Of the model with its weights inside: 1.5 GB of them.
HIDDEN = 2080
BLOCK = 32
#: Inputs and outputs of each projection of a layer, in units of the hidden size.
PROJECTIONS = {
    "attn.q_proj": (1, 1), "attn.k_proj": (1, 1), "attn.v_proj": (1, 1), "attn.o_proj": (1, 1),
    "mlp.gate_proj": (1, 3), "mlp.up_proj": (1, 3), "mlp.down_proj": (3, 1),
}  # fmt: skip


def main() -> None:
    kind, path = sys.argv[1:]
    Path(path).write_bytes(_model(external=kind == "external"))


def _model(*, external: bool) -> bytes:
    from onnx import TensorProto, helper  # noqa: PLC0415  whoever imports this module need not pay for it

    nodes, tensors, flows = [], [], ["hidden"]
    at = 0
    for name, kind, shape, size in _weights(TensorProto.UINT8, TensorProto.FLOAT16):
        tensor = TensorProto(name=name, data_type=kind, dims=shape)
        if external:
            tensor.data_location = TensorProto.EXTERNAL
            for key, text in (("location", "weights.bin"), ("offset", str(at)), ("length", str(size))):
                tensor.external_data.add(key=key, value=text)
            at += size
        else:
            tensor.raw_data = bytes(size)
        tensors.append(tensor)
    for layer in range(LAYERS):
        for part, (k, n) in PROJECTIONS.items():
            name = f"/model/layers.{layer}/{part}/MatMulNBits"
            weights = [
                f"model.layers.{layer}.{part}.{what}" for what in ("weight_Q4", "scales", "zero_points")
            ]
            flows.append(f"{name}/output_0")
            nodes.append(
                helper.make_node(
                    "MatMulNBits", [flows[-2], *weights], [flows[-1]], name, domain="com.microsoft",
                    K=HIDDEN * k, N=HIDDEN * n, bits=4, block_size=BLOCK, accuracy_level=4,
                )
            )  # fmt: skip
    ends = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT16, ["batch", "sequence", HIDDEN])
        for name in (flows[0], flows[-1])
    ]
    graph = helper.make_graph(nodes, "decoder", ends[:1], ends[1:], tensors)
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)]
    return bytes(helper.make_model(graph, opset_imports=opsets).SerializeToString())


def _weights(packed: int, half: int) -> Iterator[tuple[str, int, tuple[int, ...], int]]:
    for layer in range(LAYERS):
        for part, (inputs, outputs) in PROJECTIONS.items():
            k, n, name = HIDDEN * inputs, HIDDEN * outputs, f"model.layers.{layer}.{part}"
            blocks = k // BLOCK
            yield f"{name}.weight_Q4", packed, (n, blocks, BLOCK // 2), n * k // 2
            yield f"{name}.scales", half, (n * blocks,), n * blocks * 2
            yield f"{name}.zero_points", packed, (n * -(-blocks // 2),), n * -(-blocks // 2)


if __name__ == "__main__":
    main()
