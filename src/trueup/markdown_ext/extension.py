"""A treeprocessor that sets attributes on the links whose scheme is ``claim:``, and marks checked tables."""

from __future__ import annotations

import logging
import posixpath
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from trueup.diagnostics import TrueupError
from trueup.escape import terminal
from trueup.ids import ID
from trueup.markdown_ext.dressing import Later, dressed
from trueup.markdown_ext.tables import caption, cell_of, checked_tables, wrapped
from trueup.markdown_ext.visible import resolve, visible_text
from trueup.reports.html.matching import Index, Shown, comparable
from trueup.reports.html.pages import page_uri
from trueup.reports.html.recorded import Recorded, RecordedVerdict, read_recorded
from trueup.reports.html.sources import SourceLink, source_links
from trueup.reports.html.words import RANK

# MkDocs counts what loggers below its own name say.
log = logging.getLogger("mkdocs.plugins.trueup")

#: After inline patterns (20) and attr_list (8); before toc (5) and MkDocs' rewriting of links (0).
PRIORITY = 6

_SCHEME = re.compile(r"\s*(?a:claim:)\s*(.*?)\s*", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The page that is being rendered.

    :param uri: relative to the documents' folder, as ``guide/placement.md``
    :param path: relative to the project's root, as verdicts name it
    """

    uri: str
    path: str


class ClaimExtension(Extension):
    """Turns ``[figure](claim:id)`` into a badge that links to the claim's page.

    :param index: verdicts to show, or what gives them; left out, the file of the option ``verdicts`` is read
    :param page: gives the page being rendered where neither MkDocs nor Zensical says
    :param later: takes the figures, to be dressed when verdicts are known; tables are dressed at once
    :param options: ``verdicts``, ``docs``, ``pages`` and ``source``, as in a generator's configuration
    """

    def __init__(
        self,
        *,
        index: Index | Callable[[], Index] | None = None,
        page: Callable[[], Place | None] | None = None,
        later: Later | None = None,
        **options: Any,
    ) -> None:
        self.config = {
            "verdicts": ["", "file of recorded verdicts: the JSON of trueup check"],
            "docs": ["docs", "folder of the documents, relative to the project's root"],
            "pages": ["", "folder of the claims' pages among the documents; empty when there are none"],
            "source": ["", "address of a line in a file of the project, with {path} and {line}"],
        }
        self._index = index
        self._page = page
        self._later = later
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  Python-Markdown's name
        """Register the treeprocessor."""
        verdicts = str(self.getConfig("verdicts"))
        # Read with the first page: a strict build counts no warning that comes before.
        given = self._index or cache(lambda: _load(verdicts) or Index(Recorded()))
        index = (lambda: given) if isinstance(given, Index) else given
        docs = str(self.getConfig("docs"))

        def find() -> Place | None:
            # A generator's own word first: a blog's excerpt is rendered while another page is.
            return _ask_generator(md, docs) or (self._page() if self._page else None)

        md.treeprocessors.register(
            Badges(
                md,
                index,
                find,
                pages=str(self.getConfig("pages")).strip("/"),
                source=source_links(str(self.getConfig("source"))),
                later=self._later,
            ),
            "trueup",
            PRIORITY,
        )


class Badges(Treeprocessor):
    """Sets attributes on claim links, adds some to checked tables, and leaves everything else as it is."""

    def __init__(
        self,
        md: Markdown,
        index: Callable[[], Index],
        page: Callable[[], Place | None],
        *,
        pages: str,
        source: SourceLink,
        later: Later | None = None,
    ) -> None:
        super().__init__(md)
        self._source = source
        self._index = index
        self._later = later
        self._page = page
        self._pages = pages

    def run(self, root: Element) -> None:
        """Dress every claim link of a page, then its tables."""
        named = [(link, name) for link in root.iter("a") if (name := self._names(link)) is not None]
        tables = checked_tables(root, self.md)
        if named or tables:
            page = self._page()
            links = self._shown(root, named) if named else []
            if self._later and page:
                for link, shown in links:
                    self._later.mark(page.path, link, shown)
            else:
                self._figures(links, page)
            if tables:
                self._tables(tables, page)

    def _shown(self, root: Element, links: Sequence[tuple[Element, str]]) -> list[tuple[Element, Shown]]:
        # Footnotes are put at the end, or where a marker says, in the order in which they are named.
        notes = [one for one in root.iter("div") if one.get("class") == "footnote"]
        moved = {link for note in notes for link in note.iter("a")}
        return [
            (link, Shown(claim=name, figure=visible_text(link, self.md), moved=link in moved))
            for link, name in links
        ]

    def _figures(self, links: Sequence[tuple[Element, Shown]], page: Place | None) -> None:
        matches = self._index().match(page.path if page else None, [one for _, one in links])
        for (link, one), match in zip(links, matches, strict=True):
            self._dress(link, one, match.verdict, link.get("id") or match.anchor, page)

    def _tables(self, tables: Sequence[tuple[Element, str]], page: Place | None) -> None:
        matches = self._index().match_tables(page.path if page else None, [name for _, name in tables])
        for (table, name), match in zip(tables, matches, strict=True):
            wrong = 0
            for verdict in match.cells:
                cell = cell_of(table, verdict.cell.row, verdict.cell.column) if verdict.cell else None
                if cell is not None and _states(visible_text(cell, self.md), verdict.figure or ""):
                    wrong += 1
                    shown = Shown(claim=name, figure=verdict.figure or "")
                    self._dress(wrapped(cell), shown, verdict, self._index().anchor(verdict), page)
            whole = match.whole or _sum_up(match.cells)
            text = whole.because[0] if whole and whole.because else "this table is not checked"
            self._dress(
                caption(table, text),
                Shown(claim=name, figure=text),
                whole,
                self._index().anchor(match.whole) if match.whole else None,
                page,
            )

    def _dress(
        self,
        link: Element,
        shown: Shown,
        verdict: RecordedVerdict | None,
        anchor: str | None,
        page: Place | None,
    ) -> None:
        css = link.get("class")
        path = page.path if page else None
        found = dressed(self._index(), shown, verdict, path=path, anchor=anchor, css=css, source=self._source)
        found["href"] = self._target(shown.claim, page, anchor)
        for key, value in found.items():
            link.set(key, value)

    def _names(self, link: Element) -> str | None:
        """The id that a link names, or None when it is no claim link."""
        match = _SCHEME.fullmatch(resolve(link.get("href") or "", self.md))
        return match[1] if match else None

    def _target(self, name: str, page: Place | None, anchor: str | None) -> str:
        # MkDocs needs an href; one without a page of its own leads to itself, never to a dead end.
        if self._later and page:
            return self._later.target(name)
        if not self._pages or page is None:
            return f"#{anchor}" if anchor and ID.fullmatch(name) else "#"
        known = name in self._index().recorded.claims
        target = page_uri(name, self._pages) if known else f"{self._pages}/index.md"
        return posixpath.relpath(target, posixpath.dirname(page.uri) or ".")


def _states(text: str, figure: str) -> bool:
    """Whether a cell still shows the figure that a verdict speaks of."""
    return comparable(figure) in comparable(text)


def _sum_up(cells: Sequence[RecordedVerdict]) -> RecordedVerdict | None:
    """The worst of the verdicts on cells as one on their table."""
    if not cells:
        return None
    worst = min(cells, key=lambda one: RANK[one.status])
    count = f"{len(cells)} cell{'s' * (len(cells) != 1)} of this table"
    because = (f"{count} {'does' if len(cells) == 1 else 'do'} not hold",)
    return replace(worst, figure=None, expected=None, because=because, hint=None, cell=None)


def _ask_generator(md: Markdown, docs: str) -> Place | None:
    """The page, from what MkDocs (a treeprocessor) and Zensical (a preprocessor) register."""
    for processor in (*md.treeprocessors, *md.preprocessors):
        file = getattr(processor, "file", None)
        uri = getattr(file, "src_uri", None) or getattr(getattr(processor, "page", None), "path", None)
        if isinstance(uri, str):
            return Place(uri=uri, path=posixpath.normpath(posixpath.join(docs, uri)))
    return None


def _load(name: str) -> Index | None:
    if not name:
        return None
    try:
        state = Path(name).stat()
    except OSError as error:
        return _missing(name, error.strerror or "it can't be read")
    return _read(name, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=4)
def _read(name: str, changed: int, size: int) -> Index | None:
    try:
        return Index(read_recorded(Path(name).read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, TrueupError) as error:
        log.warning("trueup: %s: %s; figures are shown as not checked", terminal(name), terminal(str(error)))
        return None


@lru_cache(maxsize=16)
def _missing(name: str, why: str) -> None:
    """Warn once a file, though every page of a build loads the extension anew."""
    log.warning("trueup: %s: %s; figures are shown as not checked", terminal(name), why)
