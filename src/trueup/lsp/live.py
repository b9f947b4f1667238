"""A project as it is in the editor: what is known of it, and how an edit changes that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from trueup.diagnostics import Diagnostic, TrueupError, in_order
from trueup.engine.computed import Computed
from trueup.engine.documents import read_page
from trueup.engine.edited import edited
from trueup.engine.figures import waived
from trueup.engine.report import Report
from trueup.engine.stated import Stated
from trueup.engine.verify import Mode, compute, unstated
from trueup.engine.warnings import idle_frozen, lapsed_waivers, weak_bases
from trueup.files import Overlay, Root
from trueup.ledger import Ledger
from trueup.ledger.load import ENDINGS
from trueup.lsp.document import Document
from trueup.tags.scan import scan_part
from trueup.verdict.model import Verdict

#: The text of each open file, by its path in the project.
Texts = Mapping[str, str]


class OutdatedWork(Exception):  # noqa: N818  nothing is wrong: something newer is on its way
    """What was begun is of no use any more."""


def load(root: Path, texts: Texts, *, execute: bool, wanted: Callable[[], bool]) -> Live:
    """All that takes long: settings, ledger, every document, evidence, and the verifiers that are pure.

    :param texts: of open files, in place of what is on disk
    :param execute: whether verifiers of the project may run
    :param wanted: asked now and then; once it says no, :class:`OutdatedWork` is raised
    """

    def still(*_: object) -> None:
        if not wanted():
            raise OutdatedWork

    computed = compute(overlay(Root(root), texts), Mode(execute=execute, keeps="tagged"), still)
    still()
    includes = bool(computed.project.settings.snippets)
    documents = {page.path: Document.whole(page, includes=includes) for page in computed.pages}
    for path in documents.keys() & texts.keys():  # so that their first edit costs one part, too
        documents[path] = _read(computed, documents[path], texts)
    computed = replace(computed, pages=tuple(documents[page.path].page for page in computed.pages))
    computed = edited(computed, computed.pages) or computed
    return Live(computed=computed, texts=dict(texts), documents=documents).judged()


def recovered(before: Live | None, loaded: Live) -> Live:
    """What was just loaded; or what was known before, where a file of the ledger can't be read as YAML.

    Its claims would be missing while it is being written. The documents are judged by the last good ones, and
    the ledger's diagnostics are those of now.
    """
    now = loaded.computed.project
    # While it is being written, a section may be no mapping yet.
    halves = {one.location.path for one in now.diagnostics if one.location and one.code == "L207"}
    unreadable = now.ledger.unread | halves
    if before is None or not unreadable:
        return loaded
    known = {name for name, one in before.ledger.claims.items() if one.location.path in unreadable}
    if not known - {*now.ledger.claims, *now.ledger.broken}:
        return loaded
    project = replace(before.computed.project, root=now.root, diagnostics=now.diagnostics)
    texts = {path: text for path, text in before.texts.items() if not before.rests_on(path)}
    texts |= {path: text for path, text in loaded.texts.items() if before.rests_on(path)}
    computed = replace(before.computed, project=project)
    return replace(before, computed=computed, texts=texts, unreadable=unreadable)


def overlay(root: Root, texts: Texts) -> Overlay:
    """The project with the text of open files."""
    return Overlay(root.path, {path: text.encode("utf-8", "surrogatepass") for path, text in texts.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """What is known of a project, and the texts for which it is so.

    :param unreadable: files of the ledger of which the last good claims are known, and not where they stand
    """

    computed: Computed
    texts: Texts
    documents: Mapping[str, Document]
    unreadable: frozenset[str] = frozenset()

    @property
    def root(self) -> Root:
        return self.computed.project.root

    @property
    def ledger(self) -> Ledger:
        return self.computed.project.ledger

    def text(self, path: str) -> str:
        """The text of a file as the editor has it, or else the disk; empty where it can't be read."""
        if path in self.texts:
            return self.texts[path]
        try:
            return self.root.read_text(path)
        except TrueupError:
            return ""

    def rests_on(self, path: str) -> bool:
        """Whether a file is more than a document: its change may change the value of a claim."""
        settings = self.computed.project.settings
        if path in self.computed.project.ledger.files or path in ("trueup.toml", "pyproject.toml"):
            return True
        folders = (*settings.ledger, settings.verifiers, "claims")
        return path in self.computed.watched or any(
            path == folder or path.startswith(f"{folder}/") for folder in folders
        )

    def reads(self, path: str) -> bool:
        """Whether what is known would be other if that file were: a document, a part of one, or more."""
        if self.rests_on(path) or self._is_new(path):
            return True
        return any(path in one.sources for one in self.documents.values())

    def is_ledger(self, path: str) -> bool:
        return path in self.computed.project.ledger.files or (
            path.endswith(ENDINGS) and any(path.startswith(f"{one}/") for one in self._settings_ledger)
        )

    @property
    def _settings_ledger(self) -> tuple[str, ...]:
        return self.computed.project.settings.ledger

    def edited(self, texts: Texts) -> Live | None:
        """The same with other texts of documents; None where claims have to be computed anew."""
        changed = {path for path in {*texts, *self.texts} if texts.get(path) != self.texts.get(path)}
        if not changed:
            return self
        if any(self.rests_on(path) or self._is_new(path) for path in changed):
            return None
        root = overlay(self.root, texts)
        computed = replace(self.computed, project=replace(self.computed.project, root=root))
        documents = dict(self.documents)
        for path, document in self.documents.items():
            if not changed.isdisjoint(document.sources):
                documents[path] = _read(computed, document, texts)
        found = edited(computed, (documents[page.path].page for page in computed.pages))
        if found is None:
            return None
        return replace(self, computed=found, texts=dict(texts), documents=documents).judged()

    def judged(self) -> Live:
        """The same, with a verdict on each figure."""
        mine = _by_page(self.computed)
        documents = {
            path: document.judge(self.computed, mine.get(path, ()))
            for path, document in self.documents.items()
        }
        return replace(self, documents=documents)

    def report(self) -> Report:
        """What a check would report, as far as it is known without looking for tensors of a size."""
        computed, bound = self.computed, self.computed.bound
        documents = self.documents.values()
        verdicts = [verdict for document in documents for verdict in document.verdicts]
        placed = {*computed.broken, *(one.tag.claim for one in bound.stated)}
        placed |= {name for name, one in bound.claims.items() if one.location.path in self.unreadable}
        absent = unstated(bound, computed.selection, computed.outcomes, placed)
        verdicts += [waived(one, bound.claims[one.claim], computed.today) for one in absent]
        return Report(
            root=self.root.path,
            settings=computed.project.settings,
            today=computed.today,
            verdicts=tuple(sorted(verdicts, key=_order)),
            diagnostics=self._diagnostics(),
            claims={name: claim for name, claim in bound.claims.items() if name in computed.outcomes},
            outcomes=computed.outcomes,
            stated=bound.stated,
            histories=computed.histories,
            ledger=computed.project.ledger,
        )

    def _diagnostics(self) -> tuple[Diagnostic, ...]:
        computed, bound = self.computed, self.computed.bound
        found = (
            *(one for page in computed.pages for one in page.diagnostics),
            *bound.diagnostics,
            *computed.diagnostics,
            *(one for document in self.documents.values() for one in document.diagnostics),
            *idle_frozen(computed.project),
            *weak_bases(bound, computed.outcomes),
            *lapsed_waivers(bound, computed.today),
            *_not_judged(computed),
        )
        placed = (one for one in found if not one.location or one.location.path not in self.unreadable)
        return in_order((*computed.project.diagnostics, *placed))

    def _is_new(self, path: str) -> bool:
        """Whether a file would be a document, and is not known as one."""
        if path in self.documents or any(path in one.sources for one in self.documents.values()):
            return False
        try:
            return path in self.computed.project.settings.documents(overlay(self.root, {path: ""}))
        except TrueupError:
            return False


