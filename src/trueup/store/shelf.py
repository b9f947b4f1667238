"""A file of entries outside git: it may be lost at any time, and is believed only when it is ours."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from trueup.diagnostics import TrueupError
from trueup.files import Root
from trueup.recall.home import inside, own_folder, read, secret, write


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
        own = own_folder(environment)
        # One inside the project may have come with it, and so may the key that lies there.
        self._own = None if own is None or inside(own, str(root.path)) else own
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
        mark, _, body = read(str(self._file)).partition(b"\n")
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
        write(str(file), mark + b"\n", body)

    def _sign(self, body: bytes, *, make: bool) -> bytes | None:
        """The mark of a body, or None where there is no key."""
        if self._secret is None and self._own is not None:
            self._secret = secret(self._own, make=make)
        return self._secret and hmac.new(self._secret, body, hashlib.sha256).hexdigest().encode()


def _file(name: str, root: Root, setting: str | None, own: str | None) -> Path | None:
    if setting is not None:
        try:
            return root.resolve(f"{setting}/{name}", exists=False)
        except TrueupError:
            return None
    project = hashlib.sha256(os.fsencode(root.path)).hexdigest()[:16]
    return None if own is None else Path(own, project, name)
