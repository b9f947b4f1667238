"""Blocks that hold blocks: quotes, admonitions, collapsible passages, tabs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from trueup.tags.chunks import PATTERNS, Node
from trueup.tags.lines import Line
from trueup.tags.lists import ALL_LISTS
from trueup.tags.parser import INDENT, Chunks, Parser, detab, put_back

HEADING = re.compile(r"#{1,6}((?:\\.|[^\\]|#+(?=[^#]))*?)#*$")


def quote(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    chunk = waiting[0]
    index = chunk.find("quote")
    if index < 0 or parser.deep(chunk):
        return False
    waiting.popleft()
    if index:
        parser.one(parent, chunk.part(0, index))
    last = parent.last
    found = last if last and last.tag == "blockquote" else parent.add("blockquote")
    parser.lines(found, [_unquote(line) for line in chunk.part(index)], "blockquote")
    return True


def _unquote(line: Line) -> Line:
    if line.text.strip() == ">":
        return Line("", line.at)
    match = PATTERNS["quote"].match(line.text)
    return line.cut(match.start(1)) if match else line


def admonition(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    return _titled(parser, parent, waiting, "admonition")


def details(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    return _titled(parser, parent, waiting, "details")


def tabs(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    return _titled(parser, parent, waiting, "tab")


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    """The title of a container.

    :param shown: whether there is one at all; one that isn't written is made of the container's kind
    :param joins: whether the container joins the tabs before it
    """

    text: list[Line]
    shown: bool = True
    joins: bool = False


def _titled(parser: Parser, parent: Node, waiting: Chunks, role: str) -> bool:
    chunk = waiting[0]
    index = chunk.find(role)
    if index < 0:
        return _continued(parser, parent, waiting, role)
    if parser.deep(chunk):
        return False
    waiting.popleft()
    if index:
        parser.one(parent, chunk.part(0, index))
    content, rest = detab(chunk.part(index + 1))
    title = _title(role, chunk[index])
    parser.lines(_open(parent, role, title), content)
    put_back(waiting, rest)
    return True


def _title(role: str, line: Line) -> Title:
    match = PATTERNS[role].match(line.text)
    if not match or match.group(2) is None:
        return Title(text=[])
    text = Line(match.group(2), line.at + match.start(2))
    inner = HEADING.match(text.text) if role == "details" else None
    if inner:
        text = Line(inner.group(1), text.at + inner.start(1)).strip()
    joins = role == "tab" and "!" not in (match.group(1) or "")
    return Title(text=[text] if text.text else [], shown=bool(text.text), joins=joins)


def _open(parent: Node, role: str, title: Title) -> Node:
    if role == "tab":
        last = parent.last
        group = last if last and last.role == "tabs" and title.joins else parent.add("div", role="tabs")
        found = group.add("div", role="tab")
    else:
        found = parent.add("details" if role == "details" else "div", role=role)
    if role == "tab":
        found.title = Node("p", title.text)
    elif title.shown:
        # As in Python-Markdown, a child like others: a definition takes a title before it for its term.
        found.add("p" if role == "admonition" else "summary", title.text, "title")
    return found


def _continued(parser: Parser, parent: Node, waiting: Chunks, role: str) -> bool:
    """An indented chunk behind a container belongs to it, or to an item of the list at its end."""
    chunk = waiting[0]
    last = parent.last
    if not chunk[0].text.startswith(INDENT) or not last or parser.deep(chunk):
        return False
    if last.role != ("tabs" if role == "tab" else role):
        return False
    found: Node | None = last.last if role == "tab" else last
    text = chunk[0].text
    indent = 0
    inner = found.last if found else None
    while inner and text.startswith(INDENT * 2) and inner.tag in ALL_LISTS:
        found = inner.last
        inner = found.last if found else None
        text = text[len(INDENT) :]
        indent += len(INDENT)
        if role == "tab" and inner and inner.role == "tabs":
            break
    if not found or not text.startswith(INDENT):
        return False
    waiting.popleft()
    content, rest = detab(chunk, indent + len(INDENT))
    if found.tag in {"li", "dd"}:
        found.wrap_text()
    parser.lines(found, content)
    put_back(waiting, rest)
    return True
