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

from trueup.reports.html.addresses import Addresses
from trueup.reports.html.assets import SCRIPT as _SCRIPT
from trueup.reports.html.assets import STYLE as _STYLE
from trueup.reports.html.dashboard import TITLE
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import DASHBOARD, MARKER, page
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
    :param source: template for the address of a line in a file of the project
    :param framed: pages that MkDocs does not render, by their place among the documents
    """

    config: MkDocsConfig
    files: Files
    docs: str
    source: str = ""
    generated: set[str] = field(default_factory=set)
    framed: dict[str, File] = field(default_factory=dict)

    def addresses(self) -> Addresses:
        """Where the pages are that are rendered."""
        urls = {
            uri: file.url
            for uri, file in (*self.framed.items(), *self.files.src_uris.items())
            if file.inclusion.value > InclusionLevel.DRAFT.value
        }
        return Addresses(urls=urls, docs=self.docs, pages=PAGES, source=self.source)

    def path(self, uri: str) -> str:
        """The path of a document in the project."""
        return posixpath.normpath(f"{self.docs}/{uri}")


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
    from trueup.reports.html.generated import generated_pages  # noqa: PLC0415  most sites have them framed

    writers = generated_pages(index, compared)
    pages = free_pages(site, writers)
    for file in pages.values():
        site.files.append(file)
        site.generated.add(file.src_uri)
    addresses = site.addresses()
    for name, file in pages.items():
        file.content_string = writers[name](addresses.links(file.url))


def free_pages(site: Site, names: Iterable[str]) -> dict[str, File]:
    """A file for each generated page but the dashboard, by its name, unless the user has one."""
    return {
        name: File.generated(site.config, uri, content="", inclusion=InclusionLevel.NOT_IN_NAV)
        for name in names
        if name != DASHBOARD and _free(site.files, uri := f"{PAGES}/{name}")
    }


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


def _free(files: Files, uri: str) -> bool:
    """Whether a page may be put there; one that ``trueup site`` has written gives way."""
    there = files.get_file_from_path(uri)
    if there is not None and MARK in there.content_string:
        files.remove(there)
        return True
    return there is None
