"""How many figures a document states, and how many of them a claim covers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from trueup.audit.finding import Finding
from trueup.audit.places import Marked
from trueup.quantity.find import find_figures
from trueup.tags.model import Block, MarkKind, Page

CODES = {"A501": "a number that no claim covers"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """
    :param numbers: figures outside of code and of struck-through text
    :param tagged: those that a tag holds, or that stand in a table which a claim checks
    :param set_aside: those in a passage of ``claims:off``
    """

    path: str
    numbers: int = 0
    tagged: int = 0
    set_aside: int = 0

    @property
    def uncovered(self) -> int:
        """How many no claim covers."""
        return self.numbers - self.tagged - self.set_aside


def coverage(page: Page) -> Coverage:
    """The figures of a page, counted."""
    kinds = [kind for _, _, kind in _figures(page)]
    return Coverage(
        path=page.path, numbers=len(kinds), tagged=kinds.count("tag"), set_aside=kinds.count("aside")
    )


def uncovered(page: Page) -> Iterator[Finding]:
    """A finding for each figure that no claim covers."""
    for block, (start, end), kind in _figures(page):
        if kind is None:
            yield Finding(
                code="A501",
                kind="coverage",
                at=block.locate(start),
                figure=block.text[start:end],
                message="no claim covers this number",
                hint="tag it, [figure](claim:id), or set the passage aside with claims:off",
                certainty="certain",
            )


def _figures(page: Page) -> Iterator[tuple[Block, tuple[int, int], MarkKind | None]]:
    """Each figure that counts, with what covers it: a tag, a passage set aside, or nothing."""
    checked = _checked_rows(page)
    for index, block in enumerate(page.blocks):
        marked = Marked(block)
        for start, end, _ in find_figures(block.text):
            kinds = marked.kinds(start, end)
            if "code" in kinds or "struck" in kinds:
                continue
            covered = "tag" in kinds or index in checked
            yield block, (start, end), "tag" if covered else "aside" if "aside" in kinds else None


def _checked_rows(page: Page) -> frozenset[int]:
    """The indices of all rows of tables that a directive has checked."""
    return frozenset(index for tag in page.tags if tag.form == "table" for index in _rows(page, tag.block))


def _rows(page: Page, first: int) -> Iterable[int]:
    yield first
    below = range(first + 1, len(page.blocks))
    yield from takewhile(lambda index: page.blocks[index].kind == "row" and page.blocks[index].header, below)
