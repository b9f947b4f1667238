"""What a server of MkDocs watches, with paths that come and go."""

from __future__ import annotations

import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from mkdocs.livereload import LiveReloadServer

#: Seconds between two looks, as often as the server itself looks.
_EVERY = 0.5


class Watching:
    """Has a server watch paths that may be made and taken away.

    By itself it looks only into what is there when it is told to, and hears of no folder that goes as a
    whole. So that is looked for here, and the server told by writing into a folder that it watches.

    :param server: which goes on as long as its process
    """

    def __init__(self, server: LiveReloadServer) -> None:
        self._server = server
        self._watched: dict[Path, int] = {}
        self._there: dict[Path, bool] = {}
        self._folder = TemporaryDirectory(prefix="trueup-watching-")
        self._bell = Path(self._folder.name, "bell")
        self._bell.touch()
        server.watch(self._folder.name)
        Thread(target=self._look, name="trueup-watching", daemon=True).start()

    def follow(self, paths: Collection[Path]) -> None:
        """Watch these from now on, too, as soon as they are there."""
        begun = bool(self._there)
        self._there.update({path: path.exists() for path in paths if path not in self._there})
        # What was taken away is watched no longer, not even when it is back: a branch may lack a folder.
        for path in [path for path, was in self._watched.items() if _identity(path) != was]:
            del self._watched[path]
            self._server.unwatch(str(path))
        for path in paths:
            if path not in self._watched and path.exists():
                self._watched[path] = _identity(path)
                self._server.watch(str(path))
                # What came into a new folder while this build went on, neither has seen.
                if begun and path.is_dir():
                    self._ring()

    def close(self) -> None:
        """Leave nothing behind."""
        self._folder.cleanup()

    def _look(self) -> None:
        while True:
            time.sleep(_EVERY)
            for path, was in list(self._there.items()):
                if path.exists() != was:
                    self._there[path] = not was
                    self._ring()

    def _ring(self) -> None:
        with suppress(OSError):  # while the server shuts down
            self._bell.write_text(str(time.monotonic_ns()), encoding="ascii")


def _identity(path: Path) -> int:
    """Of what is there, whatever its name; 0 where nothing is."""
    return path.stat().st_ino if path.exists() else 0
