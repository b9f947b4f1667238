"""The head of a model's file: what stands before the weights, and as little more as possible is read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from math import prod
from pathlib import Path
from typing import Final

from trueup.diagnostics import TrueupError
from trueup.readers.codes import refuse
from trueup.readers.lfs import POINTER

#: Bytes read of one model at most, of all its files together.
LIMIT: Final = 64 << 20
#: Tensors of one model at most.
MOST: Final = 1 << 19
#: The most elements that a runtime could index.
ELEMENTS: Final = 2**63 - 1
#: Dimensions of a tensor at most, as in NumPy.
DIMENSIONS: Final = 64
#: What to do about a file that is not as its format has it.
DAMAGED: Final = "the file may be cut short or damaged: compare its digest with the one it was published with"

_TEXT = frozenset(range(32, 127)) | frozenset(b"\t\r\n")
_FLAGS = os.O_RDONLY
for _name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"):
    _FLAGS |= getattr(os, _name, 0)


class Budget:
    """What may still be read of one model."""

    def __init__(self) -> None:
        self.left = LIMIT


class Head:
    """An open file.

    :param size: of the file, in bytes
    """

    def __init__(self, path: Path, descriptor: int, size: int, budget: Budget) -> None:
        self.path = path
        self.size = size
        self._descriptor = descriptor
        self._budget = budget

    def read(self, start: int, count: int) -> bytes:
        """Those bytes.

        :raises TrueupError: M622 the file ends before, M627 the budget of the model is spent
        """
        if start + count > self.size:
            raise self.cut_short()
        self._budget.left -= count
        if self._budget.left < 0:
            raise self.refuse("M627", f"more than {LIMIT >> 20} MiB besides its weights")
        parts = []
        while count:
            part = os.pread(self._descriptor, count, start)
            if not part:  # it has shrunk since
                raise self.cut_short()
            parts.append(part)
            start += len(part)
            count -= len(part)
        return b"".join(parts)

    def refuse(self, code: str, message: str, hint: str | None = None) -> TrueupError:
        return refuse(self.path, code, message, hint)

    def cut_short(self) -> TrueupError:
        return self.refuse("M622", f"the file ends inside its head, after {self.size:,} B", "fetch it again")

    def shape(self, name: str, sizes: tuple[int, ...]) -> tuple[int, ...]:
        """The shape of a tensor, where a runtime could hold it.

        :raises TrueupError: M624
        """
        if any(size < 0 for size in sizes):
            raise self.refuse("M624", f"{shown(name)} has a negative dimension, {min(sizes)}")
        if len(sizes) > DIMENSIONS:
            raise self.refuse("M624", f"{shown(name)} has {len(sizes):,} dimensions")
        if prod(size or 1 for size in sizes) > ELEMENTS:  # an empty tensor's other sizes count, too
            raise self.refuse("M624", f"{shown(name)} has more than 2^63 elements")
        return sizes


@contextmanager
def open_head(path: Path, budget: Budget) -> Iterator[Head]:
    """A model's file.

    :param path: absolute, links resolved
    :raises TrueupError: M620, M621, M623, and whatever ends reading
    """
    with open_model(path) as (descriptor, size):
        yield Head(path, descriptor, size, budget)


@contextmanager
def open_model(path: Path) -> Iterator[tuple[int, int]]:
    """The descriptor of a model's file, and its size in bytes.

    :param path: absolute, links resolved
    :raises TrueupError: M620, M621, M623
    """
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError as error:
        raise refuse(path, "M620", f"can't be opened: {error.strerror}") from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            hint = "name the file in it" if stat.S_ISDIR(status.st_mode) else None
            raise refuse(path, "M620", "is no regular file", hint)
        if status.st_size == 0:
            raise refuse(path, "M623", "the file is empty", "fetch it again")
        if os.pread(descriptor, len(POINTER), 0) == POINTER:
            raise refuse(path, "M621", "is a Git LFS pointer, not the model", "run git lfs pull")
        yield descriptor, status.st_size
    except OSError as error:
        raise refuse(path, "M620", f"can't be read: {error.strerror}") from None
    finally:
        os.close(descriptor)


def guess(first: bytes) -> str:
    """What a file may be that does not begin as its format has it."""
    if first.startswith(b"GGUF"):
        return "it begins as a GGUF file does: is its name right?"
    return "it is a text file" if set(first) <= _TEXT else DAMAGED


def shown(name: str) -> str:
    """A name out of a file, for a message."""
    return repr(name if len(name) <= 120 else f"{name[:119]}…")