def _read(computed: Computed, document: Document, texts: Texts) -> Document:
    project = computed.project
    path = document.path
    if path not in texts or (project.settings.snippets and "8<-" in texts[path]):
        page = read_page(project.root, project.settings, path)
        return Document.whole(page, includes=True)
    macros = project.settings.runs_macros(path)
    return document.read(texts[path], lambda text, told: scan_part(path, text, macros=macros, told=told))


def _by_page(computed: Computed) -> dict[str, list[Stated]]:
    """The tags of each page; those of an included file belong to the page that includes it."""
    found: dict[str, list[Stated]] = {}
    for one in computed.bound.stated:
        found.setdefault(one.page, []).append(one)
    return found


def _not_judged(computed: Computed) -> list[Diagnostic]:
    """Why a figure has no verdict: its claim is defined, and its definition has an error."""
    broken = {*computed.bound.broken, *computed.broken}
    return [
        Diagnostic(
            code="T135",
            severity="warning",
            message=f"not judged: the definition of {tag.claim} has an error",
            location=tag.location,
            hint="mend the ledger, or the formula",
        )
        for page in computed.pages
        for tag in page.tags
        if tag.claim in broken
    ]


def _order(verdict: Verdict) -> tuple[bool, str, int, int, str]:
    return verdict.order
