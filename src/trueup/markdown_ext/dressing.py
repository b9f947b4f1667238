"""The attributes of a badge, at once or once the verdicts are known."""

from __future__ import annotations

import re
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from trueup.escape import html
from trueup.ids import ID
from trueup.reports.html.badge import attributes
from trueup.reports.html.matching import Index, Match, Shown
from trueup.reports.html.recorded import RecordedVerdict
from trueup.reports.html.sources import SourceLink, no_source

#: So many decisions are told on a card; the claim's page has all.
_DECIDED = 3


def dressed(
    index: Index,
    shown: Shown,
    verdict: RecordedVerdict | None,
    *,
    path: str | None,
    anchor: str | None,
    css: str | None,
    source: SourceLink,
) -> dict[str, str]:
    """All attributes but ``href``, each escaped.

    :param path: of the page, relative to the project's root; None when it isn't known
    :param css: classes that the author gave
    """
    claim = index.recorded.claims.get(shown.claim)
    missing = shown.claim if verdict is None and claim is None and index.recorded.claims else None
    found = attributes(
        shown.figure,
        claim=claim,
        verdict=verdict,
        unknown=missing if index.whole else None,
        unread=None if index.whole else missing,
        outside=index.is_outside(path),
        decides=[f"{name}: {sentence}" for name, sentence in index.decides(shown.claim)[:_DECIDED]],
        source=source,
    )
    found["class"] = " ".join(filter(None, (css, found["class"])))
    if anchor and ID.fullmatch(shown.claim):
        found["id"] = anchor
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mark:
    shown: Shown
    path: str
    id: str | None
    css: str | None


class Later:
    """Badges of pages that are rendered before the verdicts are known.

    A claim link is marked while its page is rendered, and gets its attributes by text afterwards, wherever
    that page's HTML has been put. What marks it can't be guessed by whoever writes a page.
    """

    def __init__(self) -> None:
        self.token = f"trueup-{secrets.token_hex(8)}"
        self.source: SourceLink = no_source
        self._marks: list[_Mark] = []
        self._matches: list[Match] = []
        self._unchecked: frozenset[int] = frozenset()
        self._place = re.compile(rf' data-{self.token}="([0-9]+)"')
        self._link = re.compile(rf'href="{self.token}:([^"]*)"')

    def target(self, name: str) -> str:
        """What a link to a claim is until there are pages; it has a scheme, so that nobody looks for it."""
        return f"{self.token}:{name if ID.fullmatch(name) else ''}"

    def mark(self, path: str, link: Element, shown: Shown) -> None:
        """Mark a claim link of a page.

        :param path: of the document, relative to the project's root
        """
        link.set(f"data-{self.token}", str(len(self._marks)))
        css = link.attrib.pop("class", None)
        self._marks.append(_Mark(shown=shown, path=path, id=link.attrib.pop("id", None), css=css))
        link.attrib.pop("title", None)
        link.set("href", self.target(shown.claim))

    def match(self, index: Index) -> None:
        """Find the verdict of each link, once all pages are rendered."""
        self._matches = self._matched(index, 0)
        self._unchecked = frozenset(number for number, one in enumerate(self._matches) if not one.verdict)

    def _matched(self, index: Index, first: int) -> list[Match]:
        """The verdict of each link from the given one on, document by document."""
        matches: dict[int, Match] = {}
        pages: dict[str, list[int]] = defaultdict(list)
        for number, one in enumerate(self._marks[first:], first):
            pages[one.path].append(number)
        for path, numbers in pages.items():
            found = index.match(path, [self._marks[number].shown for number in numbers])
            matches.update(zip(numbers, found, strict=True))
        return [matches[number] for number in range(first, len(self._marks))]

    def unchecked(self) -> Iterator[tuple[str, str]]:
        """The page and the claim of each link of which no verdict speaks."""
        for number in self._unchecked:
            yield self._marks[number].path, self._marks[number].shown.claim

    def without_unchecked(self, content: str) -> str:
        """Rendered HTML in which those links bear no mark, each character where it was."""
        if not self._unchecked:
            return content
        unmarked = f" data-{'-' * len(self.token)}="
        return self._place.sub(
            lambda found: unmarked + f'"{found[1]}"' if int(found[1]) in self._unchecked else found[0],
            content,
        )

    def finish(self, content: str, index: Index, to: Callable[[str], str]) -> str:
        """Rendered HTML with its badges.

        :param index: by which the links were matched
        :param to: gives the URL for the id of a claim; the empty id is that of no claim
        """
        if self.token not in content:
            return content
        if len(self._matches) < len(self._marks):
            # A blog's excerpts are rendered while a page that lists them is; anchors are the post's alone.
            late = self._matched(index, len(self._matches))
            self._matches += [Match(verdict=one.verdict, anchor=None) for one in late]

        def attributes_of(found: re.Match[str]) -> str:
            number = int(found[1])
            if number >= len(self._matches):
                return ""
            one, match = self._marks[number], self._matches[number]
            css = html(one.css) if one.css else None
            anchor = html(one.id) if one.id else match.anchor
            given = dressed(
                index, one.shown, match.verdict, path=one.path, anchor=anchor, css=css, source=self.source
            )
            return "".join(f' {key}="{value}"' for key, value in given.items())

        content = self._place.sub(attributes_of, content)
        return self._link.sub(lambda found: f'href="{html(to(found[1]))}"', content)
