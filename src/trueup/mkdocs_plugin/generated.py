"""Files that the plugin adds to a site: a page per claim, the dashboard, assets and the manifest."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel

from trueup.diagnostics import Location
from trueup.reports.html.claim_page import claim_page
from trueup.reports.html.dashboard import TITLE
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import DASHBOARD, MARKER, REVIEW, Links, page_uri
from trueup.reports.html.pages import page as frame
from trueup.reports.html.plots.rates import rates
from trueup.reports.html.plots.rates_page import RATES, rates_page
from trueup.reports.html.review_page import Compared, review_page
from trueup.reports.html.sources import SourceLink, no_source

#: Folder of the generated pages among the documents.
PAGES = "claims"
STYLE, SCRIPT, MANIFEST = (f"assets/trueup/{name}" for name in ("trueup.css", "trueup.js", "claims.json"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The files of a build, by their place in the project.

    :param docs: folder of the documents, relative to the project's root
    :param generated: the pages that this plugin has added
    :param source: gives the address of a line in a file of the project
    """

    config: MkDocsConfig
    files: Files
    docs: str
    source: SourceLink = no_source
    generated: set[str] = field(default_factory=set)

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
            review=to(f"{PAGES}/{REVIEW}"),
            source=self.source,
            rates=to(f"{PAGES}/{RATES}"),
        )

    def _file(self, uri: str) -> File:
        return self.files.get_file_from_path(uri) or File.generated(self.config, uri, content="")


def add_files(
    site: Site, index: Index, document: Mapping[str, object], compared: Compared | None = None
) -> None:
    """Add all generated files; a page of the user's own is left alone.

    :param compared: what the review page says, where there is one
    """
    for uri, content in _assets(document):
        site.files.append(File.generated(site.config, uri, content=content))
    claims = {page_uri(name, PAGES): claim for name, claim in index.recorded.claims.items()}
    others = (DASHBOARD, *[REVIEW] * (compared is not None), *[RATES] * bool(rates(index.recorded)))
    uris = (*claims, *(f"{PAGES}/{name}" for name in others))
    wanted = [uri for uri in uris if site.files.get_file_from_path(uri) is None]
    # All files first: pages link to each other, and a link is made only to what is there.
    pages = [
        File.generated(site.config, uri, content="", inclusion=InclusionLevel.NOT_IN_NAV) for uri in wanted
    ]
    for page in pages:
        site.files.append(page)
        site.generated.add(page.src_uri)
    for page in pages:
        links, claim = site.links(page.src_uri), claims.get(page.src_uri)
        if claim:
            page.content_string = claim_page(claim, index, links)
        elif page.src_uri.endswith(RATES):
            page.content_string = rates_page(index.recorded, links)
        elif page.src_uri.endswith(REVIEW) and compared is not None:
            page.content_string = review_page(compared, index, links)
        else:
            page.content_string = frame(TITLE, [MARKER], contents=False)


def _assets(document: Mapping[str, object]) -> Iterator[tuple[str, str | bytes]]:
    folder = resources.files("trueup") / "assets"
    for uri in (STYLE, SCRIPT):
        yield uri, (folder / posixpath.basename(uri)).read_bytes()
    yield MANIFEST, json.dumps(document, ensure_ascii=True, indent=1, sort_keys=True) + "\n"
