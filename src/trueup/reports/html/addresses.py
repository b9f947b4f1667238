"""Links between the pages of a site whose addresses a generator has given."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass

from trueup.diagnostics import Location
from trueup.reports.html.pages import DASHBOARD, RATES, REVIEW, Links, page_uri
from trueup.reports.html.sources import source_links


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """Where pages are.

    :param urls: of each page that is rendered, relative to the site, by its place among the documents
    :param docs: folder of the documents, relative to the project's root
    :param pages: folder of the generated pages among the documents
    :param source: template for the address of a line in a file of the project
    """

    urls: Mapping[str, str]
    docs: str
    pages: str
    source: str

    def links(self, url: str) -> Links:
        """Links of the page at ``url``; a page that is not rendered is not linked."""
        above = "" if self.docs == "." else f"{self.docs}/"

        def to(target: str) -> str | None:
            found = self.urls.get(target)
            return None if found is None else relative(found, url)

        def place(at: Location, anchor: str | None) -> str | None:
            found = to(at.path.removeprefix(above)) if at.path.startswith(above) else None
            return found and (f"{found}#{anchor}" if anchor else found)

        return Links(
            claim=lambda name: to(page_uri(name, self.pages)),
            place=place,
            dashboard=to(f"{self.pages}/{DASHBOARD}") or "",
            review=to(f"{self.pages}/{REVIEW}"),
            source=source_links(self.source),
            rates=to(f"{self.pages}/{RATES}"),
        )


def relative(url: str, origin: str) -> str:
    """The address of a page as another one links to it, whose address ends in a slash or in a file's name."""
    there, here = url.removeprefix("./"), origin.removeprefix("./")
    folder = here[: here.rfind("/") + 1]
    shared = posixpath.commonprefix((folder, there)).rfind("/") + 1
    return "../" * folder.count("/", shared) + there[shared:] or "./"
