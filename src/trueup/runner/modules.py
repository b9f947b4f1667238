"""Load a site's verifier by path, and the modules of its folder that it imports; in the child only."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

#: The package that a site's modules live in, so that relative imports work.
PACKAGE = "trueup_site"


class _Source(importlib.abc.Loader):
    """Compiles a file as it is now.

    Bytecode is neither read nor written: a file edited twice within a second, keeping its size,
    would run as it was before. A package needs no ``__init__.py``.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def exec_module(self, module: ModuleType) -> None:
        text = self.path.read_bytes().decode("utf-8-sig") if self.path.exists() else ""
        exec(compile(text, str(self.path), "exec", dont_inherit=True), module.__dict__)  # noqa: S102


class Siblings(importlib.abc.MetaPathFinder):
    """Finds modules in one folder and nowhere else.

    It stands last: a sibling never hides a library, so ``verifiers/onnx.py`` may import ``onnx``.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        del path, target
        parts = [] if fullname == PACKAGE else fullname.removeprefix(f"{PACKAGE}.").split(".")
        if "/" in fullname or not all(parts):
            return None
        place = self.folder.joinpath(*parts)
        package = place.is_dir() and not place.with_name(f"{place.name}.py").is_file()
        file = place / "__init__.py" if package else place.with_name(f"{place.name}.py")
        if not (package or file.is_file()) or not file.resolve().is_relative_to(self.folder.resolve()):
            return None
        # A package's search path stays empty: only this finder looks inside.
        spec = importlib.machinery.ModuleSpec(fullname, _Source(file), origin=str(file), is_package=package)
        spec.has_location = True
        return spec

    def has(self, name: str) -> bool:
        """Whether the folder holds a module of that name."""
        return self.find_spec(name.partition(".")[0]) is not None

    def names(self) -> list[str]:
        return sorted(file.stem for file in self.folder.glob("*.py"))


def load(module: str, folder: Path | None) -> ModuleType:
    """Import the module of a verifier.

    :param module: dotted name of a built-in, or the absolute path of a file below ``folder``
    :raises Exception: whatever the module raises while it is run
    """
    if folder is None:
        return importlib.import_module(module)
    if not any(isinstance(finder, Siblings) for finder in sys.meta_path):
        sys.meta_path.append(Siblings(folder))
    parts = Path(module).relative_to(folder).with_suffix("").parts
    return importlib.import_module(".".join((PACKAGE, *parts)))
