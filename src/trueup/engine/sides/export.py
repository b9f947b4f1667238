"""Write files of a commit into a private folder, so that they can be read as a project's are."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.files import Root
from trueup.readers.git import Commit, Repository
from trueup.readers.git.codes import refuse
from trueup.readers.git.process import LARGEST
from trueup.readers.git.repository import pointer

#: Bytes and files of one revision that are written at most.
TOTAL = 1 << 30
MOST = 100_000

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
for _name in ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"):
    _NEW |= getattr(os, _name, 0)


@dataclass(slots=True, kw_only=True)
class Export:
    """Contents come from git's objects as they are stored: no filter sees them, and no link is ever written.

    :param folder: absolute, empty, nobody else's
    :param working: the project as it is checked out, in which a file of git LFS may stand
    :param left_out: why, by path
    """

    repository: Repository
    commit: Commit
    folder: Path
    working: Root
    left_out: dict[str, str] = field(default_factory=dict)
    _placed: set[str] = field(default_factory=set)
    _size: int = 0

    @property
    def root(self) -> Root:
        """What has been written, as a project."""
        return Root(self.folder)

    def place(self, patterns: Iterable[str], *, endings: tuple[str, ...] = ("",)) -> None:
        """Write the files that fit one of the patterns.

        :param endings: of the names that are wanted
        :raises TrueupError: M642, M643 the repository doesn't have all that it needs
        """
        for pattern in dict.fromkeys(patterns):
            for path, entry in self.repository.entries(self.commit, pattern):
                if path in self._placed or path in self.left_out or not path.endswith(endings):
                    continue
                why = "a submodule" if entry.kind == "module" else unsafe(path) or self._write(path, entry.id)
                if why:
                    self.left_out[path] = why
                else:
                    self._placed.add(path)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """A warning for each file that the base has to do without."""
        return tuple(
            Diagnostic(
                code="D902",
                severity="warning",
                message=f"left out of the base: {why}",
                location=Location(path=_spelt(path), line=1, column=1),
                hint="what rests on it can't be judged as it was",
            )
            for path, why in sorted(self.left_out.items())
        )

    def _write(self, path: str, id_: str) -> str | None:
        """Write one file, or say why not."""
        if len(self._placed) >= MOST:
            return f"more than {MOST:,} files"
        try:
            content = self.repository.content(id_)
        except TrueupError as error:
            if error.diagnostics[0].code == "M644":
                return error.diagnostics[0].message
            if not self.repository.partial():
                raise
            content = None
        if content is None:
            raise refuse(
                "M643",
                f"this clone leaves out the content of {_spelt(path)}",
                "git fetch --refetch --no-filter (in CI, check out without a filter)",
            )
        if oid := pointer(content):
            working = self._working(path)
            if hashlib.sha256(working).hexdigest() == oid:
                content = working
            elif working != content:
                return "git LFS keeps it, and the working tree has another one"
        self._size += len(content)
        if self._size > TOTAL:
            self._size -= len(content)
            return f"more than {TOTAL >> 20} MiB"
        target = self.folder / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(target, _NEW, 0o600), "wb") as file:
                file.write(content)
        except FileExistsError:
            return "another file of the revision has the same name here"
        except OSError as error:
            return f"it can't be written: {(error.strerror or str(error)).lower()}"
        return None

    def _working(self, path: str) -> bytes:
        """What the working tree has there; nothing where that can't be read."""
        try:
            return self.working.read_bytes(path, LARGEST)
        except TrueupError:
            return b""


def unsafe(path: str) -> str | None:
    """Why nothing is written at a path that a repository names, or None."""
    parts = path.split("/")
    if any(part in ("", ".", "..") or part.casefold() == ".git" for part in parts):
        return "its name is no path"
    if "\\" in path or (":" in path and os.name == "nt") or any(map(_unusable, path)):
        return "its name can't be used"
    return None


def _spelt(path: str) -> str:
    """A path that may be anything, for people to read."""
    return path[:200].encode("utf-8", "backslashreplace").decode("utf-8")


def _unusable(char: str) -> bool:
    """Controls, and what stands for bytes that are no UTF-8."""
    return char < " " or "\x7f" <= char <= "\x9f" or "\ud800" <= char <= "\udfff"
