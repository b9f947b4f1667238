"""From the tree of blocks to blocks of visible text, each with what introduces it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from trueup.tags.chunks import Node, strip_lines
from trueup.tags.directives import Directive
from trueup.tags.lead import NO_LEAD, Lead
from trueup.tags.lines import Line
from trueup.tags.model import BlockKind
from trueup.tags.reading import Reading
from trueup.tags.tagging import Found
from trueup.tags.visible import Visible, write_plain
from trueup.tags.wanted import Wanted
from trueup.tags.writer import Writer

CHECKBOX = re.compile(r" *\[[xX ]\] +")
CAPTION = re.compile(r"(?:Table|Tab\.)(?: [\w.]+)?:", re.IGNORECASE)
SEPARATOR = " | "
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
    lead_in: Lead = NO_LEAD
    header: tuple[str, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class Walk:
    """Writes all blocks of a tree.

    :param wanted: which blocks are wanted besides headings; all where None
    :ivar waiting: the table directive for which a table is sought
    """

    reading: Reading
    wanted: Wanted | None = None
    drafts: list[Draft] = field(default_factory=list)
    waiting: Directive | None = None

    def page(self, root: Node) -> None:
        self.children(root, NO_LEAD)
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

    def children(self, node: Node, lead: Lead) -> None:
        """Write the children of a node; ``lead`` introduces them all."""
        before = NO_LEAD
        rows: list[Draft] = []
        for child in node.children:
            above, rows = rows, []
            if child.role == "html":
                before = self._node(child, lead) or NO_LEAD
            elif child.tag == "table":
                rows = self._table(child, before or lead)
                before = NO_LEAD
            elif child.role == "title":
                lead = self.text(child.text, "caption", lead) or lead
            elif child.tag in {"ul", "ol", "dl"}:
                self._list(child, before or lead)
                before = NO_LEAD
            else:
                text = self._node(child, lead)
                before = before if text is None else text
                if above and text and _is_caption(text) and not _is_caption(above[0].lead_in):
                    before = NO_LEAD
                    for row in above:
                        row.lead_in = text
            if child.tail:
                before = self.text(child.tail, KINDS.get(node.tag, "paragraph"), lead) or before

    def _node(self, node: Node, lead: Lead) -> Lead | None:
        """Write any node; gives the text of a paragraph, and None where nothing is visible."""
        if node.tag == "p":
            text = self.text(node.text, "paragraph", lead)
            self.children(node, lead)
            return text
        if node.tag in CAPTIONS:
            self._item(node, lead)
            return NO_LEAD
        if node.tag in {"pre", "hr"}:
            self.passed()
            return NO_LEAD
        if node.title:
            lead = self.text(node.title.text, "caption", lead) or lead
        if node.text:
            text = self.text(node.text, KINDS.get(node.tag, "paragraph"), lead, trailed=node.tag in TRAILED)
            lead = lead if node.tag in HEADINGS else text or lead
        self.children(node, lead)
        return NO_LEAD

    def _list(self, node: Node, lead: Lead) -> None:
        term = lead
        for child in node.children:
            if child.tag == "dt":
                term = self.text(child.text, "definition", lead, trailed=True) or lead
            else:
                self._item(child, term)

    def _item(self, node: Node, lead: Lead) -> None:
        kind = KINDS.get(node.tag, "item")
        text: Lead | None = None
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

    def _table(self, node: Node, lead: Lead) -> list[Draft]:
        if self.wanted and not self.waiting:
            cells = (cell.text for row in node.children for cell in row.children if cell.text)
            if not any(map(self.wanted, cells)):  # a caption below it is its own all the same
                return [Draft(kind="row", writer=Writer(), tags=[], lead_in=lead)]
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

    def _row(self, row: Node, lead: Lead, header: tuple[str, ...]) -> tuple[Draft, tuple[str, ...]]:
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

    def text(self, lines: list[Line], kind: BlockKind, lead: Lead, *, trailed: bool = False) -> Lead | None:
        """Write a block of text; gives what is visible of it, and None where nothing stands at all."""
        lines = _without_attributes(strip_lines(lines), trailed=trailed)
        if not lines:
            return None
        if self.wanted and kind != "heading" and not self.wanted(lines):
            self.passed()
            return Lead(reading=self.reading, lines=lines)
        visible = Visible(self.reading, lines)
        seen = visible.interrupted
        for index, writer in enumerate(visible.writers):
            if not writer.length:
                continue
            self.passed()
            seen = True
            tags = [found for number, found in visible.tags if number == index]
            found_kind: BlockKind = "caption" if kind == "paragraph" and CAPTION.match(writer.text) else kind
            self.drafts.append(Draft(kind=found_kind, writer=writer, tags=tags, lead_in=lead))
        if visible.interrupted:
            self.passed()
        for directive in visible.directives:
            if directive.verb == "table":
                self.passed()
                self.waiting = directive
        return Lead(visible.last) if seen else None


def _is_caption(lead: Lead) -> bool:
    return bool(CAPTION.match(lead.text))


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
