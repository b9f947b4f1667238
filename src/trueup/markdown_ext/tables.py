"""Tables below a directive: a badge in the caption, and one on each wrong cell."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.util import HTML_PLACEHOLDER_RE

from trueup.ids import ID

_DIRECTIVE = re.compile(r"\s*<!--\s*claims:table\s+(\S+)\s*--!?>\s*")


def checked_tables(root: Element, md: Markdown) -> list[tuple[Element, str]]:
    """The tables that follow a directive, each with the claim that it names, in document order."""
    found: list[tuple[Element, str]] = []
    if not any(isinstance(one, str) and "claims:table" in one for one in md.htmlStash.rawHtmlBlocks):
        return found
    waiting: str | None = None
    for element in root.iter():
        if element.tag == "table":
            if waiting is not None:
                found.append((element, waiting))
            waiting = None
        elif (element.text or "").strip():
            waiting = _directive(element.text or "", md) or (
                waiting if _comment(element.text or "", md) else None
            )
    return found


def _directive(text: str, md: Markdown) -> str | None:
    """The claim of the directive with which a text ends."""
    for place in HTML_PLACEHOLDER_RE.finditer(text):
        match = _DIRECTIVE.fullmatch(_raw(place, md))
        if match and ID.fullmatch(match[1]) and not text[place.end() :].strip():
            return match[1]
    return None


def _comment(text: str, md: Markdown) -> bool:
    """Whether a text is nothing but a comment, which nobody sees."""
    place = HTML_PLACEHOLDER_RE.fullmatch(text.strip())
    return place is not None and _raw(place, md).lstrip().startswith("<!--")


def _raw(place: re.Match[str], md: Markdown) -> str:
    blocks = md.htmlStash.rawHtmlBlocks
    number = int(place[1])
    block = blocks[number] if number < len(blocks) else ""
    return block if isinstance(block, str) else ""


def cell_of(table: Element, row: int, column: int) -> Element | None:
    """A cell of the body, row and column from 1."""
    rows = table.findall("./tbody/tr")
    cells = list(rows[row - 1]) if 0 < row <= len(rows) else []
    return cells[column - 1] if 0 < column <= len(cells) else None


def caption(table: Element, text: str) -> Element:
    """A link in a new caption of the table, for its badge."""
    holder = Element("caption", {"class": "trueup-caption"})
    link = Element("a")
    link.text = text
    holder.append(link)
    table.insert(0, holder)
    return link


def wrapped(cell: Element) -> Element:
    """A link around the content of a cell, for its badge; behind it where the content has links itself."""
    link = Element("a")
    if cell.find(".//a") is not None:
        link.text = "wrong"
        cell.append(link)
        return link
    link.text, cell.text = cell.text, None
    for child in list(cell):
        cell.remove(child)
        link.append(child)
    cell.append(link)
    return link
