"""Files that the plugin adds to a site: a page per claim, the dashboard, assets and the manifest."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel

from trueup.diagnostics import Location
from trueup.mkdocs_plugin.frame import Frame
from trueup.reports.html.assets import SCRIPT as _SCRIPT
from trueup.reports.html.assets import STYLE as _STYLE
from trueup.reports.html.dashboard import TITLE
from trueup.reports.html.generated import PageWriter, generated_pages
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import DASHBOARD, MARKER, REVIEW, Links, page, page_uri
from trueup.reports.html.plots.rates_page import RATES
from trueup.reports.html.sources import SourceLink, no_source
from trueup.site.manifest import MARK

if TYPE_CHECKING:
    from trueup.reports.html.review_page import Compared

#: Folder of the generated pages among the documents.
PAGES = "claims"
#: Folder of what goes with them.
ASSETS = "assets/trueup"
_NAMED = re.compile(rf"{PAGES}/(?!{re.escape(DASHBOARD)}\b)[a-z0-9_.-]+\.md\b")
STYLE, SCRIPT = f"{ASSETS}/{_STYLE}", f"{ASSETS}/{_SCRIPT}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The files of a build, by their place in the project.

    :param docs: folder of the documents, relative to the project's root
    :param generated: the pages that this plugin has added
    :param source: gives the address of a line in a file of the project
    :param framed: pages that MkDocs does not render, by their place among the documents
    """

    config: MkDocsConfig
    files: Files
    docs: str
    source: SourceLink = no_source
    generated: set[str] = field(default_factory=set)
    framed: dict[str, File] = field(default_factory=dict)

    def links(self, uri: str) -> Links:
        """Links of the page ``uri``."""
        origin = self._file(uri)

        def to(target: str) -> str | None:
            file = self.files.src_uris.get(target) or self.framed.get(target)
            rendered = file is not None and file.inclusion.value > InclusionLevel.DRAFT.value
            return file.url_relative_to(origin) if file is not None and rendered else None

        def place(at: Location, anchor: str | None) -> str | None:
            found = to(posixpath.relpath(at.path, self.docs)) if at.path.endswith(".md") else None
            return found and (f"{found}#{anchor}" if anchor else found)

        return Links(
            claim=lambda name: to(page_uri(name, PAGES)),
            place=place,
            dashboard=to(f"{PAGES}/{DASHBOARD}") or "",
            review=to(f"{PAGES}/{REVIEW}"),
            source=self.source,
            rates=to(f"{PAGES}/{RATES}"),
        )

    def path(self, uri: str) -> str:
        """The path of a document in the project."""
        return posixpath.normpath(f"{self.docs}/{uri}")

    def _file(self, uri: str) -> File:
        return (
            self.files.src_uris.get(uri)
            or self.framed.get(uri)
            or File.generated(self.config, uri, content="")
        )


def add_dashboard(site: Site) -> None:
    """Add the page in which the dashboard is put, unless the user has one."""
    uri = f"{PAGES}/{DASHBOARD}"
    if _free(site.files, uri):
        content = page(TITLE, [MARKER], contents=False)
        inclusion = InclusionLevel.NOT_IN_NAV
        site.generated.add(uri)
        site.files.append(File.generated(site.config, uri, content=content, inclusion=inclusion))


def add_assets(site: Site, assets: Iterable[tuple[str, bytes]]) -> None:
    """Add files that are no pages."""
    for name, content in assets:
        site.files.append(File.generated(site.config, f"{ASSETS}/{name}", content=content))


def add_pages(site: Site, index: Index, compared: Compared | None) -> None:
    """Add the other generated pages for MkDocs to render; a page of the user's own is left alone.

    :param compared: what the review page says, where there is one
    """
    pages = _pages(site, index, compared)
    for file in pages:
        site.files.append(file)
        site.generated.add(file.src_uri)
    for file, write in pages.items():
        file.content_string = write(site.links(file.src_uri))


def framed_pages(site: Site, index: Index, compared: Compared | None) -> Frame:
    """The same pages in one frame, which is much faster; no document may link to them by their file."""
    pages = _pages(site, index, compared)
    site.framed.update({file.src_uri: file for file in pages})
    return Frame(site.config, {file: write(site.links(file.src_uri)) for file, write in pages.items()})


def named_by_file(site: Site) -> bool:
    """Whether a document, or the navigation, names a generated page by its file, or lies among them."""
    dashboard = f"{PAGES}/{DASHBOARD}"
    if _NAMED.search(json.dumps(site.config.nav)):
        return True
    documents = [one for one in site.files.documentation_pages() if one.src_uri != dashboard]
    return any(
        one.src_uri.startswith(f"{PAGES}/")
        or (one.generated_by is None and _NAMED.search(one.content_string))
        for one in documents
    )


def _pages(site: Site, index: Index, compared: Compared | None) -> dict[File, PageWriter]:
    # All files first: pages link to each other, and a link is made only to what is there.
    return {
        File.generated(site.config, uri, content="", inclusion=InclusionLevel.NOT_IN_NAV): write
        for name, write in generated_pages(index, compared).items()
        if name != DASHBOARD and _free(site.files, uri := f"{PAGES}/{name}")
    }


def _free(files: Files, uri: str) -> bool:
    """Whether a page may be put there; one that ``trueup site`` has written gives way."""
    there = files.get_file_from_path(uri)
    if there is not None and MARK in there.content_string:
        files.remove(there)
        return True
    return there is None
