"""The graphs of the placement page: every total on record, and that the committed files are current."""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from types import ModuleType

import onnx
import pytest

from trueup.readers.onnx import Graph, read_graph

ROOT = Path(__file__).parents[2]
INPUTS = ROOT / "claims" / "inputs"
STAGES = ("exported", "biases_folded", "optimised")


@cache
def loaded(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def file(stage: str) -> Path:
    return INPUTS / f"qwen14b.{stage}.onnx"


@cache
def graph(stage: str) -> Graph:
    return read_graph(file(stage))


def total(stage: str, named: str = "*") -> tuple[int, int]:
    """How many initializers, and their bytes."""
    sizes = [tensor.bytes or 0 for tensor in graph(stage).initializers if fnmatchcase(tensor.name, named)]
    return len(sizes), sum(sizes)


def paged(stage: str) -> tuple[int, int]:
    rule = loaded("verifiers/residency.py").is_paged
    sizes = [tensor.bytes or 0 for tensor in graph(stage).initializers if rule(graph(stage), tensor)]
    return len(sizes), sum(sizes)


@pytest.mark.parametrize("stage", STAGES)
def test_the_committed_file_is_what_the_script_writes(stage: str) -> None:
    made = loaded("scripts/build_placement_graph.py").model(stage)
    assert made == onnx.load(file(stage), load_external_data=False)


def test_the_script_writes_into_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["build_placement_graph.py", "--into", str(tmp_path)])
    loaded("scripts/build_placement_graph.py").main()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(file(stage).name for stage in STAGES)


@pytest.mark.parametrize("stage", STAGES)
def test_weights(stage: str) -> None:
    assert total(stage) == (920, 8_329_906_176)
    assert total(stage, "*.weight_Q4") == (337, 6_995_312_640)
    assert total(stage, "*.scales") == (
        338,
        874_414_080 + 48_660_480,
    )  # the embedding's own scales among them
    assert total(stage, "model.embed_tokens.scales") == (1, 48_660_480)
    assert total(stage, "lm_head.scales") == (1, 48_660_480)
    assert total(stage, "*.bias") == (144, 688_128)
    assert total(stage, "*.post_attention_layernorm.weight") == (48, 491_520)
    assert total(stage, "model.norm.weight") == (1, 501_760 - 491_520)
    assert total(stage, "*.input_layernorm.weight") == (48, 491_520)
    assert total(stage, "???_cache") == (2, 2 * 32_768 * 64 * 2)
    assert Counter(tensor.dtype for tensor in graph(stage).initializers) == {"UINT8": 339, "FLOAT16": 581}
    assert all(tensor.external for tensor in graph(stage).initializers)


@pytest.mark.parametrize(("stage", "count"), list(zip(STAGES, (674, 818, 867), strict=True)))
def test_what_the_rule_counts(stage: str, count: int) -> None:
    assert paged(stage)[0] == count


def test_what_is_paged_and_what_stays() -> None:
    count, size = paged("optimised")
    assert (count, size) == (867, 7_870_916_608)
    assert (920 - count, 8_329_906_176 - size) == (53, 458_989_568)
    rule = loaded("verifiers/residency.py").is_paged
    resident = [
        tensor.name for tensor in graph("optimised").initializers if not rule(graph("optimised"), tensor)
    ]
    kinds = Counter("norm" if name.endswith("input_layernorm.weight") else name for name in resident)
    assert kinds == {
        "norm": 48,
        **dict.fromkeys(["cos_cache", "sin_cache"], 1),
        **{f"model.embed_tokens.{part}": 1 for part in ("qweight", "scales", "zero_points")},
    }


@pytest.mark.parametrize("stage", STAGES)
def test_two_tensors_of_one_size(stage: str) -> None:
    weights = graph(stage).initializers
    same = [tensor for tensor in weights if tensor.bytes == 389_283_840]
    readers = {tensor.name: [node.op for node in graph(stage).consumers(tensor)] for tensor in same}
    assert readers == {
        "model.embed_tokens.qweight": ["GatherBlockQuantized"],
        "lm_head.weight_Q4": ["MatMulNBits"],
    }
    assert weights[919].name == "lm_head.weight_Q4"
    assert weights[919].shape == (152_064, 160, 16)


@pytest.mark.parametrize(
    ("stage", "ops"),
    [
        ("exported", {"MatMulNBits": 337, "Add": 144, "GroupQueryAttention": 48}),
        ("biases_folded", {"MatMulNBits": 337, "Add": 0, "SkipSimplifiedLayerNormalization": 96}),
        ("optimised", {"MatMulNBits": 289, "Add": 49, "SkipSimplifiedLayerNormalization": 47}),
    ],
)
def test_operators(stage: str, ops: Mapping[str, int]) -> None:
    found = Counter(node.op for node in graph(stage).nodes)
    assert {op: found[op] for op in ops} == ops


@pytest.mark.parametrize("stage", STAGES)
def test_the_data_would_lie_without_gaps(stage: str) -> None:
    end = 0
    for tensor in graph(stage).initializers:
        assert tensor.external is not None
        assert (tensor.external.offset, tensor.external.length) == (end, tensor.bytes)
        end += tensor.external.length or 0
    assert end == 8_329_906_176


@pytest.mark.parametrize("stage", STAGES)
def test_onnx_finds_the_structure_sound(stage: str) -> None:
    """Its checker opens external data, which is absent, so each weight is made an input first.

    onnxruntime has one operator of its own in the default domain, which the checker does not know.
    """
    made = onnx.load(file(stage), load_external_data=False)
    for tensor in made.graph.initializer:
        made.graph.input.append(
            onnx.helper.make_tensor_value_info(tensor.name, tensor.data_type, tensor.dims)
        )
    del made.graph.initializer[:]
    for node in made.graph.node:
        if node.op_type == "SimplifiedLayerNormalization":
            node.domain = "com.microsoft"
    onnx.checker.check_model(made)


@pytest.mark.parametrize("stage", STAGES)
def test_every_value_is_made_before_it_is_read(stage: str) -> None:
    known = (
        {tensor.name for tensor in graph(stage).initializers}
        | {value.name for value in graph(stage).inputs}
        | {""}
    )
    for node in graph(stage).nodes:
        assert known.issuperset(node.inputs)
        known.update(node.outputs)
    assert known.issuperset(value.name for value in graph(stage).outputs)


@pytest.mark.parametrize("stage", STAGES)
def test_dimensions_of_the_operators_agree_with_their_weights(stage: str) -> None:
    shapes = {tensor.name: tensor.shape for tensor in graph(stage).initializers}
    for node in onnx.load(file(stage), load_external_data=False).graph.node:
        if node.op_type == "MatMulNBits":
            given = {attribute.name: attribute.i for attribute in node.attribute}
            for packed, scales in zip(node.input[1::6], node.input[2::6], strict=True):
                assert shapes[packed] == (given["N"], given["K"] // 32, 16)
                assert shapes[scales] == (given["N"], given["K"] // 32)
