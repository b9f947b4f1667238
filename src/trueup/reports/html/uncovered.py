"""The figures of a rendered page that no claim covers, marked for the switch that shows them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from trueup.audit.covered import Coverage

_DIGIT = re.compile("[0-9]")
# Of a figure with markup inside only the end bears the sign, so that one figure reads as one.
_PART, _LAST, _END = (
    '<span class="trueup-uncovered trueup-part">',
    '<span class="trueup-uncovered">',
    "</span>",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncovered:
    """
    :param figures: of each uncovered figure in order, where in the HTML of a page its text begins and ends;
        several places where markup stands between
    :param coverage: how many figures the page has
    """

    figures: Sequence[Sequence[tuple[int, int]]] = ()
    coverage: Coverage

    def marked(self, html: str) -> str:
        """The HTML with a mark around each of these texts; nothing but those is added."""
        parts, done = [], 0
        for places in self.figures:
            for number, (start, end) in enumerate(places, start=1):
                mark = _LAST if number == len(places) else _PART
                parts += [html[done:start], mark, html[start:end], _END]
                done = end
        return "".join((*parts, html[done:]))


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
    found = [tuple(blocks[one.block].written(one.start, one.end)) for one in counted if one.covered is None]
    return Uncovered(figures=found, coverage=of_figures(path, counted))


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
