"""The figures of a document, each with what covers it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from trueup.audit.covered import Coverage
from trueup.audit.finding import Finding
from trueup.audit.places import Marked
from trueup.quantity.find import find_spellings
from trueup.tags.model import MarkKind, Page, Tag

CODES = {"A501": "a number that no claim covers"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A figure that counts.

    :param block: its block's index; ``start`` and ``end`` are its place in that block's text
    :param covered: by a ``tag``, by a passage set ``aside``, or by nothing
    """

    block: int
    start: int
    end: int
    covered: MarkKind | None


def coverage(page: Page) -> Coverage:
    """The figures of a page, counted."""
    return of_figures(page.path, figures(page))


def of_figures(path: str, found: Iterable[Counted]) -> Coverage:
    """The figures of a page, found before, counted."""
    kinds = [one.covered for one in found]
    return Coverage(path=path, numbers=len(kinds), tagged=kinds.count("tag"), set_aside=kinds.count("aside"))


def without(page: Page, lost: Sequence[Tag]) -> Page:
    """A page without some of its tags: their figures are no longer covered."""
    blocks = list(page.blocks)
    for tag in lost:
        if tag.form == "table":
            continue
        block, (start, end) = blocks[tag.block], tag.span
        kept = (one for one in block.marks if one.kind != "tag" or one.end <= start or end <= one.start)
        blocks[tag.block] = replace(block, marks=tuple(kept))
    return replace(page, blocks=tuple(blocks), tags=tuple(one for one in page.tags if one not in lost))


def uncovered(page: Page) -> Iterator[Finding]:
    """A finding for each figure that no claim covers."""
    for one in figures(page):
        if one.covered is None:
            block = page.blocks[one.block]
            yield Finding(
                code="A501",
                kind="coverage",
                at=block.locate(one.start),
                figure=block.text[one.start : one.end],
                message="no claim covers this number",
                hint="tag it, [figure](claim:id), or set the passage aside with claims:off",
                certainty="certain",
            )


def figures(page: Page) -> Iterator[Counted]:
    """Each figure outside of code and of struck-through text, with what covers it."""
    checked = _checked_rows(page)
    for index, block in enumerate(page.blocks):
        marked = Marked(block)
        for figure in find_spellings(block.text):
            kinds = marked.kinds(figure.start, figure.end)
            if "code" in kinds or "struck" in kinds:
                continue
            tagged = "tag" in kinds or index in checked
            covered: MarkKind | None = "tag" if tagged else "aside" if "aside" in kinds else None
            yield Counted(block=index, start=figure.start, end=figure.end, covered=covered)


def _checked_rows(page: Page) -> frozenset[int]:
    """The indices of all rows of tables that a directive has checked."""
    return frozenset(index for tag in page.tags if tag.form == "table" for index in _rows(page, tag.block))


def _rows(page: Page, first: int) -> Iterable[int]:
    yield first
    below = range(first + 1, len(page.blocks))
    yield from takewhile(lambda index: page.blocks[index].kind == "row" and page.blocks[index].header, below)
