"""A table that the page's script filters and sorts, and whose filtered state is part of the address.

Without a script it is a plain table of all rows. The address holds the state in its query, or behind a ``#``,
where the script puts it: ``claims/?status=stale&document=docs/a.md&q=link&sort=-value``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from trueup.escape import html
from trueup.reports.html.pages import link, tells, text

#: So many rows are shown at first; more are asked for, so that no browser has to lay out thousands.
SHOWN = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """:param key: by which the address names it; empty where nothing sorts by it"""

    key: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """
    :param inner: escaped HTML
    :param order: what it is sorted by where that is not its text
    :param tells: of what it tells a verdict or a value
    """

    inner: str
    order: str | None = None
    tells: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """:param facets: by name of a choice, the values with which it shows this row"""

    cells: Sequence[Cell]
    facets: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A choice above the table; ``options`` are values with their words."""

    name: str
    words: str
    options: Sequence[tuple[str, str]]


def board(name: str, columns: Sequence[Column], rows: Sequence[Row], choices: Iterable[Choice]) -> str:
    """The table with its filter, as one raw HTML block on one line.

    :param name: what the rows are, for people who hear the page
    """
    first, rest = rows[:SHOWN], rows[SHOWN:]
    # Where scripts run, this is one piece of text until somebody asks for it: nothing is laid out.
    more = f'<noscript class="trueup-rest">{_table(columns, rest)}</noscript>' if rest else ""
    return (
        f'<div class="trueup-board" data-search-exclude data-trueup-shown="{SHOWN}" '
        f'data-trueup-rows="{len(rows)}">{_filter(name, choices)}'
        f'<div class="trueup-table trueup-rows" role="region" aria-label="{html(name)}" tabindex="0">'
        f"{_table(columns, first)}</div>{more}</div>"
    )


def _table(columns: Sequence[Column], rows: Sequence[Row]) -> str:
    heads = "".join(map(_head, columns))
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(map(_row, rows))}</tbody></table>"


def breakable(name: str) -> str:
    """A path or an id as HTML that may be broken between its parts."""
    return re.sub(r"([/_])(?=[^/_])" if "/" in name else r"([._])(?=[^._])", r"\1<wbr>", text(name))


def narrowed(words: str, **state: str) -> str:
    """A link to this page's table, filtered: in the query, which no checker of links takes for an anchor.

    Zensical takes an address that ends in ``.md`` for one of a document.
    """
    query = urlencode(state, quote_via=quote, errors="backslashreplace")
    end = "&" if query.endswith(".md") else ""
    return link(f"?{query}{end}", text(words), css="trueup-narrow")


def _filter(name: str, choices: Iterable[Choice]) -> str:
    selects = "".join(
        f'<label>{text(one.words)} <select name="{html(one.name)}"><option value="">all</option>'
        f"{''.join(f'<option value={_quoted(value)}>{text(words)}</option>' for value, words in one.options)}"
        "</select></label>"
        for one in choices
        if one.options
    )
    return (
        f'<div class="trueup-filter" role="search" aria-label="{html(name)}">'
        '<label>Find <input type="search" name="words" autocomplete="off" spellcheck="false"></label>'
        f'{selects}<button type="button" class="trueup-reset" hidden>Show all</button>'
        '<output class="trueup-found"></output></div>'
    )


def _head(one: Column) -> str:
    inner = text(one.words)
    if one.key:
        inner = f'<button type="button" data-trueup-sort="{html(one.key)}">{inner}</button>'
    return f'<th scope="col">{inner}</th>'


def _row(one: Row) -> str:
    data = "".join(f" data-trueup-{name}={_quoted(*values)}" for name, values in one.facets.items() if values)
    return f"<tr{data}>{''.join(map(_cell, one.cells))}</tr>"


def _cell(one: Cell) -> str:
    order = "" if one.order is None else f" data-trueup-order={_quoted(one.order)}"
    return f"<td{order}{tells(one.tells) if one.tells else ''}>{one.inner}</td>"


def _quoted(*values: str) -> str:
    """A quoted attribute of one or several values; the block has to stay on one line."""
    return '"{}"'.format("&#10;".join(html(" ".join(value.split())) for value in values))
