"""One project in the editor: what is open, what is known of it, and when that is worked out anew."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from lsprotocol import types
from pygls import uris

from trueup.diagnostics import TrueupError
from trueup.files import Root
from trueup.lsp.findings import findings
from trueup.lsp.live import Live, OutdatedWork, load, recovered
from trueup.lsp.text import Text, Units

#: Seconds without another edit after which a document is judged, and after which the ledger is read.
EDITED, LEDGER = 0.03, 0.3
MANY = 20

log = logging.getLogger(__name__)
Publish = Callable[[str, list[types.Diagnostic]], None]


class Session:
    """Keeps a project's diagnostics up to date.

    A document is judged by what is known of the claims; in the background that is worked out anew where the
    ledger, or what it rests on, has changed. Work that newer edits have made useless is dropped.

    :param publish: sends the diagnostics of a file, by its URI
    :param execute: whether verifiers of the project may run
    """

    def __init__(self, folder: Path, publish: Publish, *, units: Units, execute: bool) -> None:
        self.root = Root(folder)
        self.units = units
        self._publish = publish
        self._execute = execute
        self._open: dict[str, Text] = {}
        self._uris: dict[str, str] = {}
        self._live: Live | None = None
        self._loaded = asyncio.Event()
        self._changed = asyncio.Event()
        self._catching = asyncio.Lock()
        self._generation = 0
        self._because: Mapping[str, str] | None = None
        self._published: dict[str, list[types.Diagnostic]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._loading: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._reload()
        self._tasks.append(asyncio.get_running_loop().create_task(self._follow()))

    def stop(self) -> None:
        self._generation += 1
        for task in [*self._tasks, *([self._loading] if self._loading else [])]:
            task.cancel()
        self._send({})

    # Files.

    def path(self, uri: str) -> str | None:
        """The project's path of a file; None for what is none of its files."""
        name = uris.to_fs_path(uri) if uri.startswith("file:") else None
        if name is None:
            return None
        try:
            return self.root.relative(Path(name))
        except TrueupError:
            return None

    def uri(self, path: str) -> str:
        """A file's URI, as the editor spells it where it is open."""
        return self._uris.get(path) or uris.from_fs_path(str(self.root.path / path)) or ""

    def text(self, path: str) -> Text:
        """The text of a file as it is now."""
        if path in self._open:
            return self._open[path]
        return Text(self._live.text(path) if self._live else "", self.units)

    def opened(self, path: str, uri: str, text: str) -> None:
        self._uris[path] = uri
        self._open[path] = Text(text, self.units)
        self._changed.set()

    def edited(self, path: str, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        self._open[path] = self._open[path].changed(changes)
        self._changed.set()

    def closed(self, path: str) -> None:
        """What is closed is what is on disk again."""
        text = self._open.pop(path, None)
        self._uris.pop(path, None)
        if text is not None and self._live and text.text != _on_disk(self.root, path):
            self._reload()
        self._changed.set()

    def touched(self, paths: Sequence[str]) -> None:
        """Files on disk have changed, have come, or have gone."""
        live = self._live
        closed = [path for path in paths if path not in self._open]
        # Of very many it is dearer to ask which of them counts than to read the project again.
        if closed and (live is None or len(closed) > MANY or any(map(live.reads, closed))):
            self._reload()

    # Answers.

    async def live(self) -> Live | None:
        """What is known, with every document as it is now; None where nothing could be read."""
        await self._loaded.wait()
        return await self._catch_up()

    async def settled(self) -> Live | None:
        """The same, once the ledger is read as it is now: edits need every place to be where it was found."""
        while (live := await self.live()) is not None:
            if all(live.text(path) == text.text for path, text in self._open.items()):
                break
            if self._loading is None or self._loading.done():
                break  # it can't be read
            await asyncio.wait([self._loading])
        return live

    async def _catch_up(self) -> Live | None:
        """Judge the documents as they are now; what takes longer is begun, not awaited."""
        async with self._catching:
            while (live := self._live) is not None:
                texts = {path: text.text for path, text in self._open.items()}
                pending = {path: text for path, text in texts.items() if live.rests_on(path)}
                held = {path: text for path, text in texts.items() if path not in pending}
                held |= {path: text for path, text in live.texts.items() if live.rests_on(path)}
                found = await asyncio.to_thread(live.edited, held)
                if self._live is not live:  # it was loaded anew meanwhile
                    continue
                if found is None:
                    self._reload(texts)
                elif any(live.text(path) != text for path, text in pending.items()):
                    self._reload(pending)
                self._live = found or live
                break
            return self._live

    # Work.

    def _reload(self, because: Mapping[str, str] | None = None) -> None:
        """Work out anew what takes long; what is under way for an older state is dropped.

        :param because: the texts that ask for it; once begun for them, it is not begun again
        """
        under_way = self._loading is not None and not self._loading.done()
        if under_way and because is not None and because == self._because:
            return
        self._because = because
        self._generation += 1
        if not under_way:
            self._loading = asyncio.get_running_loop().create_task(self._load())

    async def _load(self) -> None:
        generation = -1
        while generation != self._generation:
            generation = self._generation
            if self._live is not None:
                await asyncio.sleep(LEDGER)
            texts = {path: text.text for path, text in self._open.items()}
            wanted = partial(self._is, generation)
            try:
                live = await asyncio.to_thread(
                    load, self.root.path, texts, execute=self._execute, wanted=wanted
                )
            except OutdatedWork:
                continue
            except Exception:
                log.exception("the project can't be read")
                break
            if wanted():
                self._live = recovered(self._live, live)
                gc.freeze()  # what is kept for long is not looked through at every edit
        self._loaded.set()
        self._changed.set()

    def _is(self, generation: int) -> bool:
        return generation == self._generation

    async def _follow(self) -> None:
        """After each pause between edits: judge, and say what was found."""
        await self._loaded.wait()
        while True:
            await self._changed.wait()
            self._changed.clear()
            await asyncio.sleep(EDITED)
            if self._changed.is_set():
                continue
            try:
                live = await self._catch_up()
                found = await asyncio.to_thread(self._findings, live) if live else {}
            except Exception:
                log.exception("the documents can't be judged")
                continue
            if not self._changed.is_set():
                self._send(found)

    def _findings(self, live: Live) -> dict[str, list[types.Diagnostic]]:
        known: dict[str, Text] = {}

        def text(path: str) -> Text:
            if path not in known:
                mine = self._open.get(path)
                said = live.text(path)
                known[path] = mine if mine and mine.text == said else Text(said, self.units)
            return known[path]

        return {self.uri(path): mine for path, mine in findings(live.report(), text, self.uri).items()}

    def _send(self, found: dict[str, list[types.Diagnostic]]) -> None:
        """Publish what differs from what was published before, by URI."""
        for uri in sorted({*found, *self._published}):
            mine = found.get(uri, [])
            if mine != self._published.get(uri, []):
                self._publish(uri, mine)
        self._published = found


def _on_disk(root: Root, path: str) -> str | None:
    try:
        return root.read_text(path)
    except TrueupError:
        return None
