"""An editor for tests: a client of the protocol that starts the server as editors do."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

from lsprotocol import types
from pygls.lsp.client import LanguageClient

#: Far more than anything takes; a server that never answers fails the test instead of hanging it.
PATIENCE = 60


Found: TypeAlias = "list[types.Diagnostic]"


class Editor:
    """One window with one workspace folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client = LanguageClient("trueup-tests", "1")
        self.diagnostics: dict[str, list[types.Diagnostic]] = {}
        self.texts: dict[str, str] = {}
        self.agreed = ""
        self._versions: dict[str, int] = {}
        self._news = asyncio.Event()

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def published(params: types.PublishDiagnosticsParams) -> None:
            path = Path(params.uri.removeprefix("file://")).relative_to(self.folder)
            self.diagnostics[str(path)] = list(params.diagnostics)
            self._news.set()

    async def start(
        self, options: Mapping[str, Any], encodings: list[str] | None, *, folders: bool
    ) -> types.InitializeResult:
        await self.client.start_io(sys.executable, "-m", "trueup", "lsp", cwd=self.folder)
        general = types.GeneralClientCapabilities(
            position_encodings=[types.PositionEncodingKind(one) for one in encodings] if encodings else None
        )
        hover = types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown])
        text = types.TextDocumentClientCapabilities(hover=hover)
        answer = await self.client.initialize_async(
            types.InitializeParams(
                capabilities=types.ClientCapabilities(general=general, text_document=text),
                root_uri=self.folder.as_uri() if folders else None,
                workspace_folders=[self._folder("")] if folders else None,
                initialization_options=dict(options),
            )
        )
        self.client.initialized(types.InitializedParams())
        return answer

    def add_folder(self, path: str) -> None:
        self._folders(types.WorkspaceFoldersChangeEvent(added=[self._folder(path)], removed=[]))

    def remove_folder(self, path: str) -> None:
        self._folders(types.WorkspaceFoldersChangeEvent(added=[], removed=[self._folder(path)]))

    def touch(self, *paths: str) -> None:
        """Say that files on disk have changed, have come or have gone."""
        changes = [types.FileEvent(uri=self.uri(path), type=types.FileChangeType.Changed) for path in paths]
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes=changes))

    def kill(self) -> None:
        """End a server that can't be asked to."""
        if self.client._server is not None and self.client._server.returncode is None:
            self.client._server.kill()

    def uri(self, path: str) -> str:
        return (self.folder / path).as_uri()

    def open(self, path: str, text: str | None = None) -> None:
        """Open a file, with what is on disk or with other text."""
        self.texts[path] = (self.folder / path).read_text(encoding="utf-8") if text is None else text
        self._versions[path] = 1
        language = "yaml" if path.endswith("yaml") else "markdown"
        document = types.TextDocumentItem(
            uri=self.uri(path), language_id=language, version=1, text=self.texts[path]
        )
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=document))

    def type(self, path: str, where: types.Range, text: str) -> None:
        """One edit, as a range and its new text."""
        change = types.TextDocumentContentChangePartial(range=where, text=text)
        self._change(path, change)

    def replace(self, path: str, old: str, new: str) -> None:
        """Replace text that stands once in an open file; the file on disk stays as it is."""
        text = self.texts[path]
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
        self.texts[path] = text.replace(old, new)
        self.type(path, span(text, old), new)

    def write(self, path: str, text: str) -> None:
        """Replace the whole text of an open file."""
        self.texts[path] = text
        self._change(path, types.TextDocumentContentChangeWholeDocument(text=text))

    def close(self, path: str) -> None:
        document = types.TextDocumentIdentifier(uri=self.uri(path))
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(text_document=document))

    def save(self, path: str) -> None:
        (self.folder / path).write_text(self.texts[path], encoding="utf-8")
        document = types.TextDocumentIdentifier(uri=self.uri(path))
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(text_document=document))

    async def until(
        self, path: str, wanted: Callable[[list[types.Diagnostic]], bool]
    ) -> list[types.Diagnostic]:
        """Wait for diagnostics of a file that are as wanted."""
        try:
            async with asyncio.timeout(PATIENCE):
                while path not in self.diagnostics or not wanted(self.diagnostics[path]):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"{path}: {self.diagnostics}") from None
        return self.diagnostics[path]

    async def codes(self, path: str, *codes: str) -> list[types.Diagnostic]:
        """Wait until a file has diagnostics with exactly these codes, in order of place."""
        return await self.until(path, lambda found: sorted(map(code, found)) == sorted(codes))

    def place(self, path: str, text: str, offset: int = 0) -> dict[str, Any]:
        """The document and position of a text that stands in an open file."""
        return {
            "text_document": types.TextDocumentIdentifier(uri=self.uri(path)),
            "position": position(self.texts[path], self.texts[path].index(text) + offset),
        }

    def shown(self, locations: Any) -> list[str]:
        """Locations as ``path:line:column``, from 1."""
        found = []
        for one in locations or ():
            path = Path(one.uri.removeprefix("file://")).relative_to(self.folder)
            found.append(f"{path}:{one.range.start.line + 1}:{one.range.start.character + 1}")
        return sorted(found)

    def applied(self, edit: types.WorkspaceEdit | None) -> dict[str, str]:
        """What the edited files hold then, by path."""
        assert edit is not None
        assert edit.changes is not None
        found = {}
        for uri, changes in edit.changes.items():
            path = str(Path(uri.removeprefix("file://")).relative_to(self.folder))
            text = self.texts.get(path) or (self.folder / path).read_text(encoding="utf-8")
            for change in sorted(changes, key=lambda one: one.range.start, reverse=True):
                low, high = offset(text, change.range.start), offset(text, change.range.end)
                text = text[:low] + change.new_text + text[high:]
            found[path] = text
        return found

    def _folder(self, path: str) -> types.WorkspaceFolder:
        return types.WorkspaceFolder(uri=(self.folder / path).as_uri(), name=path or "project")

    def _folders(self, event: types.WorkspaceFoldersChangeEvent) -> None:
        params = types.DidChangeWorkspaceFoldersParams(event=event)
        self.client.workspace_did_change_workspace_folders(params)

    def _change(self, path: str, change: types.TextDocumentContentChangeEvent) -> None:
        self._versions[path] += 1
        document = types.VersionedTextDocumentIdentifier(uri=self.uri(path), version=self._versions[path])
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(text_document=document, content_changes=[change])
        )


