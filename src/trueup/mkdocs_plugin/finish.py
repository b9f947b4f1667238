"""What rendered pages get once the verdicts are known: badges, counts, marks, the dashboard, a banner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING

from mkdocs.structure.pages import Page

from trueup.audit.covered import Coverage
from trueup.diagnostics import Location
from trueup.markdown_ext.dressing import Later
from trueup.mkdocs_plugin.generated import Site
from trueup.mkdocs_plugin.marking import Marking
from trueup.mkdocs_plugin.page_text import banner
from trueup.reports.html.dashboard import dashboard
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import MARKER, Links
from trueup.reports.html.recorded import RecordedVerdict
from trueup.reports.html.uncovered import Uncovered, coverage_line

if TYPE_CHECKING:
    from trueup.reports.html.review_page import Compared


class Finish:
    """The rendered pages of one build.

    :param pages: the pages, with what was rendered
    :param later: what was marked while they were rendered
    :param compared: what has changed since the base, where there is one
    """

    def __init__(
        self,
        site: Site,
        index: Index,
        pages: Iterable[Page],
        later: Later,
        marking: Marking,
        compared: Compared | None,
    ) -> None:
        self._site, self._index, self._later, self._marking = site, index, later, marking
        self._addresses = site.addresses()
        later.match(index)
        self._compared = compared
        self._rendered = {
            site.path(page.file.src_uri): page.content
            for page in pages
            if page.content is not None and page.file.src_uri not in site.generated and not _lists_posts(page)
        }
        self._documents = {*self._rendered, *(one.path for one in index.recorded.coverage)}
        self._stale: dict[str, list[RecordedVerdict]] = defaultdict(list)
        # Pages that name a claim which nothing defines, as far as the ledger could be read.
        self._lost = {page for page, claim in later.unchecked() if claim not in index.recorded.claims}
        for one in index.recorded.verdicts:
            if one.stale and one.at:
                self._stale[one.at.path].append(one)

    @cached_property
    def coverage(self) -> tuple[Coverage, ...]:
        """How many figures each document has: as its page shows it, else as it was judged."""
        found = {one.path: one for one in self._index.recorded.coverage}
        found.update({path: self._uncovered(path, html).coverage for path, html in self._rendered.items()})
        return tuple(found[path] for path in sorted(found))

    def unjudged(self) -> list[str]:
        """Documents with tags of which nothing at all was said: none that the settings name."""
        recorded = self._index.recorded
        if not recorded.claims:
            return []
        places = [one.at for one in recorded.verdicts] + [one.location for one in recorded.diagnostics]
        said = {one.path for one in places if one}
        return sorted({page for page, _ in self._later.unchecked()} - said)

    def finish(self, page: Page) -> None:
        """Give a page all of it; search has the text already, and would take far longer with the rest."""
        if page.content is None:
            return
        links, path = self._addresses.links(page.file.url), self._site.path(page.file.src_uri)
        content, covered = page.content, None
        if path in self._rendered:
            found = self._uncovered(path, content)
            content, covered = found.marked(content), found.coverage
        content = self._later.finish(content, self._index, partial(_target, links))
        if MARKER in content:
            content = content.replace(MARKER, dashboard(self._index, links, self.coverage))
        page.content = "".join((*self._top(path, links, covered), content))

    def _uncovered(self, path: str, content: str) -> Uncovered:
        """What no claim covers; a tag of which no verdict speaks covers nothing."""
        return self._marking.found(path, self._later.without_unchecked(content))

    def left_over(self, page: Page, output: str) -> str:
        """A page's HTML, where another plugin has put rendered text of a document into it."""
        url = page.file.url
        return self._later.finish(output, self._index, lambda name: _target(self._addresses.links(url), name))

    def _top(self, path: str, links: Links, covered: Coverage | None) -> Iterator[str]:
        recorded = self._index.recorded
        wrong = [
            one
            for one in recorded.diagnostics
            if one.severity == "error" and self._concerns(path, one.location)
        ]
        yield banner(self._stale.get(path, ()), wrong, self._index)
        if covered is None:
            return
        yield coverage_line(covered)
        if self._compared is not None and not isinstance(self._compared, tuple):
            from trueup.reports.html.review_page import changes_line  # noqa: PLC0415  only those who compare pay

            yield changes_line(self._compared, path, links)

    def _concerns(self, path: str, at: Location | None) -> bool:
        """Whether what is wrong there has to be said on a page: what took a claim from it has, too."""
        if at is None or at.path == path or not self._index.recorded.verdicts:
            return True
        return path in self._lost and at.path not in self._documents


def _target(links: Links, name: str) -> str:
    return links.claim(name) or links.dashboard or "#"


def _lists_posts(page: Page) -> bool:
    """Whether a blog puts excerpts of posts into the page; they are counted on their own pages."""
    return hasattr(page, "posts")
