"""Compare files of the working tree with what a commit holds, without writing either anywhere."""

from __future__ import annotations

import glob
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from trueup.diagnostics import TrueupError
from trueup.engine.sides.model import FileChange, How, InputChange
from trueup.files import Root
from trueup.ledger import Ledger
from trueup.ledger.model import ModelInput
from trueup.readers.git import Commit, Repository
from trueup.readers.git.process import LARGEST
from trueup.readers.git.repository import pointer
from trueup.readers.shards import parts_of
from trueup.store.directory import FOLDER


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """
    :param root: the working tree
    :param digest: of one of its files, by path
    """

    repository: Repository
    commit: Commit
    root: Root
    digest: Callable[[str], str]

    def evidence(self) -> tuple[FileChange, ...]:
        """Recorded results that differ; one that is new is only added to what there was."""
        return tuple(self._changes(f"{FOLDER}/**/*"))

    def inputs(self, base: Ledger, head: Ledger) -> Iterator[InputChange]:
        """Of the inputs that both ledgers have under one name and path, those whose files differ."""
        yield from self._inputs("model", base.models, head.models)
        yield from self._inputs("artifact", base.artifacts, head.artifacts)

    def _inputs(
        self,
        role: Literal["model", "artifact"],
        base: Mapping[str, ModelInput],
        head: Mapping[str, ModelInput],
    ) -> Iterator[InputChange]:
        for name, entry in head.items():
            if name in base and base[name].path == entry.path:
                path = entry.path.rstrip("/")
                parts = self._parts(path) if role == "model" else (path,)
                patterns = (*map(glob.escape, parts), f"{path}/**/*")
                files = tuple(change for pattern in patterns for change in self._changes(pattern))
                if files:
                    yield InputChange(role=role, name=name, files=files)

    def _parts(self, path: str) -> tuple[str, ...]:
        """The files of a model, the one that the ledger names among them."""
        try:
            return tuple(dict.fromkeys((path, *parts_of(self.root, path))))
        except TrueupError:  # the check of the head says what is wrong
            return (path,)

    def _changes(self, pattern: str) -> Iterator[FileChange]:
        entries = self.repository.entries(self.commit, pattern)
        then = {path: entry.id for path, entry in entries if entry.kind == "file"}
        try:
            now = set(self.root.glob(pattern))
        except TrueupError:  # the check of the head says what is wrong
            return
        for path in sorted({*then, *now}):
            how: How | None = "added" if path not in then else "removed" if path not in now else None
            if how is None and not self._same(path, then[path]):
                how = "edited"
            if how:
                yield FileChange(path=path, how=how)

    def _same(self, path: str, id_: str) -> bool:
        try:
            return self.repository.same(id_, self.root.read_bytes(path, LARGEST))
        except TrueupError as error:
            if error.diagnostics[0].code != "F604":
                return False
        # Too large for git's objects to be read: only git LFS says what it was.
        oid = pointer(self.repository.content(id_) or b"")
        return oid is not None and self.digest(path) == f"sha256:{oid}"