@asynccontextmanager
async def editor(
    folder: Path,
    options: Mapping[str, Any] | None = None,
    encodings: list[str] | None = None,
    *,
    folders: bool = True,
) -> AsyncIterator[Editor]:
    """An editor on a folder, with the server running.

    :param folders: whether it tells the server of a workspace folder
    """
    found = Editor(folder)
    try:
        async with asyncio.timeout(PATIENCE):
            answer = await found.start(options or {}, encodings, folders=folders)
        found.agreed = str(
            types.PositionEncodingKind(answer.capabilities.position_encoding or "utf-16").value
        )
        yield found
        async with asyncio.timeout(PATIENCE):
            await found.client.shutdown_async(None)
            found.client.exit(None)
    except BaseException:
        found.kill()
        raise
    finally:
        await found.client.stop()  # type: ignore[no-untyped-call]


def code(one: types.Diagnostic) -> str:
    return str(one.code)


def position(text: str, at: int) -> types.Position:
    """The position of an offset, in UTF-16 code units."""
    before = text[:at]
    line = before.count("\n")
    return types.Position(line=line, character=units(before.rpartition("\n")[2]))


def offset(text: str, at: types.Position) -> int:
    start = sum(len(line) + 1 for line in text.split("\n")[: at.line])
    line = text.split("\n")[at.line]
    return start + next(n for n in range(len(line) + 1) if units(line[:n]) >= at.character)


def span(text: str, part: str) -> types.Range:
    at = text.index(part)
    return types.Range(start=position(text, at), end=position(text, at + len(part)))


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
