"""Open the inputs that a claim's parameters name: contained, digested, compared with what the ledger pins."""

from __future__ import annotations

import glob
import hashlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from trueup.claim import Verify
from trueup.diagnostics import Diagnostic, Location, TrueupError, nearest
from trueup.engine.project import Project
from trueup.files import Root
from trueup.ledger import Ledger
from trueup.ledger.model import ModelInput
from trueup.readers.shards import files_of
from trueup.store.digests import DigestCache
from trueup.verifier import Input


class InputFault(Exception):  # noqa: N818  it becomes a verdict, not a failure of the program
    """An input that is declared and can't be used; the claim's verdict is ``error``, reason ``input``."""

    def __init__(self, message: str, hint: str | None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Digests:
    """Digests of a project's files, by path; a file that hasn't changed is not read again."""

    def __init__(self, project: Project) -> None:
        self._root = project.root
        self._cache = DigestCache(*project.cache)
        self.save = self._cache.save

    def of(self, path: str) -> str:
        """``sha256:…`` of a file by its project-relative path."""
        self._root.reads(path)
        return self._cache.digest(self._root.resolve(path), lambda: self._root.digest(path))


@dataclass(slots=True, kw_only=True)
class Inputs:
    """Opens each declared input once.

    :param digest: of a file by its project-relative path
    """

    root: Root
    ledger: Ledger
    digest: Callable[[str], str]
    _opened: dict[tuple[str, str], Input | InputFault | TrueupError] = field(default_factory=dict)

    def of(self, kind: Verify) -> dict[str, Input]:
        """The inputs of a claim, by parameter.

        A parameter ``model`` or ``artifact`` (or one that ends so) names an entry of the ledger, ``files``
        is a pattern of paths.

        :raises InputFault: a file is missing, unreadable, or not the one that is pinned
        :raises TrueupError: the ledger has no such entry, or its path leads outside the project
        """
        return {
            parameter: self.entry(role, text, kind.places.get(parameter, kind.location))
            for parameter, text in kind.parameters.items()
            if isinstance(text, str) and (role := _role(parameter))
        }

    @property
    def paths(self) -> tuple[str, ...]:
        """Project-relative paths of all files that were opened."""
        opened = (one for one in self._opened.values() if isinstance(one, Input))
        return tuple(sorted({self.root.relative(file) for one in opened for file in one.files}))

    def entry(self, role: str, name: str, location: Location | None = None) -> Input:
        """One input, by what it is (``model``, ``artifact``, ``files``) and its name or pattern.

        :param location: where it is named
        """
        if (role, name) not in self._opened:
            try:
                self._opened[role, name] = (
                    self._files(name) if role == "files" else self._declared(role, name)
                )
            except (InputFault, TrueupError) as error:
                self._opened[role, name] = error
        found = self._opened[role, name]
        if isinstance(found, TrueupError):
            raise TrueupError(*(replace(one, location=one.location or location) for one in found.diagnostics))
        if isinstance(found, InputFault):
            raise found
        return found

    def _declared(self, role: str, name: str) -> Input:
        entries: Mapping[str, ModelInput] = self.ledger.models if role == "model" else self.ledger.artifacts
        entry = entries.get(name)
        if entry is None:
            close = nearest(name, entries)
            raise TrueupError(
                Diagnostic(
                    code="L234",
                    message=f"the ledger has no {role} {name!r}",
                    hint=f"did you mean {close}?" if close else f"add it: {role}s: {{{name}: {{path: …}}}}",
                )
            )
        try:
            path = self.root.resolve(entry.path)
            if os.path.isdir(path):  # noqa: PTH112  never raises
                return self._folder(entry, path)
            self.root.reads(entry.path)
            files = files_of(self.root, path) if role == "model" else {path.name: path}
            digest = self._digest(entry, files)
        except TrueupError as error:
            raise _fault(error, entry) from error
        if entry.sha256 and digest.removeprefix("sha256:") != entry.sha256:
            raise InputFault(
                f"{entry.path} is not the file that the ledger pins: its sha256 is "
                f"{digest.removeprefix('sha256:')[:12]}…, not {entry.sha256[:12]}…",
                "restore the file, or pin the new one and look at what changed",
            )
        return Input(
            name=name, path=path, files=tuple(files.values()), digest=digest, stage=entry.stage or ""
        )

    def _digest(self, entry: ModelInput, files: Mapping[str, Path]) -> str:
        """Of a file; of several that are one model, that of the lines by which sha256sum names them."""
        if len(files) == 1:
            return self.digest(entry.path)
        whole = hashlib.sha256()
        for name, path in files.items():
            digest = self.digest(self.root.relative(path)).removeprefix("sha256:")
            whole.update(f"{digest}  {name}\n".encode())
        return f"sha256:{whole.hexdigest()}"

    def _folder(self, entry: ModelInput, path: Path) -> Input:
        """All files below a folder, links and hidden names apart; their digest is over names and contents."""
        if entry.sha256:
            raise InputFault(
                f"{entry.path} is a folder, which no sha256 can pin", "pin a file in it, or none"
            )
        for folder, names, _ in os.walk(path):
            self.root.lists(self.root.relative(Path(folder)))
            for name in names:  # of folders; a link to one is passed over, unless it leads outside
                self.root.resolve(f"{self.root.relative(Path(folder))}/{name}")
        try:
            found = self._files(f"{glob.escape(entry.path.rstrip('/'))}/**/*")
        except InputFault:
            raise InputFault(f"the folder {entry.path} is empty", "run again what writes it") from None
        return replace(found, name=entry.name, path=path)

    def _files(self, pattern: str) -> Input:
        try:
            paths = self.root.glob(pattern)
        except TrueupError as error:
            raise TrueupError(*(_under(pattern, one) for one in error.diagnostics)) from error
        if not paths:
            raise InputFault(
                f"no file fits {pattern}", "mend the pattern; it is relative to the project's root"
            )
        whole = hashlib.sha256()
        for path in paths:
            whole.update(f"{path}\0{self.digest(path)}\n".encode("utf-8", "surrogateescape"))
        return Input(
            name=pattern,
            path=self.root.path,
            files=tuple(self.root.resolve(path) for path in paths),
            digest=f"sha256:{whole.hexdigest()}",
        )


def declared_paths(kind: Verify, ledger: Ledger) -> dict[str, str]:
    """The path, or the pattern, of each input by parameter, as it is written; nothing is opened."""
    found: dict[str, str] = {}
    for parameter, text in kind.parameters.items():
        role = _role(parameter) if isinstance(text, str) else None
        if role is None or not isinstance(text, str):
            continue
        entry = {"model": ledger.models, "artifact": ledger.artifacts}.get(role, {}).get(text)
        if entry or role == "files":
            found[parameter] = entry.path if entry else text
    return found


def _role(parameter: str) -> str | None:
    tail = parameter.rpartition("_")[2]
    return tail if tail in ("model", "artifact") or parameter == "files" else None


#: A path that leads outside is bad input; a file that isn't there is a claim that can't be computed.
OUTSIDE = frozenset({"F602", "F603", "F608"})


def _under(pattern: str, fault: Diagnostic) -> Diagnostic:
    """What is wrong with a pattern, which is no place (it stands in the ledger), or in a folder below it."""
    path = fault.location.path if fault.location else pattern
    folder = "" if path == pattern else f"{path}: "
    return replace(fault, message=f"{pattern}: {folder}{fault.message}", location=None)


def _fault(error: TrueupError, entry: ModelInput) -> InputFault | TrueupError:
    first = error.diagnostics[0]
    if first.code in OUTSIDE:
        return TrueupError(*(_at_entry(one, entry) for one in error.diagnostics))
    where = "" if first.code.startswith("M") else f"{_path(first, entry)}: "  # a model's error names its file
    return InputFault(f"{first.code} {where}{first.message}", first.hint)


def _at_entry(one: Diagnostic, entry: ModelInput) -> Diagnostic:
    message = f"{_path(one, entry)}: {one.message}"
    return Diagnostic(code=one.code, message=message, location=entry.location, hint=one.hint)


def _path(one: Diagnostic, entry: ModelInput) -> str:
    """Of what is wrong: the entry, or what lies in its folder."""
    return one.location.path if one.location else entry.path
