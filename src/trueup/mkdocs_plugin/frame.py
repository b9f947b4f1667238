"""Generated pages put into one page that the theme has made: its template runs once for all of them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils import write_file

from trueup.escape import html, xml
from trueup.reports.html.body import Body, read_body
from trueup.reports.html.framing import Framing, cut


@dataclass(slots=True)
class Frame:
    """The pages of one build that share a frame.

    :param pages: Markdown as :func:`trueup.reports.html.pages.page` writes it, by file
    """

    config: MkDocsConfig
    pages: Mapping[File, str]
    page: Page | None = None
    _token: str = field(default_factory=lambda: f"trueup{secrets.token_hex(8)}")
    _bodies: dict[File, Body] = field(default_factory=dict)
    _framing: Framing | None = None

    def open(self, files: Files) -> None:
        """Give MkDocs one page to put into its template, which stands for all."""
        self._bodies = {file: read_body(text) for file, text in self.pages.items()}
        first = next(iter(self._bodies), None)
        if first is None:
            return
        self.page = Page(None, first, self.config)
        self.page.markdown = ""
        files.append(first)
        self._summarise(self.page, self._bodies[first])

    def before_search(self, page: Page) -> None:
        """Let search know the other pages too: a title and a sentence each."""
        if page is not self.page:
            return
        indexes = [
            found for one in self.config.plugins.values() if (found := getattr(one, "search_index", None))
        ]
        for file, body in self._bodies.items():
            if file is not page.file:
                other: Any = SimpleNamespace(url=file.url, file=file, meta={}, is_homepage=False)
                self._summarise(other, body)
                for index in indexes:
                    index.add_entry_from_context(other)

    def before_template(self) -> None:
        """Put tokens in the places that differ from page to page."""
        if self.page:
            self.page.title = f"{self._token}T"
            self.page.content = f'<h1 id="{self._token}I">{self._token}T</h1>\n{self._token}C'
            self.page.toc = TableOfContents([AnchorLink(f"{self._token}N", f"{self._token}I", 2)])

    def after_template(self, output: str) -> str:
        """Keep what the theme has made, and give that page its own content."""
        if self.page is None:
            return output
        self._framing = cut(output, self._token, self._address(self.page.file))
        return self._filled(self._framing, self.page.file)

    def close(self) -> None:
        """Write the other pages."""
        if self.page and self._framing:
            for file in self._bodies:
                if file is not self.page.file:
                    write_file(
                        self._filled(self._framing, file).encode("utf-8"),
                        str(Path(self.config.site_dir, file.dest_uri)),
                    )

    def sitemap(self, text: str) -> str:
        """A site map with the other pages."""
        addresses = (self._address(file) for file in self._bodies if self.page and file is not self.page.file)
        entries = "".join(f"<url><loc>{xml(one)}</loc></url>" for one in addresses if one)
        return text.replace("</urlset>", f"{entries}</urlset>")

    def _summarise(self, page: Any, body: Body) -> None:
        page.title, page.toc = body.title, TableOfContents([])
        page.content = f"<p>{html(body.summary)}</p>"

    def _address(self, file: File) -> str:
        base = self.config.site_url
        return f"{base.rstrip('/')}/{file.url.removeprefix('./')}" if base else ""

    def _filled(self, framing: Framing, file: File) -> str:
        return framing.fill(self._bodies[file], self._address(file))
