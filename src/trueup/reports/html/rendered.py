"""A rendered page as blocks of visible text, each character with its place in the HTML."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice

from trueup.diagnostics import Location
from trueup.tags.html_names import BLOCK_TAGS, VOID
from trueup.tags.html_tokens import VERBATIM, TokenKind, Tokens, attributes
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
# Their whole content: a listing holds hundreds of elements.
_PASSED_OVER = VERBATIM | {"pre"}
_MARKED: dict[str, MarkKind] = {
    "code": "code",
    "kbd": "code",
    "samp": "code",
    "del": "struck",
    "s": "struck",
    "strike": "struck",
}
_BLOCKS = BLOCK_TAGS | {"label", "caption", "button"}
_MARKUP = re.compile("[<&]")
# A tag as programs write it; what people write is read with more care.
_PLAIN = re.compile(r"<(/?)([a-z][a-z0-9]*)(?: [a-z][-a-z0-9]*=\"[^\"<>]*\")* ?(/?)>")
_REFERENCE = re.compile(r"&(?:#(?:[0-9]+|[xX][0-9a-fA-F]+)|[a-zA-Z][a-zA-Z0-9]*);?")
_SWITCH = re.compile(r"<!--\s*claims:\s*(off|on)\s*-->")


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

    def mark(self, kind: MarkKind, start: int, end: int) -> None:
        """Mark a part of the text, as one with the part before it if that has the mark too."""
        last = self.last.get(kind)
        if last is not None and self.marks[last].end == start:
            self.marks[last] = replace(self.marks[last], end=end)
        else:
            self.last[kind] = len(self.marks)
            self.marks.append(Mark(start=start, end=end, kind=kind))

    @property
    def whole(self) -> str:
        """All of its text."""
        return "".join(self.text)

    def block(self, path: str) -> Block:
        """As the sweeps take it, which ask for no line here."""
        return Block(
            kind="paragraph",
            text=self.whole,
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
    """The blocks of a page's HTML, in order; takes time in proportion to it.

    :param sign: an attribute of claim links that are not dressed yet
    """
    reader = _Reader(source, sign)
    reader.read()
    return reader.blocks


@dataclass(frozen=True, slots=True, kw_only=True)
class _Element:
    """What a start tag says.

    :param caption: whether it belongs to a table that a claim checks
    """

    skipped: bool
    mark: MarkKind | None
    tagged: bool
    raised: bool
    caption: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Open:
    name: str = ""
    skipped: bool = False
    mark: MarkKind | None = None
    tagged: bool = False


_NOTHING = _Open()


@lru_cache(maxsize=4096)
def _element(tag: str, name: str, sign: str) -> _Element:
    given = attributes(tag) if " " in tag or "\n" in tag else {}
    classes = frozenset((given.get("class") or "").split())
    return _Element(
        skipped=name in _SKIPPED or not classes.isdisjoint(_SKIPPED_CLASSES),
        mark=_MARKED.get(name),
        tagged=name == "a" and ("trueup" in classes or sign in given),
        raised=name == "sup" and not (given.get("id") or "").startswith("fnref"),
        caption="trueup-caption" in classes,
    )


@lru_cache(maxsize=4096)
def _within(upper: _Open, name: str, element: _Element) -> _Open:
    return _Open(
        name=name,
        skipped=upper.skipped or element.skipped,
        mark=element.mark or upper.mark,
        tagged=upper.tagged or element.tagged,
    )


class _Reader:
    """Follows the open elements; an end tag closes all that was opened since its start tag."""

    def __init__(self, source: str, sign: str) -> None:
        self.blocks: list[Rendered] = []
        self._source = source
        self._sign = sign
        self._tokens = Tokens(source)
        self._block = Rendered()
        self._open: list[_Open] = []
        self._aside = False

    def read(self) -> None:
        """Read it all."""
        source, place = self._source, 0
        while match := _MARKUP.search(source, place):
            start = match.start()
            if start > place:
                self._add(source[place:start], place, start)
            place = self._reference(start) if match[0] == "&" else self._tag(start)
        if place < len(source):
            self._add(source[place:], place, len(source))
        self._end_block()

    def _end_block(self) -> None:
        if self._block.length:
            self.blocks.append(self._block)
            self._block = Rendered()

    def _tag(self, start: int) -> int:
        """Take a tag, a comment or a declaration; gives where the text goes on."""
        if plain := _PLAIN.match(self._source, start):
            closing, name, empty = plain.groups()
            return self._take("end" if closing else "empty" if empty else "start", name, start, plain.end())
        token = self._tokens.read(start, special=True)
        if token is None:
            self._add("<", start, start + 1)
            return start + 1
        if token.kind == "comment":
            if match := _SWITCH.fullmatch(self._source, start, token.end):
                self._aside = match[1] == "off"
            return token.end
        return self._take(token.kind, token.name, start, token.end)

    def _take(self, kind: TokenKind, name: str, start: int, end: int) -> int:
        if name in _BLOCKS and self._block.length:
            self._end_block()
        if kind == "end":
            self._close(name)
        elif name == "br":
            self._add(" ", start, None)
        elif kind == "start" and name not in VOID:
            self._enter(name, self._source[start:end])
            if name in _PASSED_OVER:
                close = self._source.find(f"</{name}", end)
                return close if close >= 0 else len(self._source)
        return end

    def _enter(self, name: str, tag: str) -> None:
        element = _element(tag, name, self._sign)
        if element.raised:
            self._add("^", 0, None)
        if element.caption:
            self._checked_table()
        upper = self._open[-1] if self._open else _NOTHING
        self._open.append(_within(upper, name, element))

    def _close(self, name: str) -> None:
        if self._open and self._open[-1].name == name:
            self._open.pop()
            return
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at].name == name:
                del self._open[at:]
                return

    def _checked_table(self) -> None:
        """A claim checks all of the table whose caption has a badge."""
        for at, one in enumerate(self._open):
            if one.name == "table":
                self._open[at] = replace(one, tagged=True)

    def _reference(self, start: int) -> int:
        """Take a character reference, or what only looks like one."""
        match = _REFERENCE.match(self._source, start)
        end = match.end() if match else start + 1
        self._add(html.unescape(self._source[start:end]), start, end)
        return end

    def _add(self, text: str, first: int, last: int | None) -> None:
        """Add visible text.

        :param last: where in the HTML it ends that begins at ``first``; None where it isn't written there
        """
        state = self._open[-1] if self._open else _NOTHING
        block = self._block
        if state.skipped or (not block.length and text.isspace()):
            return
        start, end = block.length, block.length + len(text)
        if state.mark:
            block.mark(state.mark, start, end)
        if state.tagged:
            block.mark("tag", start, end)
        if self._aside:
            block.mark("aside", start, end)
        if last is not None:
            block.pieces.append(Piece(start=start, end=end, first=first, last=last))
        block.text.append(text.replace("\n", " "))
        block.length = end
