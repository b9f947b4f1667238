"""A project as loaded: settings, ledger, documents, and the verifiers it declares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from trueup.diagnostics import Diagnostic, TrueupError, nearest
from trueup.files import Root
from trueup.ledger import Ledger, read_ledger
from trueup.settings import Settings, load_settings
from trueup.verdict.model import REASONS, STATUSES
from trueup.verifier.registry import Registry, find_verifiers
from trueup.verifiers import BUILT_IN


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """
    :param documents: project-relative paths, sorted
    :param sources: of the site's verifiers: text by path
    """

    root: Root
    settings: Settings
    ledger: Ledger
    documents: tuple[str, ...]
    sources: dict[str, str]
    registry: Registry
    diagnostics: tuple[Diagnostic, ...]

    @property
    def watched(self) -> tuple[str, ...]:
        """Paths whose change may change a verdict, inputs aside."""
        folders = (*self.settings.docs, *self.settings.ledger, self.settings.verifiers)
        return tuple(path for path in folders if (self.root.path / path).exists())


def load(folder: Path | Root) -> Project:
    """Step 1: all that a project declares, and what is wrong with it."""
    root = folder if isinstance(folder, Root) else Root(folder)
    settings, problems = load_settings(root)
    found = list(problems)
    ledger = read_ledger(root, settings)
    found.extend(ledger.diagnostics)
    found.extend(_unknown_warnings(settings))
    documents: tuple[str, ...] = ()
    try:
        documents = tuple(settings.documents(root))
    except TrueupError as error:
        found.extend(error.diagnostics)
    else:
        if not documents:
            found.append(_no_documents(settings))
    sources: dict[str, str] = {}
    try:
        for path in root.glob(f"{settings.verifiers}/**/*.py"):
            try:
                sources[path] = root.read_text(path)
            except TrueupError as error:
                found.extend(error.diagnostics)
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


def _no_documents(settings: Settings) -> Diagnostic:
    where = f"there is no Markdown file in {', '.join(settings.docs)}" if settings.docs else "docs names none"
    return Diagnostic(
        code="C810",
        message=f"no documents: {where}",
        hint="write one there, or set docs in trueup.toml or in [tool.trueup] of pyproject.toml",
    )


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
