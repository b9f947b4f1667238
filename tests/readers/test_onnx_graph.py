"""What is read of a model: exact sizes, and who reads which tensor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from onnx import TensorProto, helper

from onnx_models import FLOAT, UINT8, decoder, external, model, nested, save, value, weight
from trueup.readers.onnx import BITS, Graph, Node, Tensor, read_graph


def read(proto: Any, tmp_path: Path) -> Graph:
    return read_graph(save(proto, tmp_path))


def one(graph: Graph, name: str) -> Tensor:
    (found,) = graph.find(name)
    return found


def ops(nodes: tuple[Node, ...]) -> list[str]:
    return [node.op for node in nodes]


def test_a_decoder(tmp_path: Path) -> None:
    graph = read(decoder(), tmp_path)
    head = one(graph, "lm_head.weight_Q4")
    assert (head.dtype, head.shape, head.elements, head.bytes, head.held) == (
        "UINT8",
        (96, 2, 16),
        3072,
        3072,
        3072,
    )
    assert ops(graph.consumers(head)) == ["MatMulNBits"]
    assert ops(graph.consumers(one(graph, "model.embed_tokens.qweight"))) == ["GatherBlockQuantized"]
    assert len(graph.initializers) == 8
    assert [node.name for node in graph.nodes] == ["/embed", "/q", "/q/bias", "/norm", "/lm_head"]
    assert graph.opsets == {"": 21, "com.microsoft": 1}
    assert graph.nodes[0].domain == "com.microsoft"
    producer = graph.producer_of("logits")
    assert producer is not None
    assert producer.name == "/lm_head"
    assert graph.producer_of("lm_head.scales") is None


@pytest.mark.parametrize(("name", "bits"), BITS.items())
@pytest.mark.parametrize("elements", [0, 1, 3, 4, 8])
def test_packed_types_fill_their_last_byte(name: str, bits: int, elements: int, tmp_path: Path) -> None:
    number = getattr(TensorProto, name, None)
    if number is None:
        pytest.skip(f"this onnx has no {name}")
    size = (elements * bits + 7) // 8
    node = helper.make_node("Identity", ["w"], ["y"])
    tensor = one(read(model([node], [weight("w", number, (elements,), bytes(size))]), tmp_path), "w")
    assert (tensor.dtype, tensor.bytes, tensor.held) == (name, size, size)


def test_every_type_of_onnx_has_a_width_but_strings() -> None:
    assert set(TensorProto.DataType.keys()) - set(BITS) == {"UNDEFINED", "STRING"}


def test_strings_and_types_to_come_have_no_size(tmp_path: Path) -> None:
    node = helper.make_node("Identity", ["s"], ["y"])
    strings = TensorProto(name="s", data_type=TensorProto.STRING, dims=[2], string_data=[b"a", b"bc"])
    graph = read(model([node], [strings, TensorProto(name="new", data_type=99, dims=[2])]), tmp_path)
    assert (one(graph, "s").dtype, one(graph, "s").bytes) == ("STRING", None)
    assert (one(graph, "new").dtype, one(graph, "new").bytes, one(graph, "new").elements) == (
        "type 99",
        None,
        2,
    )


def test_exact_counts_beyond_64_bits_of_bytes(tmp_path: Path) -> None:
    node = helper.make_node("Identity", ["w"], ["y"])
    huge = external("w", FLOAT, (2**31, 2**31), location="w.bin")
    assert one(read(model([node], [huge]), tmp_path), "w").bytes == 2**64


def test_a_dimension_of_zero_makes_a_tensor_empty_whatever_the_others_are(tmp_path: Path) -> None:
    tensor = external("w", FLOAT, (2**62, 2**62, 0), location="w.bin")
    assert one(read(model([], [tensor]), tmp_path), "w").bytes == 0


@pytest.mark.parametrize("location", ["w.bin", "weights/w.bin", "..w"])
def test_external_data_is_recorded_and_never_opened(location: str, tmp_path: Path) -> None:
    tensor = external("w", UINT8, (4, 4), location=location, offset="4096", length="16")
    found = one(read(model([], [tensor]), tmp_path), "w").external
    assert found is not None
    assert (found.location, found.offset, found.length) == (location, 4096, 16)


@pytest.mark.parametrize("length", ["-1", "1e3", "９", "1" * 5000, "x"])
def test_a_length_that_is_no_number_is_none(length: str, tmp_path: Path) -> None:
    tensor = external("w", UINT8, (4, 4), location="w.bin", length=length)
    found = one(read(model([], [tensor]), tmp_path), "w").external
    assert found is not None
    assert found.length is None


def test_an_inner_tensor_hides_the_outer_one(tmp_path: Path) -> None:
    graph = read(nested(), tmp_path)
    outer, inner = graph.find("w")
    assert (outer.path, inner.path) == ("w", "If[3].then_branch/w")
    assert ops(graph.consumers(outer)) == ["Twice", "Identity", "Sub"]
    assert ops(graph.consumers(inner)) == ["Mul"]
    assert graph.find("If[3].then_branch/w") == (inner,)


def test_a_function_sees_its_own_names_only(tmp_path: Path) -> None:
    graph = read(nested(), tmp_path)
    (outer, _) = graph.find("w")
    assert "MatMul" not in ops(graph.consumers(outer))
    assert ops(graph.consumers(one(graph, "two"))) == ["MatMul"]
    assert one(graph, "two").path == "acme:Twice/two"


def test_what_a_branch_hands_on_is_read_by_the_node_that_runs_it(tmp_path: Path) -> None:
    graph = read(nested(), tmp_path)
    assert ops(graph.consumers(one(graph, "handed_on"))) == ["If"]
    assert not graph.returned(one(graph, "handed_on"))
    assert graph.returned(one(graph, "returned"))
    assert graph.consumers(one(graph, "returned")) == ()


def test_constants_are_kept_apart_from_initializers(tmp_path: Path) -> None:
    graph = read(nested(), tmp_path)
    assert [(c.name, c.dtype, c.shape, c.bytes) for c in graph.constants] == [
        ("c", "FLOAT", (3, 100), 1200),
        ("ints", "INT64", (3,), 24),
        ("words", "STRING", (2,), None),
        ("two", "FLOAT", (200,), 800),
    ]
    assert [tensor.name for tensor in graph.initializers] == [
        "w",
        "handed_on",
        "returned",
        "s",
        "w",
        "only_here",
    ]


def test_a_sparse_tensor_takes_its_values_and_their_places(tmp_path: Path) -> None:
    sparse = one(read(nested(), tmp_path), "s")
    assert (sparse.sparse, sparse.shape, sparse.elements, sparse.bytes) == (
        True,
        (1000,),
        1000,
        80 * 4 + 80 * 8,
    )


def test_a_sparse_constant(tmp_path: Path) -> None:
    sparse = helper.make_sparse_tensor(weight("", FLOAT, (80,)), weight("", TensorProto.INT64, (80,)), [1000])
    graph = read(model([helper.make_node("Constant", [], ["c"], sparse_value=sparse)]), tmp_path)
    assert (graph.constants[0].kind, graph.constants[0].bytes) == ("constant", 960)


def test_nodes_of_subgraphs_and_functions_are_counted_once(tmp_path: Path) -> None:
    graph = read(nested(), tmp_path)
    assert ops(graph.nodes) == [
        *("Constant", "Constant", "Constant", "If", "Twice"),
        *("Identity", "Loop", "Sub"),
        "Mul",
        *("Constant", "MatMul"),
    ]


def test_a_tied_tensor_has_all_its_readers_once_each(tmp_path: Path) -> None:
    nodes = [
        helper.make_node("Gather", ["w", "x"], ["a"]),
        helper.make_node("MatMul", ["a", "w"], ["b"]),
        helper.make_node("Mul", ["w", "w"], ["y"]),
    ]
    graph = read(model(nodes, [weight("w", FLOAT, (4, 4))]), tmp_path)
    assert ops(graph.consumers(one(graph, "w"))) == ["Gather", "MatMul", "Mul"]


def test_symbolic_sizes_are_fine_in_values(tmp_path: Path) -> None:
    made = model([helper.make_node("Identity", ["x"], ["y"])])
    made.graph.input[0].CopyFrom(value("x", FLOAT, ["batch", 8, None]))
    made.graph.input.append(helper.make_tensor_sequence_value_info("seq", FLOAT, None))
    made.graph.input.append(value("unknown", FLOAT, None))
    graph = read(made, tmp_path)
    assert [(v.name, v.dtype, v.shape) for v in graph.inputs] == [
        ("x", "FLOAT", ("batch", 8, None)),
        ("seq", "sequence", None),
        ("unknown", "FLOAT", None),
    ]


def test_a_subgraph_in_a_list_of_graphs(tmp_path: Path) -> None:
    inner = helper.make_graph([helper.make_node("Neg", ["x"], ["z"])], "g", [], [value("z")])
    node = helper.make_node("Choose", ["x"], ["y"], domain="acme", cases=[inner, inner])
    assert [scope.path for scope in read(model([node]), tmp_path).scopes] == [
        "",
        "Choose[0].cases[0]",
        "Choose[0].cases[1]",
    ]


def test_initializers_may_be_inputs_too(tmp_path: Path) -> None:
    made = model([helper.make_node("Neg", ["w"], ["y"])], [weight("w", FLOAT, (1,))])
    made.graph.input.append(value("w"))
    graph = read(made, tmp_path)
    assert ops(graph.consumers(one(graph, "w"))) == ["Neg"]


def test_training_graphs_are_left_out(tmp_path: Path) -> None:
    made = decoder()
    info = made.training_info.add()
    info.algorithm.node.append(helper.make_node("Neg", ["lm_head.scales"], ["g"]))
    info.initialization.initializer.append(weight("big", FLOAT, (400,)))
    graph = read(made, tmp_path)
    assert len(graph.nodes) == 5
    assert graph.find("big") == ()
