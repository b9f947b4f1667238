"""From the tree of blocks to blocks of visible text, each with what introduces it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from trueup.tags.chunks import Node, strip_lines
from trueup.tags.directives import Directive
from trueup.tags.lines import Line
from trueup.tags.model import BlockKind
from trueup.tags.reading import Reading
from trueup.tags.tagging import Found
from trueup.tags.visible import Visible, write_plain
from trueup.tags.writer import Writer

CHECKBOX = re.compile(r" *\[[xX ]\] +")
CAPTION = re.compile(r"(?:Table|Tab\.)(?: [\w.]+)?:", re.IGNORECASE)
SEPARATOR = " | "
DIGIT = re.compile(r"[0-9]")
# Digits of which none is part of a name in hexadecimal digits or the number of an issue.
NUMBER = re.compile(r"[0-9](?<![^\s(].)[0-9]*(?![0-9a-f])")
# Code, targets, addresses, and numbers of issues.
NO_NUMBER = re.compile(r"`[^`]*`|\]\([^()]*\)|https?://[^\s<>()|]*|#[0-9]+|\b(?=[0-9]*[a-f])[0-9a-f]{7,40}\b")
# Outside quotes they hold no Markdown.
BLOCK_ATTRIBUTES = re.compile(r" *\{:?[ ]*(?=[^\}\n ])(?:[^\"'}\[`<]|\"[^\"]*\"|'[^']*')*\} *")
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# Attributes at the end of a line of text; elsewhere they take a line of their own.
TRAILED = HEADINGS | {"dt", "td", "th"}
CAPTIONS = frozenset({"caption", "figcaption", "legend", "summary"})
KINDS: dict[str, BlockKind] = {
    "li": "item", "dd": "definition", "dt": "definition",
    **dict.fromkeys(CAPTIONS, "caption"), **dict.fromkeys(HEADINGS, "heading"),
}  # fmt: skip


@dataclass(slots=True, kw_only=True)
class Draft:
    """A block before its place among the others is known."""

    kind: BlockKind
    writer: Writer
    tags: list[Found]
    lead_in: str = ""
    header: tuple[str, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class Walk:
    """Writes all blocks of a tree.

    :param numbers: whether only blocks with a digit are wanted, and headings
    :ivar waiting: the table directive for which a table is sought
    """

    reading: Reading
    numbers: bool = False
    drafts: list[Draft] = field(default_factory=list)
    waiting: Directive | None = None

    def page(self, root: Node) -> None:
        self.children(root, "")
        self.passed()

    def passed(self) -> None:
        """Something stands here: a directive before it has no table."""
        if self.waiting:
            self.reading.report.add(
                "T115",
                self.waiting.start,
                f"no table follows the directive for `{self.waiting.argument}`",
                hint="put it right above the table",
            )
            self.waiting = None

    def children(self, node: Node, lead: str) -> None:
        """Write the children of a node; ``lead`` introduces them all."""
        before = ""
        rows: list[Draft] = []
        for child in node.children:
            above, rows = rows, []
            if child.role == "html":
                before = self._node(child, lead) or ""
            elif child.tag == "table":
                rows = self._table(child, before or lead)
                before = ""
            elif child.role == "title":
                lead = self.text(child.text, "caption", lead) or lead
            elif child.tag in {"ul", "ol", "dl"}:
                self._list(child, before or lead)
                before = ""
            else:
                text = self._node(child, lead)
                before = before if text is None else text
                if above and text and CAPTION.match(text) and not CAPTION.match(above[0].lead_in):
                    before = ""
                    for row in above:
                        row.lead_in = text
            if child.tail:
                before = self.text(child.tail, KINDS.get(node.tag, "paragraph"), lead) or before

    def _node(self, node: Node, lead: str) -> str | None:
        """Write any node; gives the text of a paragraph, and None where nothing is visible."""
        if node.tag == "p":
            text = self.text(node.text, "paragraph", lead)
            self.children(node, lead)
            return text
        if node.tag in CAPTIONS:
            self._item(node, lead)
            return ""
        if node.tag in {"pre", "hr"}:
            self.passed()
            return ""
        if node.title:
            lead = self.text(node.title.text, "caption", lead) or lead
        if node.text:
            text = self.text(node.text, KINDS.get(node.tag, "paragraph"), lead, trailed=node.tag in TRAILED)
            lead = lead if node.tag in HEADINGS else text or lead
        self.children(node, lead)
        return ""

    def _list(self, node: Node, lead: str) -> None:
        term = lead
        for child in node.children:
            if child.tag == "dt":
                term = self.text(child.text, "definition", lead, trailed=True) or lead
            else:
                self._item(child, term)

    def _item(self, node: Node, lead: str) -> None:
        kind = KINDS.get(node.tag, "item")
        text: str | None = None
        children = node.children
        if node.text:
            text = self.text(_unchecked(node.text), kind, lead)
        elif children and children[0].tag == "p":
            first = children[0]
            text = self.text(_unchecked(first.text), kind, lead)
            if first.tail:
                self.text(first.tail, kind, lead)
            rest = Node(node.tag)
            rest.children = children[1:]
            node = rest
        self.children(node, text or lead)

    def _table(self, node: Node, lead: str) -> list[Draft]:
        if self.numbers and not any(_has_number(cell.text) for row in node.children for cell in row.children):
            return []
        directive, self.waiting = self.waiting, None
        rows: list[Draft] = []
        header: tuple[str, ...] = ()
        for row in node.children:
            draft, texts = self._row(row, lead, header)
            if directive:
                draft.tags.insert(0, self._directive(directive))
                directive = None
            header = header or texts
            rows.append(draft)
        self.waiting = None
        return rows

    def _directive(self, directive: Directive) -> Found:
        """The tag of a table."""
        name, start = directive.argument, directive.start
        id_at = self.reading.source.text.find(name, start + len("<!--claims:table"), directive.end)
        return Found(claim=name, figure="", form="table", at=start, id_at=id_at)

    def _row(self, row: Node, lead: str, header: tuple[str, ...]) -> tuple[Draft, tuple[str, ...]]:
        writer = Writer()
        cells: list[tuple[int, int]] = []
        tags: list[Found] = []
        texts: list[str] = []
        at = 0
        for cell in row.children:
            lines = _without_attributes(cell.text, trailed=True)
            at = lines[0].at if lines else at
            start = writer.separate(SEPARATOR if cells else "", at)
            if lines and not write_plain(lines, writer):
                tags += [found for _, found in Visible(self.reading, lines, writer).tags]
            cells.append((start, writer.length))
            if not header:
                texts.append(writer.since(start))
        if not writer.runs:
            writer.runs.append((0, at))
        draft = Draft(kind="row", writer=writer, tags=tags, lead_in=lead, header=header, cells=tuple(cells))
        self.drafts.append(draft)
        return draft, tuple(texts)

    def text(self, lines: list[Line], kind: BlockKind, lead: str, *, trailed: bool = False) -> str | None:
        """Write a block of text; gives what is visible of it, and None where nothing stands at all."""
        lines = _without_attributes(strip_lines(lines), trailed=trailed)
        if not lines:
            return None
        if self.numbers and kind != "heading" and not _has_number(lines):
            return " ".join(line.text for line in lines)
        visible = Visible(self.reading, lines)
        whole: str | None = None
        for index, writer in enumerate(visible.writers):
            if not writer.length:
                continue
            self.passed()
            tags = [found for number, found in visible.tags if number == index]
            text = writer.text
            found_kind: BlockKind = "caption" if kind == "paragraph" and CAPTION.match(text) else kind
            self.drafts.append(Draft(kind=found_kind, writer=writer, tags=tags, lead_in=lead))
            whole = text
        if visible.interrupted:
            self.passed()
            whole = ""
        for directive in visible.directives:
            if directive.verb == "table":
                self.passed()
                self.waiting = directive
        return whole


def _has_number(lines: list[Line]) -> bool:
    """Whether a digit may be visible that is part of a number, as far as can be told without reading."""
    digits = [line.text for line in lines if DIGIT.search(line.text)]
    if not digits:
        return False
    text = "\n".join([line.text for line in lines])
    if "`" not in text and "](" not in text and "://" not in text and NUMBER.search(text):
        return True
    return "\\`" in text or bool(DIGIT.search(NO_NUMBER.sub("", text)))


def _unchecked(lines: list[Line]) -> list[Line]:
    """Without the box of a task."""
    lines = strip_lines(lines)
    match = CHECKBOX.match(lines[0].text) if lines else None
    return [lines[0].cut(match.end()), *lines[1:]] if match else lines


def _without_attributes(lines: list[Line], *, trailed: bool) -> list[Line]:
    """Without the list of attributes at the end of a block."""
    if not lines or "}" not in lines[-1].text or not lines[-1].text.rstrip().endswith("}"):
        return lines
    last = lines[-1]
    if len(lines) > 1 and BLOCK_ATTRIBUTES.fullmatch(last.text):
        return strip_lines(lines[:-1])
    at = last.text.rfind(" {")
    if trailed and at >= 0 and BLOCK_ATTRIBUTES.fullmatch(last.text, at):
        return [*lines[:-1], Line(last.text[:at].rstrip().rstrip("#").rstrip(), last.at)]
    return lines
