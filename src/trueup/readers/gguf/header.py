"""The header of one GGUF file: metadata, tensors, and where their data lie.

The form is that of https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, and as strict as the reference
reader (``ggml/src/gguf.cpp``): the data of the tensors follow each other in the order of the header, each
padded to the alignment. Versions 2 and 3 are alike where the file is little-endian.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from trueup.readers.gguf.types import GONE, TYPES, Type
from trueup.readers.gguf.values import Values
from trueup.readers.head import DAMAGED, MOST, Budget, Head, guess, open_head, shown
from trueup.readers.tensors import Entry, Header, Stored, elements_of

MAGIC: Final = b"GGUF"
VERSIONS: Final = (2, 3)
ALIGNMENT: Final = 32
#: Keys of one file, and dimensions of a tensor (``GGML_MAX_DIMS``), at most.
KEYS: Final = 1 << 16
DIMENSIONS: Final = 4
# Bytes of the shortest key (a name, a type, a value) and of the shortest tensor.
_KEY, _TENSOR = 8 + 1 + 4 + 1, 8 + 1 + 4 + 4 + 8


def read_header(path: Path, budget: Budget) -> Header:
    """The header of a file; no weight is read.

    :param path: absolute, links resolved
    :raises TrueupError: M62x, M66x, naming the file
    """
    with open_head(path, budget) as head:
        try:
            return _Reader(head).header()
        except UnicodeError:
            raise head.refuse("M628", "a name or a text in it is not in UTF-8") from None


class _Reader:
    def __init__(self, head: Head) -> None:
        self._head = head
        self._values = Values(head, 0)

    def header(self) -> Header:
        self._check_version()
        values = self._values
        tensors, keys = values.u64(), values.u64()
        values.room(keys, _KEY, "keys")
        values.room(tensors, _TENSOR, "tensors")
        if keys > KEYS or tensors > MOST:
            raise self._head.refuse("M627", f"it has {keys:,} keys and {tensors:,} tensors")
        metadata = self._metadata(keys)
        alignment = self._alignment(metadata)
        return Header(tensors=self._tensors(tensors, alignment), metadata=metadata)

    def _check_version(self) -> None:
        head = self._head
        first = head.read(0, min(8, head.size))
        if not first.startswith(MAGIC[: len(first)]):
            message = f"is no GGUF file: it begins with {first[:4]!r}, not {MAGIC!r}"
            raise head.refuse("M622", message, guess(first))
        self._values.skip(4)
        version = self._values.u32()
        if version & 0xFFFF == 0 and version:
            message = "is a big-endian GGUF file, which is not read"
            raise head.refuse("M661", message, "convert it: gguf_convert_endian.py of llama.cpp")
        if version not in VERSIONS:
            hint = "convert it again with a current llama.cpp" if version < VERSIONS[0] else None
            raise head.refuse("M661", f"has the version {version} of GGUF; 2 and 3 are read", hint)

    def _metadata(self, count: int) -> dict[str, Entry]:
        metadata: dict[str, Entry] = {}
        for _ in range(count):
            key = self._values.name("a key")
            if key in metadata:
                raise self._head.refuse("M625", f"the key {shown(key)} stands twice in its header")
            metadata[key] = self._values.entry(key)
        return metadata

    def _alignment(self, metadata: Mapping[str, Entry]) -> int:
        found = metadata.get("general.alignment", ALIGNMENT)
        if type(found) is not int or not 0 < found < 2**32 or found & (found - 1):
            raise self._head.refuse("M622", f"its alignment is {str(found)[:40]!r}, no power of two", DAMAGED)
        return found

    def _tensors(self, count: int, alignment: int) -> tuple[Stored, ...]:
        found: dict[str, Stored] = {}
        behind = 0  # the data of the tensors before
        for _ in range(count):
            tensor, offset = self._tensor()
            if tensor.name in found:
                raise self._head.refuse("M625", f"{shown(tensor.name)} stands twice in its header")
            found[tensor.name] = tensor
            expected = -(-behind // alignment) * alignment
            if offset != expected:
                what = f"begins at {offset:,}, not at {expected:,}, behind the one before"
                raise self._head.refuse("M660", f"the data of {shown(tensor.name)} {what}", DAMAGED)
            behind = offset + tensor.bytes
        self._check_end(behind, alignment)
        return tuple(found.values())

    def _tensor(self) -> tuple[Stored, int]:
        """The next tensor, and where in the data its own begin."""
        head, values = self._head, self._values
        name = values.name("the name of a tensor")
        count = values.u32()
        if count > DIMENSIONS:
            raise head.refuse(
                "M624", f"{shown(name)} has {count:,} dimensions, and ggml {DIMENSIONS} at most"
            )
        sizes = [values.u64() for _ in range(count)]
        # ggml holds them signed, and the other way round: the first is that of elements side by side.
        shape = head.shape(name, tuple(size - (size >> 63 << 64) for size in reversed(sizes)))
        kind = self._type(name, values.u32())
        row = shape[-1] if shape else 1
        if row % kind.block:
            raise head.refuse(
                "M626",
                f"{shown(name)} is of {kind.name}, in blocks of {kind.block}, but its rows are of {row:,}",
            )
        size = elements_of(shape) // kind.block * kind.size
        return Stored(name=name, dtype=kind.name, shape=shape, bytes=size, block=kind.block), values.u64()

    def _type(self, name: str, number: int) -> Type:
        if number not in TYPES:
            gone = GONE.get(number)
            what = f"the type {gone}, which ggml has withdrawn" if gone else f"the unknown type {number}"
            hint = "quantise it again with a current llama.cpp" if gone else "a later trueup may know it"
            raise self._head.refuse("M661", f"{shown(name)} has {what}", hint)
        return TYPES[number]

    def _check_end(self, length: int, alignment: int) -> None:
        """The data of the tensors fill the rest of the file; the last one need not be padded."""
        begin = -(-self._values.at // alignment) * alignment
        there = max(self._head.size - begin, 0)
        if length > there:
            message = f"is cut short: its tensors have {length:,} B, and {there:,} B are there"
            raise self._head.refuse("M622", message, "fetch it again")
        padded = -(-length // alignment) * alignment
        if there > padded:
            raise self._head.refuse("M660", f"its last {there - padded:,} B belong to no tensor", DAMAGED)
