"""What a run has looked at: each file, folder and name as it was at the first look."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable, Iterator, Mapping

from trueup.recall.home import digest

#: A file that changes again within the grain of its time stamp would look the same.
SETTLED = 2_000_000_000
ABSENT, UNKNOWN, UNSETTLED = "-", "?", "~"

#: A file, one that was read as a document and for nothing else, a folder, a folder with its files, a name.
FILE, DOCUMENT, FOLDER, FILES, KIND = "f", "t", "d", "e", "k"


def file_state(path: str) -> str:
    """What the file system says of a file: another content has another state, once it has settled."""
    try:
        return _state(os.lstat(path))
    except (FileNotFoundError, NotADirectoryError):
        return ABSENT
    except OSError:
        return UNKNOWN


def kind_state(path: str) -> str:
    """Whether there is something, and whether it is a file, a folder, a link or something else."""
    try:
        return f"{stat.S_IFMT(os.lstat(path).st_mode):o}"
    except (FileNotFoundError, NotADirectoryError):
        return ABSENT
    except OSError:
        return UNKNOWN


def folder_state(path: str) -> str:
    """The names in a folder, and the kind of each."""
    try:
        return _listing(entries(path))
    except (FileNotFoundError, NotADirectoryError):
        return ABSENT
    except OSError:
        return UNKNOWN


def files_state(path: str) -> str:
    """What the file system says of all files in a folder."""
    try:
        return files(path)[1]
    except OSError:
        return UNKNOWN


def files(path: str) -> tuple[list[str], str]:
    """The names in a folder, and what the file system says of all files there: see :func:`file_state`.

    :raises OSError: it can't be listed
    """
    lines: list[str] = []
    written = changed = 0
    linked = False
    try:
        with os.scandir(path) as found:
            for entry in found:
                seen = entry.stat(follow_symlinks=False)
                written, changed = max(written, seen.st_mtime_ns), max(changed, seen.st_ctime_ns)
                lines.append(f"{entry.name}/{_state(seen)}")
                linked = linked or stat.S_ISLNK(seen.st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return [], ABSENT
    lines.sort()
    whole = digest(os.fsencode("\0".join(lines))).hex()
    # What a link leads to may change without it.
    state = UNKNOWN if linked else f"{whole} {written} {changed}"
    return [line.partition("/")[0] for line in lines], state


def entries(path: str) -> list[tuple[str, str]]:
    """The names in a folder: ``d`` a folder, ``l`` a link, ``L`` a link to a folder, ``f`` anything else."""
    with os.scandir(path) as found:
        return [(entry.name, _kind(entry)) for entry in found]


def _kind(entry: os.DirEntry[str]) -> str:
    if entry.is_symlink():
        return "L" if os.path.isdir(entry.path) else "l"
    return "d" if entry.is_dir(follow_symlinks=False) else "f"


def _listing(found: Iterable[tuple[str, str]]) -> str:
    text = "".join(sorted(f"{name}/{kind}\0" for name, kind in found))
    return digest(os.fsencode(text)).hex()


def _state(seen: os.stat_result) -> str:
    return f"{seen.st_mode} {seen.st_dev} {seen.st_ino} {seen.st_size} {seen.st_mtime_ns} {seen.st_ctime_ns}"


_STATES = {FILE: file_state, DOCUMENT: file_state, FOLDER: folder_state, FILES: files_state, KIND: kind_state}

#: Their states end with the times of the last change.
_DATED = (FILE, FILES)


class Witness:
    """Notes what one run looks at.

    :param began: nanoseconds, before the first look; what changed shortly before it has not settled
    """

    __slots__ = ("_documents", "_seen", "_shared", "began", "doubt")

    def __init__(self, began: int | None = None) -> None:
        self.began = time.time_ns() if began is None else began
        self.doubt: str | None = None
        self._seen: dict[str, str] = {}
        self._shared: set[str] = set()
        self._documents: set[str] = set()

    def file(self, path: str, seen: os.stat_result | None = None) -> None:
        """A file that is about to be read.

        :param seen: what the file system says of it
        """
        key = FILE + path
        if key in self._seen:
            self._shared.add(key)
        else:
            self._seen[key] = file_state(path) if seen is None else _state(seen)

    def document(self, path: str) -> None:
        """A file that was read as a document."""
        self._documents.add(FILE + path)

    def kind(self, path: str) -> None:
        """A name of which it matters what it is."""
        key = KIND + path
        if key not in self._seen:
            self._seen[key] = kind_state(path)

    def folder(self, path: str, found: Iterable[tuple[str, str]] | None) -> None:
        """A folder that was listed; None where there is none."""
        key = FOLDER + path
        state = ABSENT if found is None else _listing(found)
        if self._seen.setdefault(key, state) != state:
            self.refuse(f"{path} changed during the run")

    def files(self, path: str, state: str) -> None:
        """A folder of which all files count."""
        if self._seen.setdefault(FILES + path, state) != state:
            self.refuse(f"{path} changed during the run")

    def refuse(self, why: str) -> None:
        """Something went into this run that can't be compared later."""
        self.doubt = self.doubt or why

    def sights(self) -> bytes | None:
        """All that was seen, to be compared by :func:`changed`; None where that would not tell enough."""
        if self.doubt or UNKNOWN in self._seen.values():
            return None
        lines = []
        for key, state in self._seen.items():
            alone = key in self._documents and key not in self._shared
            named = DOCUMENT + key[1:] if alone else key
            lines.append(f"{named}\0{settled(state, self.began) if key[0] in _DATED else state}\0")
        return os.fsencode("".join(lines))


def settled(state: str, began: int) -> str:
    """The state of a file, or of a folder's, if it can be told from every later one.

    :param began: nanoseconds, before the file was looked at
    """
    if state in (ABSENT, UNKNOWN):
        return state
    latest = max(int(number) for number in state.split()[-2:])
    return state if latest < began - SETTLED else UNSETTLED


def changed(sights: bytes) -> Iterator[tuple[str, str]]:
    """What is not as it was seen: its kind and path."""
    parts = os.fsdecode(sights).split("\0")
    for key, state in zip(parts[::2], parts[1::2], strict=False):
        if _STATES[key[0]](key[1:]) != state:
            yield key[0], key[1:]


def restated(sights: bytes, states: Mapping[str, str]) -> bytes:
    """The sights after some documents have changed.

    :param states: of those files, by path
    """
    parts = os.fsdecode(sights).split("\0")
    for at in range(0, len(parts) - 1, 2):
        if parts[at][:1] == DOCUMENT and parts[at][1:] in states:
            parts[at + 1] = states[parts[at][1:]]
    return os.fsencode("\0".join(parts))
