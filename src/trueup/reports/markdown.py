"""A listing as Markdown, for a comment on a pull request or the summary of a job."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trueup.escape import markdown
from trueup.reports.entry import Entry, Listing, clipped

#: Bytes of the whole; a comment on GitHub holds 65,536 characters.
LIMIT = 60_000
#: Characters of each cell, before they are escaped.
PLACE, NAME, FIGURE, WHY = 200, 120, 120, 400
HEAD = "| place | what | figure | expected | why |\n|---|---|---|---|---|"


def render(listing: Listing) -> str:
    """A summary, a table of what is wrong, and what is warned of, folded; never longer than ``LIMIT``.

    What had no room is counted. No text of a document is more than text in its cell.
    """
    mark = "✓" if listing.exit == 0 else "✗"
    parts = [f"### {mark} trueup {listing.command}", markdown(clipped(listing.summary, WHY))]
    room = LIMIT - sum(len(part.encode()) for part in parts) - 1000  # for what frames the tables
    for level, title in (("error", ""), ("warning", "warning"), ("note", "note")):
        entries = [one for one in listing.entries if one.level == level]
        if not entries:
            continue
        rows = list(_fitting(map(_row, entries), room))
        room -= sum(_size(row) for row in rows)
        table = _table(rows, len(entries) - len(rows))
        parts.append(_folded(f"{len(entries)} {title}{'s' * (len(entries) != 1)}", table) if title else table)
    return "\n\n".join(parts)


def _row(one: Entry) -> str:
    place = str(one.place) if one.place else ""
    kind = (one.kind,) if one.kind != one.name else ()
    hint = (one.hint,) if one.hint else ()
    why = "; ".join((*kind, *one.reasons, *hint))
    cells = (
        (place, PLACE),
        (one.name, NAME),
        (one.figure or "", FIGURE),
        (one.expected or "", FIGURE),
        (why, WHY),
    )
    return f"| {' | '.join(markdown(clipped(text, most)) for text, most in cells)} |"


def _fitting(rows: Iterable[str], room: int) -> Iterable[str]:
    for row in rows:
        room -= _size(row)
        if room < 0:
            return
        yield row


def _size(row: str) -> int:
    return len(row.encode()) + 1


def _table(rows: Sequence[str], left_out: int) -> str:
    table = ["\n".join((HEAD, *rows))] if rows else []
    if left_out:
        table.append(f"… and {left_out} more, for which there is no room here.")
    return "\n\n".join(table)


def _folded(title: str, body: str) -> str:
    return f"<details>\n<summary>{title}</summary>\n\n{body}\n\n</details>"
