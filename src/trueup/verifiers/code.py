"""Counting in source text, by pattern or by what Python defines, without running any of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trueup.verifier import Request, VerifierError, verifier
from trueup.verifiers.definitions import Kind, defined
from trueup.verifiers.pattern import compiled

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
            found += _matches(expression, path)
        elif of is not None:
            found += defined(path.read_bytes(), path.relative_to(request.root).as_posix(), of)
    return found


def _matches(expression: Any, path: Path) -> int:
    # a match is counted in code points, and a file in another encoding must not hide one
    text = path.read_bytes().decode("utf-8", errors="replace").removeprefix("\ufeff").replace("\r\n", "\n")
    found = 0
    for match in expression.finditer(text):
        if match.end() == match.start():
            pattern = expression.pattern.removeprefix("(?m)")
            raise VerifierError(
                f"the pattern {pattern!r} matches where there is nothing", "ask for one character at least"
            )
        found += 1
    return found
