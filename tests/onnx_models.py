"""Small models for the tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from onnx import TensorProto, helper

CONTRIB = "com.microsoft"
UINT8, FLOAT16, FLOAT, INT64 = TensorProto.UINT8, TensorProto.FLOAT16, TensorProto.FLOAT, TensorProto.INT64
WIDTH: dict[int, int] = {UINT8: 1, FLOAT16: 2, FLOAT: 4, INT64: 8}


def weight(name: str, kind: int, shape: Sequence[int], data: bytes | None = None) -> Any:
    """An initializer with raw data, zeros unless given."""
    size = WIDTH.get(kind, 1)
    for dimension in shape:
        size *= dimension
    return TensorProto(name=name, data_type=kind, dims=shape, raw_data=bytes(size) if data is None else data)


def external(name: str, kind: int, shape: Sequence[int], **entries: str) -> Any:
    tensor = TensorProto(name=name, data_type=kind, dims=shape, data_location=TensorProto.EXTERNAL)
    for key, value in entries.items():
        tensor.external_data.add(key=key, value=value)
    return tensor


def value(name: str, kind: int = FLOAT, shape: Sequence[int | str | None] | None = (1,)) -> Any:
    return helper.make_tensor_value_info(name, kind, shape)


def model(
    nodes: Iterable[Any], initializers: Iterable[Any] = (), outputs: Iterable[str] = ("y",), **more: Any
) -> Any:
    graph = helper.make_graph(
        list(nodes), "test", [value("x")], [value(name) for name in outputs], initializer=list(initializers)
    )
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid(CONTRIB, 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10, **more)


def save(proto: Any, folder: Path, name: str = "model.onnx") -> Path:
    path = folder / name
    path.write_bytes(proto if isinstance(proto, bytes) else proto.SerializeToString())
    return path


def decoder() -> Any:
    """A decoder with a table and a projection of one size: 3,072 B each."""

    def nbits(name: str, source: str, module: str, out: str, n: int) -> Any:
        inputs = [source, f"{module}.weight_Q4", f"{module}.scales"]
        return helper.make_node(
            "MatMulNBits", inputs, [out], name=name, domain=CONTRIB, K=64, N=n, bits=4, block_size=32
        )

    table = ["model.embed_tokens.qweight", "x", "model.embed_tokens.scales"]
    nodes = [
        helper.make_node(
            "GatherBlockQuantized", table, ["embed"], name="/embed", domain=CONTRIB, block_size=32
        ),
        nbits("/q", "embed", "model.layers.0.q_proj", "q0", 64),
        helper.make_node("Add", ["q0", "model.layers.0.q_proj.bias"], ["q"], name="/q/bias"),
        helper.make_node("SimplifiedLayerNormalization", ["q", "model.norm.weight"], ["n"], name="/norm"),
        nbits("/lm_head", "n", "lm_head", "logits", 96),
    ]
    weights = [
        weight("model.embed_tokens.qweight", UINT8, (96, 32)),
        weight("model.embed_tokens.scales", FLOAT16, (96, 2)),
        weight("model.layers.0.q_proj.weight_Q4", UINT8, (64, 2, 16)),
        weight("model.layers.0.q_proj.scales", FLOAT16, (128,)),
        weight("model.layers.0.q_proj.bias", FLOAT16, (64,)),
        weight("model.norm.weight", FLOAT16, (64,)),
        weight("lm_head.weight_Q4", UINT8, (96, 2, 16)),
        weight("lm_head.scales", FLOAT16, (192,)),
    ]
    return model(nodes, weights, ["logits"])


def nested() -> Any:
    """An ``If`` whose branches hold, read and hide weights; a function, constants, a sparse tensor."""
    hiding = helper.make_graph(
        [helper.make_node("Mul", ["x", "w"], ["hidden"])],
        "then",
        [],
        [value("hidden")],
        initializer=[weight("w", FLOAT, (5,)), weight("only_here", FLOAT, (100,))],
    )
    deeper = helper.make_graph([helper.make_node("Sub", ["x", "w"], ["deep"])], "deeper", [], [value("deep")])
    reading = helper.make_graph(
        [
            helper.make_node("Identity", ["w"], ["seen"]),
            helper.make_node("Loop", ["", "", "seen"], ["looped"], body=deeper),
        ],
        "else",
        [],
        [value("looped"), value("handed_on")],
    )
    body = [
        helper.make_node("Constant", [], ["two"], value=weight("", FLOAT, (200,))),
        helper.make_node("MatMul", ["w", "two"], ["z"]),
    ]
    function = helper.make_function("acme", "Twice", ["w"], ["z"], body, [helper.make_opsetid("", 21)])
    nodes = [
        helper.make_node("Constant", [], ["c"], value=weight("value", FLOAT, (3, 100))),
        helper.make_node("Constant", [], ["ints"], value_ints=[1, 2, 3]),
        helper.make_node("Constant", [], ["words"], value_strings=["a", "b"]),
        helper.make_node("If", ["x"], ["y"], then_branch=hiding, else_branch=reading),
        helper.make_node("Twice", ["w"], ["t"], domain="acme"),
    ]
    weights = [weight("w", FLOAT, (7,)), weight("handed_on", FLOAT, (1,)), weight("returned", FLOAT, (1,))]
    made = model(nodes, weights, ["y", "returned"], functions=[function])
    sparse = helper.make_sparse_tensor(weight("s", FLOAT, (80,)), weight("", INT64, (80,)), [1000])
    made.graph.sparse_initializer.append(sparse)
    return made
