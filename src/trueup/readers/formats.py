"""A model of any format, as the set of tensors that it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, TypeAlias

from trueup.files import Root
from trueup.readers.gguf import read_gguf
from trueup.readers.head import Budget, open_head
from trueup.readers.onnx import read_graph
from trueup.readers.safetensors import read_safetensors, read_sharded
from trueup.readers.shards import INDEX, files_of
from trueup.readers.tensors import Tensors

Format: TypeAlias = Literal["onnx", "safetensors", "index", "gguf"]
_BY_SUFFIX: Final[dict[str, Format]] = {
    ".onnx": "onnx",
    ".safetensors": "safetensors",
    ".gguf": "gguf",
}


def format_of(path: Path) -> Format:
    """The format of a model: by the end of its name, else by how the file begins.

    :raises TrueupError: M620, M621, M623 it can't be told
    """
    if path.name.endswith(INDEX):
        return "index"
    by_suffix = _BY_SUFFIX.get(path.suffix.lower())
    if by_suffix:
        return by_suffix
    with open_head(path, Budget()) as head:
        first = head.read(0, min(9, head.size))
        if first.startswith(b"GGUF"):
            return "gguf"
        length = int.from_bytes(first[:8], "little")
        return "safetensors" if first[8:] == b"{" and length <= head.size - 8 else "onnx"


def read_tensors(root: Root, path: Path) -> Tensors:
    """The tensors of a model of any format, their data unread.

    :param path: absolute, in the project, links resolved
    :raises TrueupError: M62x, M66x, F602
    :raises ModuleNotFoundError: it is a graph, and ``onnx`` is not installed
    """
    readers: dict[Format, Callable[[], Tensors]] = {
        "onnx": lambda: read_graph(path),
        "safetensors": lambda: read_safetensors(path),
        "index": lambda: read_sharded(path, files_of(root, path)),
        "gguf": lambda: read_gguf(tuple(files_of(root, path).values())),
    }
    return readers[format_of(path)]()
