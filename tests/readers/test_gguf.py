"""GGUF: what the reader gives is what the library gives, and hostile headers are refused by name."""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gguf import GGMLQuantizationType, GGUFReader, GGUFWriter
from gguf.constants import GGML_QUANT_SIZES
from gguf.quants import quantize
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checkpoints import NUMBERS, gguf, info, pair, raw_gguf, text, u32, u64
from trueup.diagnostics import Diagnostic, TrueupError
from trueup.readers import head
from trueup.readers.gguf import TYPES, read_gguf
from trueup.readers.gguf.types import GONE
from trueup.readers.lfs import POINTER
from trueup.readers.tensors import Checkpoint, Listed

#: The library still counts two floats in a block of Q8_1, which ggml has held as halves since 2023.
DIFFERENT = {"Q8_1"}
#: Numbers of the types that the library knows.
KNOWN = {kind.name: int(kind) for kind in GGMLQuantizationType}

STRING, LIST = 8, 9
NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=16)
SIZES = st.lists(st.integers(1, 4), min_size=1, max_size=4)
SETS = st.dictionaries(
    NAMES, st.tuples(st.sampled_from(sorted(set(KNOWN) - DIFFERENT)), SIZES), min_size=1, max_size=6
)


def read(data: bytes, folder: Path) -> Checkpoint:
    path = folder / "m.gguf"
    path.write_bytes(data)
    return read_gguf((path,))


def refused(data: bytes, folder: Path) -> Diagnostic:
    with pytest.raises(TrueupError) as caught:
        read(data, folder)
    (found,) = caught.value.diagnostics
    assert found.message.startswith("m.gguf: ")
    return found


def by_the_library(path: Path) -> list[tuple[str, str, tuple[int, ...], int]]:
    """Shapes as NumPy has them: the library gives ggml's, which begin with the innermost dimension."""
    return [
        (t.name, t.tensor_type.name, tuple(reversed(t.shape.tolist())), int(t.n_bytes))
        for t in GGUFReader(path).tensors
    ]


def ours(found: Checkpoint) -> list[tuple[str, str, tuple[int, ...], int]]:
    return [(t.name, t.dtype, t.shape, t.bytes) for t in found.tensors]


def write(
    path: Path, tensors: dict[str, tuple[str, Sequence[int]]], alignment: int = 32, **metadata: Any
) -> None:
    """With the library; the last of the sizes counts blocks."""
    writer = GGUFWriter(path, "llama")
    if alignment != 32:
        writer.add_custom_alignment(alignment)
    for key, value in metadata.items():
        getattr(writer, f"add_{type(value).__name__.replace('str', 'string').replace('list', 'array')}")(
            key, value
        )
    for name, (kind, sizes) in tensors.items():
        found = GGMLQuantizationType[kind]
        _, size = GGML_QUANT_SIZES[found]
        zeros = np.zeros((*sizes[:-1], sizes[-1] * size), np.uint8)
        writer.add_tensor(name, zeros, raw_dtype=found)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tensors=SETS, alignment=st.sampled_from([32, 64, 8]))
def test_what_the_library_writes(
    tensors: dict[str, tuple[str, Sequence[int]]], alignment: int, tmp_path: Path
) -> None:
    path = tmp_path / "m.gguf"
    write(path, tensors, alignment)
    found = read_gguf((path,))
    assert ours(found) == by_the_library(path)
    for tensor in found.tensors:
        kind, sizes = tensors[tensor.name]
        assert tensor.elements == prod(sizes) * GGML_QUANT_SIZES[GGMLQuantizationType[kind]][0]
        assert tensor.block == GGML_QUANT_SIZES[GGMLQuantizationType[kind]][0]
    assert found.metadata["general.architecture"] == "llama"


def test_types_are_those_of_the_library() -> None:
    numbers = {kind.name: number for number, kind in TYPES.items()}
    assert {name: numbers[name] for name in KNOWN} == KNOWN
    assert not set(GONE) & set(KNOWN.values())
    for kind, sizes in GGML_QUANT_SIZES.items():
        if kind.name not in DIFFERENT:
            assert (TYPES[kind].block, TYPES[kind].size) == sizes


