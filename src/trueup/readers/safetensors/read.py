"""A checkpoint in one safetensors file, or in several that an index names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from trueup.readers.codes import refuse
from trueup.readers.head import Budget, shown
from trueup.readers.safetensors.header import BITS, read_header
from trueup.readers.safetensors.index import read_index
from trueup.readers.tensors import Checkpoint, Entry, Stored

FORMAT = "safetensors"


def read_safetensors(path: Path) -> Checkpoint:
    """The checkpoint in one file.

    :param path: absolute, links resolved
    :raises TrueupError: M62x, M66x, naming the file
    """
    header = read_header(path, Budget())
    return _checkpoint(path, header.tensors, header.metadata)


def read_sharded(path: Path, shards: Mapping[str, Path]) -> Checkpoint:
    """The checkpoint in the files that an index names; its metadata are the index's.

    :param path: of the index, absolute, links resolved
    :param shards: likewise, by the names that the index gives them
    :raises TrueupError: M62x, M66x, naming the file
    """
    budget = Budget()
    index = read_index(path, budget)
    tensors: list[Stored] = []
    found: set[str] = set()
    for shard in index.shards:
        for tensor in read_header(shards[shard], budget).tensors:
            said = index.where.get(tensor.name)
            if tensor.name in found:
                message = f"{shown(shard)} holds {shown(tensor.name)}, and so does another of its files"
                raise refuse(path, "M662", message, "fetch index and shards of one revision")
            if said != shard:
                where = f"in {shown(said)}" if said else "nowhere"
                message = f"{shown(shard)} holds {shown(tensor.name)}, which is {where} by the index"
                raise refuse(path, "M662", message, "fetch index and shards of one revision")
            found.add(tensor.name)
            tensors.append(tensor)
    missing = next((name for name in index.where if name not in found), None)
    if missing is not None:
        message = f"{shown(index.where[missing])} lacks {shown(missing)}, which the index says it holds"
        raise refuse(path, "M662", message, "fetch index and shards of one revision")
    return _checkpoint(path, tensors, index.metadata)


def _checkpoint(path: Path, tensors: Sequence[Stored], metadata: Mapping[str, Entry]) -> Checkpoint:
    if not any(tensor.elements for tensor in tensors):
        raise refuse(path, "M623", "it holds no weights", "name the file that holds them")
    return Checkpoint(format=FORMAT, types=frozenset(BITS), tensors=tuple(tensors), metadata=metadata)
