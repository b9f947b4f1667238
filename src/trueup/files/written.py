"""Files are put in place whole, and never over what somebody else has written meanwhile."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.files.root import TEXT_CAP, Root

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
for _name in ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"):
    _NEW |= getattr(os, _name, 0)


def write_whole(root: Root, relative: str, before: bytes | None, after: bytes) -> None:
    """Write a file of the project: as a whole or not at all, with its mode, on disk when this returns.

    :param before: what it held when it was read; None for a file that is not there yet
    :raises TrueupError: F609 it can't be written; F610 it has changed since
    """
    place = root.resolve(relative, exists=before is not None)
    try:
        mode = _mode(relative, place) if before is not None else None
        place.parent.mkdir(parents=True, exist_ok=True)
        temporary = place.with_name(f".{place.name[:100]}.{secrets.token_hex(8)}.tmp")
        try:
            _write(temporary, after, mode)
            now = root.read_bytes(relative, TEXT_CAP) if os.path.lexists(place) else None
            if now != before:
                raise TrueupError(_fault(relative, "F610", "the file changed since it was read", _AGAIN))
            temporary.replace(place)
        finally:
            with suppress(FileNotFoundError):
                temporary.unlink()
        _settle(place.parent)
    except OSError as error:
        raise _unwritten(relative, error, "written", "it is as it was") from error


def make_folder(root: Root, relative: str) -> Path:
    """A folder of the project, made with those above it where it is not there yet.

    :raises TrueupError: F602 it would lie outside; F609 it can't be made
    """
    place = root.resolve(relative, exists=False)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritten(relative, error, "made", "nothing was written", "folder") from error
    return place


def remove_whole(root: Root, relative: str, before: bytes) -> None:
    """Remove a file of the project that holds what it held when it was read.

    :raises TrueupError: F609 it can't be removed; F610 it has changed since
    """
    if root.read_bytes(relative, TEXT_CAP) != before:
        raise TrueupError(_fault(relative, "F610", "the file changed since it was read", _AGAIN))
    try:
        root.resolve(relative).unlink()
    except OSError as error:
        raise _unwritten(relative, error, "removed", None) from error


_AGAIN = "nothing was overwritten: run the command again"


def _mode(relative: str, place: Path) -> int:
    """The permissions of the file; one that can't be written is refused, though it could be replaced."""
    mode = stat.S_IMODE(os.lstat(place).st_mode)
    # To root every file is writable; one that nobody may write is meant to stay as it is.
    if not mode & 0o222 or not os.access(place, os.W_OK):
        raise TrueupError(_fault(relative, "F609", "the file is read-only", "make it writable first"))
    return mode


def _write(temporary: Path, content: bytes, mode: int | None) -> None:
    with os.fdopen(os.open(temporary, _NEW, 0o666), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        temporary.chmod(mode)


def _settle(folder: Path) -> None:
    """Have the new name on disk, where folders can be synced."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _unwritten(relative: str, error: OSError, done: str, hint: str | None, what: str = "file") -> TrueupError:
    why = (error.strerror or str(error)).lower()
    return TrueupError(_fault(relative, "F609", f"the {what} can't be {done}: {why}", hint))


def _fault(relative: str, code: str, message: str, hint: str | None) -> Diagnostic:
    where = Location(path=relative, line=1, column=1)
    return Diagnostic(code=code, message=message, location=where, hint=hint)
