"""Load and judge both sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from trueup.diagnostics import Diagnostic, TrueupError
from trueup.engine.carried import Progress
from trueup.engine.computed import Computed
from trueup.engine.documents import read_page
from trueup.engine.inputs import Digests
from trueup.engine.project import Origin
from trueup.engine.sides.base import export_project
from trueup.engine.sides.export import Export
from trueup.engine.sides.files import Comparison
from trueup.engine.sides.model import Side, Sides
from trueup.engine.verify import Mode, compute, report
from trueup.files import Root
from trueup.readers.git import Commit, Repository
from trueup.settings import load_settings
from trueup.tags.model import Page


def load_sides(folder: Path, revision: str, mode: Mode, progress: Progress | None = None) -> Sides:
    """A project at a revision and in the working tree, both judged on the same day.

    The revision is read from git's objects, into a folder of its own that is removed at the end. Nothing of
    it is ever run: what needs a verifier of the site has a recorded result, or is open.

    :param folder: of the project; the repository's top, or below it
    :param mode: of the working tree
    :raises TrueupError: D901 no repository; M640 to M643 git can't give the revision
    """
    root = Root(folder)
    repository = Repository.find(root.path)
    if repository is None:
        raise TrueupError(
            Diagnostic(
                code="D901",
                message="the project is in no git repository, so it can't be compared with a revision",
                hint="run this in a clone made by git",
            )
        )
    try:
        commit = repository.resolve(revision)
        with TemporaryDirectory(prefix="trueup-base-", ignore_cleanup_errors=True) as place:
            return _load(root, repository, commit, revision, Path(place), mode, progress)
    finally:
        repository.close()


def _load(
    root: Root,
    repository: Repository,
    commit: Commit,
    revision: str,
    place: Path,
    mode: Mode,
    progress: Progress | None,
) -> Sides:
    export = Export(repository=repository, commit=commit, folder=place, working=root)
    export_project(export)
    repository.close()  # its process is given a minute, which others may need more of
    settings, _ = load_settings(root)
    mode = replace(mode, today=mode.today or datetime.now(UTC).date(), keeps="tagged")
    origin = Origin(root=root, settings=settings, history=repository.at(commit))
    base = compute(export.root, replace(mode, execute=False), progress, origin=origin)
    head = compute(root, mode, progress)
    digests = Digests(head.project)
    comparison = Comparison(repository=repository, commit=commit, root=root, digest=digests.of)
    inputs = tuple(comparison.inputs(base.project.ledger, head.project.ledger))
    digests.save()
    dropped = set(base.project.documents) - set(head.project.documents)
    return Sides(
        revision=revision,
        commit=commit,
        base=Side(computed=base, report=report(base), pages=_pages(base, head)),
        head=Side(computed=head, report=report(head), pages=_pages(head, base)),
        evidence=comparison.evidence(),
        inputs=inputs,
        still_there=frozenset(path for path in dropped if _is_there(root, path)),
        left_out=frozenset(export.left_out),
        diagnostics=(*_absent(repository, commit, revision), *export.diagnostics),
    )


def _pages(one: Computed, other: Computed) -> Mapping[str, Page]:
    """The documents of one side; those that hold no tag have blocks, too, where the other side has some."""
    pages = {page.path: page for page in one.pages}
    wanted = {page.path for page in other.pages if page.blocks and page.path in pages}
    for path in wanted:
        if not pages[path].blocks:
            pages[path] = read_page(one.project.root, one.project.settings, path)
    return pages


def _is_there(root: Root, path: str) -> bool:
    try:
        root.resolve(path)
    except TrueupError:
        return False
    return True


def _absent(repository: Repository, commit: Commit, revision: str) -> Iterable[Diagnostic]:
    if not repository.holds(commit):
        yield Diagnostic(
            code="D903",
            severity="warning",
            message=f"{revision} has no folder {repository.prefix!r}: everything is new",
        )
