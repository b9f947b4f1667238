"""Why a file can't be had."""

from __future__ import annotations

import stat

from trueup.diagnostics import Diagnostic, Location


def fault(relative: str, code: str, message: str, hint: str | None = None) -> Diagnostic:
    default = "paths are relative to the project's folder, and stay in it" if code == "F602" else None
    where = Location(path=relative, line=1, column=1)
    return Diagnostic(code=code, message=message, location=where, hint=hint or default)


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
