"""A file of entries outside git: it may be lost at any time, and is believed only when it is ours."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from trueup.diagnostics import TrueupError
from trueup.files import Root

LARGEST = 128 << 20
_READ = os.O_RDONLY
for _name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC"):
    _READ |= getattr(os, _name, 0)


def user_folder(environment: Mapping[str, str]) -> Path | None:
    """The user's own folder: ``$TRUEUP_CACHE_DIR``, ``$XDG_CACHE_HOME/trueup`` or ``~/.cache/trueup``."""
    if given := environment.get("TRUEUP_CACHE_DIR"):
        return Path(given).absolute()
    for name, inner in (("XDG_CACHE_HOME", "trueup"), ("HOME", ".cache/trueup")):
        given = environment.get(name, "")
        if Path(given).is_absolute():
            return Path(given) / inner
    return None


class Shelf:
    """Entries by key, in one file a project.

    The file is signed with a key that lies in the user's own folder. A cache that came with a project,
    was edited or damaged is not believed, so nothing that a stranger commits can pass for a result.

    :param name: of the file; with it the schema of the entries changes
    :param root: the project
    :param setting: folder inside the project, or None for the user's own
    :param environment: where the user's own folder is found
    :param most: entries that are kept; the oldest go first
    """

    def __init__(
        self,
        name: str,
        root: Root,
        setting: str | None,
        environment: Mapping[str, str],
        *,
        most: int = 20_000,
    ) -> None:
        self._own = user_folder(environment)
        self._file = _file(name, root, setting, self._own)
        self._most = most
        self._changed: dict[str, Any] = {}
        self._secret: bytes | None = None
        self._entries = self._load()

    def get(self, key: str) -> Any:
        """The entry, or None."""
        return self._changed[key] if key in self._changed else self._entries.get(key)

    def put(self, key: str, entry: Any) -> None:
        """Keep an entry; None takes it away."""
        self._changed[key] = entry

    def save(self) -> None:
        """Write what was put; where that can't be done, nothing is lost but time."""
        if not self._changed or self._file is None:
            return
        entries = self._load()
        for key, entry in self._changed.items():
            entries.pop(key, None)
            if entry is not None:
                entries[key] = entry
        for key in list(entries)[: max(0, len(entries) - self._most)]:
            del entries[key]
        with suppress(OSError):
            self._write(json.dumps(entries, separators=(",", ":")).encode())
            self._entries, self._changed = entries, {}

    def _load(self) -> dict[str, Any]:
        if self._file is None:
            return {}
        mark, _, body = _read(self._file).partition(b"\n")
        signed = self._sign(body, make=False)
        if signed is None or not hmac.compare_digest(mark, signed):
            return {}
        with suppress(ValueError, RecursionError):
            found = json.loads(body)
            if isinstance(found, dict):
                return found
        return {}

    def _write(self, body: bytes) -> None:
        file, mark = self._file, self._sign(body, make=True)
        if file is None or mark is None:
            return
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        temporary = file.with_name(f".{file.name}.{secrets.token_hex(8)}.tmp")
        try:
            with temporary.open("xb") as stream:
                stream.write(mark + b"\n" + body)
            temporary.replace(file)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)

    def _sign(self, body: bytes, *, make: bool) -> bytes | None:
        """The mark of a body, or None where there is no key."""
        if self._secret is None and self._own is not None:
            self._secret = _secret(self._own / "key", make=make)
        return self._secret and hmac.new(self._secret, body, hashlib.sha256).hexdigest().encode()


def _file(name: str, root: Root, setting: str | None, own: Path | None) -> Path | None:
    if setting is not None:
        try:
            return root.resolve(f"{setting}/{name}", exists=False)
        except TrueupError:
            return None
    project = hashlib.sha256(os.fsencode(root.path)).hexdigest()[:16]
    return None if own is None else own / project / name


def _secret(file: Path, *, make: bool) -> bytes | None:
    found = _read(file)
    if not found and make:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(secrets.token_hex(32).encode())
        found = _read(file)
    return found if len(found) >= 32 else None


def _read(file: Path) -> bytes:
    """All of a regular file; nothing where that can't be had."""
    try:
        descriptor = os.open(file, _READ)
    except OSError:
        return b""
    with suppress(OSError), os.fdopen(descriptor, "rb") as stream:
        found = os.fstat(descriptor)
        if stat.S_ISREG(found.st_mode) and found.st_size <= LARGEST:
            return stream.read(LARGEST)
    return b""
