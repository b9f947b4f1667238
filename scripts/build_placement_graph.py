"""Build the graph of Qwen2.5-14B, int4, at the three stages of which the placement page speaks.

The model itself is not available; its published dimensions are. Names, types, shapes and operators are
those of an export with `MatMulNBits`; weights are declared as external data and absent. Run it to write
`claims/inputs/qwen14b.<stage>.onnx`; the output is the same on every machine.

* `exported`: as it leaves the exporter. Projections are `MatMulNBits`, their biases `Add`.
* `biases_folded`: each bias is an input of its `MatMulNBits`.
* `optimised`: gate and up, which read the same input, are one node (289 are left of 337), and a norm whose
  readers are all `MatMulNBits` with N >= K is computed by them: its gamma is one of their inputs. Before k
  and v, N is 1,024 and K 5,120, so the input norms stay.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal

from onnx import TensorProto, helper

Stage = Literal["exported", "biases_folded", "optimised"]
STAGES: Final[tuple[Stage, ...]] = ("exported", "biases_folded", "optimised")

LAYERS: Final = 48
HIDDEN: Final = 5120
HEADS: Final = 40
KV_HEADS: Final = 8
HEAD: Final = 128
INTERMEDIATE: Final = 13824
VOCABULARY: Final = 152064
POSITIONS: Final = 32768
BLOCK: Final = 32
EPSILON: Final = 1e-6
CONTRIB: Final = "com.microsoft"
FP16: Final = TensorProto.FLOAT16
WIDTH: Final[dict[int, int]] = {TensorProto.UINT8: 1, TensorProto.FLOAT16: 2}
FOLDER: Final = Path(__file__).resolve().parent.parent / "claims" / "inputs"


class Builder:
    """Collects nodes and initializers of one stage."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.nodes: list[Any] = []
        self.initializers: list[Any] = []
        self._offset = 0

    def weight(self, name: str, kind: int, shape: Sequence[int]) -> str:
        """Declare a weight: where its data would lie in one file without gaps."""
        length = WIDTH[kind]
        for size in shape:
            length *= size
        tensor = TensorProto(name=name, data_type=kind, dims=shape, data_location=TensorProto.EXTERNAL)
        for key, value in (("location", "qwen14b.onnx.data"), ("offset", self._offset), ("length", length)):
            tensor.external_data.add(key=key, value=str(value))
        self._offset += length
        self.initializers.append(tensor)
        return name

    def node(
        self, op: str, name: str, inputs: Sequence[str], outputs: int = 1, **attributes: Any
    ) -> list[str]:
        """Add a node; its outputs are named by it."""
        domain = CONTRIB if op in _CONTRIB else ""
        names = [f"{name}/output_{index}" for index in range(outputs)]
        self.nodes.append(helper.make_node(op, inputs, names, name=name, domain=domain, **attributes))
        return names

    def constant(self, name: str, values: Sequence[int], shape: Sequence[int]) -> str:
        tensor = helper.make_tensor(name, TensorProto.INT64, shape, values)
        return self.node("Constant", name, [], value=tensor)[0]

    def packed(self, module: str, k: int, n: int) -> tuple[str, str]:
        """Weights of a projection, two to a byte, and a scale per block; symmetric, so no zero points."""
        scales = self.weight(f"{module}.scales", FP16, (n, k // BLOCK))
        return self.weight(f"{module}.weight_Q4", TensorProto.UINT8, (n, k // BLOCK, BLOCK // 2)), scales

    def gamma(self, module: str) -> str:
        return self.weight(f"{module}.weight", FP16, (HIDDEN,))

    def matmul(self, path: str, k: int, n: int, inputs: Sequence[str], outputs: int = 1) -> list[str]:
        attributes: dict[str, Any] = {"K": k, "N": n, "bits": 4, "block_size": BLOCK}
        if len(inputs) > 6 and inputs[6]:
            attributes["norm_epsilon"] = EPSILON
        return self.node("MatMulNBits", path, inputs, outputs, **attributes)

    def norm(self, path: str, hidden: str, branch: str, gamma: str) -> tuple[str, str]:
        """Add a branch to the residual stream and normalise; gives both."""
        outputs = self.node(
            "SkipSimplifiedLayerNormalization",
            f"{path}/SkipLayerNorm",
            [hidden, branch, gamma],
            4,
            epsilon=EPSILON,
        )
        self.nodes[-1].output[1:3] = ["", ""]  # mean and inverse deviation are not asked for
        return outputs[0], outputs[3]


_CONTRIB: Final = {
    "GatherBlockQuantized",
    "GroupQueryAttention",
    "MatMulNBits",
    "SkipSimplifiedLayerNormalization",
}


def embedding(build: Builder) -> str:
    """Rows of the table, dequantised as they are looked up."""
    module = "model.embed_tokens"
    table = build.weight(f"{module}.qweight", TensorProto.UINT8, (VOCABULARY, HIDDEN // 2))
    scales = build.weight(f"{module}.scales", FP16, (VOCABULARY, HIDDEN // BLOCK))
    zeros = build.weight(f"{module}.zero_points", TensorProto.UINT8, (VOCABULARY, HIDDEN // BLOCK // 2))
    return build.node(
        "GatherBlockQuantized",
        "/model/embed_tokens/Gather",
        [table, "input_ids", scales, zeros],
        bits=4,
        block_size=BLOCK,
        gather_axis=0,
        quantize_axis=1,
    )[0]


def lengths(build: Builder) -> tuple[str, str]:
    """What attention needs to know of the mask: the last position of each row, and the longest."""
    root = "/model/attn_mask"
    one = build.constant("/model/constants/INT64/[1]", [1], [1])
    axis = build.constant("/model/constants/INT64/1", [1], [])
    total = build.node("ReduceSum", f"{root}/ReduceSum", ["attention_mask", one], keepdims=0)[0]
    last = build.node("Sub", f"{root}/Sub", [total, one])[0]
    seqlens = build.node("Cast", f"{root}/Sub/Cast", [last], to=TensorProto.INT32)[0]
    shape = build.node("Shape", f"{root}/Shape", ["attention_mask"])[0]
    longest = build.node("Gather", f"{root}/Gather", [shape, axis], axis=0)[0]
    return seqlens, build.node("Cast", f"{root}/Gather/Cast", [longest], to=TensorProto.INT32)[0]


def projection(build: Builder, layer: int, letter: str, n: int, hidden: str) -> str:
    """The q, k or v projection with its bias."""
    module, path = (
        f"model.layers.{layer}.self_attn.{letter}_proj",
        f"/model/layers.{layer}/attn/{letter}_proj",
    )
    weight, scales = build.packed(module, HIDDEN, n)
    bias = build.weight(f"{module}.bias", FP16, (n,))
    if build.stage == "exported":
        product = build.matmul(f"{path}/MatMulNBits", HIDDEN, n, [hidden, weight, scales])[0]
        return build.node("Add", f"{path}/Add", [product, bias])[0]
    return build.matmul(f"{path}/MatMulNBits", HIDDEN, n, [hidden, weight, scales, "", "", bias])[0]


def attention(build: Builder, layer: int, hidden: str, shared: Sequence[str]) -> str:
    """Grouped-query attention with rotary embedding; ``shared`` is what all layers read alike."""
    path = f"/model/layers.{layer}/attn"
    query = projection(build, layer, "q", HEADS * HEAD, hidden)
    key = projection(build, layer, "k", KV_HEADS * HEAD, hidden)
    value = projection(build, layer, "v", KV_HEADS * HEAD, hidden)
    past = [f"past_key_values.{layer}.{part}" for part in ("key", "value")]
    outputs = build.node(
        "GroupQueryAttention",
        f"{path}/GroupQueryAttention",
        [query, key, value, *past, *shared],
        3,
        do_rotary=1,
        kv_num_heads=KV_HEADS,
        num_heads=HEADS,
        scale=HEAD**-0.5,
    )
    build.nodes[-1].output[1:] = [f"present.{layer}.{part}" for part in ("key", "value")]
    weight, scales = build.packed(f"model.layers.{layer}.self_attn.o_proj", HEADS * HEAD, HIDDEN)
    return build.matmul(f"{path}/o_proj/MatMulNBits", HEADS * HEAD, HIDDEN, [outputs[0], weight, scales])[0]


def mlp(build: Builder, layer: int, hidden: str, branch: str) -> tuple[str, str]:
    """The norm after attention and the gated layer behind it; gives its output and the residual stream."""
    module, path = f"model.layers.{layer}.mlp", f"/model/layers.{layer}/mlp"
    gamma = build.gamma(f"model.layers.{layer}.post_attention_layernorm")
    gate_weights = build.packed(f"{module}.gate_proj", HIDDEN, INTERMEDIATE)
    up_weights = build.packed(f"{module}.up_proj", HIDDEN, INTERMEDIATE)
    if build.stage == "optimised":
        hidden = build.node("Add", f"/model/layers.{layer}/post_attention_layernorm/Add", [hidden, branch])[0]
        gate, up = build.matmul(
            f"{path}/gate_up_proj/MatMulNBits",
            HIDDEN,
            INTERMEDIATE,
            [hidden, *gate_weights, "", "", "", gamma, *up_weights],
            2,
        )
    else:
        normed, hidden = build.norm(f"/model/layers.{layer}/post_attention_layernorm", hidden, branch, gamma)
        gate, up = (
            build.matmul(f"{path}/{part}_proj/MatMulNBits", HIDDEN, INTERMEDIATE, [normed, *weights])[0]
            for part, weights in (("gate", gate_weights), ("up", up_weights))
        )
    sigmoid = build.node("Sigmoid", f"{path}/act_fn/Sigmoid", [gate])[0]
    silu = build.node("Mul", f"{path}/act_fn/Mul", [gate, sigmoid])[0]
    product = build.node("Mul", f"{path}/Mul", [silu, up])[0]
    down = build.packed(f"{module}.down_proj", INTERMEDIATE, HIDDEN)
    return build.matmul(f"{path}/down_proj/MatMulNBits", INTERMEDIATE, HIDDEN, [product, *down])[0], hidden


def logits(build: Builder, hidden: str, branch: str) -> None:
    """The final norm and the projection to the vocabulary, whose weights are the last initializer."""
    gamma = build.gamma("model.norm")
    weights = build.packed("lm_head", HIDDEN, VOCABULARY)
    if build.stage == "optimised":
        hidden = build.node("Add", "/model/norm/Add", [hidden, branch])[0]
        inputs = [hidden, *weights, "", "", "", gamma]
    else:
        normed, _ = build.norm("/model/norm", hidden, branch, gamma)
        build.nodes[-1].output[3] = ""
        inputs = [normed, *weights]
    build.matmul("/lm_head/MatMulNBits", HIDDEN, VOCABULARY, inputs)
    build.nodes[-1].output[0] = "logits"


def model(stage: Stage) -> Any:
    """The model at that stage."""
    build = Builder(stage)
    hidden = embedding(build)
    seqlens, longest = lengths(build)
    caches = [build.weight(name, FP16, (POSITIONS, HEAD // 2)) for name in ("cos_cache", "sin_cache")]
    shared = [seqlens, longest, *caches]
    branch = ""
    for layer in range(LAYERS):
        gamma, path = (
            build.gamma(f"model.layers.{layer}.input_layernorm"),
            f"/model/layers.{layer}/input_layernorm",
        )
        if branch:
            normed, hidden = build.norm(path, hidden, branch, gamma)
        else:
            inputs = [hidden, gamma]
            normed = build.node(
                "SimplifiedLayerNormalization",
                f"{path}/LayerNorm",
                inputs,
                axis=-1,
                epsilon=EPSILON,
                stash_type=1,
            )[0]
        branch, hidden = mlp(build, layer, hidden, attention(build, layer, normed, shared))
    logits(build, hidden, branch)
    graph = helper.make_graph(build.nodes, "qwen2.5-14b-int4", *_interface(), initializer=build.initializers)
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid(CONTRIB, 1)]
    made = helper.make_model(
        graph, opset_imports=opsets, ir_version=10, producer_name="build_placement_graph.py"
    )
    helper.set_model_props(made, {"stage": stage, "weights": "declared, absent"})
    return made


def _interface() -> tuple[list[Any], list[Any]]:
    def value(name: str, kind: int, *shape: int | str) -> Any:
        return helper.make_tensor_value_info(name, kind, shape)

    inputs = [
        value("input_ids", TensorProto.INT64, "batch_size", "sequence_length"),
        value("attention_mask", TensorProto.INT64, "batch_size", "total_sequence_length"),
    ]
    outputs = [value("logits", FP16, "batch_size", "sequence_length", VOCABULARY)]
    for layer in range(LAYERS):
        for part in ("key", "value"):
            cache = ("batch_size", KV_HEADS)
            inputs.append(
                value(f"past_key_values.{layer}.{part}", FP16, *cache, "past_sequence_length", HEAD)
            )
            outputs.append(value(f"present.{layer}.{part}", FP16, *cache, "total_sequence_length", HEAD))
    return inputs, outputs


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the graphs of the placement page.")
    parser.add_argument("--into", type=Path, default=FOLDER, help="folder (default: %(default)s)")
    folder: Path = parser.parse_args().into
    for stage in STAGES:
        (folder / f"qwen14b.{stage}.onnx").write_bytes(model(stage).SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()
