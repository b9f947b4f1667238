"""What rendered pages get once the verdicts are known: badges, counts, marks, the dashboard, a banner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mkdocs.structure.pages import Page

from trueup.audit.coverage import Coverage
from trueup.markdown_ext.dressing import Later
from trueup.mkdocs_plugin.generated import Site
from trueup.mkdocs_plugin.marking import Marking
from trueup.mkdocs_plugin.page_text import banner
from trueup.reports.html.dashboard import dashboard
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import MARKER, Links
from trueup.reports.html.recorded import RecordedVerdict
from trueup.reports.html.uncovered import coverage_line, find_uncovered, with_marks

if TYPE_CHECKING:
    from trueup.reports.html.review_page import Compared


class Finish:
    """The rendered pages of one build.

    :param later: what was marked while they were rendered
    :param compared: what has changed since the base, where there is one
    """

    def __init__(
        self, site: Site, index: Index, later: Later, marking: Marking, compared: Compared | None
    ) -> None:
        self._site, self._index, self._later, self._marking = site, index, later, marking
        self._compared = compared
        self._stale: dict[str, list[RecordedVerdict]] = defaultdict(list)
        for one in index.recorded.verdicts:
            if one.stale and one.at:
                self._stale[one.at.path].append(one)
        self._marked: dict[str, tuple[str, str]] = {}

    def coverage(self, pages: list[Page]) -> tuple[Coverage, ...]:
        """How many figures each document has: as its page shows it, else as it was judged."""
        found = {one.path: one for one in self._index.recorded.coverage}
        for page in pages:
            if page.content is not None and page.file.src_uri not in self._site.generated:
                path = self._site.path(page.file.src_uri)
                found[path] = self._marking.found(path, page.content).coverage
        return tuple(found[path] for path in sorted(found))

    def finish(self, page: Page, coverage: tuple[Coverage, ...]) -> None:
        """Give a page all but the marks of uncovered figures, with which search would take far longer."""
        if page.content is None:
            return
        uri, content = page.file.src_uri, page.content
        links, path = self._site.links(uri), self._site.path(uri)
        own = uri in self._site.generated
        uncovered = None if own else self._marking.found(path, content)
        # What separates the parts can't be guessed by whoever writes a page.
        separator = f"<{self._later.token}>"
        parts = uncovered.parts(content) if uncovered else [content]
        content = self._later.finish(
            separator.join(parts),
            uri,
            path,
            self._index,
            lambda name: links.claim(name) or links.dashboard or "#",
        )
        if MARKER in content:
            content = content.replace(MARKER, dashboard(self._index, links, coverage))
        top = "".join(self._top(path, links, uncovered.coverage if uncovered else None))
        page.content = top + content.replace(separator, "")
        if len(parts) > 1:
            self._marked[uri] = (page.content, top + with_marks(content.split(separator)))

    def mark(self, page: Page) -> None:
        """Mark the uncovered figures of a page."""
        plain, marked = self._marked.pop(page.file.src_uri, (None, ""))
        if plain is None or not page.content:
            return
        if page.content != plain:  # another plugin has been there since
            marked = with_marks(find_uncovered(page.content, "").parts(page.content))
        page.content = marked

    def _top(self, path: str, links: Links, covered: Coverage | None) -> Iterator[str]:
        recorded = self._index.recorded
        wrong = [
            one
            for one in recorded.diagnostics
            if one.severity == "error"
            and (not recorded.verdicts or one.location is None or one.location.path == path)
        ]
        yield banner(self._stale.get(path, ()), wrong, self._index)
        if covered is None:
            return
        yield coverage_line(covered)
        if self._compared is not None and not isinstance(self._compared, tuple):
            from trueup.reports.html.review_page import changes_line  # noqa: PLC0415  only those who compare pay

            yield changes_line(self._compared, path, links)
