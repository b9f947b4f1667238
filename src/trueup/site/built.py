"""What a built site shows: badges, what its generated pages tell, and the verdicts that were published."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from trueup.diagnostics import Diagnostic, TrueupError
from trueup.files import TEXT_CAP, Root
from trueup.reports.html.assets import BADGE, CLAIMS, SCHEMA
from trueup.reports.html.pages import TELLS
from trueup.site.told import Told, read_shield, read_told

# Of one page; a larger one is no page of ours.
_SIGN = b"data-trueup-figure"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownBadge:
    """A badge as the HTML has it.

    :param claim: the id, from the badge or from its anchor; empty where neither says
    :param table: whether it is the badge of a whole table
    :param moved: whether it is in a footnote
    :param place: path of the document that states the figure; empty where the badge does not say
    :param text: what a reader sees in the place of the figure
    :param looks: the badge's classes
    """

    claim: str
    figure: str
    status: str
    value: str = ""
    expected: str = ""
    anchor: str = ""
    table: bool = False
    moved: bool = False
    place: str = ""
    text: str = ""
    looks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltSite:
    """
    :param pages: badges in order, by page, relative to the site's folder
    :param others: pages without a badge
    :param told: what generated pages tell, by page
    :param shields: what badges for a README say, by path
    :param published: documents of verdicts, by path
    :param unreadable: files that were published as such documents, and are none
    """

    pages: Mapping[str, tuple[ShownBadge, ...]]
    others: frozenset[str]
    published: Mapping[str, Mapping[str, Any]]
    told: Mapping[str, Mapping[str, Told]]
    shields: Mapping[str, str]
    unreadable: tuple[str, ...] = ()


def read_site(folder: Path) -> BuiltSite:
    """Read a built site.

    :raises TrueupError: C863 when the folder holds no page
    """
    root = Root(folder)
    pages: dict[str, tuple[ShownBadge, ...]] = {}
    others: set[str] = set()
    told: dict[str, Mapping[str, Told]] = {}
    for path in root.glob("**/*.html"):
        content = root.read_bytes(path, TEXT_CAP)
        if _SIGN in content:
            pages[path] = tuple(badges(content.decode("utf-8", errors="replace")))
        else:
            others.add(path)
        if TELLS.encode("ascii") in content:
            told[path] = read_told(content.decode("utf-8", errors="replace"))
    if not pages and not others:
        hint = "build the site first, and name the folder that the generator wrote"
        raise TrueupError(Diagnostic(code="C863", message=f"there is no page in {folder}", hint=hint))
    found = {path: _document(root, path) for path in root.glob(f"**/{CLAIMS}")}
    # A file of that name may be somebody else's; where our schema lies beside it, it is ours.
    ours = {posixpath.dirname(path) for path in root.glob(f"**/{SCHEMA}")}
    return BuiltSite(
        pages=pages,
        others=frozenset(others),
        published={path: one for path, one in found.items() if one is not None},
        told=told,
        shields={
            path: read_shield(root.read_bytes(path, TEXT_CAP).decode("utf-8", errors="replace"))
            for path in root.glob(f"**/{BADGE}")
            if posixpath.dirname(path) in ours
        },
        unreadable=tuple(
            path for path, one in found.items() if one is None and posixpath.dirname(path) in ours
        ),
    )


def badges(html: str) -> Iterator[ShownBadge]:
    """The badges of a page, in order."""
    finder = _Finder()
    finder.feed(html)
    finder.close()
    return iter(finder.found)


def _document(root: Root, path: str) -> Mapping[str, Any] | None:
    try:
        found = json.loads(root.read_text(path))
    except (TrueupError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and {"verdicts", "claims", "summary"} <= found.keys() else None


class _Finder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[ShownBadge] = []
        self._captions = self._notes = 0
        self._text: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._captions += tag == "caption"
        data = {name: value or "" for name, value in attrs}
        # Every `div` within the footnotes is counted, so that their end is known.
        self._notes += tag == "div" and (self._notes > 0 or data.get("class") == "footnote")
        if tag != "a" or "data-trueup-figure" not in data:
            return
        anchor = data.get("id", "")
        named = anchor.removeprefix("claim-").partition("-")[0] if anchor.startswith("claim-") else ""
        self._text = []
        self.found.append(
            ShownBadge(
                claim=data.get("data-trueup-claim", named),
                figure=data["data-trueup-figure"],
                status=data.get("data-trueup-status", ""),
                value=data.get("data-trueup-value", ""),
                expected=data.get("data-trueup-expected", ""),
                anchor=anchor,
                table=self._captions > 0,
                moved=self._notes > 0,
                place=data.get("data-trueup-place", "").rpartition(":")[0],
                looks=frozenset(data.get("class", "").split()),
            )
        )

    def handle_endtag(self, tag: str) -> None:
        self._captions -= tag == "caption" and self._captions > 0
        self._notes -= tag == "div" and self._notes > 0
        if tag == "a" and self._text is not None:
            self.found[-1] = replace(self.found[-1], text="".join(self._text))
            self._text = None

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)
