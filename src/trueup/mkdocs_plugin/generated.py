"""Files that the plugin adds to a site: a page per claim, the dashboard, assets and the manifest."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel

from trueup.diagnostics import Location
from trueup.reports.html.assets import SCRIPT as _SCRIPT
from trueup.reports.html.assets import STYLE as _STYLE
from trueup.reports.html.assets import assets
from trueup.reports.html.generated import generated_pages
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import DASHBOARD, Links, page_uri
from trueup.reports.html.plots.rates_page import RATES
from trueup.reports.html.sources import SourceLink, no_source
from trueup.site.portable import MARK

#: Folder of the generated pages among the documents.
PAGES = "claims"
#: Folder of what goes with them.
ASSETS = "assets/trueup"
STYLE, SCRIPT = f"{ASSETS}/{_STYLE}", f"{ASSETS}/{_SCRIPT}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The files of a build, by their place in the project.

    :param docs: folder of the documents, relative to the project's root
    :param source: gives the address of a line in a file of the project
    """

    config: MkDocsConfig
    files: Files
    docs: str
    source: SourceLink = no_source

    def links(self, uri: str) -> Links:
        """Links of the page ``uri``."""
        origin = self._file(uri)

        def to(target: str) -> str | None:
            file = self.files.get_file_from_path(target)
            rendered = file is not None and file.inclusion.value > InclusionLevel.DRAFT.value
            return file.url_relative_to(origin) if file is not None and rendered else None

        def place(at: Location, anchor: str | None) -> str | None:
            found = to(posixpath.relpath(at.path, self.docs)) if at.path.endswith(".md") else None
            return found and (f"{found}#{anchor}" if anchor else found)

        return Links(
            claim=lambda name: to(page_uri(name, PAGES)),
            place=place,
            dashboard=to(f"{PAGES}/{DASHBOARD}") or "",
            source=self.source,
            rates=to(f"{PAGES}/{RATES}"),
        )

    def _file(self, uri: str) -> File:
        return self.files.get_file_from_path(uri) or File.generated(self.config, uri, content="")


def add_files(site: Site, index: Index, document: Mapping[str, object]) -> None:
    """Add all generated files; a page of the user's own is left alone."""
    for name, content in assets(index.recorded, document):
        site.files.append(File.generated(site.config, f"{ASSETS}/{name}", content=content))
    pages = {
        File.generated(site.config, uri, content="", inclusion=InclusionLevel.NOT_IN_NAV): write
        for name, write in generated_pages(index).items()
        if _free(site.files, uri := f"{PAGES}/{name}")
    }
    # All files first: pages link to each other, and a link is made only to what is there.
    for page in pages:
        site.files.append(page)
    for page, write in pages.items():
        page.content_string = write(site.links(page.src_uri))


def _free(files: Files, uri: str) -> bool:
    """Whether a page may be put there; one that ``trueup site`` has written gives way."""
    there = files.get_file_from_path(uri)
    if there is not None and MARK in there.content_string:
        files.remove(there)
        return True
    return there is None
