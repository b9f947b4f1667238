"""Safetensors: what the reader gives is what the library gives, and hostile headers are refused by name."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors import SafetensorError, TensorSpec, deserialize, serialize_file

from checkpoints import entry, safetensors, with_header
from trueup.diagnostics import Diagnostic, TrueupError
from trueup.readers import head
from trueup.readers.lfs import POINTER
from trueup.readers.safetensors import BITS, read_safetensors

#: Every type that the library writes, as its users call it.
WRITTEN = {
    "bool": "BOOL",
    "int8": "I8",
    "uint8": "U8",
    "int16": "I16",
    "uint16": "U16",
    "int32": "I32",
    "uint32": "U32",
    "int64": "I64",
    "uint64": "U64",
    "float16": "F16",
    "float32": "F32",
    "float64": "F64",
    "bfloat16": "BF16",
    "float8_e4m3fn": "F8_E4M3",
    "float8_e4m3fnuz": "F8_E4M3FNUZ",
    "float8_e5m2": "F8_E5M2",
    "float8_e5m2fnuz": "F8_E5M2FNUZ",
    "float8_e8m0fnu": "F8_E8M0",
    "complex64": "C64",
    "float4_e2m1fn_x2": "F4",
}
NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20).filter(
    lambda name: name != "__metadata__"
)
SHAPES = st.lists(st.integers(0, 5), max_size=4).map(tuple)
SETS = st.dictionaries(NAMES, st.tuples(st.sampled_from(list(WRITTEN)), SHAPES), max_size=8)


def read(
    data: bytes, folder: Path, name: str = "m.safetensors"
) -> list[tuple[str, str, tuple[int, ...], int]]:
    path = folder / name
    path.write_bytes(data)
    return [(t.name, t.dtype, t.shape, t.bytes) for t in read_safetensors(path).tensors]


def refused(data: bytes, folder: Path) -> Diagnostic:
    with pytest.raises(TrueupError) as caught:
        read(data, folder)
    (found,) = caught.value.diagnostics
    assert found.message.startswith("m.safetensors: ")
    return found


def given_by_the_library(data: bytes) -> list[tuple[str, str, tuple[int, ...], int]]:
    found: list[tuple[str, Any]] = deserialize(data)  # type: ignore[no-untyped-call]
    return sorted((name, one["dtype"], tuple(one["shape"]), len(one["data"])) for name, one in found)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tensors=SETS, metadata=st.dictionaries(NAMES, st.text(max_size=9), max_size=3))
def test_what_the_library_writes(
    tensors: Mapping[str, tuple[str, tuple[int, ...]]], metadata: dict[str, str], tmp_path: Path
) -> None:
    zeros = np.zeros(8 * 5**4 * 2, np.uint8)
    specs = {}
    for name, (kind, sizes) in tensors.items():
        packed = kind == "float4_e2m1fn_x2"  # its shape is given in bytes, of which each holds two
        shape = sizes or (1,) if packed else sizes
        size = prod(shape) * (1 if packed else BITS[WRITTEN[kind]] // 8)
        specs[name] = TensorSpec(dtype=kind, shape=list(shape), data_ptr=zeros.ctypes.data, data_len=size)
    path = tmp_path / "m.safetensors"
    serialize_file(specs, path, metadata or None)
    expected = given_by_the_library(path.read_bytes())
    if not any(prod(shape) for _, _, shape, _ in expected):
        with pytest.raises(TrueupError, match=r"M623 m\.safetensors: it holds no weights"):
            read_safetensors(path)
        return
    found = read_safetensors(path)
    assert sorted((t.name, t.dtype, t.shape, t.bytes) for t in found.tensors) == expected
    assert [t.elements for t in found.tensors] == [prod(t.shape) for t in found.tensors]
    assert found.metadata == metadata


@pytest.mark.parametrize("dtype", BITS)
def test_every_type_has_the_size_that_the_library_asks_for(dtype: str, tmp_path: Path) -> None:
    data = safetensors({"w": (dtype, (4, 8))})
    assert read(data, tmp_path) == given_by_the_library(data) == [("w", dtype, (4, 8), 4 * BITS[dtype])]
    longer = with_header({"w": entry(dtype, [4, 8], [0, 4 * BITS[dtype] + 1])}, bytes(4 * BITS[dtype] + 1))
    with pytest.raises(SafetensorError):
        given_by_the_library(longer)
    assert refused(longer, tmp_path).code == "M626"


SMALL = safetensors({"a": ("BF16", (3, 2)), "b.weight": ("U8", (5,)), "c": ("F32", ())}, format="pt")


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_what_is_read_of_a_damaged_file_the_library_reads_too(data: st.DataObject, tmp_path: Path) -> None:
    start = data.draw(st.integers(0, len(SMALL)))
    end = data.draw(st.integers(start, min(start + 12, len(SMALL))))
    some = data.draw(
        st.sampled_from([b"", b"0", b"9", b'"', b"{", b"[", b",", b"-", b"1e5", b"\\"])
        | st.binary(max_size=3)
    )
    damaged = SMALL[:start] + some + SMALL[end:]
    found, said = None, "m.safetensors: "
    try:
        found = read(damaged, tmp_path)
    except TrueupError as error:
        said = error.diagnostics[0].message
    assert said.startswith("m.safetensors: ")
    assert found is None or sorted(found) == given_by_the_library(damaged)


def test_a_file_cut_anywhere(tmp_path: Path) -> None:
    for end in range(len(SMALL)):
        assert refused(SMALL[:end], tmp_path).code in ("M622", "M623"), end


def test_a_byte_too_many(tmp_path: Path) -> None:
    assert refused(SMALL + b"\0", tmp_path).message.endswith("its last 1 B belong to no tensor")


@pytest.mark.parametrize(
    ("header", "code", "said"),
    [
        ({"a": entry("U9")}, "M661", "'a' has the unknown type 'U9'"),
        ({"a": entry(shape=[-4])}, "M624", "'a' has a negative dimension, -4"),
        ({"a": entry(shape=[-2, -2])}, "M624", "negative"),
        ({"a": entry(shape=[2**32, 2**32, 2**32])}, "M624", "more than 2^63 elements"),
        ({"a": entry(shape=[2**62, 2**62, 0], offsets=[0, 0])}, "M624", "more than 2^63 elements"),
        ({"a": entry(shape=[1] * 65)}, "M624", "65 dimensions"),
        ({"a": entry(shape=[5])}, "M626", "'a' is 5 of U8, 5 B, but its data has 4 B"),
        ({"a": entry("F4", [9])}, "M626", "'a' is 9 of F4, 36 bit, but its data has 4 B"),
        ({"a": entry(shape=[], offsets=[0, 4])}, "M626", "'a' is a scalar of U8, 1 B"),
        ({"a": entry(offsets=[4, 0])}, "M660", "the data of 'a' has the bounds 4, 0"),
        ({"a": entry(offsets=[-4, 0])}, "M660", "bounds -4, 0"),
        ({"a": entry(offsets=[4])}, "M660", "bounds 4"),
        ({"a": entry(offsets=[0, 4, 4])}, "M660", "bounds 0, 4, 4"),
        ({"a": entry(offsets=[1, 5])}, "M660", "the data of 'a' begins 1 B late"),
        ({"a": entry(), "b": entry(offsets=[2, 6])}, "M660", "the data of 'b' overlaps that of 'a'"),
        ({"a": entry(), "b": entry()}, "M660", "the data of 'b' overlaps that of 'a'"),
        ({"a": entry(), "b": entry(offsets=[5, 9])}, "M660", "the data of 'b' begins 1 B late"),
        (
            {"a": entry(offsets=[0, 2**63], shape=[2**63 - 1])},
            "M626",
            "9,223,372,036,854,775,807 B, but its data has 9,223,372,036,854,775,808 B",
        ),
        ({"a": entry(shape=[2**50], offsets=[0, 2**50])}, "M622", "is cut short: its tensors have"),
        ({"a": entry(shape=[10**30])}, "M622", "where a whole number was expected"),
        ({"a": entry(shape=[4.0])}, "M622", "where a whole number was expected"),
        ({"a": entry(shape=[True])}, "M622", "where a whole number was expected"),
        ({"a": entry(shape="4")}, "M622", "where '[' was expected"),
        ({"a": entry(dtype=8)}, "M622", "where a text was expected"),
        ({"a": {"dtype": "U8", "shape": [4]}}, "M622", "'a' has not all of dtype, shape, data_offsets"),
        ({"a": None}, "M622", "where '{' was expected"),
        ({"__metadata__": {"a": 1}}, "M622", "where a text was expected"),
        (
            '{"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"a":0}',
            "M625",
            "'a' stands twice in its header",
        ),
        ('{"a":{"dtype":"U8","dtype":"I8"}}', "M625", "'dtype' stands twice in its header"),
        ('{"__metadata__":{"k":"1","k":"1"}}', "M625", "'k' stands twice in its header"),
        ('{"a":{"x":' + "[" * 100_000 + "]" * 100_000 + "}}", "M622", "nested too deeply"),
        ('{"a":{"x":' + '{"x":' * 100_000, "M622", "nested too deeply"),
        ("{", "M622", "it ends where a text was expected"),
        ('{"a', "M622", "where a text was expected"),
        ("{}}", "M622", "where the end was expected"),
        ("{},", "M622", "where the end was expected"),
        ('{"a" 1}', "M622", "where ':' was expected"),
        ('{"a":{"shape":[1,]}}', "M622", "where a whole number was expected"),
        ('{"a":{"shape":[01]}}', "M622", "where"),
        ('{"a":{"x":1.5e3,"shape":[NaN]}}', "M622", "'NaN]}}' stands where a whole number was expected"),
        ('{"\\ud800":1}', "M628", "not in UTF-8"),
        (b'{"\xff":1}', "M628", "not in UTF-8"),
        ('{"a\nb":1}', "M622", "where a text was expected"),
        ("[]", "M622", "its header is no JSON object"),
        (" {}", "M622", "its header is no JSON object"),
    ],
)
def test_headers_that_are_refused(header: Any, code: str, said: str, tmp_path: Path) -> None:
    found = refused(with_header(header, bytes(4)), tmp_path)
    assert found.code == code
    assert said in found.message


@pytest.mark.parametrize(
    "header", [{}, {"__metadata__": {"format": "pt"}}, {"a": entry(shape=[0], offsets=[0, 0])}]
)
def test_a_header_without_weights(header: Any, tmp_path: Path) -> None:
    found = refused(with_header(header), tmp_path)
    assert (found.code, found.message) == ("M623", "m.safetensors: it holds no weights")


def test_files_that_are_something_else(tmp_path: Path) -> None:
    assert refused(b"", tmp_path).code == "M623"
    assert refused(b"# A heading\n", tmp_path).hint == "it is a text file"
    assert (
        refused(b"GGUF\3\0\0\0" + bytes(9), tmp_path).hint
        == "it begins as a GGUF file does: is its name right?"
    )
    assert refused(POINTER + b"v1\noid sha256:00\nsize 1\n", tmp_path).hint == "run git lfs pull"
    assert refused(bytes(100), tmp_path).code == "M622"
    with pytest.raises(TrueupError, match=r"M620 m\.safetensors: is no regular file"):
        read_safetensors(folder_called(tmp_path))
    fifo = tmp_path / "pipe.safetensors"
    os.mkfifo(fifo)
    with pytest.raises(TrueupError, match=r"M620 pipe\.safetensors: is no regular file"):
        read_safetensors(fifo)
    with pytest.raises(TrueupError, match=r"M620 no\.safetensors: can't be opened"):
        read_safetensors(tmp_path / "no.safetensors")


def folder_called(tmp_path: Path) -> Path:
    folder = tmp_path / "folder" / "m.safetensors"
    folder.mkdir(parents=True)
    return folder


def test_a_length_beyond_the_file_is_no_allocation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = counting(monkeypatch)
    for length in (2**64 - 1, 2**63, 2**40, 10**8):
        assert refused(length.to_bytes(8, "little") + b"{}", tmp_path).code == "M622"
    assert max(counts) <= 1024


def test_a_header_beyond_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.safetensors"
    path.write_bytes((head.LIMIT + 1).to_bytes(8, "little") + b"{")
    os.truncate(path, head.LIMIT + 9)  # sparse
    counts = counting(monkeypatch)
    with pytest.raises(TrueupError, match=r"M627 m\.safetensors: more than 64 MiB besides its weights"):
        read_safetensors(path)
    assert max(counts) <= 1024


def test_too_many_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trueup.readers.safetensors.scanner.MOST", 3)
    members = {f"a{index}": entry(offsets=[4 * index, 4 * index + 4]) for index in range(4)}
    assert refused(with_header(members, bytes(16)), tmp_path).message.endswith(
        "an object has more than 3 members"
    )
    assert "more than 3 elements" in refused(with_header({"a": entry(shape=[1] * 4)}), tmp_path).message


def test_weights_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header = json.dumps({"big": entry("BF16", [2**20, 2**20], [0, 2**41])}).encode()
    path = tmp_path / "m.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header)
    os.truncate(path, 8 + len(header) + 2**41)  # two tebibytes, sparse
    counts = counting(monkeypatch)
    (tensor,) = read_safetensors(path).tensors
    assert tensor.bytes == 2**41
    assert sum(counts) < 1024


def counting(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The bytes of each read from here on."""
    counts: list[int] = []
    original = os.pread

    def counted(descriptor: int, count: int, offset: int) -> bytes:
        counts.append(count)
        return original(descriptor, count, offset)

    monkeypatch.setattr(os, "pread", counted)
    return counts


def test_a_file_that_shrinks_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.safetensors"
    path.write_bytes(SMALL)
    original = os.fstat

    def shrinking(descriptor: int) -> os.stat_result:
        status = original(descriptor)
        os.truncate(path, 20)
        return status

    monkeypatch.setattr(os, "fstat", shrinking)
    with pytest.raises(TrueupError, match=r"M622 m\.safetensors: the file ends inside its head"):
        read_safetensors(path)
