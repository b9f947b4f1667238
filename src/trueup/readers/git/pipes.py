"""Refuse a repository in which git would wait for ever: one that holds a pipe where a file should be."""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from trueup.readers.git.codes import refuse

#: git opens nothing in these to read an object
_PASSED = frozenset({"hooks", "modules", "lfs", "annex"})
#: Of a repository with more files the rest is not looked at: there git's own limit of time must do.
_MOST = 20_000
_LONGEST_PATH = 4096


def refuse_pipes(top: Path) -> None:
    """
    :param top: the folder that holds ``.git``
    :raises TrueupError: M642 a file of the repository is a pipe or a device
    """
    pending = deque(_folders(top / ".git"))
    seen: set[str] = set()
    left = _MOST
    while pending and left > 0:
        folder = pending.popleft()
        real = os.path.realpath(folder)
        if real in seen:
            continue
        seen.add(real)
        for entry in _listed(folder):
            left -= 1
            if entry.is_symlink() or not (entry.is_file() or entry.is_dir()):
                _refuse(Path(entry.path))
            if entry.is_dir() and entry.name not in _PASSED:
                pending.append(Path(entry.path))


def _folders(git: Path) -> Iterator[Path]:
    """The folders that git reads: ``.git``, or those to which the files of a linked working tree lead."""
    _refuse(git)
    folder = git
    if git.is_file():
        folder = git.parent / _read(git).removeprefix("gitdir:").strip()
    yield folder
    common = folder / "commondir"
    _refuse(common)
    if common.is_file():
        yield folder / _read(common).strip()


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="surrogateescape") as file:
            return file.read(_LONGEST_PATH).replace("\0", "")
    except OSError:  # git says what is wrong with it
        return ""


def _listed(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError:
        return []


def _refuse(path: Path) -> None:
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):  # it isn't there, which git says
        return
    # To open a socket fails at once, and git keeps one there.
    if stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        kind = "pipe" if stat.S_ISFIFO(mode) else "device"
        raise refuse(
            "M642",
            f"{path.name} of the repository is a {kind}, for which git would wait",
            f"see what {path} is, or clone the repository anew",
        )
