"""Standard output and error, whose faults are those of whoever asked for them."""

from __future__ import annotations

import io
import os
import sys


class Unprinted(Exception):  # noqa: N818  it says what is not there
    """What was said could not be written."""


class Printed(io.TextIOWrapper):
    """Text that is written, or an :class:`Unprinted`.

    A reader who has gone, as ``head`` does, takes nothing from the answer: the rest is written to nowhere,
    and the exit code is what it would have been. So it is where an error can't be said.
    """

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except OSError as error:
            self._let_go(error)
            return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            self._let_go(error)

    def _let_go(self, error: OSError) -> None:
        # Python does not try once more at its end, then.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)
        if self.name == "<stdout>" and not isinstance(error, BrokenPipeError):
            raise Unprinted((error.strerror or str(error)).lower()) from error


def prepare() -> None:
    """Have both streams write UTF-8, and be there: where one was closed, what is said goes nowhere."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif isinstance(stream, io.TextIOWrapper) and stream.name == f"<{name}>":
            paints = stream.line_buffering
            printed = Printed(
                stream.detach(), encoding="utf-8", errors="backslashreplace", line_buffering=paints
            )
            setattr(sys, name, printed)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
