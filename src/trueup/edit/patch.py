"""Changes of files as a unified diff, which ``git apply`` and ``patch`` read."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping


def unified(changes: Mapping[str, tuple[bytes | None, bytes]]) -> str:
    """The diff of some files.

    :param changes: by path, the content before (None where the file is new) and after
    """
    return "".join(
        line for path, (before, after) in sorted(changes.items()) for line in _file(path, before, after)
    )


def _file(path: str, before: bytes | None, after: bytes) -> Iterator[str]:
    old = "/dev/null" if before is None else _quoted(f"a/{path}")
    for line in difflib.unified_diff(_lines(before or b""), _lines(after), old, _quoted(f"b/{path}")):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _quoted(path: str) -> str:
    """A name as git writes it: in quotation marks where it holds what would end the line, or is no text."""
    if path.isprintable() and not set(path) & set('"\\'):
        return path
    content = path.encode("utf-8", "surrogateescape")
    plain = set(range(0x20, 0x7F)) - set(b'"\\')
    return '"' + "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in content) + '"'


def _lines(content: bytes) -> list[str]:
    """The lines as a patch counts them: only a line feed ends one."""
    parts = content.decode("utf-8").split("\n")
    return (
        [*(f"{part}\n" for part in parts[:-1]), *parts[-1:]]
        if parts[-1]
        else [f"{part}\n" for part in parts[:-1]]
    )
