"""From the inline syntax of a block to its visible text, with the tags that stand in it."""

from __future__ import annotations

import html
import re

from trueup.tags.directives import Directive
from trueup.tags.inline import ESCAPED, Inline
from trueup.tags.lines import Line, Text
from trueup.tags.model import MarkKind
from trueup.tags.reading import Reading
from trueup.tags.spans import Kind, Span
from trueup.tags.stash import PLACEHOLDER, Raw
from trueup.tags.stray import report_in_image, report_stray
from trueup.tags.tagging import SCHEME, Found, Opened, Tagging
from trueup.tags.writer import Writer

ATTRIBUTES = re.compile(r"\{:?[ ]*(?=[^\}\n ])(?:[^\"'}\n]|\"[^\"\n]*\"|'[^'\n]*')*\}")
HTML_NAME = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
# Elements of raw HTML that mark their content as Markdown's own syntax does.
MARKED: dict[str, MarkKind] = {
    "del": "struck",
    "s": "struck",
    "strike": "struck",
    "code": "code",
    "kbd": "code",
}
TAG = re.compile(r"\[[^\[\]]*\]\((?a:claim:)([^\s\"')>]*)", re.IGNORECASE)
# A target that goes on to the parenthesis, since its bracket is never closed.
OPEN = re.compile(r"<\s*(?a:claim:)([^\s>]*)", re.IGNORECASE)
# A text without any of these is what it says.
MARKS = re.compile(r"[\\`*_\[\]<>&~!{}\x02\x03]")
BREAK = "  \n"
# What can be followed by a list of attributes.
ELEMENTS: frozenset[Kind] = frozenset(
    {"code", "link", "image", "address", "note", "emphasis", "struck", "break"}
)


def write_plain(lines: list[Line], writer: Writer) -> bool:
    """Write lines that hold no markup; False where they may hold some."""
    text = lines[0].text if len(lines) == 1 else "\n".join([line.text for line in lines])
    if MARKS.search(text) or BREAK in text or (":" in text and "claim:" in text.lower()):
        return False
    for number, line in enumerate(lines):
        if number:
            writer.blank(lines[number - 1].end)
        if line.text:
            writer.add(line.text, line.at)
    return True


