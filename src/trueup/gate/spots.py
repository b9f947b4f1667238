"""Where two states of a project state claims, and which place of one is which of the other."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass

from trueup.diagnostics import Location
from trueup.engine.sides import Side
from trueup.tags.model import Block, Page
from trueup.verdict.model import Place, Verdict

#: In so many lost tags of one document figures are looked for that still stand there.
SOUGHT = 200

_NO_BLOCK = Block(kind="paragraph", text="", runs=((0, Location(path="", line=1, column=1)),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A figure of a claim, tagged or not, a cell of its table; or a claim that no document states.

    :param path: of the document, empty for none
    :param at: of the figure
    :param span: the figure's place in the text of ``block``
    """

    claim: str
    figure: str
    tagged: bool
    path: str = ""
    at: Location | None = None
    verdict: Verdict | None = None
    cell: Place | None = None
    block: Block = _NO_BLOCK
    span: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """
    :param pairs: a place of the base, and the one that it is in the head
    :param plain: places of the base whose figure stands untagged in the head, there
    :param gone: other places that only the base has, and ``new`` those that only the head has
    """

    pairs: tuple[tuple[Spot, Spot], ...]
    plain: tuple[tuple[Spot, Location], ...]
    gone: tuple[Spot, ...]
    new: tuple[Spot, ...]


def spots(side: Side) -> list[Spot]:
    """The places of a side, each once: first the tags, then what else has a verdict."""
    verdicts = {(one.claim, one.at): one for one in side.report.verdicts}
    found: dict[tuple[str, Location | None], Spot] = {}
    for page in side.pages.values():
        for tag in page.tags:
            key = tag.claim, tag.location
            if key not in found:
                found[key] = Spot(
                    claim=tag.claim,
                    figure=tag.figure,
                    tagged=True,
                    path=page.path,
                    at=tag.location,
                    verdict=verdicts.get(key),
                    block=page.blocks[tag.block] if tag.block >= 0 else _NO_BLOCK,
                    span=tag.span,
                )
    for verdict in side.report.verdicts:
        if (verdict.claim, verdict.at) not in found:
            found[verdict.claim, verdict.at] = Spot(
                claim=verdict.claim,
                figure=verdict.figure or "",
                tagged=False,
                path=verdict.at.path if verdict.at else "",
                at=verdict.at,
                verdict=verdict,
                cell=verdict.cell,
            )
    return list(found.values())


def match(base: Side, head: Side) -> Matched:
    """Which place of the base is which of the head.

    What stands in the same text is the same; then a figure of one claim in one document; then, in order,
    whatever one document says of a claim; a figure that names another claim now; and what has moved to
    another document.
    """
    matching = _Matching(spots(base), spots(head))
    plain = matching.by_text(head.pages)
    matching.by(lambda one: (one.tagged, one.path, one.claim, one.figure, one.cell and one.cell.header))
    matching.by(_by_claim)
    matching.by(lambda one: (one.path, one.figure) if one.tagged and one.figure else None)
    plain += matching.still_written(head.pages)
    matching.by(lambda one: (one.claim, one.figure) if one.tagged else None)
    # A figure that was rewritten as well has moved only where its document is gone.
    matching.by(lambda one: one.claim if one.tagged and one.path not in head.pages else None, anywhere=True)
    return Matched(
        pairs=tuple(matching.pairs), plain=tuple(plain), gone=tuple(matching.base), new=tuple(matching.head)
    )


class _Matching:
    """The places that nobody has matched yet, in order."""

    def __init__(self, base: list[Spot], head: list[Spot]) -> None:
        self.base, self.head = base, head
        self.pairs: list[tuple[Spot, Spot]] = []

    def by(self, key: Callable[[Spot], Hashable | None], *, anywhere: bool = False) -> None:
        """Match those with the same key, the first with the first; a key of None matches nothing.

        :param anywhere: match with whatever the head has of the key's claim
        """
        waiting: dict[Hashable, list[Spot]] = defaultdict(list)
        for one in self.head:
            name: Hashable | None = one.claim if anywhere and one.tagged else key(one)
            if name is not None:
                waiting[name].append(one)
        for queue in waiting.values():
            queue.reverse()
        left: list[Spot] = []
        taken: set[int] = set()
        for one in self.base:
            name = key(one)
            if name is not None and waiting.get(name):
                other = waiting[name].pop()
                taken.add(id(other))
                self.pairs.append((one, other))
            else:
                left.append(one)
        self.base = left
        self.head = [one for one in self.head if id(one) not in taken]

    def by_text(self, pages: Mapping[str, Page]) -> list[tuple[Spot, Location]]:
        """Match tags at one place of one text; where such a text has lost its tag, say where it stands."""
        self.by(_by_text_and_claim)
        self.by(_by_text)
        blocks: dict[tuple[str, str], list[Block]] = defaultdict(list)
        for page in pages.values():
            for block in page.blocks:
                blocks[page.path, block.text].append(block)
        bare: dict[Hashable, list[Block]] = {}

        def find(one: Spot) -> Location | None:
            key = one.path, one.block.text, one.span
            if key not in bare:
                bare[key] = [block for block in reversed(blocks[key[:2]]) if not _marked(block, one.span)]
            return bare[key].pop().locate(one.span[0]) if bare[key] else None

        return self._plain(find)

    def still_written(self, pages: Mapping[str, Page]) -> list[tuple[Spot, Location]]:
        """Figures that their document still states, in another text, without a tag."""

        def find(one: Spot) -> Location | None:
            page = pages.get(one.path)
            return next(_written(page, one.figure), None) if page else None

        return self._plain(find)

    def _plain(self, find: Callable[[Spot], Location | None]) -> list[tuple[Spot, Location]]:
        """Take out the tags whose figure is found without one."""
        plain: list[tuple[Spot, Location]] = []
        left: list[Spot] = []
        sought: Counter[str] = Counter()
        for one in self.base:
            place = None
            if one.tagged and one.figure and sought[one.path] < SOUGHT:
                sought[one.path] += 1
                place = find(one)
            if place:
                plain.append((one, place))
            else:
                left.append(one)
        self.base = left
        return plain


def _by_claim(one: Spot) -> Hashable | None:
    """A tag, or a claim without one; a cell is that of its row and column, and other figures are no other."""
    if one.cell:
        return (one.path, one.claim, one.cell.row, one.cell.header)
    return (one.tagged, one.path, one.claim) if one.tagged or not one.path else None


def _by_text(one: Spot) -> Hashable | None:
    return (one.path, one.block.text, one.span) if one.tagged and one.figure else None


def _by_text_and_claim(one: Spot) -> Hashable | None:
    text = _by_text(one)
    return (text, one.claim) if text else None


def _marked(block: Block, span: tuple[int, int]) -> bool:
    return any(mark.kind != "aside" and mark.start < span[1] and span[0] < mark.end for mark in block.marks)


def _written(page: Page, figure: str) -> Iterator[Location]:
    """Where a page states a figure outside tags and code, whole."""
    pattern = re.compile(rf"(?<![\w.,]){re.escape(figure)}(?![\w%]|[.,]\d)")
    for block in page.blocks:
        if figure in block.text:
            for found in pattern.finditer(block.text):
                if not _marked(block, found.span()):
                    yield block.locate(found.start())
