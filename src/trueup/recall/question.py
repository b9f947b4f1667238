"""A question to ``trueup check``, and the answer that is kept for it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping, Sequence

from trueup import __version__
from trueup.recall.home import digest, inside, own_folder, read, secret, write
from trueup.recall.sights import Witness, changed, restated

SCHEMA = "1"
#: So many files are kept of all projects, and none of days before yesterday: no question will ask for them.
MOST, OLDEST = 200, 2 * 86_400 * 1_000_000_000
_MARK = 32
_PARTS = ".parts"


class Answer:
    """What a run printed, and its exit code.

    :param root: the project's folder, absolute
    :param given: that folder as it was asked for
    :param sights: what it rests on
    """

    __slots__ = ("code", "given", "root", "sights", "text")

    def __init__(self, *, text: str, code: int, root: str, given: str, sights: bytes) -> None:
        self.text = text
        self.code = code
        self.root = root
        self.given = given
        self.sights = sights

    def changed(self) -> list[tuple[str, str]] | None:
        """What is not as it was: its kind and path; None where all may be."""
        if os.path.realpath(self.given) != self.root:
            return None
        return list(changed(self.sights))

    def renewed(self, text: str, code: int, states: Mapping[str, str]) -> Answer:
        """The same with another text, after files have changed.

        :param states: of those files, by path
        """
        sights = restated(self.sights, states)
        return Answer(text=text, code=code, root=self.root, given=self.given, sights=sights)

    def packed(self) -> bytes:
        """As bytes, to be read by :meth:`unpacked`."""
        parts = (
            b"%d" % self.code, os.fsencode(self.root), os.fsencode(self.given), self.sights,
            self.text.encode("utf-8", "surrogatepass"),
        )  # fmt: skip
        return b" ".join(b"%d" % len(part) for part in parts) + b"\n" + b"".join(parts)

    @classmethod
    def unpacked(cls, body: bytes) -> Answer:
        head, _, rest = body.partition(b"\n")
        parts, at = [], 0
        for length in head.split():
            parts.append(rest[at : at + int(length)])
            at += int(length)
        code, root, given, sights, text = parts
        return cls(
            text=text.decode("utf-8", "surrogatepass"), code=int(code), root=os.fsdecode(root),
            given=os.fsdecode(given), sights=sights,
        )  # fmt: skip


class Question:
    """What was asked, by whom, where and on which day: all that decides an answer, files apart."""

    def __init__(self, asked: Sequence[str], own: str, began: int, day: str) -> None:
        self.began = began
        self.day = day
        self._asked = os.fsencode("\0".join(asked))
        self._own = own
        name = digest(self._asked).hex()
        #: Never in a project, so that no answer comes with one.
        self._file = os.path.join(own, "answers", name)

    @classmethod
    def asked(cls, arguments: Sequence[str], *, colour: bool) -> Question | None:
        """The question, or None where no answer can be kept: Windows does not tell when a file was changed.

        :param arguments: as they stand on the command line
        :param colour: whether the answer is painted
        """
        own = own_folder(os.environ)
        if os.name != "posix" or own is None:
            return None
        began = time.time_ns()
        day = time.strftime("%Y-%m-%d", time.gmtime(began // 1_000_000_000))
        try:
            folder = os.getcwd()
        except OSError:
            return None
        asked = [
            SCHEMA, __version__, sys.version, sys.executable, sys.prefix, __file__, str(sys.flags),
            os.environ.get("PYTHONPATH", ""), str(os.geteuid()), folder, day, str(colour), *arguments,
        ]  # fmt: skip
        return cls(asked, own, began, day)

    def answer(self) -> Answer | None:
        """The answer that is kept; whether it still holds is for its sights to say."""
        body = self._signed(self._file, self._asked)
        found = Answer.unpacked(body) if body else None
        return None if found is None or inside(self._own, found.root) else found

    def parts(self, answer: Answer) -> bytes | None:
        """What was kept beside an answer to put a part of it in anew."""
        return self._signed(self._file + _PARTS, self._asked + answer.packed()) or None

    def keep(self, text: str, code: int, folder: str, witness: Witness, parts: bytes | None) -> None:
        """Keep an answer; where that can't be done, nothing is lost but time.

        :param folder: the project's, as it was asked for
        :param parts: what is kept beside it, if anything is
        """
        root = os.path.realpath(folder)
        if inside(self._own, root):
            return
        for path in _modules():
            witness.file(path)
        sights = witness.sights()
        if sights is not None:
            self.put(Answer(text=text, code=code, root=root, given=folder, sights=sights), parts)

    def put(self, answer: Answer, parts: bytes | None) -> None:
        """Write an answer, and what is kept beside it."""
        body = answer.packed()
        try:
            key = secret(self._own, make=True)
            if key and parts:
                write(self._file + _PARTS, _mark(key, self._asked + body, parts), parts)
            if key:
                write(self._file, _mark(key, self._asked, body), body)
                _prune(os.path.dirname(self._file))
        except OSError:
            return

    def _signed(self, file: str, asked: bytes) -> bytes:
        """The content of a file that this user's trueup wrote for a question; nothing of any other."""
        found = read(file)
        key = secret(self._own, make=False) if found else None
        if not key or found[:_MARK] != _mark(key, asked, found[_MARK:]):
            return b""
        return found[_MARK:]


def _mark(key: bytes, asked: bytes, body: bytes) -> bytes:
    return digest(b"%d\n" % len(asked), asked, body, key=key, size=_MARK)


def _modules() -> list[str]:
    """The code that ran, without Python's own, which its version stands for."""
    standard = os.path.dirname(os.__file__)
    packages = os.path.join(standard, "site-packages")
    found = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    return sorted(
        path for path in found if path and (not path.startswith(standard) or path.startswith(packages))
    )


def _prune(folder: str) -> None:
    with os.scandir(folder) as found:
        files = [(entry.stat(follow_symlinks=False).st_mtime_ns, entry.path) for entry in found]
    files.sort()
    for index, (written, path) in enumerate(files):
        if index < len(files) - MOST or written < time.time_ns() - OLDEST:
            os.unlink(path)
