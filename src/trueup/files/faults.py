"""Why a file can't be had."""

from __future__ import annotations

import stat

from trueup.diagnostics import Diagnostic, Location, TrueupError

_HINTS = {
    "F602": "paths are relative to the project's folder, and stay in it",
    "F607": "look at its permissions and at the disk, then run the command again",
    "F608": "write the path of a file of the project",
}


def fault(relative: str, code: str, message: str, hint: str | None = None) -> Diagnostic:
    where = Location(path=relative, line=1, column=1)
    return Diagnostic(code=code, message=message, location=where, hint=hint or _HINTS[code])


def named(relative: str) -> str:
    """A path that can be recorded.

    :raises TrueupError: F608 its name is no UTF-8, as those of some file systems are
    """
    if not relative.isascii() and relative != relative.encode("utf-8", "replace").decode("utf-8"):
        raise TrueupError(fault(relative, "F608", "the name of the file is not UTF-8", "rename it"))
    return relative


def too_large(relative: str, cap: int) -> Diagnostic:
    return fault(relative, "F604", f"the file is larger than {cap:,} bytes", "split it, or leave it out")


def irregular(relative: str, mode: int) -> Diagnostic:
    kinds = {
        stat.S_IFDIR: "a folder",
        stat.S_IFIFO: "a pipe",
        stat.S_IFSOCK: "a socket",
        stat.S_IFLNK: "a link",
    }
    kind = kinds.get(stat.S_IFMT(mode), "a device")
    return fault(relative, "F603", f"this is {kind}, not a regular file", "only regular files are read")
