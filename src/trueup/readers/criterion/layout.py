"""Criterion's folders: of a benchmark ``new/``, a baseline (``base/``) and ``change/``, below its group.

The folder of ``gather/f32`` with the function ``threads=1:internal`` and the parameter ``16`` is
``gather_f32/threads=1_internal/16``: what no file's name may hold becomes ``_``, and each part is cut to 64
bytes (``make_filename_safe``). So the name is read from ``benchmark.json``, where there is one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from trueup.diagnostics import Location
from trueup.files import Root
from trueup.readers.artifact import read_artifact, refuse
from trueup.readers.choice import choose
from trueup.readers.json import read_json

_ESCAPED = re.compile(r'[?"/\\*<>:|^]')
#: What a run and a comparison leave in their folder.
_RECORDS = ("estimates.json", "sample.json", "benchmark.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """One benchmark.

    :param name: criterion's id: ``gather/f32/threads=1:internal/16``
    :param path: of its folder, relative to the project's root
    :param files: by path in its folder: ``new/sample.json``
    """

    name: str
    path: str
    files: Mapping[str, Path]

    @property
    def runs(self) -> tuple[str, ...]:
        """Folders that hold samples of a run: ``new``, and baselines."""
        return tuple(
            sorted(name.removesuffix("/sample.json") for name in self.files if name.endswith("/sample.json"))
        )


def find_benchmark(root: Root, folder: Path, files: Sequence[Path], name: str | None) -> Benchmark:
    """The benchmark of a folder that is called ``name``, or its only one.

    :param folder: of a benchmark, of a group, or the whole of criterion's output; absolute
    :param files: all that is in it; absolute
    :raises TrueupError: M632 it holds none, M634 none is called so, or several are there and no name is given
    """
    top = Location(path=root.relative(folder), line=1, column=1)
    found = [_named(root, top.path, place, inside) for place, inside in _folders(folder, files).items()]
    if not found:
        cbor = any(file.suffix == ".cbor" for file in files)
        hint = "cargo-criterion's own files are not read: run cargo bench" if cbor else "run cargo bench"
        raise refuse(top, "M632", "the folder holds nothing that criterion writes", hint)
    names = [one.name for one in found]
    fitting = [number for number, one in enumerate(names) if name in (None, one)]
    if name is not None and not fitting:  # no benchmark.json tells its name
        escaped = _ESCAPED.sub("_", name)
        fitting = [number for number, one in enumerate(names) if _ESCAPED.sub("_", one) == escaped]
    return found[choose(names, fitting, name, top)]


def _folders(folder: Path, files: Sequence[Path]) -> dict[PurePosixPath, dict[str, Path]]:
    """Folders of benchmarks, and in each the records of its runs."""
    found: dict[PurePosixPath, dict[str, Path]] = {}
    for file in files:
        if file.name in _RECORDS and file.is_relative_to(folder):
            run = PurePosixPath(file.relative_to(folder).parent.as_posix())
            if run.name:
                found.setdefault(run.parent, {})[f"{run.name}/{file.name}"] = file
    return {
        place: inside
        for place, inside in found.items()
        if any(name in inside for name in ("change/estimates.json", "new/sample.json", "new/estimates.json"))
    }


def _named(root: Root, top: str, place: PurePosixPath, inside: Mapping[str, Path]) -> Benchmark:
    path = str(PurePosixPath(top) / place)
    name = path.rpartition("/")[2] if place == PurePosixPath() else str(place)
    told = next((file for run, file in sorted(inside.items()) if run.endswith("/benchmark.json")), None)
    if told is not None:
        full = read_json(read_artifact(root, told)).find("/full_id")[1]
        name = full if isinstance(full, str) else name
    return Benchmark(name=name, path=path, files=inside)
