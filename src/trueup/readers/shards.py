"""The files that one model consists of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from trueup.diagnostics import TrueupError
from trueup.files import Root
from trueup.readers.codes import refuse
from trueup.readers.head import Budget

#: How the name of an index ends.
INDEX = ".index.json"
#: How ``gguf-split`` of llama.cpp names its files (``llama_split_path`` in ``src/llama.cpp``).
_SPLIT = re.compile(r"(.+)-([0-9]{5})-of-([0-9]{5})\.gguf")


def parts_of(root: Root, path: str) -> tuple[str, ...]:
    """The files of a model: its own, those that its index names, those that it is split into.

    External data of ONNX is none of them, since nothing reads it. Whether they are there is not looked at.

    :param path: as the result, relative to the project's root
    :raises TrueupError: F60x; M62x, the index can't be read
    """
    found = root.resolve(path)
    folder = root.relative(found.parent)
    return tuple(name if folder == "." else f"{folder}/{name}" for name in _names(found))


def files_of(root: Root, path: Path) -> Mapping[str, Path]:
    """The files of a model, by name.

    :param path: absolute, in the project, links resolved
    :return: paths likewise
    :raises TrueupError: M62x; F602 where a link leads outside the project
    """
    folder = root.relative(path.parent)
    found = {}
    for name in _names(path):
        try:
            found[name] = root.resolve(f"{folder}/{name}")
        except TrueupError as error:
            if error.diagnostics[0].code != "F601":
                raise
            hint = "fetch all files of the model"
            raise refuse(path, "M620", f"{name!r}, a file of the model, is not there", hint) from None
    return found


def _names(path: Path) -> tuple[str, ...]:
    if path.name.endswith(INDEX):
        from trueup.readers.safetensors.index import read_index  # noqa: PLC0415  only an index needs it

        return (path.name, *read_index(path, Budget()).shards)
    match = _SPLIT.fullmatch(path.name)
    if match and 1 <= int(match[2]) <= int(match[3]):
        return tuple(f"{match[1]}-{number + 1:05}-of-{match[3]}.gguf" for number in range(int(match[3])))
    return (path.name,)
