"""Patterns of a ledger, under RE2: in linear time on any text."""

from __future__ import annotations

import re
from typing import Any

from trueup.verifier import Unavailable, VerifierError

#: Bytes that a compiled pattern may take.
MEMORY = 8 << 20
_LINE_END = re.compile(r"\r\n?")


def compiled(pattern: str) -> Any:
    """The pattern, with ``^`` and ``$`` at line ends.

    :raises VerifierError: it is none
    :raises Unavailable: RE2 is not installed
    """
    try:
        import re2  # noqa: PLC0415  only what has a pattern needs it
    except ModuleNotFoundError:
        hint = "pip install 'trueup[patterns]'"
        raise Unavailable("patterns need RE2, which is not installed", needs="library", hint=hint) from None
    options = re2.Options()
    options.max_mem = MEMORY
    options.log_errors = False
    try:
        return re2.compile(f"(?m){pattern}", options=options)
    except re2.error as error:
        said = error.args[0] if error.args else "it can't be read"
        said = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
        raise VerifierError(
            f"the pattern {pattern!r} is no regular expression: {said}", "the syntax is RE2's"
        ) from None


def with_line_feeds(text: str) -> str:
    """The text with the line ends that a pattern knows; lines and columns stay as they are."""
    return _LINE_END.sub("\n", text)
