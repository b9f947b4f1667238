"""Checkpoints for the tests, byte by byte: right ones, and those that no library would write."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from math import prod
from pathlib import Path
from typing import Any

from trueup.readers.gguf import TYPES
from trueup.readers.safetensors import BITS

NUMBERS = {kind.name: number for number, kind in TYPES.items()}


def safetensors(tensors: Mapping[str, tuple[str, Sequence[int]]], **metadata: str) -> bytes:
    """A safetensors file of tensors by name, each with its type and shape, all zeros."""
    header: dict[str, Any] = {"__metadata__": metadata} if metadata else {}
    at = 0
    for name, (dtype, shape) in tensors.items():
        size = prod(shape) * BITS[dtype] // 8
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [at, at + size]}
        at += size
    return with_header(header, bytes(at))


def with_header(header: Any, data: bytes = b"") -> bytes:
    """A safetensors file with any header: a value that becomes JSON, or a text, or bytes as they are."""
    text = header if isinstance(header, str | bytes) else json.dumps(header)
    raw = text.encode() if isinstance(text, str) else text
    return len(raw).to_bytes(8, "little") + raw + data


def entry(dtype: Any = "U8", shape: Any = (4,), offsets: Any = (0, 4)) -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": offsets}


def sharded(folder: Path, shards: Mapping[str, Mapping[str, tuple[str, Sequence[int]]]], **more: Any) -> Path:
    """An index and its shards in a folder; its path.

    :param shards: tensors by name, by the shard's name
    :param more: what replaces parts of the index
    """
    for name, tensors in shards.items():
        (folder / name).write_bytes(safetensors(tensors, format="pt"))
    where = {tensor: shard for shard, tensors in shards.items() for tensor in tensors}
    path = folder / "model.safetensors.index.json"
    path.write_text(
        json.dumps({"metadata": {"total_size": 1}, "weight_map": where, **more}), encoding="utf-8"
    )
    return path


def text(value: str | bytes) -> bytes:
    """A text as GGUF has it."""
    raw = value if isinstance(value, bytes) else value.encode()
    return struct.pack("<Q", len(raw)) + raw


def pair(key: str | bytes, kind: int, value: bytes) -> bytes:
    """A key of a GGUF header, the number of its type, and its value."""
    return text(key) + struct.pack("<I", kind) + value


def u32(value: int) -> bytes:
    return struct.pack("<I", value)


def u64(value: int) -> bytes:
    return struct.pack("<Q", value % 2**64)


def info(name: str | bytes, kind: int, sizes: Sequence[int], offset: int) -> bytes:
    """A tensor of a GGUF header; sizes as the file has them, from the innermost dimension."""
    return text(name) + u32(len(sizes)) + b"".join(map(u64, sizes)) + u32(kind) + u64(offset)


def raw_gguf(
    pairs: Sequence[bytes] = (),
    infos: Sequence[bytes] = (),
    data: int = 0,
    *,
    version: bytes = u32(3),
    counts: tuple[int, int] | None = None,
    alignment: int = 32,
) -> bytes:
    """A GGUF file of these parts, with ``data`` zeros behind its header.

    :param counts: of tensors and keys, where they are not the true ones
    """
    tensors, keys = counts or (len(infos), len(pairs))
    head = b"GGUF" + version + u64(tensors) + u64(keys) + b"".join(pairs) + b"".join(infos)
    return head + bytes(-len(head) % alignment) + bytes(data)


def gguf(tensors: Mapping[str, tuple[str, Sequence[int]]], *pairs: bytes) -> bytes:
    """A GGUF file of tensors by name, each with its type and shape, the outermost first, all zeros."""
    infos, at = [], 0
    for name, (kind, shape) in tensors.items():
        found = TYPES[NUMBERS[kind]]
        infos.append(info(name, NUMBERS[kind], list(reversed(shape)), at))
        at += -(-prod(shape) // found.block * found.size // 32) * 32
    return raw_gguf(pairs, infos, at)
