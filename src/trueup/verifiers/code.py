"""Counting in source text, by pattern or by what Python defines, without running any of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trueup.diagnostics import Location
from trueup.readers.artifact import refuse_stand_in
from trueup.verifier import Request, VerifierError, verifier
from trueup.verifiers.definitions import Kind, defined
from trueup.verifiers.pattern import compiled, with_line_feeds

VERSION = "1"
#: Bytes of one file at most.
LARGEST = 64 << 20


@verifier("code.count")
def count(request: Request, *, files: str, pattern: str | None = None, of: Kind | None = None) -> int:
    """Matches of a regular expression in all files of a glob, or what their Python defines.

    Matches don't overlap, ``^`` and ``$`` are line ends, and a match of nothing is an error.

    :param pattern: in RE2's syntax, which takes linear time on any text
    :param of: instead, as :func:`defined` counts
    """
    if (pattern is None) is (of is None):
        raise VerifierError("pattern and of exclude each other", "give one of them")
    expression = None if pattern is None else compiled(pattern)
    paths = request.inputs["files"].files
    if not paths:
        raise VerifierError(
            f"no file matches {files!r}", "give a path or a glob, relative to the project's root"
        )
    found = 0
    for path in paths:
        if path.stat().st_size > LARGEST:
            raise VerifierError(f"{path.name} is larger than {LARGEST >> 20} MiB")
        if expression is not None:
            found += _matches(expression, _source(path, request.root))
        elif of is not None:
            found += defined(_source(path, request.root), path.relative_to(request.root).as_posix(), of)
    return found


def _source(path: Path, root: Path) -> bytes:
    """The bytes of a file, in which nothing that it stands for may count as zero.

    :raises TrueupError: M630 a pointer of Git LFS, F605 UTF-16
    """
    data = path.read_bytes()
    refuse_stand_in(data, Location(path=path.relative_to(root).as_posix(), line=1, column=1))
    return data


def _matches(expression: Any, source: bytes) -> int:
    # a match is counted in code points, and a file in another encoding must not hide one
    text = with_line_feeds(source.decode("utf-8", errors="replace").removeprefix("\ufeff"))
    found = 0
    for match in expression.finditer(text):
        if match.end() == match.start():
            pattern = expression.pattern.removeprefix("(?m)")
            raise VerifierError(
                f"the pattern {pattern!r} matches where there is nothing", "ask for one character at least"
            )
        found += 1
    return found
