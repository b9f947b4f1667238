"""The figures of a rendered page that no claim covers, marked for the switch that shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from trueup.audit.covered import Coverage

_DIGIT = re.compile("[0-9]")
_MARK, _END = '<span class="trueup-uncovered">', "</span>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncovered:
    """
    :param places: where in the HTML of a page text of an uncovered figure begins and ends, in order
    :param coverage: how many figures the page has
    """

    places: Sequence[int] = ()
    coverage: Coverage

    def parts(self, html: str) -> list[str]:
        """The HTML cut at those places; every other part, from the second on, is text of such a figure."""
        cuts = [0, *self.places, len(html)]
        return [html[start:end] for start, end in pairwise(cuts)]


def with_marks(parts: Iterable[str]) -> str:
    """The HTML put together again, with a mark around each figure; nothing but those is added."""
    return "".join(f"{_MARK}{part}{_END}" if number % 2 else part for number, part in enumerate(parts))


def find_uncovered(html: str, path: str, sign: str = "") -> Uncovered:
    """The figures of a rendered page that no claim covers.

    :param path: of the document
    :param sign: an attribute of claim links that are not dressed yet
    """
    if not _DIGIT.search(html):
        return Uncovered(coverage=Coverage(path=path))
    # A build has this done beside it.
    from trueup.audit.coverage import figures, of_figures  # noqa: PLC0415
    from trueup.reports.html.rendered import rendered_blocks  # noqa: PLC0415
    from trueup.tags.model import Page  # noqa: PLC0415

    blocks = [one for one in rendered_blocks(html, sign) if _DIGIT.search(one.whole)]
    counted = list(figures(Page(path=path, blocks=tuple(one.block(path) for one in blocks))))
    places = [
        offset
        for one in counted
        if one.covered is None
        for place in blocks[one.block].written(one.start, one.end)
        for offset in place
    ]
    return Uncovered(places=places, coverage=of_figures(path, counted))


def counted(one: Coverage) -> str:
    """How many figures there are, and how many of them are checked: ``41 figures, 38 checked``."""
    if not one.numbers:
        return "no figures"
    checked = "all checked" if one.tagged == one.numbers else f"{one.tagged:,} checked"
    aside = f", {one.set_aside:,} set aside" if one.set_aside else ""
    return f"{one.numbers:,} figure{'s' * (one.numbers != 1)}, {checked}{aside}"


def coverage_line(one: Coverage) -> str:
    """The line of a page that says so; the script shows it, and takes the count into the page's header."""
    return (
        f'<p class="trueup-coverage" data-search-exclude data-trueup-uncovered="{one.uncovered}">'
        f"{counted(one)}</p>"
    )
