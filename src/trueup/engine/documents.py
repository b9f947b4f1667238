"""Read and scan a project's documents."""

from __future__ import annotations

from collections.abc import Iterable

from trueup.diagnostics import TrueupError
from trueup.engine.project import Project
from trueup.files import Root, matches
from trueup.settings import Settings
from trueup.tags.model import Page
from trueup.tags.scan import scan
from trueup.tags.wanted import Keeps


def scan_documents(project: Project, paths: Iterable[str] | None = None, keeps: Keeps = "tags") -> list[Page]:
    """Step 2: every document, scanned; all text matters where a figure was retracted.

    :param paths: these alone
    """
    sweeping = any(claim.was for claim in project.ledger.claims.values())
    return [
        read_page(
            project.root,
            project.settings,
            path,
            keeps="text" if sweeping and not is_frozen(path, project.ledger.frozen) else keeps,
        )
        for path in (project.documents if paths is None else paths)
    ]


def read_page(root: Root, settings: Settings, path: str, keeps: Keeps = "text") -> Page:
    """One document, scanned; a file that can't be read is a page with a diagnostic.

    :param keeps: the blocks that are wanted
    """
    try:
        text = root.read_text(path)
        root.judges(path)
    except TrueupError as error:
        return Page(path=path, diagnostics=error.diagnostics)

    def snippet(name: str) -> tuple[str, str] | None:
        for folder in settings.snippets:
            candidate = name if folder == "." else f"{folder}/{name}"
            try:
                if root.exists(candidate):
                    return candidate, root.read_text(candidate)
            except TrueupError:
                continue
        return None

    return scan(
        path,
        text,
        macros=settings.runs_macros(path),
        snippets=snippet if settings.snippets else None,
        keeps=keeps,
    )


def is_frozen(path: str, frozen: Iterable[str]) -> bool:
    """Whether a document is a record, of which freshness is not asked."""
    return any(matches(pattern, path) for pattern in frozen)
