"""Leaving the weights out changes nothing else, and no verdict of protobuf's."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import DecodeError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from onnx import ModelProto, helper

from onnx_models import FLOAT, UINT8, decoder, model, nested, save, weight
from trueup.readers.onnx import read_graph
from trueup.readers.onnx.spans import SHORT, MalformedError, _encode, length_of, skeleton

MODELS = [decoder().SerializeToString(), nested().SerializeToString()]


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    return tmp_path / "model.onnx"


def without_weights(path: Path, content: bytes) -> bytes | None:
    path.write_bytes(content)
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return skeleton(descriptor, len(content))
    except MalformedError:
        return None
    finally:
        os.close(descriptor)


def parsed(content: bytes | None) -> Any:
    if content is None:
        return None
    made = ModelProto()
    try:
        made.ParseFromString(content)
    except DecodeError:
        return None
    return made


def lengths_for_weights(message: Any, length: Any) -> bytes:
    """The message with each payload replaced by its length."""
    for field, content in message.ListFields():
        if field.name == "raw_data" and message.DESCRIPTOR.name == "TensorProto":
            message.raw_data = str(length(content)).encode()
        elif field.message_type:
            for inner in [content] if hasattr(content, "DESCRIPTOR") else content:
                lengths_for_weights(inner, length)
    return bytes(message.SerializeToString(deterministic=True)) if isinstance(message, ModelProto) else b""


def assert_same(path: Path, content: bytes) -> None:
    expected, found = parsed(content), parsed(without_weights(path, content))
    assert (expected is None) == (found is None)
    if expected is not None:
        assert lengths_for_weights(found, length_of) == lengths_for_weights(expected, len)


@pytest.mark.parametrize("content", MODELS, ids=["decoder", "nested"])
def test_whole_models(content: bytes, scratch: Path) -> None:
    assert_same(scratch, content)
    smaller = without_weights(scratch, content)
    assert smaller is not None
    assert len(smaller) < len(content)


def test_a_model_without_raw_weights_is_kept_byte_by_byte(scratch: Path) -> None:
    content = model([helper.make_node("Neg", ["x"], ["y"])]).SerializeToString()
    assert without_weights(scratch, content) == content


@pytest.mark.parametrize("content", MODELS, ids=["decoder", "nested"])
def test_truncations(content: bytes, scratch: Path) -> None:
    step = max(1, len(content) // 400)
    for end in {*range(0, len(content), step), *range(min(600, len(content)))}:
        assert_same(scratch, content[:end])


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_mutations(data: st.DataObject, scratch: Path) -> None:
    content = bytearray(data.draw(st.sampled_from(MODELS)))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(content) - 1))
        match data.draw(st.sampled_from(["change", "remove", "insert"])):
            case "change":
                content[at] = data.draw(st.integers(0, 255))
            case "remove":
                del content[at : at + data.draw(st.integers(1, 20))]
            case _:
                content[at:at] = data.draw(st.binary(min_size=1, max_size=20))
    assert_same(scratch, bytes(content))


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(content=st.binary(min_size=1, max_size=600))
def test_noise(content: bytes, scratch: Path) -> None:
    assert_same(scratch, content)


@pytest.mark.parametrize("size", [0, 1, SHORT - 1, SHORT, SHORT + 1, SHORT + 2, 20_000])
def test_payloads_around_the_length_of_a_stand_in(size: int, scratch: Path) -> None:
    node = helper.make_node("Constant", [], ["y"], value=weight("c", UINT8, (size,)))
    content = model([node], [weight("w", UINT8, (size,), b"\x07" * size)]).SerializeToString()
    assert_same(scratch, content)


def test_a_graph_in_two_parts_is_merged(scratch: Path) -> None:
    """Protobuf joins the parts of a message that occurs twice; the last payload counts."""
    one, other = model([], [weight("a", FLOAT, (400,))]), model([], [weight("b", FLOAT, (500,))])
    assert_same(scratch, one.SerializeToString() + other.SerializeToString())


GROUP = bytes([200 << 3 & 0x7F | 0x80 | 3, 200 >> 4])
GROUP_END = bytes([200 << 3 & 0x7F | 0x80 | 4, 200 >> 4])


@pytest.mark.parametrize(
    "tail",
    [
        GROUP + GROUP_END,
        GROUP + b"\x08\x01" + GROUP + GROUP_END + GROUP_END,
        GROUP,
        GROUP_END,
        GROUP + b"\x0c",
        GROUP * 99 + GROUP_END * 99,
        GROUP * 101 + GROUP_END * 101,
        b"\x0e\x01",
        b"\x0f",
        b"\x02\x00",
        b"\x09" + bytes(8),
        b"\x09" + bytes(7),
        b"\x0d" + bytes(4),
        b"\x08" + b"\x80" * 9 + b"\x01",
        b"\x08" + b"\x80" * 10 + b"\x01",
        b"\x88\x80\x80\x80\x00\x01",
        b"\x88\x80\x80\x80\x80\x00\x01",
        b"\x12\x80\x80\x00",
        b"\x12\x81\x80\x80\x80\x00x",
        b"\x12\x81\x80\x80\x80\x80\x00x",
        b"\x12\xff\xff\xff\xff\x0f",
    ],
)
def test_unusual_encodings(tail: bytes, scratch: Path) -> None:
    content = MODELS[0]
    assert_same(scratch, content + tail)
    assert_same(scratch, content + b"\x3a" + _encode(len(tail)) + tail)  # inside the graph


def test_64_mib_of_weights_are_stepped_over(tmp_path: Path) -> None:
    made = model([helper.make_node("Neg", ["w"], ["y"])], [weight("w", UINT8, (64 << 20,))])
    path = save(made, tmp_path)
    descriptor = os.open(path, os.O_RDONLY)
    try:
        assert len(skeleton(descriptor, path.stat().st_size)) < 1000
    finally:
        os.close(descriptor)
    assert read_graph(path).initializers[0].bytes == 64 << 20
