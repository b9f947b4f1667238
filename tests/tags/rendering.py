"""What Python-Markdown makes of a document, as the treeprocessor of the site sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

from trueup.expression.tokens import RESERVED
from trueup.ids import ID
from trueup.markdown_ext.extension import PRIORITY
from trueup.markdown_ext.visible import resolve, visible_text
from trueup.quantity.units import RESERVED as UNITS
from trueup.tags.model import Page
from trueup.tags.scan import scan

#: The dialect of the documents, without snippets, which read files.
EXTENSIONS = [
    "abbr",
    "admonition",
    "attr_list",
    "def_list",
    "footnotes",
    "md_in_html",
    "tables",
    "pymdownx.details",
    "pymdownx.superfences",
    "pymdownx.tabbed",
    "pymdownx.tasklist",
    "pymdownx.tilde",
]
CONFIGS = {"pymdownx.tilde": {"subscript": False}, "pymdownx.tabbed": {"alternate_style": True}}
SCHEME = re.compile(r"claim:(.*)", re.IGNORECASE | re.DOTALL)

# Parts of the placeholders by which it holds links.
LEAKED = re.compile(r"klzzwxh|:[0-9]{4}")

#: Claim, visible figure, title.
Link = tuple[str, str, str]


class Collector(Treeprocessor):
    """Keeps the claim links of a page."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self.links: list[Link] = []

    def run(self, root: Element) -> None:
        self.links = list(self._links(root))

    def _links(self, root: Element) -> Iterator[Link]:
        for link in root.iter("a"):
            match = SCHEME.fullmatch(resolve(link.get("href") or "", self.md))
            figure = visible_text(link, self.md)
            # What else breaks a rule for tags is reported, and is no tag.
            if match and figure and ID.fullmatch(match[1]) and match[1] not in UNITS | RESERVED:
                yield match[1], figure, joined(resolve(link.get("title") or "", self.md))


class Renderer:
    """Renders documents and gives their links.

    :ivar garbled: whether Python-Markdown took characters for delimiters that are none, which loses text:
        of ``*a**a*b`` nothing is left of the ``b``; or took a link for one that ends before it begins,
        as ``[a]("[5](b)``; or what holds the place of a link shows
    """

    def __init__(self) -> None:
        self.md = Markdown(extensions=EXTENSIONS, extension_configs=CONFIGS)
        self.collector = Collector(self.md)
        self.md.treeprocessors.register(self.collector, "collector", PRIORITY)
        self.garbled = False
        for pattern in self.md.inlinePatterns:
            if hasattr(pattern, "add_region"):
                self._watch(pattern)
            if hasattr(pattern, "getLink"):
                self._watch_links(pattern)

    def _watch(self, pattern: Any) -> None:
        handle, add = pattern.handleMatch, pattern.add_region
        added: list[tuple[int, int]] = []

        def watched_add(delimiter: Any, start: int, inner: int, inner_end: int, end: int, size: int) -> None:
            added.extend([(start, inner), (inner_end, end)])
            add(delimiter, start, inner, inner_end, end, size)

        def watched_handle(match: re.Match[str], data: str) -> Any:
            added.clear()
            found = handle(match, data)
            if any(set(data[low:high]) - set(pattern.tokens) for low, high in added):
                self.garbled = True
            return found

        pattern.add_region, pattern.handleMatch = watched_add, watched_handle

    def _watch_links(self, pattern: Any) -> None:
        get = pattern.getLink

        def watched_get(data: str, index: int) -> Any:
            found = get(data, index)
            if found[-1] and found[2] < 0:
                self.garbled = True
            return found

        pattern.getLink = watched_get

    def links(self, text: str) -> list[Link] | None:
        """The claim links of a document in the order in which they are rendered; None where it is garbled."""
        self.md.reset()
        self.garbled = False
        self.collector.links = []
        html = self.md.convert(text)
        if LEAKED.search(html) and not LEAKED.search(text):
            self.garbled = True
        return None if self.garbled else self.collector.links


def scanned(page: Page) -> list[Link]:
    """The link-form tags of a page, in the same terms."""
    return [
        (tag.claim, joined(tag.figure), joined(tag.formula or "")) for tag in page.tags if tag.form == "link"
    ]


def joined(text: str) -> str:
    """With single blanks."""
    return " ".join(text.split())


def in_order(text: str, links: list[Link]) -> list[Link]:
    """As they are, unless the dialect moves them: footnotes to the end, labels of tabs together."""
    return sorted(links) if "[^" in text or "===" in text else links


#: Where the scanner departs from Python-Markdown on purpose, and says so.
APART = {"T103", "T122", "T123", "T124"}


def compare(renderer: Renderer, text: str) -> None:
    """Assert that the scanner finds what is rendered."""
    page = scan("doc.md", text)
    links = renderer.links(text)
    if links is None or any(diagnostic.code in APART for diagnostic in page.diagnostics):
        return
    assert in_order(text, scanned(page)) == in_order(text, links)
