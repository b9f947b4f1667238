"""A treeprocessor that sets attributes on the links whose scheme is ``claim:``."""

from __future__ import annotations

import logging
import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from trueup.claim import ID
from trueup.diagnostics import TrueupError
from trueup.escape import terminal
from trueup.markdown_ext.visible import resolve, visible_text
from trueup.reports.html.badge import attributes
from trueup.reports.html.matching import Index, Shown
from trueup.reports.html.pages import page_uri
from trueup.reports.html.recorded import Recorded, read_recorded

# MkDocs counts what loggers below its own name say.
log = logging.getLogger("mkdocs.plugins.trueup")

#: After inline patterns (20) and attr_list (8); before toc (5) and MkDocs' rewriting of links (0).
PRIORITY = 6

_SCHEME = re.compile(r"\s*claim:\s*(.*?)\s*", re.IGNORECASE | re.DOTALL)


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

    :param index: verdicts to show; left out, the file of the option ``verdicts`` is read
    :param page: gives the page being rendered; left out, MkDocs and Zensical are asked
    :param options: ``verdicts``, ``docs`` and ``pages``, as in a generator's configuration
    """

    def __init__(
        self, *, index: Index | None = None, page: Callable[[], Place | None] | None = None, **options: Any
    ) -> None:
        self.config = {
            "verdicts": ["", "file of recorded verdicts: the JSON of trueup check"],
            "docs": ["docs", "folder of the documents, relative to the project's root"],
            "pages": ["", "folder of the claims' pages among the documents; empty when there are none"],
        }
        self._index = index
        self._page = page
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  Python-Markdown's name
        """Register the treeprocessor."""
        index = self._index or _load(str(self.getConfig("verdicts")))
        find = self._page or (lambda: _ask_generator(md, str(self.getConfig("docs"))))
        md.treeprocessors.register(
            Badges(md, index, find, str(self.getConfig("pages")).strip("/")), "trueup", PRIORITY
        )


class Badges(Treeprocessor):
    """Sets attributes on claim links and leaves everything else as it is."""

    def __init__(
        self, md: Markdown, index: Index | None, page: Callable[[], Place | None], pages: str
    ) -> None:
        super().__init__(md)
        self._index = index or Index(Recorded())
        self._page = page
        self._pages = pages

    def run(self, root: Element) -> None:
        """Dress every claim link of a page."""
        links = [(link, name) for link in root.iter("a") if (name := self._names(link)) is not None]
        if not links:
            return
        page = self._page()
        shown = [Shown(claim=name, figure=visible_text(link, self.md)) for link, name in links]
        matches = self._index.match(page.path if page else None, shown)
        claims = self._index.recorded.claims
        for (link, name), one, match in zip(links, shown, matches, strict=True):
            claim = claims.get(name)
            # Where nothing is recorded at all, a check that failed must not accuse every figure.
            known = not claims or claim is not None or match.verdict is not None
            found = attributes(one.figure, claim=claim, verdict=match.verdict, known=known)
            found["class"] = " ".join(filter(None, (link.get("class"), found["class"])))
            anchor = link.get("id") or match.anchor
            if ID.fullmatch(name):
                found["id"] = anchor
            found["href"] = self._target(name, page, anchor)
            for key, value in found.items():
                link.set(key, value)

    def _names(self, link: Element) -> str | None:
        """The id that a link names, or None when it is no claim link."""
        match = _SCHEME.fullmatch(resolve(link.get("href") or "", self.md))
        return match[1] if match else None

    def _target(self, name: str, page: Place | None, anchor: str) -> str:
        # MkDocs needs an href; one without a page of its own leads to itself, never to a dead end.
        if not self._pages or page is None:
            return f"#{anchor}" if ID.fullmatch(name) else "#"
        known = name in self._index.recorded.claims
        target = page_uri(name, self._pages) if known else f"{self._pages}/index.md"
        return posixpath.relpath(target, posixpath.dirname(page.uri) or ".")


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
