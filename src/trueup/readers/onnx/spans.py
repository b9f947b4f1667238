"""A model's file without its weights, read in spans.

The file is walked as protobuf lays it out; payloads of ``TensorProto.raw_data`` are stepped over and
everything else is kept as it stands, for protobuf to parse. A payload longer than ``SHORT`` bytes is
replaced by a stand-in of ``SHORT + 1`` bytes that begins with its length; a message of ``SHORT`` bytes
or fewer can't hold one and is kept unread. So a payload of ``SHORT + 1`` bytes is always a stand-in.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from typing import Final

SHORT: Final = 256
#: Bytes read of one model at most: its graph, not its weights.
LIMIT: Final = 256 << 20
#: Nested messages that protobuf allows.
DEPTH: Final = 100
WINDOW: Final = 4096

_PAYLOAD: Final = "raw_data"
#: Fields through which a ``raw_data`` can be reached (onnx.proto).
_FIELDS: Final[dict[str, dict[int, str]]] = {
    "Model": {7: "Graph", 20: "TrainingInfo", 25: "Function"},
    "TrainingInfo": {1: "Graph", 2: "Graph"},
    "Function": {7: "Node", 11: "Attribute"},
    "Graph": {1: "Node", 5: "Tensor", 15: "SparseTensor"},
    "Node": {5: "Attribute"},
    "Attribute": {5: "Tensor", 6: "Graph", 10: "Tensor", 11: "Graph", 22: "SparseTensor", 23: "SparseTensor"},
    "SparseTensor": {1: "Tensor", 2: "Tensor"},
    "Tensor": {9: _PAYLOAD},
}

_VARINT, _I64, _LEN, _GROUP, _END, _I32 = range(6)

#: An initializer of a graph as all writers write it: sizes, type, a name, then the payload and nothing else.
_HEAD: Final = re.compile(
    rb"\x2a([\x80-\xff]{0,4}[\0-\x7f])(?:\x08[\x80-\xff]{0,9}[\0-\x7f])*(?:\x10[\0-\x7f])?(?:\x42([\0-\x7f]))?",
    re.DOTALL,
)
_RAW: Final = re.compile(rb"\x4a([\x80-\xff]{0,4}[\0-\x7f])")
_INITIALIZER: Final = 0x2A
#: So much of the file is looked at for one of them.
_GLANCE: Final = 512


class MalformedError(Exception):
    """The bytes are no protobuf message."""


class TooLargeError(Exception):
    """The graph, without weights, is larger than ``LIMIT``."""


def skeleton(descriptor: int, size: int) -> bytes:
    """The model without its weights.

    :param descriptor: of the open file
    :param size: of the file, in bytes
    :raises MalformedError: where no protobuf reader could go on
    :raises TooLargeError: where too much besides weights would have to be read
    """
    source = _Source(descriptor)
    reduced = _reduce(source, 0, size, "Model", 0)
    return source.read(0, size) if reduced is None else bytes(reduced)


def length_of(payload: bytes) -> int:
    """Length of a ``raw_data`` in the file, from what stands for it in the skeleton."""
    return int.from_bytes(payload[:8], "little") if len(payload) == SHORT + 1 else len(payload)


class _Source:
    """The file, through a small window."""

    __slots__ = ("_descriptor", "_read", "_start", "_window")

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._read = 0
        self._start = 0
        self._window = b""

    def read(self, start: int, end: int) -> bytes:
        """Those bytes; the file may have shrunk since its size was asked."""
        index = start - self._start
        if index >= 0 and end - self._start <= len(self._window):
            return self._window[index : end - self._start]
        self._spend(end - start)
        parts = []
        while start < end:
            part = os.pread(self._descriptor, min(end - start, 1 << 20), start)
            if not part:
                raise MalformedError("the file ends too early")
            parts.append(part)
            start += len(part)
        return b"".join(parts)

    def initializer(self, at: int, end: int) -> tuple[int, bytes] | None:
        """Behind an initializer that is written as usual, and what stands for it; None for anything else."""
        index = at - self._start
        if 0 <= index < len(self._window) and self._window[index] != _INITIALIZER:
            return None
        window = os.pread(self._descriptor, _GLANCE, at)
        self._spend(len(window))
        head = _HEAD.match(window)
        if head is None:
            return None
        begins, name = head.end(1), head[2]
        raw = _RAW.match(window, head.end() + name[0] if name else head.end())
        if raw is None:
            return None
        behind, held = at + begins + _number(head[1]), _number(raw[1])
        if held <= SHORT or at + raw.end() + held != behind or behind > end:
            return None
        kept = window[begins : raw.start() + 1]
        length = len(kept) + len(_STAND_IN_LENGTH) + SHORT + 1
        return behind, b"".join((b"\x2a", _encode(length), kept, _STAND_IN_LENGTH, _stand_in(held)))

    def short_fields(self, at: int, end: int) -> int:
        """Behind the fields from ``at`` on that are numbers, or of less than 128 bytes, and in the window.

        Nearly all fields are, and a payload that is to be left out is none of them.
        """
        window, start = self._window, self._start
        index, last = at - start, min(end - start, len(window))
        if index < 0:
            return at
        try:
            while index < last:
                tag = window[index]
                if tag & 0x87 == _LEN and tag > 7:
                    length = window[index + 1]
                    if length > 0x7F or index + 2 + length > last:
                        break
                    index += 2 + length
                elif tag & 0x87 == _VARINT and tag > 7:
                    behind = index + 1
                    while window[behind] > 0x7F:
                        behind += 1
                    if behind >= last or behind - index > 10:
                        break
                    index = behind + 1
                else:
                    break
        except IndexError:  # it goes on behind the window
            pass
        return start + index

    def varint(self, at: int, end: int) -> tuple[int, int]:
        """The number at ``at``, and where the next byte is."""
        index = at - self._start
        if at < end and 0 <= index < len(self._window) and self._window[index] < 0x80:
            return self._window[index], at + 1  # nearly all of them
        value = shift = 0
        while at < end:
            index = at - self._start
            if not 0 <= index < len(self._window):
                self._fill(at)
                index = 0
            byte = self._window[index]
            at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value, at
            shift += 7
            if shift > 63:
                raise MalformedError("a number of more than ten bytes")
        raise MalformedError("a message ends inside a number")

    def _fill(self, at: int) -> None:
        self._window = os.pread(self._descriptor, WINDOW, at)
        self._start = at
        self._spend(len(self._window))
        if not self._window:
            raise MalformedError("the file ends too early")

    def _spend(self, count: int) -> None:
        self._read += count
        if self._read > LIMIT:
            raise TooLargeError


def _reduce(source: _Source, start: int, end: int, message: str, depth: int) -> bytearray | None:
    """The message without weights, or None where it has none to leave out."""
    if depth > DEPTH:
        raise MalformedError("messages are nested too deeply")
    fields = _FIELDS[message]
    reduced: bytearray | None = None
    kept = at = start
    while at < end:
        at = source.short_fields(at, end)
        while message == "Graph" and at < end and depth < DEPTH and (usual := source.initializer(at, end)):
            reduced = bytearray() if reduced is None else reduced
            reduced += source.read(kept, at)
            at, tensor = usual
            reduced += tensor
            kept = at
        if at == end:
            break
        tag, body = _tag(source, at, end)
        if tag & 7 != _LEN:
            at = _skip(source, tag, body, end)
            continue
        after_tag = body
        length, body = source.varint(body, end)
        at = body + length
        if at > end:
            raise MalformedError("a field is longer than the message around it")
        inner = fields.get(tag >> 3)
        if inner is None or length <= SHORT or source.short_fields(body, at) == at:
            continue
        smaller = _stand_in(length) if inner is _PAYLOAD else _reduce(source, body, at, inner, depth + 1)
        if smaller is not None:
            reduced = bytearray() if reduced is None else reduced
            reduced += source.read(kept, after_tag)
            reduced += _encode(len(smaller))
            reduced += smaller
            kept = at
    if reduced is not None:
        reduced += source.read(kept, end)
    return reduced


@lru_cache(maxsize=1024)
def _stand_in(length: int) -> bytes:
    return length.to_bytes(8, "little").ljust(SHORT + 1, b"\0")


@lru_cache(maxsize=1024)
def _number(varint: bytes) -> int:
    """Layers repeat each other: a model has few lengths."""
    return sum((byte & 0x7F) << 7 * place for place, byte in enumerate(varint))


def _tag(source: _Source, at: int, end: int) -> tuple[int, int]:
    tag, body = source.varint(at, end)
    if not 8 <= tag < 1 << 32:
        raise MalformedError("a field has an impossible number")
    return tag, body


def _skip(source: _Source, tag: int, body: int, end: int) -> int:
    """Where a field ends that holds no message."""
    wire = tag & 7
    if wire == _VARINT:
        return source.varint(body, end)[1]
    if wire in (_I32, _I64):
        body += 4 if wire == _I32 else 8
    elif wire == _LEN:
        length, body = source.varint(body, end)
        body += length
    elif wire == _GROUP:
        return _skip_group(source, tag, body, end)
    else:
        raise MalformedError("a field has an impossible type")
    if body > end:
        raise MalformedError("a field is longer than the message around it")
    return body


def _skip_group(source: _Source, tag: int, at: int, end: int) -> int:
    """Where a group ends (a deprecated encoding; ONNX has none, but may skip unknown ones)."""
    opened = [tag >> 3]
    while opened:
        if len(opened) > DEPTH:
            raise MalformedError("messages are nested too deeply")
        tag, at = _tag(source, at, end)
        if tag & 7 == _GROUP:
            opened.append(tag >> 3)
        elif tag & 7 == _END:
            if opened.pop() != tag >> 3:
                raise MalformedError("a group ends that was not begun")
        else:
            at = _skip(source, tag, at, end)
    return at


@lru_cache(maxsize=1024)
def _encode(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


_STAND_IN_LENGTH: Final = _encode(SHORT + 1)
