"""Start git so that neither repository nor environment can make it run anything, fetch anything, or lie.

The commands of :data:`Command` alone are asked. They read objects and settings: none touches the index or the
working tree, so none comes to a hook, a file monitor, a filter, a text converter or, writing to a pipe, a
pager. Only what a partial clone lacks would have them start something.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, TypeAlias

from trueup.readers.git.codes import refuse

#: Seconds that one call may take; the process that reads objects lives as long as one check.
SECONDS = 60.0
#: Larger objects are not read.
LARGEST = 256 << 20

#: Another one may come to more than these do: see what it reads of a repository first.
Command: TypeAlias = Literal["cat-file", "config", "rev-list", "rev-parse"]

#: Of the caller's environment; without a home, git has no settings of the user either.
_KEPT = ("PATH", "SYSTEMROOT", "TEMP", "TMP")
_SILENT = "git gave no answer: the repository is damaged, or too slow"
_ASK = "git status says what is wrong"
_ENVIRONMENT = {
    "LC_ALL": "C",  # some systems have a language for whom nothing names one
    # What a partial clone lacks is missing. A git that doesn't know the first of these may use no protocol.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    # Objects and parents are those that their ids were made of.
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_LITERAL_PATHSPECS": "1",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Git:
    """The program, bound to one repository.

    :param program: absolute
    :param top: the folder that holds ``.git``; named outright, so that git looks for no other
    """

    program: str
    top: Path

    @classmethod
    def at(cls, top: Path) -> Git:
        """
        :raises TrueupError: M640 git is not installed
        """
        program = shutil.which("git")
        if program is None or not Path(program).is_absolute():
            raise refuse("M640", "git is not installed", "install git; without it nothing older can be read")
        return cls(program=program, top=top)

    def run(self, command: Command, *arguments: str, given: bytes = b"") -> bytes:
        """What one call prints.

        :param given: its standard input
        :raises TrueupError: M642 it fails, or takes too long
        """
        try:
            done = subprocess.run(
                self._line(command, arguments),
                input=given,
                capture_output=True,
                cwd=self.top,
                env=_environment(),
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise refuse("M642", f"git {command} took longer than {SECONDS:g} s") from None
        except OSError as error:
            raise refuse("M640", f"git can't be started: {error.strerror}") from error
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
            raise refuse("M642", f"git {command} failed: {said[:200] or f'exit {done.returncode}'}")
        return done.stdout

    def start(self, command: Command, *arguments: str) -> subprocess.Popen[bytes]:
        """A process that answers on its standard output what it is asked on its input."""
        try:
            return subprocess.Popen(
                self._line(command, arguments),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self.top,
                env=_environment(),
            )
        except OSError as error:
            raise refuse("M640", f"git can't be started: {error.strerror}") from error

    def _line(self, command: Command, arguments: tuple[str, ...]) -> list[str]:
        places = (f"--git-dir={self.top / '.git'}", f"--work-tree={self.top}")
        return [self.program, *places, command, *arguments]


class Batch:
    """One ``git cat-file --batch``: objects by name, one after the other."""

    def __init__(self, git: Git) -> None:
        self._process = git.start("cat-file", "--batch")
        # A read can't be given a limit of its own on every system; a killed process ends it.
        self._limit = threading.Timer(SECONDS, self._process.kill)
        self._limit.daemon = True
        self._limit.start()

    def read(self, name: str) -> tuple[str, str, bytes] | str:
        """Id, type and content of an object, or the word that git has instead: missing, ambiguous.

        :param name: without a line end
        :raises TrueupError: M642 git gave up; M644 the object is larger than is read
        """
        given, answers = self._process.stdin, self._process.stdout
        if given is None or answers is None:
            raise refuse("M642", _SILENT, _ASK)
        try:
            given.write(name.encode("utf-8", "surrogateescape") + b"\n")
            given.flush()
            head = answers.readline().decode("utf-8", "replace").split()
            if len(head) != 3 or not head[2].isdecimal():
                if not head:
                    raise refuse("M642", _SILENT, _ASK)
                return head[-1]
            size = int(head[2])
            if size > LARGEST:
                _pass_over(answers, size + 1)
                raise refuse("M644", f"an object is larger than {LARGEST >> 20} MiB")
            content = answers.read(size + 1)
        except OSError as error:
            raise refuse("M642", _SILENT, _ASK) from error
        if len(content) != size + 1:
            raise refuse("M642", _SILENT, _ASK)
        return head[0], head[1], content[:-1]

    def close(self) -> None:
        """End the process."""
        self._limit.cancel()
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:  # what was not sent goes with the process
                    continue
        self._process.wait()


def _pass_over(answers: IO[bytes], size: int) -> None:
    """Read what nobody keeps, so that the next answer can be read."""
    while size > 0:
        read = len(answers.read(min(size, 1 << 20)))
        if not read:
            raise refuse("M642", _SILENT, _ASK)
        size -= read


def _environment() -> dict[str, str]:
    return {**{name: os.environ[name] for name in _KEPT if name in os.environ}, **_ENVIRONMENT}
