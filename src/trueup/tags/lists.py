"""Lists, definition lists and what is indented under their items."""

from __future__ import annotations

import re

from trueup.tags.chunks import PATTERNS, Chunk, Node
from trueup.tags.lines import Line
from trueup.tags.parser import INDENT, Chunks, Parser, detab, loose_detab, put_back

LISTS = ("ul", "ol")
ALL_LISTS = ("dl", "ol", "ul")
ORDERED = re.compile(r" {0,3}\d+\. +(.*)")
UNORDERED = re.compile(r" {0,3}[*+-] +(.*)")
ITEM = re.compile(r" {0,3}(?:\d+\.|[*+-]) +")
INDENTED_ITEM = re.compile(r" {4,7}(?:\d+\.|[*+-]) +")
PLAIN = re.compile(r" {0,3}[^ :]")


def indented(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    """A chunk under an item of a list."""
    return _indented(parser, parent, waiting, ("li",), LISTS)


def indented_definition(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    """A chunk under a definition."""
    return _indented(parser, parent, waiting, ("dd", "li"), ALL_LISTS)


def _indented(
    parser: Parser, parent: Node, waiting: Chunks, items: tuple[str, ...], lists: tuple[str, ...]
) -> bool:
    chunk = waiting[0]
    if not chunk[0].text.startswith(INDENT) or parser.state() == "detabbed" or parser.deep(chunk):
        return False
    last = parent.last
    if parent.tag not in items and not (last and last.tag in lists):
        return False
    waiting.popleft()
    level, found = _level(parser, parent, chunk, items, lists)
    chunk = loose_detab(chunk, level)
    if parent.tag in items:
        parser.one(last if last and last.tag in lists else parent, chunk, "detabbed")
    elif found.tag in items:
        parser.one(found, chunk, "detabbed")
    elif found.last and found.last.tag in items:
        found.last.wrap_text()
        parser.one(found.last, chunk, "detabbed")
    else:
        parser.one(found.add("dd" if items[0] == "dd" else "li"), chunk, "detabbed")
    return True


def _level(
    parser: Parser, parent: Node, chunk: Chunk, items: tuple[str, ...], lists: tuple[str, ...]
) -> tuple[int, Node]:
    """How deep the chunk is indented in lists, and the list or item to which it belongs."""
    text = chunk[0].text
    indent = (len(text) - len(text.lstrip(" "))) // len(INDENT)
    level = 1 if parser.state() == "list" else 0
    while indent > level:
        child = parent.last
        if child is None or child.tag not in lists + items:
            break
        if child.tag in lists:
            level += 1
        parent = child
    return level, parent


def ordered(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    return _list(parser, parent, waiting, ORDERED, "ol")


def unordered(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    return _list(parser, parent, waiting, UNORDERED, "ul")


def _list(parser: Parser, parent: Node, waiting: Chunks, pattern: re.Pattern[str], tag: str) -> bool:
    chunk = waiting[0]
    if not pattern.match(chunk[0].text) or parser.deep(chunk):
        return False
    items = _items(waiting.popleft())
    last = parent.last
    if last and last.tag in LISTS:
        found = last
        previous = found.last
        if previous:
            previous.wrap_text()
            if previous.last and previous.last.tail:
                tail, previous.last.tail = previous.last.tail, []
                previous.add("p", tail)
        parser.one(found.add("li"), Chunk(items.pop(0)), "looselist")
    elif parent.tag in LISTS:
        found = parent
    else:
        found = parent.add(tag)
    for item in items:
        under = item[0].text.startswith(INDENT) and found.last
        parser.one(under or found.add("li"), Chunk(item), "list")
    return True


def _items(chunk: Chunk) -> list[list[Line]]:
    items: list[list[Line]] = []
    for line in chunk:
        match = ITEM.match(line.text)
        if match:
            items.append([line.cut(match.end())])
        elif INDENTED_ITEM.match(line.text) and not items[-1][0].text.startswith(INDENT):
            items.append([line])
        else:
            items[-1].append(line)
    return items


def definition(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    """Terms and a definition; the terms may be the paragraph before."""
    chunk = waiting[0]
    index = chunk.find("definition")
    if index < 0 or parser.deep(chunk):
        return False
    match = PATTERNS["definition"].match(chunk[index].text)
    terms = [line.strip() for line in chunk.part(0, index)]
    terms = [term for term in terms if term.text]
    last = parent.last
    if not match or (not terms and last is None):
        return False
    waiting.popleft()
    rest = chunk.part(index + 1)
    if rest and PLAIN.match(rest[0].text):
        content, rest = list(rest), rest.part(len(rest))
    else:
        content, rest = detab(rest)
    state = "list"
    if not terms and last and last.tag == "p":
        state = "looselist"
        terms = last.text
        parent.children.pop()
        last = parent.last
    if last and last.tag == "dl":
        found = last
        if not terms and found.last and found.last.tag == "dd" and found.last.children:
            state = "looselist"
    else:
        found = parent.add("dl")
    for term in terms:
        found.add("dt", [term])
    first = Line(match.group(1), chunk[index].at + match.start(1))
    parser.one(found.add("dd"), Chunk([first, *content]), state)
    put_back(waiting, rest)
    return True
