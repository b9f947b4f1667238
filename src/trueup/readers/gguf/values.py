"""The values of a GGUF header, read in order through a window; long ones are stepped over."""

from __future__ import annotations

import struct
from typing import Final

from trueup.readers.head import DAMAGED, Head, shown
from trueup.readers.tensors import Entry, Listed

#: ``enum gguf_type`` of ``ggml/include/gguf.h``: name, and how one is laid out.
SCALARS: Final[dict[int, tuple[str, struct.Struct]]] = {
    0: ("UINT8", struct.Struct("<B")),
    1: ("INT8", struct.Struct("<b")),
    2: ("UINT16", struct.Struct("<H")),
    3: ("INT16", struct.Struct("<h")),
    4: ("UINT32", struct.Struct("<I")),
    5: ("INT32", struct.Struct("<i")),
    6: ("FLOAT32", struct.Struct("<f")),
    7: ("BOOL", struct.Struct("<B")),
    10: ("UINT64", struct.Struct("<Q")),
    11: ("INT64", struct.Struct("<q")),
    12: ("FLOAT64", struct.Struct("<d")),
}
BOOL: Final = 7
STRING: Final = 8
LIST: Final = 9
#: Bytes of a name, and of a text that is kept.
NAME: Final = 65_535
KEPT: Final = 1 << 20
WINDOW: Final = 1 << 16

_U32, _U64 = SCALARS[4][1], SCALARS[10][1]


class Values:
    """A place in the header that moves on with each value.

    :param at: where the next value begins
    """

    def __init__(self, head: Head, at: int) -> None:
        self.head = head
        self.at = at
        self._start = 0
        self._window = b""

    def take(self, count: int) -> bytes:
        """The next bytes."""
        self._see(count)
        begin = self.at - self._start
        self.at += count
        return self._window[begin : begin + count]

    def u32(self) -> int:
        return self._number(_U32)

    def u64(self) -> int:
        return self._number(_U64)

    def name(self, what: str) -> str:
        """The name of a key or a tensor."""
        length = self.u64()
        if not 0 < length <= NAME:
            raise self.head.refuse("M622", f"{what} would be {length:,} B long, at byte {self.at:,}", DAMAGED)
        return self.take(length).decode()

    def entry(self, key: str) -> Entry:
        """The value of a key, with the type that stands before it."""
        kind = self.u32()
        if kind == STRING:
            return self._text()
        if kind == LIST:
            return self._list(key)
        name, layout = self._scalar(key, kind)
        number: int | float = layout.unpack(self.take(layout.size))[0]
        if name != "BOOL":
            return number
        if number > 1:
            raise self.head.refuse("M622", f"the key {shown(key)} is neither true nor false", DAMAGED)
        return bool(number)

    def skip(self, count: int) -> None:
        """Step over bytes that the file has to have."""
        if count > self.head.size - self.at:
            raise self.head.cut_short()
        self.at += count

    def room(self, count: int, size: int, what: str) -> None:
        """Refuse a count of things of at least ``size`` bytes each that the file has no room for."""
        if count > (self.head.size - self.at) // size:
            raise self.head.refuse(
                "M622", f"it would have {count:,} {what}, and ends after {self.head.size:,} B", DAMAGED
            )

    def _text(self) -> Entry:
        length = self.u64()
        if length > KEPT:
            self.skip(length)
            return Listed(of="byte of text", length=length)
        return self.take(length).decode()

    def _list(self, key: str) -> Listed:
        kind, length = self.u32(), self.u64()
        if kind == STRING:
            self.room(length, 8, f"texts under {shown(key)}")
            self._skip_texts(length)
            return Listed(of="STRING", length=length)
        if kind == LIST:
            raise self.head.refuse("M661", f"the key {shown(key)} has lists in its list, as ggml reads none")
        name, layout = self._scalar(key, kind)
        self.room(length, layout.size, f"numbers under {shown(key)}")
        self.skip(length * layout.size)
        return Listed(of=name, length=length)

    def _skip_texts(self, count: int) -> None:
        """Step over texts, a window at a time: a vocabulary has hundreds of thousands."""
        while count:
            self._see(8)
            window, at = self._window, self.at - self._start
            last = len(window) - 8
            while count and at <= last:
                at += 8 + _U64.unpack_from(window, at)[0]
                count -= 1
            self.at = self._start + at
            if self.at > self.head.size:
                raise self.head.cut_short()

    def _scalar(self, key: str, kind: int) -> tuple[str, struct.Struct]:
        if kind not in SCALARS:
            raise self.head.refuse("M661", f"the key {shown(key)} has the unknown type {kind}", DAMAGED)
        return SCALARS[kind]

    def _number(self, layout: struct.Struct) -> int:
        self._see(layout.size)
        number: int = layout.unpack_from(self._window, self.at - self._start)[0]
        self.at += layout.size
        return number

    def _see(self, count: int) -> None:
        """Have the next bytes in the window."""
        if self._start <= self.at and self.at + count <= self._start + len(self._window):
            return
        if count > self.head.size - self.at:
            raise self.head.cut_short()
        self._window = self.head.read(self.at, min(max(count, WINDOW), self.head.size - self.at))
        self._start = self.at
