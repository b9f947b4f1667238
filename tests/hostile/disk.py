"""A disk that fails, or kills, at the n-th call; the calls are those of Python's ``os`` and ``io``."""

from __future__ import annotations

import io
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import pytest

#: Every call by which a file, or what is known of it, is read or changed.
CALLS = (
    "open", "read", "write", "close", "fsync", "link", "rename", "replace", "unlink", "mkdir", "chmod", "lstat", "stat",
    "fstat", "scandir", "listdir", "readlink", "fdopen", "pread",
)  # fmt: skip
#: Those that need a disk which can be written.
WRITING = frozenset({"write", "fsync", "link", "rename", "replace", "unlink", "mkdir", "chmod"})

Step = Callable[[int, str], None]


@dataclass(slots=True)
class Disk:
    """Counts the calls that concern a folder, and does something before each.

    :param home: calls with a path elsewhere don't count; those with a descriptor do
    :param before: called with the number of the call, and its name
    """

    home: Path
    before: Step
    names: list[str] = field(default_factory=list)

    @contextmanager
    def installed(self) -> Iterator[Disk]:
        with pytest.MonkeyPatch.context() as patch:
            for name in CALLS:
                patch.setattr(os, name, self._counting(name, getattr(os, name)))
            patch.setattr(io, "open", self._opening(io.open))
            yield self

    def _concerns(self, arguments: tuple[Any, ...], options: dict[str, Any]) -> bool:
        first = arguments[0] if arguments else ""
        if (
            isinstance(first, int)
            or options.get("dir_fd") is not None
            or options.get("src_dir_fd") is not None
        ):
            return first not in (0, 1, 2)
        try:
            return os.path.abspath(os.fsdecode(first)).startswith(str(self.home))  # noqa: PTH100
        except TypeError:
            return False

    def _counting(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **options: Any) -> Any:
            if not self._concerns(arguments, options):
                return call(*arguments, **options)
            if name == "close":  # what fails to close is closed all the same
                call(*arguments, **options)
                self._step(name)
                return None
            if name == "fdopen":  # which touches no disk
                return self._watched(call(*arguments, **options))
            self._step(name if name != "open" or not _writes(arguments) else "open to write")
            return call(*arguments, **options)

        return counted

    def _opening(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def opened(file: Any, mode: str = "r", *arguments: Any, **options: Any) -> Any:
            if isinstance(file, int) or not self._concerns((file,), {}):
                return call(file, mode, *arguments, **options)
            self._step("open to write" if set("wxa+") & set(mode) else "open")
            return self._watched(call(file, mode, *arguments, **options))

        return opened

    def _watched(self, stream: Any) -> Any:
        """The stream, whose writes and flushes count, too."""
        return _Stream(stream, self._step)

    def _step(self, name: str) -> None:
        number = len(self.names)
        self.names.append(name)
        self.before(number, name)


class _Stream:
    """A file that tells before it writes. Reading and all else is its own."""

    def __init__(self, stream: Any, step: Callable[[str], None]) -> None:
        self._stream = stream
        self._step = step

    def write(self, data: Any) -> Any:
        self._step("write")
        return self._stream.write(data)

    def flush(self) -> None:
        self._step("flush")
        self._stream.flush()

    def __enter__(self) -> Self:
        self._stream.__enter__()
        return self

    def __exit__(self, *error: object) -> Any:
        return self._stream.__exit__(*error)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _writes(arguments: tuple[Any, ...]) -> bool:
    flags = arguments[1] if len(arguments) > 1 else 0
    return bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


def calls(home: Path, action: Callable[[], object]) -> list[str]:
    """The names of all calls that an action makes, in order."""
    with Disk(home, lambda *_: None).installed() as disk:
        action()
    return disk.names


def failing(home: Path, number: int, code: int) -> Disk:
    """A disk on which the ``number``-th call, from 0, fails; the next ones don't."""

    def fail(at: int, name: str) -> None:
        if at == number:
            raise OSError(code, os.strerror(code), name)

    return Disk(home, fail)


def broken(home: Path, number: int, code: int) -> Disk:
    """A disk on which every call that writes fails from the ``number``-th call on: it stays full."""

    def fail(at: int, name: str) -> None:
        if at >= number and (name in WRITING or name == "open to write") and name != "unlink":
            raise OSError(code, os.strerror(code), name)

    return Disk(home, fail)


def read_only(home: Path, code: int) -> Disk:
    """A disk on which nothing can be written at all."""

    def fail(_: int, name: str) -> None:
        if name in WRITING or name == "open to write":
            raise OSError(code, os.strerror(code), name)

    return Disk(home, fail)


def killed(home: Path, number: int, action: Callable[[], object]) -> bool:
    """Whether an action, in a process of its own, came to its ``number``-th call; there it is killed."""

    def end(at: int, _: str) -> None:
        if at == number:
            os.kill(os.getpid(), signal.SIGKILL)

    child = os.fork()
    if not child:
        try:
            with Disk(home, end).installed():
                action()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)
