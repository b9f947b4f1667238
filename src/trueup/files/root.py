"""A project's folder: its files are read by relative path, contained, regular, capped."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from trueup.diagnostics import Diagnostic, Lines, TrueupError, nearest
from trueup.files.faults import fault, irregular, too_large
from trueup.files.patterns import closure, inside, is_pattern, segments, step
from trueup.recall.sights import Witness, entries, files

TEXT_CAP = 16 * 2**20
SKIPPED = frozenset({".git", ".venv", "node_modules"})

_CHUNK = 2**20
_IDENTITY = ("st_dev", "st_ino", "st_mode")
# Windows lacks these three; there the checks before and after opening stand alone.
_FLAGS = os.O_RDONLY
for _name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"):
    _FLAGS |= getattr(os, _name, 0)


@dataclass(frozen=True, slots=True)
class Root:
    """A project's folder. Every path given is relative to it, with forward slashes.

    Links are followed only while they stay inside the top folder in which they stand (``docs/``).
    All methods raise :class:`TrueupError` with an F-code where a file can't be had.

    :param path: absolute, links resolved
    :param witness: notes what is looked at, so that another run can tell whether it is still so
    """

    path: Path
    witness: Witness | None = field(default=None, kw_only=True, repr=False, compare=False)
    _folders: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", Path(os.path.realpath(self.path)))

    def resolve(self, relative: str, *, exists: bool = True) -> Path:
        """The absolute path of a file or folder, contained in the project, links resolved."""
        real = self._contain(relative)
        if self.witness:
            self.witness.kind(real)
        if exists:
            try:
                os.lstat(real)
            except OSError as error:
                raise self._unreadable(relative, error) from error
        return Path(real)

    def exists(self, relative: str) -> bool:
        """Whether there is a file, a folder or anything else of this name."""
        real = self._contain(relative)
        if self.witness:
            self.witness.kind(real)
        return os.path.lexists(real)

    def files(self, relative: str) -> tuple[list[str], str]:
        """The names in a folder, sorted, and what the file system says of all files there.

        :raises OSError: it can't be listed
        """
        real = self._contain(relative)
        names, state = files(real)
        if self.witness:
            self.witness.files(real, state)
        return names, state

    def reads(self, relative: str) -> None:
        """Note that what is known of a file is taken for its content."""
        if self.witness:
            self.witness.file(self._contain(relative))

    def judges(self, relative: str) -> None:
        """Note that a file was read as a document."""
        if self.witness:
            self.witness.document(self._contain(relative))

    def lists(self, relative: str) -> None:
        """Note that the names in a folder count."""
        if self.witness:
            self._listed(self._contain(relative))

    def doubt(self, why: str) -> None:
        """Note that something went into this run that no other run could compare."""
        if self.witness:
            self.witness.refuse(why)

    def relative(self, path: Path) -> str:
        """The path by which the project knows a file: relative to its root, links resolved."""
        real = os.path.realpath(path)
        within = inside(str(self.path), real)
        if within is None:
            raise TrueupError(fault(str(path), "F602", "the path lies outside the project"))
        return within.replace(os.sep, "/")

    def read_text(self, relative: str, *, cap: int = TEXT_CAP, nul: bool = False) -> str:
        """The text of a UTF-8 file, without its byte order mark, with line ends as they are.

        :param nul: let NUL characters through, for readers that have a diagnostic of their own
        """
        data = self.read_bytes(relative, cap).removeprefix(b"\xef\xbb\xbf")
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            before = data[: error.start].decode("utf-8")
            message = f"the text is not UTF-8: byte 0x{data[error.start]:02x}"
            hint = "save the file as UTF-8"
            where = Lines(relative, before).locate(len(before))
            raise TrueupError(Diagnostic(code="F605", message=message, location=where, hint=hint)) from error
        if not nul and (at := text.find("\0")) >= 0:
            where = Lines(relative, text).locate(at)
            hint = "is it a binary file?"
            raise TrueupError(
                Diagnostic(code="F606", message="the text holds a NUL character", location=where, hint=hint)
            )
        return text

    def read_bytes(self, relative: str, cap: int) -> bytes:
        """All bytes of a regular file of at most ``cap`` bytes."""
        parts: list[bytes] = []
        size = 0
        for chunk in self._chunks(relative):
            size += len(chunk)
            if size > cap:
                raise TrueupError(too_large(relative, cap))
            parts.append(chunk)
        return b"".join(parts)

    def digest(self, relative: str) -> str:
        """``sha256:`` and 64 hexadecimal digits of a regular file, read in chunks."""
        seen = hashlib.sha256()
        for chunk in self._chunks(relative):
            seen.update(chunk)
        return f"sha256:{seen.hexdigest()}"

    def glob(
        self, pattern: str, *, without: Collection[str] = (), unread: list[Diagnostic] | None = None
    ) -> list[str]:
        """Paths that match, sorted; ``**`` is any number of folders.

        Folders are listed without following links. Links, pipes and devices that match are named too,
        so that reading them says why they are refused; a link to a folder outside is in ``unread``. ``.git``,
        ``.venv``, ``node_modules`` and hidden names are passed over, unless the pattern spells their dot.

        :param without: names of further folders to pass over
        :param unread: takes what is wrong with folders that can't be listed; without it, the first is raised
        """
        self._check(pattern)
        parts = segments(pattern)
        found: list[str] = []
        pending = [("", closure(parts, {0}))]
        while pending:
            folder, states = pending.pop()
            try:
                for name, kind in self._entries(folder, parts, states):
                    after = step(parts, states, name)
                    path = f"{folder}/{name}" if folder else name
                    if kind not in "dL" and len(parts) in after:
                        found.append(path)
                    if kind not in "dL" or name in SKIPPED or name in without or not after - {len(parts)}:
                        continue
                    if kind == "d":
                        pending.append((path, after))
                    elif unread is not None:
                        unread.extend(self._led_outside(path))
            except TrueupError as error:
                if unread is None:
                    raise
                unread.extend(error.diagnostics)
        return sorted(found)

    def _entries(
        self, folder: str, parts: tuple[str, ...], states: frozenset[int]
    ) -> Iterator[tuple[str, str]]:
        """Names in a folder that a pattern may go on with, and the kind of each; spelt links are followed."""
        path = os.path.join(self.path, folder) if folder else str(self.path)  # noqa: PTH118  hot
        wanted = [parts[state] for state in states if state < len(parts)]
        try:
            if not any(is_pattern(segment) for segment in wanted):
                for name in sorted(set(wanted)):
                    whole = os.path.join(path, name)  # noqa: PTH118
                    if os.path.islink(whole):  # noqa: PTH114
                        self._contain(f"{folder}/{name}" if folder else name)
                    if self.witness:
                        self.witness.kind(whole)
                    if os.path.lexists(whole):
                        yield name, "d" if os.path.isdir(whole) else "f"  # noqa: PTH112
            else:
                yield from self._listed(path)
        except OSError as error:
            raise self._unreadable(folder or ".", error, "the folder can't be listed") from error

    def _listed(self, path: str) -> list[tuple[str, str]]:
        """The names in a folder and the kind of each; none where there is no folder."""
        try:
            found = entries(path)
        except (FileNotFoundError, NotADirectoryError):
            found = None
        if self.witness:
            self.witness.folder(path, found)
        return found or []

    def _led_outside(self, relative: str) -> tuple[Diagnostic, ...]:
        """What is wrong with a link to a folder; what it leads to inside has a name of its own."""
        try:
            self._contain(relative)
        except TrueupError as error:
            return error.diagnostics
        return ()

    def _check(self, relative: str) -> None:
        if not relative or "\0" in relative:
            raise TrueupError(fault(relative, "F608", "a path is empty or holds a NUL character"))
        if os.path.isabs(relative) or Path(relative).drive:  # noqa: PTH117
            raise TrueupError(fault(relative, "F602", "the path is absolute"))
        if ".." in relative.replace("\\", "/").split("/"):
            raise TrueupError(fault(relative, "F602", "the path climbs with '..'"))

    def _contain(self, relative: str) -> str:
        """The absolute path with links resolved, checked to lie where it seems to lie."""
        self._check(relative)
        parent, name = os.path.split(os.path.normpath(relative))
        real = os.path.join(self._folder(parent), name)  # noqa: PTH118
        if os.path.islink(real):  # noqa: PTH114
            self.doubt(f"{relative} is a link")
            real = os.path.realpath(real)
        top = self._folder(Path(os.path.normpath(relative)).parts[0]) if parent else str(self.path)
        if inside(str(self.path), top) is None or inside(top, real) is None:
            outside = f" {Path(os.path.normpath(relative)).parts[0]}/" if parent else ""
            message = f"the path is a link that leads outside{outside}"
            raise TrueupError(fault(relative, "F602", message, "put the file itself in the project's folder"))
        return real

    def _folder(self, relative: str) -> str:
        if relative not in self._folders:
            real = os.path.realpath(self.path / relative)
            self._folders[relative] = real
            if self.witness and relative:
                self.witness.kind(real)
                self._folder(os.path.dirname(relative))  # noqa: PTH120  hot
            if real != str(self.path / relative):
                self.doubt(f"there is a link on the way to {relative}")
        return self._folders[relative]

    def _chunks(self, relative: str) -> Iterator[bytes]:
        real = self._contain(relative)
        try:
            # Looking before opening: opening a pipe may block, opening a device may act.
            before = os.lstat(real)
            if self.witness:
                self.witness.file(real, before)
            if not stat.S_ISREG(before.st_mode):
                raise TrueupError(irregular(relative, before.st_mode))
            with os.fdopen(os.open(real, _FLAGS), "rb", buffering=0) as file:
                after = os.fstat(file.fileno())
                # A number that was given back may be given anew at once: the kind is compared, too.
                if any(getattr(before, one) != getattr(after, one) for one in _IDENTITY):
                    self.doubt(f"{relative} was replaced")
                    raise TrueupError(fault(relative, "F607", "the file was replaced while it was opened"))
                while chunk := file.read(_CHUNK):
                    yield chunk
        except OSError as error:
            raise self._unreadable(relative, error) from error

    def _unreadable(self, relative: str, error: OSError, what: str = "the file can't be read") -> TrueupError:
        self.doubt(f"{relative} can't be read")
        if isinstance(error, FileNotFoundError | NotADirectoryError):
            return TrueupError(fault(relative, "F601", "the file is not there", self._alike(relative)))
        if error.errno == errno.ENAMETOOLONG:
            return TrueupError(fault(relative, "F608", "the path is too long"))
        why = os.strerror(error.errno) if error.errno else str(error)
        return TrueupError(fault(relative, "F607", f"{what}: {why.lower()}"))

    def _alike(self, relative: str) -> str:
        """A hint that names what the first missing part of a path may have meant."""
        there = ""
        for part in relative.split("/"):
            folder = self.path / there
            if os.path.lexists(folder / part):
                there = f"{there}{part}/"
                continue
            try:
                with os.scandir(folder) as entries:
                    alike = nearest(part, (entry.name for entry in entries))
            except OSError:
                alike = None
            if alike:
                return f"did you mean '{there}{alike}'?"
            break
        return "paths are relative to the project's folder"
