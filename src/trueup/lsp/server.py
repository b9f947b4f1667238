"""The language server: which message is answered by what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls import uris
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from trueup import __version__
from trueup.lsp.answers import Answers
from trueup.lsp.rewriting import Refused
from trueup.lsp.session import Session
from trueup.lsp.text import Units

_UNITS: Mapping[str, Units] = {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}
# Documents, ledgers, artifacts, models, and sources that claims watch; not what a site's build writes, of
# which hundreds would come at once.
_WATCHED = (
    "**/*.{md,markdown,yaml,yml,toml,lock,json,csv,xml,info,txt,log,py,c,cc,cpp,cu,cuh,h,hpp,rs,"
    "onnx,safetensors,gguf}"
)
_REQUEST_FAILED = -32803


class Server(LanguageServer):
    """Holds a session for each folder of the workspace."""

    def __init__(self) -> None:
        super().__init__("trueup", __version__)
        self.sessions: list[Session] = []
        self.options: Mapping[str, Any] = {}
        self.markdown = False

    @property
    def units(self) -> Units:
        """What a column counts, as agreed on."""
        return _UNITS[types.PositionEncodingKind(self.workspace.position_encoding or "utf-16").value]

    def project(self, folder: str) -> Path:
        """The project of a workspace folder, which is given as a URI; without one, of where this runs."""
        below = self.options.get("project")
        path = Path(uris.to_fs_path(folder) or ".", below if isinstance(below, str) else "")
        return path.resolve()

    def begin(self, project: Path) -> None:
        """Look after the project of a folder."""
        execute = self.options.get("execute") is True
        session = Session(project, self.say, units=self.units, execute=execute)
        self.sessions.append(session)
        for uri, document in self.workspace.text_documents.items():
            if (path := session.path(uri)) is not None:
                session.opened(path, uri, document.source)
        session.start()

    def of(self, uri: str) -> tuple[Session, str] | None:
        """The session of a file, and its path there; of several the innermost."""
        found = [(one, path) for one in self.sessions if (path := one.path(uri)) is not None]
        return min(found, key=lambda pair: len(pair[1]), default=None)

    async def answers(self, uri: str, *, edits: bool = False) -> tuple[Answers, str, Session] | None:
        """What answers for a file, once its text is judged as it is now.

        :param edits: wait for the ledger, too
        """
        found = self.of(uri)
        if found is None:
            return None
        session, path = found
        live = await (session.settled() if edits else session.live())
        if live is None:
            return None
        return Answers(live, session.units, session.uri), path, session

    def say(self, uri: str, found: list[types.Diagnostic]) -> None:
        """Publish the diagnostics of a file."""
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=found))


def server() -> Server:
    """A server with all its features."""
    made = Server()
    _lifetime(made)
    _documents(made)
    _places(made)
    _edits(made)
    return made


def _lifetime(made: Server) -> None:
    @made.feature(types.INITIALIZE)
    def initialize(ls: Server, params: types.InitializeParams) -> None:
        options = params.initialization_options
        ls.options = options if isinstance(options, dict) else {}
        hover = params.capabilities.text_document and params.capabilities.text_document.hover
        ls.markdown = bool(hover and types.MarkupKind.Markdown in (hover.content_format or ()))

    @made.feature(types.INITIALIZED)
    def initialized(ls: Server, _: types.InitializedParams) -> None:
        named = [folder.uri for folder in ls.workspace.folders.values()]
        for uri in named or [ls.workspace.root_uri or ""]:
            ls.begin(ls.project(uri))
        watches = (
            ls.client_capabilities.workspace and ls.client_capabilities.workspace.did_change_watched_files
        )
        if watches and watches.dynamic_registration:
            options = types.DidChangeWatchedFilesRegistrationOptions(
                watchers=[types.FileSystemWatcher(glob_pattern=_WATCHED)]
            )
            one = types.Registration(
                id="files", method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES, register_options=options
            )
            ls.client_register_capability(types.RegistrationParams(registrations=[one]))

    @made.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
        gone = {ls.project(one.uri) for one in params.event.removed}
        for session in [one for one in ls.sessions if one.root.path in gone]:
            session.stop()
            ls.sessions.remove(session)
        for one in params.event.added:
            ls.begin(ls.project(one.uri))

    @made.feature(types.SHUTDOWN)
    def shutdown(ls: Server, _: object) -> None:
        for session in ls.sessions:
            session.stop()


def _documents(made: Server) -> None:
    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        if found := ls.of(document.uri):
            found[0].opened(found[1], document.uri, document.text)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
        if found := ls.of(params.text_document.uri):
            found[0].edited(found[1], params.content_changes)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
        if found := ls.of(params.text_document.uri):
            found[0].closed(found[1])

    @made.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
        if found := ls.of(params.text_document.uri):
            found[0].touched([found[1]])

    @made.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def touched(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
        for session in ls.sessions:
            session.touched([path for change in params.changes if (path := session.path(change.uri))])


def _places(made: Server) -> None:
    @made.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
        found = await ls.answers(params.text_document.uri, edits=True)
        return found[0].hover(found[1], params.position, markdown=ls.markdown) if found else None

    @made.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(ls: Server, params: types.DefinitionParams) -> list[types.Location]:
        found = await ls.answers(params.text_document.uri, edits=True)
        return found[0].definition(found[1], params.position) if found else []

    @made.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(ls: Server, params: types.ReferenceParams) -> list[types.Location]:
        found = await ls.answers(params.text_document.uri, edits=True)
        declared = params.context.include_declaration
        return found[0].references(found[1], params.position, declared=declared) if found else []

    @made.feature(
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(trigger_characters=[":", ".", '"', "'", "{", ",", " "]),
    )
    async def complete(ls: Server, params: types.CompletionParams) -> list[types.CompletionItem]:
        found = await ls.answers(params.text_document.uri)
        if not found:
            return []
        answers, path, session = found
        return answers.complete(path, session.text(path), params.position)


def _edits(made: Server) -> None:
    @made.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    async def fixes(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
        found = await ls.answers(params.text_document.uri, edits=True)
        return found[0].fixes(found[1], params.range, params.context.diagnostics) if found else []

    @made.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def renamable(
        ls: Server, params: types.PrepareRenameParams
    ) -> types.PrepareRenamePlaceholder | None:
        found = await ls.answers(params.text_document.uri, edits=True)
        with _said():
            return found[0].renamable(found[1], params.position) if found else None

    @made.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(ls: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
        found = await ls.answers(params.text_document.uri, edits=True)
        with _said():
            return found[0].rename(found[1], params.position, params.new_name) if found else None


@contextmanager
def _said() -> Iterator[None]:
    """Tells the editor why something can't be done."""
    try:
        yield
    except Refused as why:
        raise JsonRpcException(str(why), code=_REQUEST_FAILED) from why
