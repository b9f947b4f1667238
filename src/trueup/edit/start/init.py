"""Start a project."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from trueup.audit.finding import Finding
from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.edit.start import templates
from trueup.edit.start.example import RUN_NOTHING, Example, find_example, find_pending, find_wrong
from trueup.edit.start.layout import find_layout
from trueup.edit.start.pending import Pending
from trueup.edit.start.site import Site
from trueup.edit.start.templates import LEDGER, SETTINGS, WORKFLOW
from trueup.engine.verify import compute, report
from trueup.files import Overlay, Root, write_whole
from trueup.settings import OWN, PYPROJECT, load_settings

_BRANCH = re.compile(r"ref: refs/(?:heads|remotes/origin)/([A-Za-z0-9][A-Za-z0-9._/-]{0,200})\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """What a project starts with.

    :param files: content before (None where the file is new) and after, by path, in the order in which they
        are written: no document names a claim that is not there yet
    :param documents: folders and files of the documents
    :param example: the worked claim; None where no figure follows from others
    :param wrong: then a figure that doesn't follow from others as its sentence says; None where all do
    :param pending: then a figure that could have one; None where there is none either
    :param site: the MkDocs site, or None
    :param kept: what was there already, and is left as it is
    :param top: the repository's top, relative to the project, where that lies above
    """

    root: Root
    files: Mapping[str, tuple[bytes | None, bytes]]
    documents: tuple[str, ...]
    example: Example | None
    wrong: Finding | None
    pending: Pending | None
    site: Site | None
    kept: tuple[str, ...]
    top: str | None

    def write(self) -> None:
        """Write all files, or none: where one can't be written, those before it are taken back.

        :raises TrueupError: F609, F610
        """
        done: list[str] = []
        folders = [one for one in self._folders() if not self.root.exists(one)]
        try:
            for path, (before, after) in self.files.items():
                write_whole(self.root, path, before, after)
                done.append(path)
        except TrueupError:
            for path in reversed(done):
                self._take_back(path)
            for one in folders:
                with suppress(TrueupError, OSError):
                    self.root.resolve(one).rmdir()
            raise

    def _folders(self) -> list[str]:
        """The folders in which files are written, those within others first."""
        folders = {parent.as_posix() for path in self.files for parent in PurePosixPath(path).parents}
        return sorted(folders - {"."}, reverse=True)

    def _take_back(self, path: str) -> None:
        """Bring a file back to what it was, as far as the disk lets one."""
        before, after = self.files[path]
        with suppress(TrueupError, OSError):
            if before is None:
                self.root.resolve(path).unlink()
            else:
                write_whole(self.root, path, after, before)


def start(folder: Path) -> Started:
    """Find out all that a project needs; runs nothing, and writes nothing.

    :raises TrueupError: C820 there is one already; C810, C821, C822 there is nothing to start with; and what
        is wrong with the documents, since a check could not hold
    """
    root = Root(folder)
    _refuse_project(root)
    layout = find_layout(root)
    new = {SETTINGS: templates.settings(layout).encode(), LEDGER: templates.empty_ledger(None).encode()}
    project = Overlay(root.path, new)
    computed = compute(project, RUN_NOTHING)
    before = report(computed).diagnostics
    errors = [one for one in before if one.severity == "error"]
    if errors:
        raise TrueupError(*errors)
    example = find_example(computed, before, layout.documents)
    wrong = None if example else find_wrong(computed, layout.documents)
    pending = None if example else find_pending(computed, layout.documents)
    top = _top(root)
    kept = [path for path in (WORKFLOW,) if os.path.lexists(root.path / path)]
    files: dict[str, tuple[bytes | None, bytes]] = {SETTINGS: (None, new[SETTINGS])}
    files |= example.files if example else {LEDGER: (None, templates.empty_ledger(pending).encode())}
    if top is None and not kept:
        files[WORKFLOW] = (None, templates.workflow(_branch(root)).encode())
    if layout.site and layout.site.changed is not None:
        files[layout.site.path] = (layout.site.content, layout.site.changed)
    return Started(
        root=root,
        files=dict(sorted(files.items(), key=lambda one: one[1][0] is not None)),  # new ones first
        documents=layout.settings.docs,
        example=example,
        wrong=wrong,
        pending=pending,
        site=layout.site,
        kept=tuple(kept),
        top=top,
    )


def _refuse_project(root: Root) -> None:
    """Raise where settings or a ledger stand already."""
    settings, faults = load_settings(root)
    if faults:
        raise TrueupError(*faults)
    ledger = [path for path in root.glob("claims/**") if path.endswith((".yaml", ".yml"))]
    there = [
        *([OWN] if os.path.lexists(root.path / OWN) else []),
        *([PYPROJECT] if settings.places else []),
        *ledger[:1],
    ]
    if there:
        place = Location(path=there[0], line=1, column=1)
        hint = "trueup suggest PATH proposes tags; trueup check judges them"
        raise TrueupError(
            Diagnostic(code="C820", message="a project is here already", location=place, hint=hint)
        )


def _top(root: Root) -> str | None:
    """The top of the repository, if that lies above the project."""
    above = next((one for one in (root.path, *root.path.parents) if (one / ".git").exists()), root.path)
    return None if above == root.path else os.path.relpath(above, root.path)


def _branch(root: Root) -> str:
    """The branch that others start from, as far as the repository tells."""
    for path in (".git/refs/remotes/origin/HEAD", ".git/HEAD"):
        try:
            found = _BRANCH.fullmatch(root.read_text(path))
        except TrueupError:
            continue
        if found:
            return found[1]
    return "main"
