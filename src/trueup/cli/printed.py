"""Standard output, whose faults are those of whoever asked for it."""

from __future__ import annotations

import io
import os
import sys


class Unprinted(Exception):  # noqa: N818  it says what is not there
    """What was said could not be written."""


class Printed(io.TextIOWrapper):
    """Text that is written, or an :class:`Unprinted`; a pipe that nobody reads any more stays what it is."""

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except OSError as error:
            raise self._lost(error) from error

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            raise self._lost(error) from error

    def _lost(self, error: OSError) -> Exception:
        if isinstance(error, BrokenPipeError):
            return error
        # What is left is let go of, so that Python does not try once more at its end.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)
        return Unprinted((error.strerror or str(error)).lower())


def prepare() -> None:
    """Have both streams write UTF-8, and be there: where one was closed, what is said goes nowhere."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.name == "<stdout>":
        paints = sys.stdout.line_buffering
        binary = sys.stdout.detach()
        sys.stdout = Printed(binary, encoding="utf-8", errors="backslashreplace", line_buffering=paints)
