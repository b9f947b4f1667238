"""A project as loaded: settings, ledger, documents, and the verifiers it declares."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from trueup.diagnostics import Diagnostic, TrueupError, nearest
from trueup.files import Root
from trueup.ledger import Ledger, read_ledger
from trueup.settings import OWN, Settings, load_settings
from trueup.verdict.model import REASONS, STATUSES
from trueup.verifier.registry import Registry, find_verifiers
from trueup.verifiers import BUILT_IN

if TYPE_CHECKING:
    from trueup.readers.git import Repository


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The project of which another state lies in a folder for the time being.

    :param settings: its own, not those of that state
    :param history: its repository, as it looks where that state is checked out
    """

    root: Root
    settings: Settings
    history: Repository


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """
    :param documents: project-relative paths, sorted
    :param sources: of the site's verifiers: text by path
    :param origin: where it belongs, if not in its own folder
    :param recalls: whether results of other runs are used, and kept for them
    """

    root: Root
    settings: Settings
    ledger: Ledger
    documents: tuple[str, ...]
    sources: dict[str, str]
    registry: Registry
    diagnostics: tuple[Diagnostic, ...]
    origin: Origin | None = None
    recalls: bool = True

    @property
    def cache(self) -> tuple[Root, str | None, Mapping[str, str]]:
        """The project of which results are kept, in which folder of it, and where the user's own is found."""
        kept = self.origin or self
        return kept.root, kept.settings.cache, os.environ if self.recalls else {}

    @property
    def watched(self) -> tuple[str, ...]:
        """Paths whose change may change a verdict, inputs aside."""
        folders = (*self.settings.docs, *self.settings.ledger, self.settings.verifiers)
        return tuple(path for path in folders if self._there(path))

    def _there(self, path: str) -> bool:
        try:
            return self.root.exists(path)
        except TrueupError:  # a link that leads outside
            return False


def load(folder: Path | Root) -> Project:
    """Step 1: all that a project declares, and what is wrong with it."""
    root = folder if isinstance(folder, Root) else Root(folder)
    settings, problems = load_settings(root)
    found = list(problems)
    ledger = read_ledger(root, settings)
    found.extend(ledger.diagnostics)
    found.extend(_unknown_warnings(settings))
    unread: list[Diagnostic] = []
    documents = tuple(settings.documents(root, unread))
    found.extend(unread)
    if not documents and not unread:
        found.append(_no_documents(settings, root))
    elif not unread:
        found.extend(_idle_entries(settings, documents))
    sources: dict[str, str] = {}
    for path in root.glob(f"{settings.verifiers}/**/*.py", unread=found):
        try:
            sources[path] = root.read_text(path)
        except TrueupError as error:
            found.extend(error.diagnostics)
    registry = find_verifiers(sources, folder=settings.verifiers, builtins=BUILT_IN)
    found.extend(registry.diagnostics)
    return Project(
        root=root,
        settings=settings,
        ledger=ledger,
        documents=documents,
        sources=sources,
        registry=registry,
        diagnostics=tuple(found),
    )


def _no_documents(settings: Settings, root: Root) -> Diagnostic:
    where = f"there is no Markdown file in {', '.join(settings.docs)}" if settings.docs else "docs names none"
    root.doubt("there are no documents")
    hint = "write one there, or set docs in trueup.toml or in [tool.trueup] of pyproject.toml"
    above = next((parent for parent in root.path.parents if _is_project(parent)), None)
    if above:
        hint = f"a project stands above: --project {os.path.relpath(above)}"
    return Diagnostic(code="C810", message=f"no documents: {where}", hint=hint)


def _idle_entries(settings: Settings, documents: Sequence[str]) -> Iterator[Diagnostic]:
    """What stands in ``docs`` and names no document: a slip there would leave documents unread in silence."""
    for entry in settings.docs:
        alone = replace(settings, docs=(entry,))
        if not any(map(alone.is_document, documents)):
            yield Diagnostic(
                code="C810",
                message=f"there is no Markdown file in {entry!r}, which docs names",
                location=settings.places.get("docs"),
                hint="mend the name, or take it out",
            )


def _is_project(folder: Path) -> bool:
    """Whether a folder looks like a project's root: it has settings, or a ledger beside documents."""
    root = Root(folder)
    try:
        settings, _ = load_settings(root)
        set_up = (folder / OWN).is_file() or settings != Settings()
        return set_up or ((folder / "claims").is_dir() and bool(settings.documents(root)))
    except (TrueupError, OSError):
        return False


def _unknown_warnings(settings: Settings) -> Iterator[Diagnostic]:
    """What ``gate.warn`` names, and no verdict can have."""
    known = [*STATUSES, *(f"{status}:{reason}" for status, reasons in REASONS.items() for reason in reasons)]
    for entry in settings.gate.warn:
        if entry not in known:
            alike = nearest(entry, known)
            yield Diagnostic(
                code="C812",
                message=f"gate.warn names {entry!r}, which no verdict is",
                location=settings.gate.location,
                hint=f"did you mean {alike!r}?"
                if alike
                else "a status, or status:reason, such as outdated:age",
            )
