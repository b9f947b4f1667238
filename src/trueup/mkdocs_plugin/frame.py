"""Generated pages put into one page that the theme has made: its template runs once for all of them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from trueup.escape import html, xml
from trueup.mkdocs_plugin.beside import Beside
from trueup.mkdocs_plugin.generated import Site, free_pages
from trueup.reports.html.body import Body, read_body
from trueup.reports.html.framing import Framing, cut
from trueup.reports.html.page_names import page_names
from trueup.reports.html.pages import REVIEW
from trueup.site.beside import make_bodies, write_pages

if TYPE_CHECKING:
    from trueup.mkdocs_plugin.judge import Judged
    from trueup.reports.html.review_page import Compared


class Frame:
    """The pages of one build that share a frame, made and written beside it.

    :param compared: what the review page says, where there is one
    :ivar page: the one that MkDocs puts into its template, which stands for all; None where there are none
    """

    def __init__(self, site: Site, judged: Judged, compared: Compared | None, beside: Beside) -> None:
        self._config: MkDocsConfig = site.config
        self._judged, self._beside = judged, beside
        self._files = free_pages(site, page_names(judged.index.recorded, reviewed=compared is not None))
        site.framed.update({file.src_uri: file for file in self._files.values()})
        self._addresses = site.addresses()
        self._own = dict(self._reviewed(compared))
        self._token = f"trueup{secrets.token_hex(8)}"
        self._first = next(iter(self._files), "")
        self.page = Page(None, self._files[self._first], self._config) if self._files else None
        self._names = [name for name in self._files if name not in self._own]
        self._summaries = beside.ask("make", judged.document, self._names, asdict(self._addresses))
        self._body = beside.ask("body", self._first)
        self._framing: Framing | None = None
        self._written: Future[Any] | None = None

    def open(self, files: Files) -> None:
        """Give MkDocs the page that stands for all, halfway: others are made by then, and written next."""
        if self.page:
            self.page.markdown = self.page.content = ""
            self.page.toc = TableOfContents([])
            pages = files.documentation_pages()
            later = pages[len(pages) // 2 :]
            for file in later:
                files.remove(file)
            for file in (self.page.file, *later):
                files.append(file)

    def before_search(self, page: Page) -> None:
        """Let search know all the pages: a title and a sentence each."""
        if page is not self.page:
            return
        indexes = [
            found for one in self._config.plugins.values() if (found := getattr(one, "search_index", None))
        ]
        for name, title, summary in self._said():
            file = self._files[name]
            other: Any = SimpleNamespace(url=file.url, file=file, meta={}, is_homepage=False)
            shown = page if name == self._first else other
            shown.title, shown.toc = title, TableOfContents([])
            shown.content = f"<p>{html(summary)}</p>"
            if shown is other:
                for index in indexes:
                    index.add_entry_from_context(other)

    def before_template(self) -> None:
        """Put tokens in the places that differ from page to page."""
        if self.page:
            self.page.title = f"{self._token}T"
            self.page.content = f'<h1 id="{self._token}I">{self._token}T</h1>\n{self._token}C'
            self.page.toc = TableOfContents([AnchorLink(f"{self._token}N", f"{self._token}I", 2)])

    def after_template(self, output: str) -> str:
        """Have the other pages written into what the theme has made, and give that page its own content."""
        if self.page is None:
            return output
        self._framing = cut(output, self._token, self._address(self.page.file))
        self._written = self._beside.ask("write", asdict(self._framing), self._others(self._names))
        return self._framing.fill(self._body_of(self._first), self._address(self.page.file))

    def close(self) -> None:
        """Wait until the other pages are written."""
        if self._framing and self._written:
            if not self._written.result():
                write_pages(self._framing, self._bodies, self._others(self._names))
            write_pages(self._framing, self._own, self._others(self._own))

    def sitemap(self, text: str) -> str:
        """A site map with the other pages."""
        addresses = (self._address(file) for name, file in self._files.items() if name != self._first)
        entries = "".join(f"<url><loc>{xml(one)}</loc></url>" for one in addresses if one)
        return text.replace("</urlset>", f"{entries}</urlset>")

    @cached_property
    def _bodies(self) -> Mapping[str, Body]:
        """All that the process beside makes, made here and now because it has failed."""
        return make_bodies(self._judged.index, self._names, self._addresses)

    def _said(self) -> Iterator[tuple[str, str, str]]:
        found = self._summaries.result()
        if found is None:
            found = {name: (one.title, one.summary) for name, one in self._bodies.items()}
        found.update({name: (one.title, one.summary) for name, one in self._own.items()})
        for name in self._files:
            yield name, *found[name]

    def _body_of(self, name: str) -> Body:
        if name in self._own:
            return self._own[name]
        found = self._body.result()
        return Body(**found) if found else self._bodies[name]

    def _reviewed(self, compared: Compared | None) -> Iterator[tuple[str, Body]]:
        if compared is not None and REVIEW in self._files:
            from trueup.reports.html.review_page import review_page  # noqa: PLC0415  only those who compare pay

            links = self._addresses.links(self._files[REVIEW].url)
            yield REVIEW, read_body(review_page(compared, self._judged.index, links))

    def _others(self, names: Iterable[str]) -> dict[str, tuple[str, str]]:
        files = {name: self._files[name] for name in names if name != self._first}
        return {
            name: (str(Path(self._config.site_dir, file.dest_uri)), self._address(file))
            for name, file in files.items()
        }

    def _address(self, file: File) -> str:
        base = self._config.site_url
        return f"{base.rstrip('/')}/{file.url.removeprefix('./')}" if base else ""
