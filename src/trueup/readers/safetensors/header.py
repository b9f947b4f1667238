"""The header of one safetensors file: its tensors, and where in the file the data of each lie.

The form is that of https://huggingface.co/docs/safetensors, "Format", and as strict as the reference reader
(``safetensors/src/tensor.rs``): eight bytes that give the length of a JSON object, the object, then the data
of all tensors without overlap, gap or rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from trueup.readers.head import DAMAGED, Budget, Head, guess, open_head, shown
from trueup.readers.safetensors.scanner import MalformedError, RepeatedError, Scanner
from trueup.readers.tensors import Header, Stored

_BY_WIDTH = {
    4: "F4",
    6: "F6_E2M3 F6_E3M2",
    8: "BOOL U8 I8 F8_E4M3 F8_E4M3FNUZ F8_E5M2 F8_E5M2FNUZ F8_E8M0",
    16: "I16 U16 F16 BF16",
    32: "I32 U32 F32",
    64: "I64 U64 F64 C64",
}
#: Bits of one element (``Dtype::bitsize`` of ``safetensors/src/tensor.rs``).
BITS: Final[dict[str, int]] = {name: bits for bits, names in _BY_WIDTH.items() for name in names.split()}
METADATA: Final = "__metadata__"
_KEYS: Final = ("dtype", "shape", "data_offsets")


def read_header(path: Path, budget: Budget) -> Header:
    """The header of a file; no weight is read.

    :param path: absolute, links resolved
    :raises TrueupError: M62x, M66x, naming the file
    """
    with open_head(path, budget) as head:
        try:
            return _Reader(head).header()
        except MalformedError as error:
            raise head.refuse("M622", f"is no safetensors file: in its header, {error}", DAMAGED) from None
        except RepeatedError as error:
            raise head.refuse("M625", f"{shown(str(error))} stands twice in its header") from None
        except UnicodeError:
            raise head.refuse("M628", "a name in it is not in UTF-8") from None


class _Reader:
    def __init__(self, head: Head) -> None:
        self._head = head
        self._start = 8 + self._length()
        self._scanner = Scanner(head.read(8, self._start - 8).decode())
        self._spans: list[tuple[int, int, str]] = []

    def header(self) -> Header:
        metadata: dict[str, str] = {}
        tensors: list[Stored] = []
        for name in self._scanner.members():
            if name == METADATA:
                metadata = {key: self._scanner.text() for key in self._scanner.members()}
            else:
                tensors.append(self._tensor(name))
        self._scanner.end()
        self._check_layout()
        return Header(tensors=tuple(tensors), metadata=metadata)

    def _length(self) -> int:
        """Of the JSON object, where the file can have one so long."""
        head = self._head
        if head.size < 8:
            raise head.cut_short()
        first = head.read(0, 8)
        length = int.from_bytes(first, "little")
        if length > head.size - 8:
            raise head.refuse(
                "M622",
                f"is no safetensors file, or cut short: its header would have {length:,} B, "
                f"and {head.size - 8:,} B are there",
                guess(first),
            )
        if length == 0 or head.read(8, 1) != b"{":
            raise head.refuse("M622", "is no safetensors file: its header is no JSON object", guess(first))
        return length

    def _tensor(self, name: str) -> Stored:
        scanner, head = self._scanner, self._head
        dtype = ""
        shape: tuple[int, ...] | None = None
        offsets: tuple[int, ...] | None = None
        for key in scanner.members():
            match key:
                case "dtype":
                    dtype = scanner.text()
                case "shape":
                    shape = tuple(scanner.whole() for _ in scanner.elements())
                case "data_offsets":
                    offsets = tuple(scanner.whole() for _ in scanner.elements())
                case _:
                    scanner.skip()
        if not dtype or shape is None or offsets is None:
            raise head.refuse("M622", f"{shown(name)} has not all of {', '.join(_KEYS)}", DAMAGED)
        if dtype not in BITS:
            known = ", ".join(BITS)
            raise head.refuse("M661", f"{shown(name)} has the unknown type {shown(dtype)}", f"known: {known}")
        head.shape(name, shape)
        stored = Stored(name=name, dtype=dtype, shape=shape, bytes=self._size(name, offsets))
        bits = stored.elements * BITS[dtype]
        if bits != stored.bytes * 8:
            raise head.refuse(
                "M626",
                f"{shown(name)} is {_product(shape)} of {dtype}, {_bytes(bits)}, "
                f"but its data has {stored.bytes:,} B",
            )
        return stored

    def _size(self, name: str, offsets: Sequence[int]) -> int:
        if len(offsets) != 2 or not 0 <= offsets[0] <= offsets[1]:
            bounds = ", ".join(map(str, offsets[:3])) or "none"
            raise self._head.refuse("M660", f"the data of {shown(name)} has the bounds {bounds}", DAMAGED)
        self._spans.append((offsets[0], offsets[1], name))
        return offsets[1] - offsets[0]

    def _check_layout(self) -> None:
        """The data of the tensors fill the rest of the file, each byte once."""
        at, before = 0, ""
        for start, end, name in sorted(self._spans):
            if start != at:
                what = f"overlaps that of {shown(before)}" if start < at else f"begins {start - at:,} B late"
                raise self._head.refuse("M660", f"the data of {shown(name)} {what}", DAMAGED)
            at, before = end, name
        there = self._head.size - self._start
        if at > there:
            raise self._head.refuse(
                "M622",
                f"is cut short: its tensors have {at:,} B, and {there:,} B are there",
                "fetch it again",
            )
        if at < there:
            raise self._head.refuse("M660", f"its last {there - at:,} B belong to no tensor", DAMAGED)


def _product(shape: Sequence[int]) -> str:
    return " × ".join(map(str, shape)) or "a scalar"


def _bytes(bits: int) -> str:
    return f"{bits:,} bit" if bits % 8 else f"{bits // 8:,} B"
