"""Where a project's documents stand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from trueup.diagnostics import Diagnostic, TrueupError
from trueup.edit.start.site import Site, read_site
from trueup.files import Root
from trueup.settings import MARKDOWN, Settings

#: Folders that hold documents where there is no site.
_FOLDERS = ("docs", "doc", "documentation")
#: What was true once; an example is better taken from elsewhere.
_LOGS = ("changelog", "changes", "history", "news", "release")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """
    :param settings: what ``trueup.toml`` is to say
    :param documents: in the order in which an example is looked for
    :param site: of MkDocs, or None
    """

    settings: Settings
    documents: tuple[str, ...]
    site: Site | None


def find_layout(root: Root) -> Layout:
    """
    :raises TrueupError: C810 there is no document; what is wrong with the site's configuration
    """
    site = read_site(root)
    folders = (site.docs,) if site else _FOLDERS
    readme = _readme(root)
    for folder in folders:
        found = _documents(root, folder)
        if found:
            return _layout((folder, *readme), [*found, *readme], site)
    if site:
        message = f"no documents: there is no Markdown file in {site.docs}"
        raise TrueupError(Diagnostic(code="C810", message=message, hint=f"{site.path} names that folder"))
    found = _documents(root, ".")
    if not found:
        raise TrueupError(
            Diagnostic(
                code="C810",
                message="no documents: there is no Markdown file here",
                hint="trueup init FOLDER names the folder that holds them",
            )
        )
    return _layout((".",), [*readme, *(one for one in found if one not in readme)], None)


def _layout(docs: tuple[str, ...], documents: list[str], site: Site | None) -> Layout:
    settings = Settings(
        docs=docs,
        macros=(f"{docs[0]}/**",) if site and site.macros else (),
        snippets=site.snippets if site else (),
    )
    # The sort keeps the order: where a reader begins, then what is like a log.
    ordered = sorted(documents, key=lambda path: PurePosixPath(path).name.lower().startswith(_LOGS))
    return Layout(settings=settings, documents=tuple(ordered), site=site)


def _documents(root: Root, folder: str) -> list[str]:
    """The Markdown files of a folder, ``index.md`` and what stands at its top first."""
    found = Settings(docs=(folder,)).documents(root)
    return sorted(
        found, key=lambda path: (path.count("/"), PurePosixPath(path).stem.lower() != "index", path)
    )


def _readme(root: Root) -> tuple[str, ...]:
    """The README of the folder, if it is a file of its own."""
    wanted = {f"readme{ending}" for ending in MARKDOWN}
    found = [name for name in root.glob("*") if name.lower() in wanted]
    return tuple(name for name in found[:1] if not (root.path / name).is_symlink())
