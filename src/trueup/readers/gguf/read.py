"""A checkpoint in one GGUF file, or in several of a split."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from trueup.readers.codes import refuse
from trueup.readers.gguf.header import read_header
from trueup.readers.gguf.types import TYPES
from trueup.readers.head import Budget, shown
from trueup.readers.tensors import Checkpoint, Stored

FORMAT: Final = "GGUF"
_COUNT, _NUMBER = "split.count", "split.no"


def read_gguf(paths: Sequence[Path]) -> Checkpoint:
    """The checkpoint in one file, or in all of a split, in order; the metadata are the first one's.

    :param paths: absolute, links resolved
    :raises TrueupError: M62x, M66x, naming the file
    """
    budget = Budget()
    tensors: dict[str, Stored] = {}
    headers = [read_header(path, budget) for path in paths]
    for number, (path, header) in enumerate(zip(paths, headers, strict=True)):
        count, own = header.metadata.get(_COUNT) or 1, header.metadata.get(_NUMBER, 0)
        if (count, own) != (len(paths), number):
            message = (
                f"is part {own} (from 0) of {count} by its header, and {number} of {len(paths)} by its name"
            )
            raise refuse(path, "M662", message, "name parts as gguf-split does, x-00001-of-00003.gguf")
        for tensor in header.tensors:
            if tensor.name in tensors:
                raise refuse(path, "M662", f"another part holds {shown(tensor.name)}, too")
            tensors[tensor.name] = tensor
    if not any(tensor.elements for tensor in tensors.values()):
        raise refuse(paths[0], "M623", "it holds no weights", "name the file that holds them")
    types = frozenset(kind.name for kind in TYPES.values())
    return Checkpoint(
        format=FORMAT, types=types, tensors=tuple(tensors.values()), metadata=headers[0].metadata
    )
