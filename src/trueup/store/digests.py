"""Digests of large files, kept by what the file system says of them, so that models aren't read again."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from trueup.files import Root
from trueup.store.shelf import Shelf

NAME = "digests-1.json"
#: Smaller files are read faster than they are looked up.
SMALLEST = 1 << 16
#: A file that changes again within the grain of its time stamp would look the same.
SETTLED = 2_000_000_000


class DigestCache:
    """Digest by path, device, inode, size and both times."""

    def __init__(
        self, root: Root, setting: str | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self._shelf = Shelf(
            NAME, root, setting, os.environ if environment is None else environment, most=5000
        )

    def digest(self, path: Path, compute: Callable[[], str]) -> str:
        """The digest of a file: the one that is kept, or ``compute()``.

        :param path: absolute, links resolved
        :param compute: reads the file
        """
        before = _seen(path)
        if before is None or before[2] < SMALLEST:
            return compute()
        match self._shelf.get(str(path)):
            case [*seen, str(kept)] if seen == before:
                return kept
        settled = time.time_ns() - max(before[3:]) > SETTLED
        digest = compute()
        if settled and _seen(path) == before:
            self._shelf.put(str(path), [*before, digest])
        return digest

    def save(self) -> None:
        """Write what was put; does nothing where nothing was."""
        self._shelf.save()


def _seen(path: Path) -> list[int] | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    return [found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns]
