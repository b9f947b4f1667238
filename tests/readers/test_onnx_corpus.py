"""Agreement with the ``onnx`` package on its own test models, and on models that packages ship."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import onnx
import pytest
from onnx import TensorProto

from trueup.readers.onnx import Tensor, read_graph

CASES = Path(onnx.__file__).parent / "backend" / "test" / "data"


def shipped(package: str) -> list[Path]:
    """Models of an installed package, which is not imported: its own requirements are not here."""
    spec = find_spec(package)
    return sorted(Path(spec.origin).parent.rglob("*.onnx")) if spec and spec.origin else []


REAL = [path for package in ("magika", "silero_vad", "rapidocr_onnxruntime") for path in shipped(package)]


def graphs(nodes: Any) -> Iterator[Any]:
    """Subgraphs of nodes, and theirs."""
    for node in nodes:
        for attribute in node.attribute:
            for graph in (*([attribute.g] if attribute.HasField("g") else []), *attribute.graphs):
                yield graph
                yield from graphs(graph.node)


def described(tensor: Any) -> tuple[str, str, tuple[int, ...]]:
    return tensor.name, TensorProto.DataType.Name(tensor.data_type), tuple(tensor.dims)


def assert_size(tensor: Tensor, proto: Any) -> None:
    if proto.data_type != TensorProto.STRING and proto.data_location != TensorProto.EXTERNAL:
        array = onnx.numpy_helper.to_array(proto)
        assert tensor.elements == array.size
        if proto.HasField("raw_data"):
            assert tensor.bytes == len(proto.raw_data)


def assert_agrees(path: Path) -> None:
    expected, found = onnx.load(path, load_external_data=False), read_graph(path)
    inner = list(graphs(expected.graph.node))
    for function in expected.functions:
        inner += graphs(function.node)
    everywhere = [expected.graph, *inner]
    weights = [tensor for graph in everywhere for tensor in graph.initializer]
    ours = [tensor for tensor in found.initializers if not tensor.sparse]
    assert sorted((t.name, t.dtype, t.shape) for t in ours) == sorted(map(described, weights))
    nodes = [node for holder in (*everywhere, *expected.functions) for node in holder.node]
    assert sorted((n.name, n.op, n.inputs, n.outputs) for n in found.nodes) == sorted(
        (node.name, node.op_type, tuple(node.input), tuple(node.output)) for node in nodes
    )
    for tensor, proto in zip(found.main.tensors, expected.graph.initializer, strict=False):
        assert_size(tensor, proto)
        if not inner:
            readers = [node.name for node in expected.graph.node if tensor.name in node.input]
            assert [node.name for node in found.consumers(tensor)] == readers
    values = [
        a.t for node in nodes if node.op_type == "Constant" for a in node.attribute if a.name == "value"
    ]
    constants = [c for c in found.constants if not c.sparse]
    assert sum(c.elements for c in constants) >= sum(onnx.numpy_helper.to_array(v).size for v in values)
    assert {opset.version for opset in expected.opset_import} == set(found.opsets.values())


@pytest.mark.parametrize("folder", ["light", "pytorch-converted", "pytorch-operator", "real", "simple"])
def test_cases_of_onnx(folder: str) -> None:
    for path in (CASES / folder).rglob("*.onnx"):
        assert_agrees(path)


@pytest.mark.filterwarnings("ignore")  # the cases cast beyond what their types hold
def test_models_that_the_cases_are_made_of(tmp_path: Path) -> None:
    """One model of each operator: functions, subgraphs, sequences, and every type of element."""
    from onnx.backend.test.case.node import collect_testcases  # noqa: PLC0415  takes seconds

    seen = set()
    for number, case in enumerate(collect_testcases(None)):
        made = case.model
        if made is None:
            continue
        operators = tuple(sorted({node.op_type for node in made.graph.node}))
        types = tuple(value.type.SerializeToString() for value in made.graph.input)
        if (operators, types) in seen:
            continue
        seen.add((operators, types))
        path = tmp_path / f"{number}.onnx"
        onnx.save(made, path)
        assert_agrees(path)
    assert len(seen) > 300


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_models_that_packages_ship(path: Path) -> None:
    assert_agrees(path)


def test_there_are_such_models() -> None:
    assert len(REAL) >= 5, "make test installs magika, silero-vad and rapidocr-onnxruntime"
