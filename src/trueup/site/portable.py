"""The generated pages as files among the documents, for generators that run no plugin."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from trueup.diagnostics import Location
from trueup.escape import uri
from trueup.reports.html.assets import fixed_assets, verdict_assets
from trueup.reports.html.generated import generated_pages
from trueup.reports.html.matching import Index
from trueup.reports.html.page_names import claim_file
from trueup.reports.html.pages import DASHBOARD, RATES, REVIEW, Links, page_uri
from trueup.reports.html.review_page import Compared
from trueup.reports.html.sources import SourceLink, no_source
from trueup.site.manifest import MARK

#: What links name: the ``source`` of a page, ``a.md``, for code hosts and generators that follow such links;
#: else the page as it is built, ``a/`` for ``directory`` and ``a.html`` for ``file``.
Urls = Literal["source", "directory", "file"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where the generated pages lie.

    :param docs: folder of the documents, relative to the project's root
    :param pages: folder of the generated pages, relative to the documents' folder
    :param source: gives the address of a line in a file of the project
    """

    docs: str
    pages: str
    urls: Urls = "source"
    source: SourceLink = no_source

    def links(self, name: str, pages: Collection[str]) -> Links:
        """Links of the generated page ``name``, where all of ``pages`` are made."""
        origin = self._address(posixpath.join(self.pages, name))
        start = origin if self.urls == "directory" else posixpath.dirname(origin)

        def to(target: str) -> str:
            address = self._address(target)
            found = posixpath.relpath(address or ".", start or ".")
            return uri(f"{found}/" if self.urls == "directory" else found)

        def place(at: Location, anchor: str | None) -> str | None:
            target = posixpath.relpath(at.path, self.docs)
            if not target.endswith(".md") or target.startswith("../"):
                return None
            return f"{to(target)}#{quote(anchor)}" if anchor else to(target)

        return Links(
            claim=lambda name: to(page_uri(name, self.pages)),
            place=place,
            dashboard=to(f"{self.pages}/{DASHBOARD}"),
            review=to(f"{self.pages}/{REVIEW}") if REVIEW in pages else None,
            rates=to(f"{self.pages}/{RATES}") if RATES in pages else None,
            source=self.source,
        )

    def _address(self, uri: str) -> str:
        if self.urls == "source":
            return uri
        folder, name = posixpath.split(uri.removesuffix(".md"))
        name = "index" if name == "README" else name
        if self.urls == "file":
            return posixpath.join(folder, f"{name}.html")
        return folder if name == "index" else posixpath.join(folder, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A file of the site.

    :param claim: whose page it is
    """

    content: bytes
    claim: str | None = None


def portable_files(
    index: Index, document: Mapping[str, object], layout: Layout, compared: Compared | None = None
) -> dict[str, Written]:
    """All generated files, by their name in the folder of the pages.

    :param compared: what the review page says, where there is one
    """
    return dict(_files(index, document, layout, compared))


def _files(
    index: Index, document: Mapping[str, object], layout: Layout, compared: Compared | None
) -> Iterator[tuple[str, Written]]:
    for name, content in (*fixed_assets(), *verdict_assets(index.recorded, document)):
        yield name, Written(content=content)
    claims = {claim_file(name): name for name in index.recorded.claims}
    pages = generated_pages(index, compared)
    for name, write in pages.items():
        yield name, Written(content=_marked(write(layout.links(name, pages))), claim=claims.get(name))


def _marked(page: str) -> bytes:
    """A page with the mark below its front matter, set aside for the sweeps of the check."""
    matter, end, body = page.removeprefix("---\n").partition("\n---\n")
    return (
        f"---\n{matter}{end}\n{MARK}\n\n<!-- claims:off -->\n\n{body.strip()}\n\n<!-- claims:on -->\n"
    ).encode()
