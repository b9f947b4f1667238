"""The files of a revision that judging its claims needs."""

from __future__ import annotations

import glob
from collections.abc import Iterator
from contextlib import suppress

from trueup.claim import Verify
from trueup.diagnostics import TrueupError
from trueup.engine.sides.export import Export
from trueup.files import Root
from trueup.ledger import Ledger, read_ledger
from trueup.ledger.load import ENDINGS
from trueup.readers.shards import parts_of
from trueup.settings import MARKDOWN, OWN, PYPROJECT, Settings, load_settings
from trueup.store.directory import FOLDER
from trueup.tags.codes import Report
from trueup.tags.lines import read_lines
from trueup.tags.snippets import include

_PATH = "path:"


def export_project(export: Export) -> None:
    """Settings first, then what they name, then what the ledger names.

    What is wrong with any of it is found again, and said, when the folder is read as a project.

    :raises TrueupError: the repository doesn't have all that it needs
    """
    export.place((OWN, PYPROJECT))
    settings, _ = load_settings(export.root)
    export.place(map(_below, settings.docs), endings=MARKDOWN)
    export.place(map(_below, settings.ledger), endings=ENDINGS)
    export.place((f"{settings.verifiers}/**/*.py", f"{FOLDER}/*/*.json"))
    if settings.snippets:
        _place_snippets(export, settings)
    if settings.lock:
        export.place((glob.escape(settings.lock),))
    ledger = read_ledger(export.root, settings)
    export.place(_named(ledger))
    export.place(_shards(export.root, ledger))


def _below(entry: str) -> str:
    """A pattern for a file, a folder or a pattern of the settings."""
    alone = entry.endswith((*MARKDOWN, *ENDINGS)) or any(char in entry for char in "*?[")
    return entry if alone else f"{entry}/**"


def _place_snippets(export: Export, settings: Settings) -> None:
    """What the documents include, and what that includes."""
    root = export.root

    def find(name: str) -> tuple[str, str] | None:
        for folder in settings.snippets:
            path = name if folder == "." else f"{folder}/{name}"
            export.place((glob.escape(path),))
            with suppress(TrueupError):
                return path, root.read_text(path)
        return None

    with suppress(TrueupError):  # whoever reads the project says what is wrong with a document
        for path in settings.documents(root):
            with suppress(TrueupError):
                include(read_lines(path, root.read_text(path)), find, Report())


def _named(ledger: Ledger) -> Iterator[str]:
    """Patterns of the inputs and of the watched files."""
    for entry in (*ledger.models.values(), *ledger.artifacts.values()):
        path = entry.path.rstrip("/")
        yield glob.escape(path)
        yield f"{path}/**/*"
    for claim in ledger.claims.values():
        yield from (spec.removeprefix(_PATH) for spec in claim.watch if spec.startswith(_PATH))
        if isinstance(claim.kind, Verify) and isinstance(files := claim.kind.parameters.get("files"), str):
            yield files


def _shards(root: Root, ledger: Ledger) -> Iterator[str]:
    """Patterns of the files that are one model with those that the ledger names, which have been written."""
    for entry in ledger.models.values():
        with suppress(TrueupError):  # whoever reads the model says what is wrong with its index
            yield from map(glob.escape, parts_of(root, entry.path))
