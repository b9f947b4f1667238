"""Models that are refused: which code, and that the message names the file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from onnx import TensorProto, helper

from onnx_models import FLOAT, UINT8, decoder, external, model, save, value, weight
from trueup.diagnostics import Diagnostic, TrueupError
from trueup.readers.codes import CODES
from trueup.readers.onnx import read_graph, spans


def refusal(path: Path) -> Diagnostic:
    with pytest.raises(TrueupError) as caught:
        read_graph(path)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code in CODES
    assert diagnostic.message.startswith(f"{path.name}: ")
    assert str(path.parent) not in str(diagnostic)
    return diagnostic


def refused(proto: Any, tmp_path: Path) -> Diagnostic:
    return refusal(save(proto, tmp_path))


def identity(*initializers: Any) -> Any:
    return model([helper.make_node("Identity", ["x"], ["y"])], initializers)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert refusal(tmp_path / "no.onnx").code == "M620"


def test_a_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path).message == f"{tmp_path.name}: is no regular file"


def test_a_pipe_is_refused_and_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.onnx")
    assert refusal(tmp_path / "pipe.onnx").code == "M620"


def test_a_link_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "loop.onnx").symlink_to("loop.onnx")
    assert refusal(tmp_path / "loop.onnx").code == "M620"


def test_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(decoder(), tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TrueupError, match=r"M620 model\.onnx: the path of a model has to be absolute"):
        read_graph(Path("model.onnx"))


def test_an_empty_file(tmp_path: Path) -> None:
    assert refused(b"", tmp_path).code == "M623"


def test_a_git_lfs_pointer(tmp_path: Path) -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
    found = refused(pointer, tmp_path)
    assert (found.code, found.hint) == ("M621", "run git lfs pull")


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        (b"# A page of text\n\nand more of it\r\n", "it is a text file"),
        (b"\xff" * 5000, "the file may be cut short or damaged"),
        (b"PK\x03\x04" + b"\x00" * 100, "the file may be cut short or damaged"),
        (b"\0" * 100_000, "the file may be cut short or damaged"),
        (b"\x08", "the file may be cut short or damaged"),
    ],
)
def test_other_files(content: bytes, hint: str, tmp_path: Path) -> None:
    found = refused(content, tmp_path)
    assert found.code == "M622"
    assert (found.hint or "").startswith(hint)


def test_every_prefix_of_a_model_is_refused(tmp_path: Path) -> None:
    """Also those cut at the end of a field, which protobuf reads as a smaller model."""
    made = identity(weight("w", UINT8, (2,)))
    del made.opset_import[1:]
    whole = made.SerializeToString()
    for end in range(len(whole)):
        assert refused(whole[:end], tmp_path).code in ("M622", "M623")


def test_a_model_without_opset(tmp_path: Path) -> None:
    made = decoder()
    del made.opset_import[:]
    assert refused(made, tmp_path).message.endswith("no opset is imported")


def test_a_model_without_nodes_and_weights(tmp_path: Path) -> None:
    assert refused(model([]), tmp_path).code == "M623"


@pytest.mark.parametrize("depth", [40, 5000])
def test_nesting_beyond_what_protobuf_allows(depth: int, tmp_path: Path) -> None:
    def field(number: int, content: bytes) -> bytes:
        return bytes([number << 3 | 2]) + spans._encode(len(content)) + content

    graph = field(5, field(9, bytes(1000)))
    for _ in range(depth):  # each graph lies in a node's attribute
        graph = field(1, field(5, field(6, graph)))
    assert refused(field(7, graph), tmp_path).code == "M622"


@pytest.mark.parametrize("shape", [(-1,), (2, -3), (0, -1)])
def test_negative_dimensions(shape: tuple[int, ...], tmp_path: Path) -> None:
    found = refused(identity(external("w", FLOAT, shape, location="w.bin")), tmp_path)
    assert (found.code, found.message) == ("M624", f"model.onnx: 'w' has a negative dimension, {min(shape)}")


@pytest.mark.parametrize("shape", [(2**31, 2**31, 2**10), (2**62, 2), (2**40,) * 1000])
def test_more_elements_than_could_be_indexed(shape: tuple[int, ...], tmp_path: Path) -> None:
    assert refused(identity(external("w", FLOAT, shape, location="w.bin")), tmp_path).code == "M624"


def test_a_constant_with_a_negative_dimension(tmp_path: Path) -> None:
    tensor = TensorProto(name="c", data_type=FLOAT, dims=[-2])
    assert refused(model([helper.make_node("Constant", [], ["c"], value=tensor)]), tmp_path).code == "M624"


def test_a_tensor_defined_twice(tmp_path: Path) -> None:
    found = refused(identity(weight("w", UINT8, (1,)), weight("w", UINT8, (2,))), tmp_path)
    assert (found.code, found.message) == ("M625", "model.onnx: 'w' is defined twice")


def test_a_tensor_that_a_node_makes_too(tmp_path: Path) -> None:
    assert refused(identity(weight("y", UINT8, (1,))), tmp_path).code == "M625"


def test_a_tensor_defined_twice_in_a_subgraph(tmp_path: Path) -> None:
    twice = [weight("w", UINT8, (1,))] * 2
    inner = helper.make_graph([], "g", [], [value("w")], initializer=twice)
    found = refused(model([helper.make_node("If", ["x"], ["y"], then_branch=inner)]), tmp_path)
    assert found.message.endswith("'w' is defined twice in If[0].then_branch")


def test_an_attribute_given_twice(tmp_path: Path) -> None:
    inner = helper.make_graph([helper.make_node("Neg", ["x"], ["z"])], "g", [], [value("z")])
    node = helper.make_node("If", ["x"], ["y"], then_branch=inner)
    node.attribute.append(node.attribute[0])
    assert refused(model([node]), tmp_path).code == "M625"


def test_a_function_defined_twice(tmp_path: Path) -> None:
    body = [helper.make_node("Neg", ["a"], ["b"])]
    function = helper.make_function("acme", "F", ["a"], ["b"], body, [helper.make_opsetid("", 21)])
    assert refused(model(body, functions=[function, function]), tmp_path).code == "M625"


@pytest.mark.parametrize("held", [b"", b"123", b"12345", bytes(5000)])
def test_data_of_another_length_than_the_shape(held: bytes, tmp_path: Path) -> None:
    found = refused(identity(weight("w", UINT8, (2, 2), held)), tmp_path)
    assert found.code == "M626"
    assert found.message == f"model.onnx: 'w' is 2 × 2 of UINT8, 4 B, but its data has {len(held):,} B"


@pytest.mark.parametrize(
    "location",
    ["../../etc/passwd", "/etc/passwd", "", "a/../../b", "..", "..\\b", "\\\\host\\b", "C:\\b", "\\b"],
)
def test_external_data_outside_the_folder_of_the_model(location: str, tmp_path: Path) -> None:
    found = refused(identity(external("w", UINT8, (4,), location=location)), tmp_path)
    assert found.code == "M629"
    assert f"the data of 'w' is said to be at {location!r}" in found.message
    assert found.hint == "keep external data beside the model"


def test_external_data_of_another_length_than_the_shape(tmp_path: Path) -> None:
    assert (
        refused(identity(external("w", UINT8, (4,), location="w.bin", length="5")), tmp_path).code == "M626"
    )


def test_a_file_of_2_gib(tmp_path: Path) -> None:
    path = save(decoder(), tmp_path)
    os.truncate(path, 2**31)
    assert refusal(path).code == "M627"


def test_too_much_besides_raw_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spans, "LIMIT", 10_000)
    floats = TensorProto(name="w", data_type=FLOAT, dims=[5000], float_data=[0.0] * 5000)
    assert refused(identity(floats, weight("v", UINT8, (1000,))), tmp_path).code == "M627"


def test_many_small_fields_count_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spans, "LIMIT", 10_000)
    assert refused(b"\x08\x01" * 10_000, tmp_path).code == "M627"


@pytest.mark.parametrize("name", [b"weight", b"Identity", b"batch"])
def test_a_name_that_is_no_text(name: bytes, tmp_path: Path) -> None:
    made = identity(weight("weight", UINT8, (1,)))
    made.graph.input[0].CopyFrom(value("x", FLOAT, ["batch"]))
    whole = made.SerializeToString()
    assert refused(whole.replace(name, b"\xff" * len(name)), tmp_path).code == "M628"


def test_a_file_that_shrinks_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(decoder(), tmp_path)
    original = spans.skeleton

    def shrinking(descriptor: int, size: int) -> bytes:
        os.truncate(path, size // 2)
        return original(descriptor, size)

    monkeypatch.setattr("trueup.readers.onnx.read.skeleton", shrinking)
    assert refusal(path).code == "M622"


def test_a_file_that_can_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(decoder(), tmp_path)

    def failing(descriptor: int, count: int, offset: int) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "pread", failing)
    assert refusal(path).message == "model.onnx: can't be read: Input/output error"
