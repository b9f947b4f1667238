"""The documents that an audit is asked to read, in a project or outside of any."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from trueup.diagnostics import Diagnostic, Location, TrueupError, nearest
from trueup.engine.documents import read_page
from trueup.files import Root
from trueup.settings import MARKDOWN, Settings
from trueup.tags.model import Page
from trueup.tags.scan import scan


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One document.

    :param root: the folder out of which nothing is read
    :param relative: its path in there
    :param path: as it is shown, and as ``ignore`` and ``frozen`` know it
    :param settings: of the project, None for a document outside of it
    """

    root: Root
    relative: str
    path: str
    settings: Settings | None = None

    def read(self) -> Page:
        """The document, scanned; one that can't be read is a page with a diagnostic."""
        if self.settings:
            return read_page(self.root, self.settings, self.relative, keeps="numbers")
        try:
            return scan(self.path, self.root.read_text(self.relative), keeps="numbers")
        except TrueupError as error:
            return Page(path=self.path, diagnostics=tuple(self.shown(one) for one in error.diagnostics))

    def shown(self, one: Diagnostic) -> Diagnostic:
        """What is wrong with it, at its path as it is shown."""
        if one.location is None:
            return one
        return replace(one, location=replace(one.location, path=self.path))

    def below(self, name: str) -> Source:
        """What lies in the folder that this is."""
        return replace(self, relative=_join(self.relative, name), path=_join(self.path, name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """
    :param documents: each once, in order of path
    :param diagnostics: paths at which there is nothing to audit
    """

    documents: tuple[Source, ...]
    diagnostics: tuple[Diagnostic, ...]


def find_sources(paths: Iterable[str], project: Root, settings: Settings) -> Sources:
    """The Markdown files that ``paths`` name, and those in the folders that they name.

    A path is relative to the project's folder. One that leads out of it is audited for itself: nothing is
    read beside it, and no setting speaks of it.
    """
    documents: dict[str, Source] = {}
    diagnostics: list[Diagnostic] = []
    for path in paths:
        unread: list[Diagnostic] = []
        try:
            found = list(_at(path, project, settings, unread))
        except TrueupError as error:
            diagnostics.extend(error.diagnostics)
            continue
        diagnostics.extend(unread)
        if not found and not unread:
            diagnostics.append(_nothing(path, "no Markdown file in it"))
        for source in found:
            documents.setdefault(source.path, source)
    return Sources(
        documents=tuple(sorted(documents.values(), key=lambda source: source.path)),
        diagnostics=tuple(diagnostics),
    )


def _at(path: str, project: Root, settings: Settings, unread: list[Diagnostic]) -> Iterator[Source]:
    if not path or "\0" in path:
        raise TrueupError(_nothing(path, "no path"))
    target = os.path.normpath(project.path / path)
    if not os.path.lexists(target):
        raise TrueupError(_nothing(path, "nothing there"))
    inside = _inside(project, target)
    if inside is not None:
        real = project.path if inside == "." else project.resolve(inside)
        whole = Source(root=project, relative=inside, path=inside, settings=settings)
        yield from _within(real, inside, whole, unread)
        return
    folder = os.path.isdir(target)  # noqa: PTH112  never raises
    root, relative = (Root(Path(target)), ".") if folder else (Root(Path(target).parent), Path(target).name)
    whole = Source(root=root, relative=relative, path=_slashes(path))
    yield from _within(Path(target), path, whole, unread)


def _within(real: Path, path: str, whole: Source, unread: list[Diagnostic]) -> Iterator[Source]:
    """The document ``whole``, or those of the folder that it is; what can't be listed is left out."""
    if not os.path.isdir(real):  # noqa: PTH112  never raises
        if not _is_markdown(path):
            raise TrueupError(_nothing(path, "a file that isn't Markdown"))
        yield whole
        return
    faults: list[Diagnostic] = []
    for name in Root(real).glob("**", unread=faults):
        if _is_markdown(name):
            yield whole.below(name)
    for fault in faults:
        assert fault.location  # noqa: S101  of the folder
        shown = whole.below(fault.location.path).shown(fault)
        # What a link to a folder leads to was not asked for, but whoever asked may think that it was.
        unread.append(replace(shown, severity="warning") if fault.code == "F602" else shown)


def _inside(project: Root, target: str) -> str | None:
    """The path in the project, as it is spelled, or as it is once links are resolved; else None."""
    for spelled in (target, os.path.realpath(target)):
        relative = _slashes(os.path.relpath(spelled, project.path))
        if relative != ".." and not relative.startswith("../") and not os.path.isabs(relative):  # noqa: PTH117
            return relative
    return None


def _is_markdown(path: str) -> bool:
    return path.lower().endswith(MARKDOWN)


def _join(folder: str, name: str) -> str:
    return name if folder == "." else folder if name == "." else f"{folder.rstrip('/')}/{name}"


def _slashes(path: str) -> str:
    return path.replace(os.sep, "/")


def _nothing(path: str, what: str) -> Diagnostic:
    near = None
    parent, name = os.path.split(path)
    if name:
        try:
            near = nearest(name, os.listdir(parent or "."))  # noqa: PTH208  a relative name is all that is said
        except OSError:
            near = None
    hint = f"did you mean {os.path.join(parent, near)}?" if near and near != name else None  # noqa: PTH118
    return Diagnostic(
        code="C830",
        message=f"nothing to audit at {path!r}: there is {what}",
        location=Location(path=_slashes(path), line=1, column=1) if path and "\0" not in path else None,
        hint=hint or f"name a file that ends in {' or '.join(MARKDOWN)}, or a folder that holds some",
    )
