"""A decoder of a few kilobytes in which two weights have the same size."""

from __future__ import annotations

import hashlib
from functools import cache

import onnx
from onnx import TensorProto, helper

HIDDEN, VOCABULARY, BLOCK = 64, 96, 32


@cache
def tiny() -> bytes:
    """Embedding and vocabulary projection of 3,072 B each; weights declared external and absent."""
    blocks = HIDDEN // BLOCK
    initializers = [
        _external("model.embed_tokens.qweight", TensorProto.UINT8, (VOCABULARY, HIDDEN // 2)),
        _external("model.embed_tokens.scales", TensorProto.FLOAT16, (VOCABULARY, blocks)),
        _external("lm_head.scales", TensorProto.FLOAT16, (VOCABULARY, blocks)),
        _external("lm_head.weight_Q4", TensorProto.UINT8, (VOCABULARY, blocks, BLOCK // 2)),
    ]
    nodes = [
        helper.make_node(
            "GatherBlockQuantized",
            ["model.embed_tokens.qweight", "input_ids", "model.embed_tokens.scales"],
            ["hidden"],
            domain="com.microsoft",
            bits=4,
            block_size=BLOCK,
        ),
        helper.make_node(
            "MatMulNBits",
            ["hidden", "lm_head.weight_Q4", "lm_head.scales"],
            ["logits"],
            domain="com.microsoft",
            K=HIDDEN,
            N=VOCABULARY,
            bits=4,
            block_size=BLOCK,
        ),
    ]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "sequence"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT16, ["batch", "sequence", VOCABULARY])],
        initializers,
    )
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
    data: bytes = helper.make_model(graph, opset_imports=opsets).SerializeToString()
    return data


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _external(name: str, kind: int, shape: tuple[int, ...]) -> onnx.TensorProto:
    tensor = onnx.TensorProto(name=name, data_type=kind, dims=shape)
    tensor.data_location = onnx.TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="weights.bin")
    return tensor