class Visible:
    """Writes the visible text of some lines.

    :param writer: where to; several cells of a row share one
    :ivar writers: one for each stretch of text; a fence or raw HTML between them begins another
    :ivar tags: each with the index of its writer
    :ivar interrupted: whether code or raw HTML stood in the lines
    """

    def __init__(self, reading: Reading, lines: list[Line], writer: Writer | None = None) -> None:
        self.writer = writer or Writer()
        self.writers = [self.writer]
        self.tags: list[tuple[int, Found]] = []
        self.directives: list[Directive] = []
        self.interrupted = False
        if write_plain(lines, self.writer):
            return
        self.reading = reading
        self.tagging = Tagging(reading)
        self.source = Text(lines)
        self.single = writer is not None
        self.links: list[Opened] = []
        self.elements: list[tuple[str, list[int]]] = []
        self.inline = Inline(self.source.text, reading.references, reading.report, self.source.offset)
        self._write(self.inline.masked, 0)
        for _, opened in self.elements:
            self.writer.close(opened)
        report_stray(self.inline, self.source, self.tagging)

    @property
    def last(self) -> str:
        """The last stretch of text; empty where code or raw HTML stands in the lines."""
        if self.interrupted:
            return ""
        return next((writer.text for writer in reversed(self.writers) if writer.length), "")

    def _write(self, masked: str, base: int) -> None:
        at = 0
        while (found := masked.find("\x02", at)) >= 0:
            self._literal(masked, at, found, base)
            at = self._masked(masked, found, base)
        self._literal(masked, at, len(masked), base)

    def _literal(self, masked: str, low: int, high: int, base: int) -> None:
        while low < high:
            end = masked.find("\n", low, high)
            end = high if end < 0 else end
            if end > low:
                self.writer.add(masked[low:end], self.source.offset(base + low))
            if end < high:
                self.writer.blank(self.source.offset(base + end))
            low = end + 1

    def _masked(self, masked: str, at: int, base: int) -> int:
        """Write what is masked at ``at``; gives where the text goes on."""
        span = self.inline.spans.get(base + at)
        if span:
            self._span(span)
            end = span.end - base
            return self._attributes(masked, end, base) if span.kind in ELEMENTS else end
        placeholder = PLACEHOLDER.match(masked, at)
        if placeholder:
            self._stashed(placeholder)
            return placeholder.end()
        offset = self.source.offset(base + at)
        if offset in self.reading.macros:
            self._macro(offset)
        return masked.find("\x03", at) + 1 or len(masked)

    def _attributes(self, masked: str, at: int, base: int) -> int:
        """Behind the list of attributes at ``at``, if there is one; it ends before the next element."""
        if not masked.startswith("{", at):
            return at
        limit = masked.find("\x02", at)
        while limit >= 0:
            span = self.inline.spans.get(base + limit)
            if span and span.kind in ELEMENTS:
                break
            limit = masked.find("\x02", limit + 1)
        attributes = ATTRIBUTES.match(masked, at, limit if limit >= 0 else len(masked))
        return attributes.end() if attributes else at

    # Inline syntax.

    def _span(self, span: Span) -> None:
        at = self.source.offset(span.start)
        if span.kind == "link":
            self._link(span, at)
        elif span.kind == "code":
            self._code(span)
        elif span.kind == "emphasis":
            self._emphasis(span)
        elif span.kind == "struck":
            opened = self.writer.open()
            self._emphasis(span)
            self.writer.close(opened, "struck")
        elif span.kind == "image":
            self._image(span, at)
        else:
            self._small(span, at)

    def _small(self, span: Span, at: int) -> None:
        text = self.source.text[span.start : span.end]
        if span.kind == "escape":
            self.writer.add(text[1], at + 1)
        elif span.kind == "break":
            self.writer.blank(at)
        elif span.kind == "entity":
            self.writer.put(html.unescape(text), at)
        elif span.kind == "html":
            self._html(text, at)
        elif span.kind == "address":
            if SCHEME.match(text, 1):
                self._autolink(text[1:-1], at)
            elif inner := TAG.search(text):
                link = Opened(name=text[1 : inner.start()], at=at, claims=False)
                self.tagging.nested(link, inner.group(1), at + inner.start())
            self.writer.add(text[1:-1], at + 1)

    def _autolink(self, target: str, at: int) -> None:
        name = target[6:]
        self.reading.report.add(
            "T109",
            at,
            f"an autolink names the claim `{name}` and has no figure",
            hint=f"write [figure](claim:{name})",
        )

    def _image(self, span: Span, at: int) -> None:
        if SCHEME.match(span.href):
            name = span.href[6:]
            self.reading.report.add(
                "T108", at, f"an image names the claim `{name}` and shows no figure", hint="take the `!` away"
            )
        report_in_image(span, self.inline, self.source, self.tagging)

    def _emphasis(self, span: Span) -> None:
        text = self.source.text
        outer, inner = text[span.start - 1 : span.start], text[span.inner_at : span.inner_at + 1]
        if self.links and span.start and outer.isalnum() and inner.isalnum():
            self.links[-1].swallowed.append(self.source.offset(span.start))
        self._write(span.inner, span.inner_at)

    def _code(self, span: Span) -> None:
        opened = self.writer.open()
        low, high = span.inner_at, span.inner_at + len(span.inner)
        page = self.reading.source.text
        for number, piece in enumerate(self.source.text[low:high].split("\n")):
            at = self.source.offset(low)
            if number:
                self.writer.blank(at)
            self.writer.add(page[at : at + len(piece)] if "\x02" in piece else piece, at)
            low += len(piece) + 1
        self.writer.close(opened, "code")

    # Links and macros.

    def _link(self, span: Span, at: int) -> None:
        match = SCHEME.match(span.href)
        name = self._plain(span.href[6:] if match else span.href)
        if match and self.links:
            self.tagging.nested(self.links[-1], name, at)
        link = Opened(name=name, at=at, claims=bool(match))
        opened = self.writer.open()
        self.links.append(link)
        self._write(span.inner, span.inner_at)
        self.links.pop()
        place = self.writer.close(opened)
        if not match:
            if open_ := OPEN.match(span.href):
                self.tagging.unclosed(self._plain(open_[1]), at, "no `>` follows the target")
            return
        figure_at = self.writer.place(place[0]) if place else at
        href_at = span.href_at if span.target else self.source.offset(span.href_at)
        # The scheme stands before it, and perhaps a bracket.
        id_at = self.reading.source.text.find(name, href_at, href_at + len(name) + 8)
        found = Found(claim=name, figure=self.writer.cut(place), form="link", at=figure_at, id_at=id_at)
        if span.title and span.title.strip():
            found.formula = self._plain(span.title.replace("\n", " "))
            found.formula_at = span.title_at if span.target else self.source.offset(span.title_at)
        if self.tagging.good(name, figure_at, href_at) and self.tagging.figure(found, link):
            self._tag(found, place)

    def _macro(self, offset: int) -> None:
        macro = self.reading.macros[offset]
        self.reading.used.add(offset)
        if self.links:
            self.tagging.nested(self.links[-1], macro.id, offset)
        opened = self.writer.open()
        for text, at in macro.figure:
            self.writer.add(text.replace("\n", " "), at)
        place = self.writer.close(opened)
        figure = self.writer.cut(place)
        found = Found(claim=macro.id, figure=figure, form="macro", at=macro.figure_at, id_at=macro.id_at)
        if macro.formula and macro.formula.strip():
            found.formula, found.formula_at = macro.formula, macro.formula_at
        if self.tagging.good(macro.id, macro.figure_at) and self.tagging.figure(found):
            self._tag(found, place)

    def _tag(self, found: Found, place: tuple[int, int] | None) -> None:
        if place:
            found.span = place
            self.writer.mark(place, "tag")
            self.tags.append((len(self.writers) - 1, found))

    @staticmethod
    def _plain(text: str) -> str:
        """Without the backslashes that escape something."""
        return re.sub(r"\\(.)", lambda match: match.group(match.group(1) in ESCAPED), text)

    # Raw HTML.

    def _html(self, text: str, at: int) -> None:
        if SCHEME.match(text, 1):
            self._autolink(text[1:-1], at)
            return
        self.directives += self.reading.html(text, at)
        match = HTML_NAME.match(text)
        if not match:
            return
        closing, name = bool(match.group(1)), match.group(2).lower()
        if name == "br":
            self.writer.blank(at)
        elif name == "sup" and not closing:
            self.writer.put("^", at)
        elif name in MARKED and not closing and not text.endswith("/>"):
            self.elements.append((name, self.writer.open()))
        elif name in MARKED and self.elements and self.elements[-1][0] == name:
            self.writer.close(self.elements.pop()[1], MARKED[name])

    def _stashed(self, placeholder: re.Match[str]) -> None:
        found = self.reading.stash.get(placeholder)
        self.interrupted = True
        if isinstance(found, Raw):
            directives = self.reading.html(found.text, found.at)
            self.directives += directives
            # A comment can't be seen: it stands between nothing.
            self.interrupted = not directives and not found.text.startswith("<!--")
        if self.writer.length and not self.single and not self.writer.within:
            self.writer = Writer()
            self.writers.append(self.writer)
