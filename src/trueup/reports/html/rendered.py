"""A rendered page as blocks of visible text, each character with its place in the HTML."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from itertools import islice

from trueup.diagnostics import Location
from trueup.tags.html_names import BLOCK_TAGS, VOID
from trueup.tags.model import Block, Mark, MarkKind

# What stands in them is no text of the page, or no claim could be made of it.
_SKIPPED = frozenset(
    {"pre", "script", "style", "template", "math", "svg", "textarea", "select", "canvas", "object", "iframe"}
)
# Contents, permanent links, marks of footnotes, formulas, and what this program has put there itself.
_SKIPPED_CLASSES = frozenset(
    {"toc", "headerlink", "footnote-ref", "footnote-backref", "arithmatex", "mermaid", "trueup-dashboard"}
    | {"trueup-caption", "trueup-review"}
)
_MARKED: dict[str, MarkKind] = {
    "code": "code",
    "kbd": "code",
    "samp": "code",
    "del": "struck",
    "s": "struck",
    "strike": "struck",
}
_BLOCKS = BLOCK_TAGS | {"label", "caption", "button"}
_SWITCH = re.compile(r"\s*claims:\s*(off|on)\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Text of a block from ``start`` to ``end``, and where in the HTML it is written."""

    start: int
    end: int
    first: int
    last: int


@dataclass(slots=True)
class Rendered:
    """A block, and where its text is written; what no one has written (the ``^`` of a power) has no piece.

    :ivar last: of each kind of mark, the index of the last one
    """

    text: list[str] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    last: dict[MarkKind, int] = field(default_factory=dict)
    length: int = 0

    def block(self, path: str) -> Block:
        """As the sweeps take it, which ask for no line here."""
        return Block(
            kind="paragraph",
            text="".join(self.text),
            runs=((0, Location(path=path, line=1, column=1)),),
            marks=tuple(self.marks),
        )

    def written(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Where in the HTML a part of the text is written; several places where tags stand between."""
        place: tuple[int, int] | None = None
        first = bisect_right(self.pieces, start, key=lambda one: one.end)
        for piece in islice(self.pieces, first, None):
            if end <= piece.start:
                break
            whole = piece.last - piece.first == piece.end - piece.start
            low = piece.first + max(start - piece.start, 0) * whole
            high = piece.last - max(piece.end - end, 0) * whole
            if place and place[1] == low:
                place = (place[0], high)
                continue
            if place:
                yield place
            place = (low, high)
        if place:
            yield place


def rendered_blocks(source: str, sign: str = "") -> list[Rendered]:
    """The blocks of a page's HTML, in order.

    :param sign: an attribute of claim links that are not dressed yet
    """
    reader = _Reader(source, sign)
    reader.feed(source)
    reader.close()
    reader.end_block()
    return reader.blocks


@dataclass(frozen=True, slots=True, kw_only=True)
class _Open:
    name: str = ""
    skipped: bool = False
    mark: MarkKind | None = None
    tagged: bool = False


class _Reader(HTMLParser):
    """Follows the open elements; an end tag closes all that was opened since its start tag."""

    def __init__(self, source: str, sign: str) -> None:
        super().__init__(convert_charrefs=False)
        self.blocks: list[Rendered] = []
        self._source = source
        self._sign = sign
        self._lines = [0, *(match.end() for match in re.finditer("\n", source))]
        self._block = Rendered()
        self._open: list[_Open] = []
        self._aside = False

    def end_block(self) -> None:
        """Close the block at hand, if there is any text in it."""
        if self._block.length:
            self.blocks.append(self._block)
            self._block = Rendered()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS:
            self.end_block()
        if tag == "br":
            self._add(" ", None)
        if tag in VOID:
            return
        given = dict(attrs)
        classes = frozenset((given.get("class") or "").split())
        if tag == "sup" and not (given.get("id") or "").startswith("fnref"):
            self._add("^", None)
        if "trueup-caption" in classes:
            self._checked_table()
        upper = self._open[-1] if self._open else _Open()
        self._open.append(
            _Open(
                name=tag,
                skipped=upper.skipped or tag in _SKIPPED or not classes.isdisjoint(_SKIPPED_CLASSES),
                mark=_MARKED.get(tag, upper.mark),
                tagged=upper.tagged or (tag == "a" and ("trueup" in classes or self._sign in given)),
            )
        )

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS:
            self.end_block()
        if tag == "br":
            self._add(" ", None)

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.end_block()
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at].name == tag:
                del self._open[at:]
                return

    def handle_data(self, data: str) -> None:
        self._add(data.replace("\n", " "), len(data))

    def handle_charref(self, name: str) -> None:
        self._reference(f"&#{name}")

    def handle_entityref(self, name: str) -> None:
        self._reference(f"&{name}")

    def handle_comment(self, data: str) -> None:
        if match := _SWITCH.fullmatch(data):
            self._aside = match[1] == "off"

    def _checked_table(self) -> None:
        """A claim checks all of the table whose caption has a badge."""
        for at, one in enumerate(self._open):
            if one.name == "table":
                self._open[at] = replace(one, tagged=True)

    def _reference(self, written: str) -> None:
        at = self._at()
        closed = self._source.startswith(";", at + len(written))
        self._add(html.unescape(f"{written};"), len(written) + closed)

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def _add(self, text: str, written: int | None) -> None:
        """Add visible text.

        :param written: how many characters of the HTML it takes up; None where it isn't written there
        """
        state = self._open[-1] if self._open else _Open()
        if state.skipped:
            return
        block = self._block
        start, end = block.length, block.length + len(text)
        kinds: list[MarkKind] = [state.mark] if state.mark else []
        if state.tagged:
            kinds.append("tag")
        if self._aside:
            kinds.append("aside")
        for kind in kinds:
            last = block.last.get(kind)
            if last is not None and block.marks[last].end == start:
                block.marks[last] = replace(block.marks[last], end=end)
            else:
                block.last[kind] = len(block.marks)
                block.marks.append(Mark(start=start, end=end, kind=kind))
        if written is not None:
            at = self._at()
            block.pieces.append(Piece(start=start, end=end, first=at, last=at + written))
        block.text.append(text)
        block.length = end
