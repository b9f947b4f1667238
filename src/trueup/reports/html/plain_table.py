"""A table of escaped HTML that scrolls by itself where it is too wide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trueup.escape import html


def plain_table(
    name: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    last: Sequence[str] = (),
    css: str = "",
) -> str:
    """The table on one line.

    :param name: what the rows are, for people who hear the page
    :param last: a row that sums up
    :param css: classes of its own
    """
    top = "".join(f'<th scope="col">{head}</th>' for head in heads)
    body = "".join(map(_row, rows))
    foot = f"<tfoot>{_row(last)}</tfoot>" if last else ""
    classes = f"trueup-table {css}".strip()
    return (
        f'<div class="{classes}" role="region" aria-label="{html(name)}" tabindex="0"><table>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody>{foot}</table></div>"
    )


def _row(cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
