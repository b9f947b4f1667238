"""What a reader sees of an element while Python-Markdown still holds parts of its text aside."""

from __future__ import annotations

import html
import re
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.util import ETX, HTML_PLACEHOLDER_RE, STX

_ESCAPED = re.compile(f"{STX}([0-9]+){ETX}")
# As Python-Markdown reads them: never without the semicolon.
_ENTITY = re.compile(r"&(?:#[0-9]+|#x[0-9a-fA-F]+|[a-zA-Z0-9]+);")
_TAG = re.compile(r"<[^<>]*>")


def visible_text(element: Element, md: Markdown) -> str:
    """The text of an element with placeholders resolved: raw HTML, entities, escaped characters.

    ``10<sup>3</sup>`` reads ``10^3``; blanks are joined to one.
    """
    text = resolve("".join(_parts(element)), md)
    return " ".join(_ENTITY.sub(lambda match: html.unescape(match[0]), text).split())


def resolve(text: str, md: Markdown) -> str:
    """Put back what Python-Markdown has stashed; raw tags are dropped, their text is kept."""
    text = HTML_PLACEHOLDER_RE.sub(lambda match: _stashed(int(match[1]), md), text)
    text = _ESCAPED.sub(lambda match: chr(int(match[1])) if int(match[1]) < 0x110000 else "", text)
    return text.replace(f"{STX}amp{ETX}", "&").replace(STX, "").replace(ETX, "")


def _parts(element: Element) -> list[str]:
    found = ["^"] if element.tag == "sup" else []
    found.append(element.text or "")
    for child in element:
        # The mark of a footnote is no part of a figure.
        if not (child.get("id") or "").startswith("fnref"):
            found += _parts(child)
        found.append(child.tail or "")
    return found


def _stashed(number: int, md: Markdown) -> str:
    blocks = md.htmlStash.rawHtmlBlocks
    if number >= len(blocks):
        return ""
    block = blocks[number]
    if isinstance(block, str):
        if block.startswith(("<sup", "<br")):
            return "^" if block.startswith("<sup") else " "
        return _TAG.sub("", block)
    return "".join(block.itertext())