QUANTISED = ["Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "TQ1_0", "TQ2_0", "MXFP4", "BF16", "F16", "F32"]


@pytest.mark.parametrize("kind", QUANTISED)
def test_what_the_library_quantises(kind: str, tmp_path: Path) -> None:
    values = np.linspace(-1, 1, 3 * 512, dtype=np.float32).reshape(3, 512)
    found = GGMLQuantizationType[kind]
    packed = quantize(values, found)
    path = tmp_path / "m.gguf"
    writer = GGUFWriter(path, "llama")
    writer.add_tensor("w", packed, raw_dtype=found)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    (tensor,) = read_gguf((path,)).tensors
    assert (tensor.dtype, tensor.shape, tensor.elements, tensor.bytes) == (
        kind,
        (3, 512),
        1536,
        packed.nbytes,
    )


def test_metadata(tmp_path: Path) -> None:
    writer = GGUFWriter(tmp_path / "m.gguf", "llama")
    writer.add_uint8("u8", 255)
    writer.add_int8("i8", -128)
    writer.add_uint16("u16", 65535)
    writer.add_int16("i16", -1)
    writer.add_uint32("u32", 2**32 - 1)
    writer.add_int32("i32", -5)
    writer.add_uint64("u64", 2**64 - 1)
    writer.add_int64("i64", -(2**63))
    writer.add_float32("f32", 0.5)
    writer.add_float64("f64", 0.1)
    writer.add_bool("yes", True)
    writer.add_bool("no", False)
    writer.add_string("text", "ä\n" * 3)
    writer.add_array("tokens", ["a", "b" * 100_000, ""])
    writer.add_array("numbers", [1, 2, 3])
    writer.add_array("halves", [0.5, 1.5])
    writer.add_string("template", "x" * (2 << 20))
    writer.add_tensor("w", np.zeros(3, np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    found = dict(read_gguf((tmp_path / "m.gguf",)).metadata)
    assert found == {
        "general.architecture": "llama",
        "u8": 255,
        "i8": -128,
        "u16": 65535,
        "i16": -1,
        "u32": 2**32 - 1,
        "i32": -5,
        "u64": 2**64 - 1,
        "i64": -(2**63),
        "f32": 0.5,
        "f64": 0.1,
        "yes": True,
        "no": False,
        "text": "ä\n" * 3,
        "tokens": Listed(of="STRING", length=3),
        "numbers": Listed(of="INT32", length=3),
        "halves": Listed(of="FLOAT32", length=2),
        "template": Listed(of="byte of text", length=2 << 20),
    }


SMALL = gguf(
    {"a": ("Q4_0", (3, 64)), "b": ("F32", (5,)), "c": ("BF16", (2, 3))},
    pair("general.architecture", STRING, text("llama")),
    pair("n", 4, u32(7)),
    pair("tokens", LIST, u32(STRING) + u64(2) + text("x") + text("yz")),
)


def test_the_bytes_of_the_tests_are_right(tmp_path: Path) -> None:
    found = read(SMALL, tmp_path)
    assert ours(found) == by_the_library(tmp_path / "m.gguf")
    assert ours(found)[0] == ("a", "Q4_0", (3, 64), 108)


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_what_is_read_of_a_damaged_file_the_library_reads_too(data: st.DataObject, tmp_path: Path) -> None:
    start = data.draw(st.integers(0, len(SMALL)))
    end = data.draw(st.integers(start, min(start + 8, len(SMALL))))
    some = data.draw(st.sampled_from([b"", b"\xff" * 8, bytes(8), b"\1"]) | st.binary(max_size=4))
    damaged = SMALL[:start] + some + SMALL[end:]
    found, said = None, "m.gguf: "
    try:
        found = read(damaged, tmp_path)
    except TrueupError as error:
        said = error.diagnostics[0].message
    assert said.startswith("m.gguf: ")
    if found and not DIFFERENT & {tensor.dtype for tensor in found.tensors}:
        assert ours(found) == by_the_library(tmp_path / "m.gguf")


def test_a_file_cut_anywhere(tmp_path: Path) -> None:
    end_of_data = len(SMALL) - 20  # the last tensor has 12 B, and need not be padded
    assert len(read(SMALL[:end_of_data], tmp_path).tensors) == 3
    for end in range(end_of_data):
        assert refused(SMALL[:end], tmp_path).code in ("M622", "M623"), end


def test_a_byte_too_many(tmp_path: Path) -> None:
    assert refused(SMALL + b"\0", tmp_path).message == "m.gguf: its last 1 B belong to no tensor"


F32, Q8 = NUMBERS["F32"], NUMBERS["Q8_0"]
W = info("w", F32, [8], 0)


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [
        (b"", "M623", "the file is empty"),
        (b"GGUF", "M622", "the file ends inside its head, after 4 B"),
        (b"GG", "M622", "the file ends inside its head, after 2 B"),
        (b"# A heading, no model", "M622", "is no GGUF file: it begins with b'# A ', not b'GGUF'"),
        (bytes(64), "M622", "is no GGUF file"),
        (POINTER + b"v1\n", "M621", "is a Git LFS pointer, not the model"),
        (raw_gguf(), "M623", "it holds no weights"),
        (raw_gguf([pair("a", 4, u32(1))]), "M623", "it holds no weights"),
        (raw_gguf((), [info("w", F32, [0], 0)]), "M623", "it holds no weights"),
        (raw_gguf((), [W], 32, version=u32(1)), "M661", "has the version 1 of GGUF; 2 and 3 are read"),
        (raw_gguf((), [W], 32, version=u32(4)), "M661", "has the version 4"),
        (raw_gguf((), [W], 32, version=u32(0)), "M661", "has the version 0"),
        (raw_gguf((), [W], 32, version=struct.pack(">I", 3)), "M661", "is a big-endian GGUF file"),
        (raw_gguf((), [W], 32, counts=(2**63, 0)), "M622", "would have 9,223,372,036,854,775,808 tensors"),
        (raw_gguf((), [W], 32, counts=(1, 2**64 - 1)), "M622", "would have 18,446,744,073,709,551,615 keys"),
        (raw_gguf((), [W], 32, counts=(2, 0)), "M622", ""),
        (raw_gguf([pair("a", 4, u32(1))] * 2, [W], 32), "M625", "the key 'a' stands twice"),
        (raw_gguf((), [W, info("w", F32, [8], 32)], 64), "M625", "'w' stands twice"),
        (raw_gguf([pair("", 4, u32(1))], [W], 32), "M622", "a key would be 0 B long"),
        (raw_gguf([u64(2**40) + b"key"], [W], 32), "M622", "a key would be 1,099,511,627,776 B long"),
        (raw_gguf([pair("a", 13, u32(1))], [W], 32), "M661", "the key 'a' has the unknown type 13"),
        (raw_gguf([pair("a", 7, b"\2")], [W], 32), "M622", "the key 'a' is neither true nor false"),
        (raw_gguf([pair("a", STRING, u64(2**40))], [W], 32), "M622", "the file ends inside its head"),
        (raw_gguf([pair("a", STRING, text(b"\xff"))], [W], 32), "M628", "not in UTF-8"),
        (raw_gguf([pair(b"\xff", 4, u32(1))], [W], 32), "M628", "not in UTF-8"),
        (raw_gguf((), [info(b"\xff", F32, [8], 0)], 32), "M628", "not in UTF-8"),
        (
            raw_gguf([pair("a", LIST, u32(4) + u64(2**62))], [W], 32),
            "M622",
            "would have 4,611,686,018,427,387,904 numbers under 'a'",
        ),
        (raw_gguf([pair("a", LIST, u32(STRING) + u64(2**62))], [W], 32), "M622", "texts"),
        (
            raw_gguf([pair("a", LIST, u32(STRING) + u64(1) + u64(2**62))], [W], 32),
            "M622",
            "ends inside its head",
        ),
        (
            raw_gguf([pair("a", LIST, u32(LIST) + u64(1))], [W], 32),
            "M661",
            "the key 'a' has lists in its list",
        ),
        (raw_gguf([pair("a", LIST, u32(99) + u64(1))], [W], 32), "M661", "unknown type 99"),
        (
            raw_gguf([pair("general.alignment", 4, u32(0))], [W], 32),
            "M622",
            "its alignment is '0', no power of two",
        ),
        (raw_gguf([pair("general.alignment", 4, u32(24))], [W], 32), "M622", "its alignment is '24'"),
        (raw_gguf([pair("general.alignment", STRING, text("x"))], [W], 32), "M622", "its alignment is 'x'"),
        (raw_gguf([pair("general.alignment", 4, u32(2**31))], [W], 32), "M622", "is cut short"),
        (raw_gguf((), [info("", F32, [8], 0)], 32), "M622", "the name of a tensor would be 0 B long"),
        (raw_gguf((), [info("w", F32, [1] * 5, 0)], 32), "M624", "'w' has 5 dimensions, and ggml 4 at most"),
        (raw_gguf((), [text("w") + u32(2**31)], 64), "M624", "'w' has 2,147,483,648 dimensions"),
        (raw_gguf((), [info("w", F32, [2**63], 0)], 32), "M624", "'w' has a negative dimension"),
        (raw_gguf((), [info("w", F32, [-1], 0)], 32), "M624", "'w' has a negative dimension, -1"),
        (raw_gguf((), [info("w", F32, [2**32, 2**32], 0)], 32), "M624", "more than 2^63 elements"),
        (raw_gguf((), [info("w", F32, [2**62, 2**62, 0], 0)]), "M624", "more than 2^63 elements"),
        (
            raw_gguf((), [info("w", Q8, [33], 0)], 64),
            "M626",
            "'w' is of Q8_0, in blocks of 32, but its rows are of 33",
        ),
        (raw_gguf((), [info("w", Q8, [], 0)], 64), "M626", "its rows are of 1"),
        (raw_gguf((), [info("w", 4, [8], 0)], 32), "M661", "'w' has the type Q4_2, which ggml has withdrawn"),
        (raw_gguf((), [info("w", 31, [8], 0)], 32), "M661", "'w' has the type Q4_0_4_4"),
        (raw_gguf((), [info("w", 43, [8], 0)], 32), "M661", "'w' has the unknown type 43"),
        (raw_gguf((), [info("w", 2**32 - 1, [8], 0)], 32), "M661", "'w' has the unknown type 4294967295"),
        (raw_gguf((), [W, info("v", F32, [8], 0)], 64), "M660", "the data of 'v' begins at 0, not at 32"),
        (raw_gguf((), [W, info("v", F32, [8], 64)], 96), "M660", "the data of 'v' begins at 64, not at 32"),
        (
            raw_gguf((), [info("w", F32, [8], 32), info("v", F32, [8], 0)], 64),
            "M660",
            "the data of 'w' begins at 32",
        ),
        (raw_gguf((), [info("w", F32, [8], 2**63)], 32), "M660", "the data of 'w' begins at"),
        (raw_gguf((), [W], 31), "M622", "is cut short: its tensors have 32 B, and 31 B are there"),
        (raw_gguf((), [info("w", F32, [2**60], 0)], 32), "M622", "is cut short"),
        (raw_gguf((), [W], 64), "M660", "its last 32 B belong to no tensor"),
    ],
)
def test_headers_that_are_refused(data: bytes, code: str, said: str, tmp_path: Path) -> None:
    found = refused(data, tmp_path)
    assert found.code == code
    assert said in found.message


def test_the_second_version_and_scalars(tmp_path: Path) -> None:
    found = read(raw_gguf((), [info("w", F32, [], 0)], 4, version=u32(2)), tmp_path)
    assert ours(found) == [("w", "F32", (), 4)]


def test_big_counts_are_no_allocation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trueup.readers.gguf.header.KEYS", 3)
    assert refused(raw_gguf([pair(f"k{i}", 4, u32(i)) for i in range(4)], [W], 32), tmp_path).code == "M627"
    monkeypatch.setattr("trueup.readers.gguf.header.MOST", 0)
    assert refused(raw_gguf((), [W], 32), tmp_path).message == "m.gguf: it has 0 keys and 1 tensors"


def test_a_header_beyond_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of millions of empty texts in a sparse file: the budget ends it."""
    monkeypatch.setattr(head, "LIMIT", 2 << 20)
    path = tmp_path / "m.gguf"
    begin = raw_gguf([pair("a", LIST, u32(STRING) + u64(head.LIMIT))], [W])
    path.write_bytes(begin[: begin.index(u64(head.LIMIT)) + 8])
    os.truncate(path, 20 * head.LIMIT)
    with pytest.raises(TrueupError, match=r"M627 m\.gguf: more than 2 MiB besides its weights"):
        read_gguf((path,))


def test_weights_and_lists_of_numbers_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.gguf"
    numbers = pair("scores", LIST, u32(6) + u64(2**36))
    start = b"GGUF" + u32(3) + u64(1) + u64(1) + numbers
    with path.open("wb") as file:
        file.write(start)
        file.seek(len(start) + 2**38)
        file.write(info("w", F32, [2**38], 0))
        data = -(-file.tell() // 32) * 32
    os.truncate(path, data + 2**40)
    counts: list[int] = []
    original = os.pread

    def counted(descriptor: int, count: int, offset: int) -> bytes:
        counts.append(count)
        return original(descriptor, count, offset)

    monkeypatch.setattr(os, "pread", counted)
    found = read_gguf((path,))
    assert found.tensors[0].bytes == 2**40
    assert found.metadata["scores"] == Listed(of="FLOAT32", length=2**36)
    assert sum(counts) < 1 << 20


def split(folder: Path, number: int, count: int, name: str, *, says: tuple[int, int] | None = None) -> Path:
    """A part of a split; the numbers that it says of itself are right unless given."""
    own, all_ = says or (number, count)
    path = folder / f"m-{number + 1:05}-of-{count:05}.gguf"
    keys = [pair("split.no", 2, struct.pack("<H", own)), pair("split.count", 2, struct.pack("<H", all_))]
    path.write_bytes(gguf({name: ("F32", (8,))}, *keys))
    return path


def test_a_split(tmp_path: Path) -> None:
    parts = [split(tmp_path, number, 2, name) for number, name in enumerate("ab")]
    assert [t.name for t in read_gguf(parts).tensors] == ["a", "b"]
    with pytest.raises(
        TrueupError, match=r"M662 m-00001-of-00002.gguf: is part 0 \(from 0\) of 2 by its header, and 0 of 1"
    ):
        read_gguf(parts[:1])
    with pytest.raises(TrueupError, match="M662"):
        read_gguf(parts[::-1])
    parts[1] = split(tmp_path, 1, 2, "a")
    with pytest.raises(TrueupError, match=r"M662 m-00002-of-00002\.gguf: another part holds 'a', too"):
        read_gguf(parts)
