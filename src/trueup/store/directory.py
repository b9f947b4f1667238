"""The evidence directory: one file a result, named by its digest; added to, never changed."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.evidence.reading import LARGEST, read_evidence
from trueup.evidence.record import Evidence
from trueup.files import Root
from trueup.ids import ID
from trueup.recall.sights import ABSENT
from trueup.store.orders import Orders, Unread

FOLDER = "claims/evidence"
MOST = 10_000
_FOLDER = (
    os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
)
#: Bytes that are written to try; most evidence is smaller.
_TRIED = 16 << 10
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
#: What a file system says that has no hard links.
_NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK})


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """All evidence of one claim.

    :param evidence: the newest first
    :param diagnostics: files that can't be used; while there is one, nothing else of the claim counts
    """

    evidence: Sequence[Evidence] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


class Store:
    """``claims/evidence/<claim id>/<digest>.json``.

    :param orders: which evidence is the newest, as far as that is known
    """

    def __init__(self, root: Root, folder: str = FOLDER, orders: Orders | None = None) -> None:
        self.root = root
        self.folder = folder
        self._orders = orders
        # What the file system says of a claim's folder stands for all files there.
        self._files = replace(root, witness=None)

    def names(self, claim: str) -> list[str]:
        """Paths of a claim's evidence, relative to the root, sorted."""
        return self._dated(claim)[0]

    def _dated(self, claim: str) -> tuple[list[str], str]:
        """Paths of a claim's evidence, sorted, and their state; other claims' files aren't looked at.

        Hidden files are passed over: a writer that was killed leaves one behind.

        :raises TrueupError: the folder lies outside the project, or can't be listed
        """
        if not ID.fullmatch(claim):
            return [], ABSENT
        place = f"{self.folder}/{claim}"
        try:
            found, state = self.root.files(place)
        except OSError as error:
            self.root.doubt("the evidence can't be listed")
            raise TrueupError(
                _fault("E431", place, f"the evidence can't be listed: {error.strerror}")
            ) from None
        names = [name for name in found if name.endswith(".json") and not name.startswith(".")]
        return [f"{place}/{name}" for name in names], state

    def read(self, claim: str) -> Recorded:
        """The evidence of one claim; a file that can't be used becomes a diagnostic, not an exception."""
        try:
            paths, state = self._dated(claim)
        except TrueupError as error:
            return Recorded(diagnostics=error.diagnostics)
        if len(paths) > MOST:
            message = f"{len(paths):,} files of evidence, more than {MOST:,}"
            fault = _fault("E433", f"{self.folder}/{claim}", message, "remove the oldest: git keeps them")
            return Recorded(diagnostics=(fault,))
        order = self._orders.of(claim, state) if self._orders else None
        if order is not None and len(order) == len(paths):
            newest_first = [paths[place] for place in order]
            return Recorded(evidence=Unread(newest_first, lambda path: self._one(path, claim)))
        found: list[tuple[Evidence, int]] = []
        faults: list[Diagnostic] = []
        for place, path in enumerate(paths):
            try:
                found.append((self._one(path, claim), place))
            except TrueupError as error:
                faults += error.diagnostics
        found.sort(key=lambda one: (one[0].finished, one[0].digest), reverse=True)
        if self._orders and found and not faults:
            self._orders.put(claim, state, [place for _, place in found])
        return Recorded(evidence=tuple(one for one, _ in found), diagnostics=tuple(faults))

    def prepare(self, claim: str) -> None:
        """Try whether evidence of a claim can be written; leaves nothing behind but its folder.

        :raises TrueupError: E434 it can't
        """
        place = f"{self.folder}/{claim}"
        try:
            with self._opened(PurePosixPath(place)) as folder:
                os.unlink(_temporary(bytes(_TRIED), "tried", folder), dir_fd=folder)
        except OSError as error:
            raise TrueupError(_unwritten(place, error)) from None

    def write(self, evidence: Evidence) -> str:
        """Add a result; its path, relative to the root. What is there already is left as it is.

        The file appears whole or not at all, and is on disk when this returns.

        :raises TrueupError: E434 it could not be written; E430 its place holds something else
        :raises ValueError: the evidence can't be written as JSON, or the claim is no id
        """
        if not ID.fullmatch(evidence.claim):
            raise ValueError(f"{evidence.claim!r} is no claim id")
        content, name = evidence.content, f"{evidence.digest}.json"
        path = f"{self.folder}/{evidence.claim}/{name}"
        try:
            with self._opened(PurePosixPath(path).parent) as folder:
                new = _place(content, name, folder)
        except OSError as error:
            raise TrueupError(_unwritten(path, error)) from None
        if not new:
            self._one(path, evidence.claim)
        return path

    def _one(self, path: str, claim: str) -> Evidence:
        evidence = read_evidence(self._files.read_bytes(path, LARGEST), path)
        if evidence.claim != claim:
            message = f"recorded for {evidence.claim}, not for {claim}"
            raise TrueupError(_fault("E432", path, message, "evidence is never moved: measure this claim"))
        return evidence

    @contextmanager
    def _opened(self, place: PurePosixPath) -> Iterator[int]:
        """The folder, made where it isn't there; no part of the way to it may be a link."""
        descriptor = os.open(self.root.path, _FOLDER)
        try:
            for part in place.parts:
                with suppress(FileExistsError):
                    os.mkdir(part, dir_fd=descriptor)
                    os.fsync(descriptor)
                outer, descriptor = descriptor, os.open(part, _FOLDER, dir_fd=descriptor)
                os.close(outer)
            yield descriptor
        finally:
            os.close(descriptor)


def _place(content: bytes, name: str, folder: int) -> bool:
    """Put the content in place whole; False where a file of that name is there already."""
    temporary = _temporary(content, name, folder)
    try:
        new = _link(temporary, name, folder)
        os.fsync(folder)
    finally:
        with suppress(OSError):
            os.unlink(temporary, dir_fd=folder)
    return new


def _temporary(content: bytes, name: str, folder: int) -> str:
    """Write the content to a hidden file that is not there yet; its name. Where that fails there is none."""
    temporary = f".{name[:16]}.{secrets.token_hex(8)}.tmp"
    descriptor = os.open(temporary, _NEW, 0o666, dir_fd=folder)
    try:
        try:
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary, dir_fd=folder)
        raise
    return temporary


def _link(temporary: str, name: str, folder: int) -> bool:
    """Give the finished file its name; a link, unlike a renaming, never takes another file's place."""
    try:
        os.link(temporary, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        with suppress(FileNotFoundError):
            os.stat(name, dir_fd=folder, follow_symlinks=False)
            return False
        # Two writers that meet here write the same content: the name is its digest.
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    return True


def _unwritten(path: str, error: OSError) -> Diagnostic:
    message = f"could not be written: {error.strerror or error}; nothing that was recorded before has changed"
    hint = "make room, or make the folder one that can be written, and measure again"
    return _fault("E434", path, message, hint)


def _fault(code: str, path: str, message: str, hint: str | None = None) -> Diagnostic:
    return Diagnostic(code=code, message=message, location=Location(path=path, line=1, column=1), hint=hint)
