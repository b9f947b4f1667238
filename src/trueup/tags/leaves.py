"""Blocks that hold text only: headings, rules, indented code, tables, paragraphs."""

from __future__ import annotations

import re

from trueup.tags.chunks import PATTERNS, Chunk, Node
from trueup.tags.lines import Line
from trueup.tags.parser import INDENT, Chunks, Parser, detab, loose_detab, put_back
from trueup.tags.stash import PLACEHOLDER, Code

RULER = re.compile(r"[: ]*[|-][|: -]*")
UNDERLINE = re.compile(r"(?:=+|-+) *$")
CODE_PIPES = re.compile(r"(\\\\)|(\\`+)|(`+)|(\\\|)|(\|)")
END_BORDER = re.compile(r"(?<!\\)(?:\\\\)*\|$")


def code(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    if not waiting[0][0].text.startswith(INDENT):
        return False
    _, rest = detab(waiting.popleft())
    parent.add("pre")
    put_back(waiting, _without_fences(parser, rest))
    return True


def _without_fences(parser: Parser, chunk: Chunk) -> Chunk:
    """A chunk that begins with indented code holds no fences, not even below that code."""
    lines: list[Line] = []
    for line in chunk:
        marker = line.text.lstrip("> ")
        match = PLACEHOLDER.fullmatch(marker)
        fence = parser.stash.get(match) if match else None
        if isinstance(fence, Code):
            outer = fence.indent - (len(line.text) - len(marker))
            lines += [written.cut(min(outer, len(written.text))) for written in fence.lines]
        else:
            lines.append(line)
    return Chunk(lines)


def heading(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    index = waiting[0].find("heading")
    if index < 0:
        return False
    chunk = waiting.popleft()
    if index:
        parser.one(parent, chunk.part(0, index))
    line = chunk[index]
    match = PATTERNS["heading"].match(line.text)
    if match:
        text = Line(match.group(2), line.at + match.start(2)).strip()
        parent.add(f"h{len(match.group(1))}", [text] if text.text else [])
    rest = chunk.part(index + 1)
    put_back(waiting, loose_detab(rest) if rest and parser.state() == "looselist" else rest)
    return True


def underlined(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    del parser
    chunk = waiting[0]
    if len(chunk) < 2 or not UNDERLINE.match(chunk[1].text):
        return False
    waiting.popleft()
    parent.add("h1" if chunk[1].text[0] == "=" else "h2", [chunk[0].strip()])
    put_back(waiting, chunk.part(2))
    return True


def rule(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    index = waiting[0].find("rule")
    if index < 0:
        return False
    chunk = waiting.popleft()
    if index:
        parser.one(parent, chunk.part(0, index))
    parent.add("hr")
    put_back(waiting, chunk.part(index + 1))
    return True


def paragraph(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    chunk = waiting.popleft()
    lines = list(chunk)
    if not lines[0].text.strip() and not any(line.text.strip() for line in lines):
        return True
    if parser.state() != "list":
        parent.add("p", lines)
    elif parent.last:
        parent.last.tail += lines
    else:
        parent.text += lines
    return True


def table(parser: Parser, parent: Node, waiting: Chunks) -> bool:
    del parser
    chunk = waiting[0]
    if len(chunk) < 2 or not RULER.fullmatch(chunk[1].text):
        return False
    top, ruler = _trim(chunk[0]), _trim(chunk[1])
    border = top.text.startswith("|") or bool(END_BORDER.search(top.text))
    header, columns = _split(top, border=border), _split(ruler, border=border)
    if len(header) != len(columns):
        return False
    if len(header) == 1 and not (border and all(_bordered(line) for line in chunk.part(1))):
        return False
    waiting.popleft()
    found = parent.add("table")
    _row(found, header, len(header), "th")
    for line in chunk.part(2):
        _row(found, _split(_trim(line), border=border), len(header), "td")
    return True


def _trim(line: Line) -> Line:
    left = line.text.lstrip(" ")
    return Line(left.rstrip(" "), line.at + len(line.text) - len(left))


def _bordered(line: Line) -> bool:
    text = line.text.strip(" ")
    return text.startswith("|") or bool(END_BORDER.search(text))


def _row(parent: Node, cells: list[Line], width: int, tag: str) -> None:
    row = parent.add("tr")
    for index in range(width):
        row.add(tag, [cells[index]] if index < len(cells) and cells[index].text else [])


def _split(line: Line, *, border: bool) -> list[Line]:
    """The cells of a row, without the blanks around them; a pipe in code or behind a backslash is none."""
    if border:
        if line.text.startswith("|"):
            line = line.cut(1)
        end = END_BORDER.search(line.text) if line.text.endswith("|") else None
        if end:
            line = Line(line.text[: end.start()], line.at)
    cells = []
    if "`" not in line.text and "\\" not in line.text:
        at = line.at
        for text in line.text.split("|"):
            left = text.lstrip()
            cells.append(Line(left.rstrip(), at + len(text) - len(left)))
            at += len(text) + 1
        return cells
    ticks: list[tuple[int, int, int]] = []
    pipes: list[int] = []
    for match in CODE_PIPES.finditer(line.text):
        if match.group(2):
            ticks.append((match.start(), match.end(), 1))
        elif match.group(3):
            ticks.append((match.start(), match.end(), 0))
        elif match.group(5):
            pipes.append(match.start())
    start = 0
    for pipe in _outside(pipes, _code(ticks)) if ticks else pipes:
        cells.append(Line(line.text[start:pipe], line.at + start).strip())
        start = pipe + 1
    return [*cells, line.cut(start).strip()]


def _code(ticks: list[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """Spans of code: a run of backticks and the next run of its length."""
    later: dict[int, list[int]] = {}
    for index in range(len(ticks) - 1, -1, -1):
        start, end, escaped = ticks[index]
        later.setdefault(end - start - escaped, []).append(index)
    spans = []
    index = 0
    while index < len(ticks):
        start, end, escaped = ticks[index]
        size = end - start - 2 * escaped
        following = later.get(size, []) if size else []
        while following and following[-1] <= index:
            following.pop()
        if following:
            index = following.pop()
            spans.append((start, ticks[index][1]))
        index += 1
    return spans


def _outside(pipes: list[int], spans: list[tuple[int, int]]) -> list[int]:
    found = []
    at = 0
    for pipe in pipes:
        while at < len(spans) and spans[at][1] <= pipe:
            at += 1
        if at == len(spans) or pipe < spans[at][0]:
            found.append(pipe)
    return found
