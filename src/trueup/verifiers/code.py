"""Counting in source text, by pattern, without running any of it."""

from __future__ import annotations

from typing import Any

from trueup.verifier import Request, Unavailable, VerifierError, verifier

VERSION = "1"
#: Bytes of one file at most.
LARGEST = 64 << 20
#: Bytes that a compiled pattern may take.
PATTERN_MEMORY = 8 << 20


@verifier("code.count")
def count(request: Request, *, files: str, pattern: str) -> int:
    """Matches of a regular expression in all files of a glob.

    Matches don't overlap, ``^`` and ``$`` are line ends, and a match of nothing is an error.

    :param pattern: in RE2's syntax, which takes linear time on any text
    """
    compiled = _compile(pattern)
    paths = request.inputs["files"].files
    if not paths:
        raise VerifierError(
            f"no file matches {files!r}", "give a path or a glob, relative to the project's root"
        )
    found = 0
    for path in paths:
        if path.stat().st_size > LARGEST:
            raise VerifierError(f"{path.name} is larger than {LARGEST >> 20} MiB")
        # a match is counted in code points, and a file in another encoding must not hide one
        text = (
            path.read_bytes().decode("utf-8", errors="replace").removeprefix("\ufeff").replace("\r\n", "\n")
        )
        for match in compiled.finditer(text):
            if match.end() == match.start():
                raise VerifierError(
                    f"the pattern {pattern!r} matches where there is nothing",
                    "ask for one character at least",
                )
            found += 1
    return found


def _compile(pattern: str) -> Any:
    try:
        import re2  # noqa: PLC0415  only what counts code needs it
    except ModuleNotFoundError:
        raise Unavailable("patterns need RE2", needs="library", hint="pip install google-re2") from None
    options = re2.Options()
    options.max_mem = PATTERN_MEMORY
    options.log_errors = False
    try:
        return re2.compile(f"(?m){pattern}", options=options)
    except re2.error as error:
        said = error.args[0] if error.args else "it can't be read"
        said = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
        raise VerifierError(
            f"the pattern {pattern!r} is no regular expression: {said}", "the syntax is RE2's"
        ) from None
