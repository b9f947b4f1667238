"""The index of a sharded checkpoint, ``model.safetensors.index.json``: which file holds which tensor."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from trueup.readers.codes import refuse
from trueup.readers.head import Budget, open_head, shown
from trueup.readers.safetensors.scanner import MalformedError, RepeatedError, Scanner

#: Files of one model at most.
SHARDS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """
    :param shards: the names of the files, sorted
    :param where: by tensor, the name of the file that holds it
    """

    shards: tuple[str, ...]
    where: Mapping[str, str]
    metadata: Mapping[str, str | int]


def read_index(path: Path, budget: Budget) -> Index:
    """The index; no shard is opened.

    :param path: absolute, links resolved
    :raises TrueupError: M62x, M66x, naming the file
    """
    with open_head(path, budget) as head:
        try:
            scanner = Scanner(head.read(0, head.size).decode())
            where, metadata = _contents(scanner)
        except MalformedError as error:
            raise head.refuse("M622", f"is no index of shards: {error}") from None
        except RepeatedError as error:
            raise head.refuse("M625", f"{shown(str(error))} stands twice in it") from None
        except UnicodeError:
            raise head.refuse("M628", "a name in it is not in UTF-8") from None
    shards = tuple(sorted(set(where.values())))
    if not shards:
        raise refuse(path, "M623", "its weight_map names no tensor", "name the model's own index")
    if len(shards) > SHARDS:
        raise refuse(path, "M627", f"it names {len(shards):,} files")
    for shard in shards:
        if _leaves(shard):
            hint = "keep the shards beside the index"
            raise refuse(path, "M629", f"it names the file {shown(shard)}, outside its folder", hint)
    return Index(shards=shards, where=where, metadata=metadata)


def _contents(scanner: Scanner) -> tuple[dict[str, str], dict[str, str | int]]:
    where: dict[str, str] = {}
    metadata: dict[str, str | int] = {}
    for key in scanner.members():
        if key == "weight_map":
            where = {name: scanner.text() for name in scanner.members()}
        elif key == "metadata" and scanner.opens == "{":
            for name in scanner.members():
                value = scanner.scalar()
                if value is not None:
                    metadata[name] = value
        else:
            scanner.skip()
    scanner.end()
    return where, metadata


def _leaves(name: str) -> bool:
    """Whether a name may lead out of the index's folder, on any system, or is none."""
    parts = re.split(r"[/\\]", name)
    return (
        "\\" in name
        or ":" in parts[0]
        or any(part in ("", ".", "..") for part in parts)
        or not name.isprintable()
    )
