"""The figures of a rendered page that no claim covers, marked for the switch that shows them."""

from __future__ import annotations

import re

from trueup.audit.coverage import Coverage, coverage, figures
from trueup.reports.html.rendered import rendered_blocks
from trueup.tags.model import Page

_DIGIT = re.compile("[0-9]")
_MARK, _END = '<span class="trueup-uncovered">', "</span>"


def mark_uncovered(html: str, path: str) -> tuple[str, Coverage]:
    """The HTML of a page with a mark around each figure that no claim covers, and how many figures it has.

    Nothing but those marks is added, and each is put around text alone.

    :param path: of the document
    """
    if not _DIGIT.search(html):
        return html, Coverage(path=path)
    blocks = rendered_blocks(html)
    page = Page(path=path, blocks=tuple(one.block(path) for one in blocks))
    parts, done = [], 0
    for figure in figures(page):
        if figure.covered is None:
            for start, end in blocks[figure.block].written(figure.start, figure.end):
                parts += [html[done:start], _MARK, html[start:end], _END]
                done = end
    return "".join((*parts, html[done:])), coverage(page)


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
