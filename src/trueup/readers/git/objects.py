"""Commits and folders of a repository, read from git's objects."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Literal

from trueup.files.patterns import closure, is_pattern, segments, step
from trueup.files.root import SKIPPED
from trueup.readers.git.codes import refuse
from trueup.readers.git.process import Batch, Git

_HOPS = 8
_KEPT_TREES = 4096
_KINDS: dict[str, Literal["folder", "link", "module"]] = {
    "40000": "folder",
    "120000": "link",
    "160000": "module",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """
    :param hash: whole
    :param tree: id of its folder
    :param date: of the commit, UTC
    :param subject: the first paragraph of its message, on one line
    """

    hash: str
    tree: str
    parents: tuple[str, ...]
    date: date
    subject: str

    @property
    def short(self) -> str:
        return self.hash[:10]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a folder holds under one name; a ``module`` is a commit of another repository."""

    id: str
    kind: Literal["file", "folder", "link", "module"]


class Objects:
    """Objects by id, through one process of git."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._batch: Batch | None = None
        self._trees: dict[str, dict[str, Entry]] = {}

    def read(self, name: str) -> tuple[str, str, bytes] | str:
        """Id, type and content of an object, or git's word for why not.

        :raises TrueupError: M640, M642
        """
        if self._batch is None:
            self._batch = Batch(self._git)
        return self._batch.read(name)

    def close(self) -> None:
        """End the process; reading again starts another."""
        if self._batch is not None:
            self._batch.close()
            self._batch = None

    def commit(self, name: str) -> Commit | str:
        """The commit that a name leads to, tags followed, or git's word for why not."""
        found = self.read(f"{name}^{{commit}}")
        return found if isinstance(found, str) else _commit(found[0], found[2])

    def blob(self, id_: str) -> bytes | None:
        """The content of a file; None where this clone leaves it out."""
        found = self.read(id_)
        return None if isinstance(found, str) else found[2]

    def tree(self, id_: str) -> dict[str, Entry]:
        """A folder's entries by name.

        :raises TrueupError: M642 it is not there, or no folder
        """
        if id_ not in self._trees:
            found = self.read(id_)
            if isinstance(found, str) or found[1] != "tree":
                raise refuse("M642", f"git has no folder {id_[:10]}", "git fsck says what is missing")
            if len(self._trees) >= _KEPT_TREES:
                self._trees.clear()
            self._trees[id_] = dict(_entries(found[2], len(id_) // 2))
        return self._trees[id_]

    def entry(self, tree: str, path: str, hops: int = _HOPS) -> Entry | None:
        """What stands at a path of a folder, links followed while they stay inside it.

        A path below a module gives the module.
        """
        found: Entry | None = Entry(id=tree, kind="folder")
        walked: list[str] = []
        parts = [part for part in path.split("/") if part]
        for index, part in enumerate(parts):
            if found is None or found.kind != "folder":
                return found if found and found.kind == "module" else None
            found = self.tree(found.id).get(part)
            if found and found.kind == "link":
                target = self._target(found, walked)
                if target is None or not hops:
                    return None
                return self.entry(tree, "/".join((target, *parts[index + 1 :])), hops - 1)
            walked.append(part)
        return found

    def _target(self, link: Entry, folder: list[str]) -> str | None:
        text = os.fsdecode(self.blob(link.id) or b"")
        target = posixpath.normpath("/".join((*folder, text)))
        outside = not text or text.startswith("/") or target.startswith("..") or target == "."
        return None if outside else target

    def glob(self, top: str, folder: str, pattern: str) -> Iterator[tuple[str, Entry]]:
        """The files and modules below ``folder`` that fit a pattern, by path relative to it.

        As :meth:`trueup.files.Root.glob` finds them in the working tree.

        :param top: id of the repository's whole tree
        """
        parts = segments(pattern)
        begin = self.entry(top, folder)
        if begin is None or begin.kind != "folder":
            return
        pending = [("", begin.id, closure(parts, {0}))]
        while pending:
            place, id_, states = pending.pop()
            for name, held in self._held(id_, parts, states):
                entry = held
                after = step(parts, states, name)
                path = f"{place}/{name}" if place else name
                inner = after - {len(parts)}
                if entry.kind == "link" and after:
                    target = self.entry(top, f"{folder}/{path}")
                    # A link to a folder is followed where the pattern spells its name.
                    spelt = any(parts[state] == name for state in states if state < len(parts))
                    entry = target if target and (target.kind == "file" or spelt) else entry
                if entry.kind == "folder":
                    if inner and name not in SKIPPED:
                        pending.append((path, entry.id, after))
                elif entry.kind == "module":
                    if after:
                        yield path, entry
                elif entry.kind == "file" and len(parts) in after:
                    yield path, entry

    def _held(self, id_: str, parts: tuple[str, ...], states: frozenset[int]) -> Iterable[tuple[str, Entry]]:
        """The entries of a folder that a pattern may go on with: where it spells names, these only."""
        tree = self.tree(id_)
        wanted = {parts[state] for state in states if state < len(parts)}
        if any(is_pattern(segment) for segment in wanted):
            return tree.items()
        return [(name, tree[name]) for name in wanted if name in tree]


def _entries(content: bytes, size: int) -> Iterator[tuple[str, Entry]]:
    """``mode name NUL id``, one after the other.

    :param size: of an id, in bytes
    """
    at = 0
    while at < len(content):
        blank = content.find(b" ", at)
        end = content.find(b"\0", blank)
        if blank < 0 or end < 0 or end + 1 + size > len(content):
            raise refuse("M642", "a folder of the repository is damaged", "git fsck says what is wrong")
        mode = content[at:blank].decode("ascii", "replace").lstrip("0")
        id_ = content[end + 1 : end + 1 + size].hex()
        yield os.fsdecode(content[blank + 1 : end]), Entry(id=id_, kind=_KINDS.get(mode, "file"))
        at = end + 1 + size


def _commit(hash_: str, content: bytes) -> Commit:
    head, _, message = content.decode("utf-8", "replace").partition("\n\n")
    fields = [line.partition(" ") for line in head.split("\n")]
    values = {name: value for name, _, value in reversed(fields)}
    seconds = values.get("committer", "").rsplit(" ", 2)[-2:][0]
    subject = " ".join(message.lstrip("\n").partition("\n\n")[0].split())
    try:
        day = datetime.fromtimestamp(int(seconds), UTC).date()
    except (ValueError, OverflowError, OSError):
        raise refuse("M642", f"commit {hash_[:10]} has no date", "git fsck says what is wrong") from None
    return Commit(
        hash=hash_,
        tree=values.get("tree", ""),
        parents=tuple(value for name, _, value in fields if name == "parent"),
        date=day,
        subject=subject if len(subject) <= 100 else f"{subject[:99]}…",
    )
