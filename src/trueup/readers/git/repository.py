"""One repository: revisions, the files at each, and the commit that moved a file."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from trueup.diagnostics import TrueupError
from trueup.readers.git.codes import refuse
from trueup.readers.git.objects import Commit, Entry, Objects
from trueup.readers.git.pipes import refuse_pipes
from trueup.readers.git.process import Git

#: No blank, no colon, no control character: a name for ``cat-file``, never an option or a second line.
_REVISION = re.compile(r"[^\s\0-\x1f\x7f:-][^\s\0-\x1f\x7f:]{0,249}")
_HEXADECIMAL = re.compile(r"[0-9a-f]{4,39}")
_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:[^\n]*\n)*?oid sha256:([0-9a-f]{64})\n"
)


@dataclass(slots=True, kw_only=True)
class Repository:
    """A repository, seen from a folder inside it. All paths are relative to that folder.

    Close it when done: it keeps a process of git.

    :param prefix: the folder's path from the repository's top, empty for the top itself
    """

    git: Git
    prefix: str
    objects: Objects
    _commits: dict[str, Commit] = field(default_factory=dict)

    @classmethod
    def find(cls, folder: Path) -> Repository | None:
        """The repository that holds a folder, or None. A bare one is not looked for.

        :param folder: absolute, links resolved
        :raises TrueupError: M640 git is not installed; M642 it would wait for a pipe in the repository
        """
        for top in (folder, *folder.parents):
            if os.path.exists(top / ".git"):  # noqa: PTH110  never raises
                git = Git.at(top)
                refuse_pipes(top)
                prefix = folder.relative_to(top).as_posix()
                return cls(git=git, prefix="" if prefix == "." else prefix, objects=Objects(git))
        return None

    def close(self) -> None:
        """End the process of git."""
        self.objects.close()

    def resolve(self, revision: str) -> Commit:
        """The commit that a revision names.

        :raises TrueupError: M641 this clone does not have it; the hint says what to fetch
        """
        if revision not in self._commits:
            if not _REVISION.fullmatch(revision) or ".." in revision:
                raise refuse("M641", f"{revision[:80]!r} can't be a git revision", "write a commit's hash")
            found = self.objects.commit(revision)
            if isinstance(found, str):
                raise self._unknown(revision)
            self._commits[revision] = found
        return self._commits[revision]

    @property
    def head(self) -> Commit | None:
        """The commit that is checked out; None before the first."""
        if "HEAD" not in self._commits:
            found = self.objects.commit("HEAD")
            if isinstance(found, str):
                return None
            self._commits["HEAD"] = found
        return self._commits["HEAD"]

    def at(self, commit: Commit) -> Repository:
        """The same repository, as it looks where that commit is checked out."""
        return replace(self, _commits={**self._commits, "HEAD": commit})

    def holds(self, commit: Commit) -> bool:
        """Whether the folder is there at a commit."""
        found = self.objects.entry(commit.tree, self.prefix)
        return found is not None and found.kind == "folder"

    def entries(self, commit: Commit, pattern: str) -> Iterator[tuple[str, Entry]]:
        """The files and submodules that fit a pattern at a commit, by path.

        Links are followed inside the repository. A path is what the repository says, which may be anything.
        """
        return self.objects.glob(commit.tree, self.prefix, pattern)

    def files(self, commit: Commit, pattern: str) -> dict[str, str]:
        """Ids of the files that fit a pattern at a commit, by path.

        :raises TrueupError: M643 the pattern leads into a submodule
        """
        found: dict[str, str] = {}
        for path, entry in self.entries(commit, pattern):
            if entry.kind == "module":
                raise refuse(
                    "M643",
                    f"{path} is a submodule: this repository doesn't hold its files",
                    "watch files of this repository, such as the one that says which version is used",
                )
            found[path] = entry.id
        return found

    def content(self, id_: str) -> bytes | None:
        """The content of a file by its id; None where this clone leaves it out."""
        return self.objects.blob(id_)

    def same(self, id_: str, content: bytes) -> bool:
        """Whether a working file is the one of an id, line ends aside; a file of git LFS by its pointer."""
        bare = content.replace(b"\r\n", b"\n")
        if id_ in {_id(content, len(id_)), _id(bare, len(id_))}:
            return True
        then = self.content(id_)
        if then is None:
            return False
        if pointed := pointer(then):
            return hashlib.sha256(content).hexdigest() == pointed
        return then.replace(b"\r\n", b"\n") == bare

    def movers(self, since: Commit, paths: Collection[str]) -> Mapping[str, Commit | None]:
        """For each path the commit after ``since`` with which it left what it was there, for good.

        A change that was undone later on is not the one. None where no commit of the checked-out history
        can be named: the change is not committed, or the clone is too shallow.
        """
        head = self.head
        if head is None:
            return dict.fromkeys(paths)
        tip, parents = self._history(head, since, paths)
        return {path: self._mover(tip, parents, since, path) for path in paths}

    def changed(self, since: Commit, path: str) -> bool:
        """Whether a path differs between a commit and what is checked out."""
        head = self.head
        return head is not None and self._at(head, path) != self._at(since, path)

    def shallow(self) -> bool:
        """Whether this clone lacks history."""
        return self.git.run("rev-parse", "--is-shallow-repository").strip() == b"true"

    def partial(self) -> bool:
        """Whether this clone may lack the content of files."""
        settings = self.git.run("config", "--list", "--name-only").decode("utf-8", "replace").splitlines()
        return any(name.startswith("remote.") and name.endswith(".promisor") for name in settings)

    def _history(
        self, head: Commit, since: Commit, paths: Iterable[str]
    ) -> tuple[str | None, dict[str, tuple[str, ...]]]:
        """The newest commit after ``since`` that touched one of the paths, and the parents of all that did.

        Parents are the nearest ancestors that touched one, too.
        """
        whole = sorted(self._whole(path) for path in paths if "\n" not in path)
        if not whole:
            return None, {}
        lines = (head.hash, f"^{since.hash}", "--", *whole)
        given = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
        printed = self.git.run("rev-list", "--parents", "--topo-order", "--stdin", given=given)
        found = [line.split() for line in printed.decode("ascii").splitlines()]
        return (found[0][0] if found else None), {one[0]: tuple(one[1:]) for one in found}

    def _mover(
        self, tip: str | None, parents: Mapping[str, tuple[str, ...]], since: Commit, path: str
    ) -> Commit | None:
        then = self._at(since, path)
        at = tip
        while at is not None:
            differ = [
                one for one in parents[at] if one in parents and self._at(self.resolve(one), path) != then
            ]
            if not differ:
                break
            at = differ[0]
        commit = self.resolve(at) if at else None
        if commit is None or self._at(commit, path) == then:
            return None
        cut = not parents[commit.hash] and any(
            isinstance(self.objects.commit(one), str) for one in commit.parents
        )
        return None if cut else commit

    def _at(self, commit: Commit, path: str) -> Entry | None:
        return self.objects.entry(commit.tree, self._whole(path))

    def _whole(self, path: str) -> str:
        return f"{self.prefix}/{path}" if self.prefix else path

    def _unknown(self, revision: str) -> TrueupError:
        found = self.objects.read(revision)  # without asking for a commit git says more
        if found == "ambiguous":
            return refuse("M641", f"revision {revision} names several commits", "write more of its hash")
        if not isinstance(found, str):
            return refuse(
                "M641", f"revision {revision} is no commit, but a {found[1]}", "write a commit's hash"
            )
        if self.shallow():
            return refuse(
                "M641",
                f"this clone is shallow and does not have revision {revision}",
                "git fetch --unshallow (in CI, check out with the whole history)",
            )
        # A server answers to whole hashes and to names only.
        what = "--all --tags" if _HEXADECIMAL.fullmatch(revision) else f"origin {revision}"
        return refuse(
            "M641", f"this repository does not have revision {revision}", f"fetch it: git fetch {what}"
        )


def pointer(content: bytes) -> str | None:
    """The SHA-256 of the file for which git LFS keeps this content in the repository; None for any other."""
    found = _POINTER.match(content[:1024])
    return found[1].decode("ascii") if found else None


def _id(content: bytes, digits: int) -> str:
    """The id that git gives a file's content.

    :param digits: of the repository's ids: 40 are SHA-1, 64 SHA-256
    """
    whole = hashlib.sha256() if digits == 64 else hashlib.sha1(usedforsecurity=False)
    whole.update(b"blob %d\0" % len(content))
    whole.update(content)
    return whole.hexdigest()
