"""A generated page as HTML, for where no Markdown is rendered."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from html import unescape

_HEADING = re.compile(r"(#{1,6}) +(.*)")
_TAG = re.compile(r"<[^<>]*>")
_SUMMARY = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """
    :param anchor: of the title
    :param content: HTML below the title, headings with anchors
    :param headings: anchor and text of those below the title
    :param summary: what the page begins with, as text
    """

    title: str
    anchor: str
    content: str
    headings: tuple[tuple[str, str], ...]
    summary: str


def read_body(page: str) -> Body:
    """Read a page that :func:`trueup.reports.html.pages.page` wrote: headings and blocks of raw HTML."""
    matter, _, rest = page.removeprefix("---\n").partition("\n---\n")
    title = json.loads(matter.partition("\n")[0].removeprefix("title: "))
    parts: list[str] = []
    headings: list[tuple[str, str]] = []
    taken: list[str] = []
    summary = ""
    for block in filter(None, (one.strip() for one in rest.split("\n\n"))):
        found = _HEADING.fullmatch(block)
        if found is None:
            summary = summary or " ".join(unescape(_TAG.sub(" ", block)).split())[:_SUMMARY]
            parts.append(block)
            continue
        level, inner = len(found[1]), found[2]
        anchor = _slug(unescape(inner), taken)
        taken.append(anchor)
        if level == 1:
            continue
        headings.append((anchor, unescape(inner)))
        parts.append(f'<h{level} id="{anchor}">{inner}</h{level}>')
    anchor = taken[0] if taken else ""
    return Body(
        title=title, anchor=anchor, content="\n".join(parts), headings=tuple(headings), summary=summary
    )


def _slug(text: str, taken: list[str]) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-") or "part"
    return words if words not in taken else f"{words}-{len(taken)}"
