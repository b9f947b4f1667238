"""A review as Markdown, for a comment on a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.diagnostics import Diagnostic
from trueup.escape import markdown
from trueup.gate.change import Change
from trueup.gate.review import Review
from trueup.reports.review.text import GLYPHS

#: Bytes of the whole; GitHub takes 65,536 characters.
LARGEST = 60_000
#: Characters of one cell.
LONGEST = 300
#: Faults that are listed.
FAULTS = 20

_HEAD = "| | kind | claim | what | before | after | where |\n|---|---|---|---|---|---|---|"


def render(review: Review) -> str:
    """A heading that counts, faults, and a table with a row per change.

    Nothing in it is a link, mentions anybody or refers to an issue; what doesn't fit is counted.
    """
    counts = ", ".join(f"{number} {weight}" for weight, number in review.counts.items())
    parts = [
        f"### trueup: {counts or 'nothing to review has changed'}",
        f"Compared with {_code(review.revision)}, commit {_code(review.hash)} of {review.day}.",
    ]
    parts.extend(_faults(review))
    rows: list[str] = []
    size = sum(len(part.encode()) for part in parts) + 500
    for one in review.changes:
        row = _row(one, review)
        size += len(row.encode()) + 1
        if size > LARGEST:
            break
        rows.append(row)
    if rows:
        parts.append("\n".join((_HEAD, *rows)))
    left = len(review.changes) - len(rows)
    if left:
        more = f"{left:,} more change{'s are' if left != 1 else ' is'} left out here"
        parts.append(f"{more}; {_code(f'trueup diff {review.revision}')} shows all.")
    return "\n\n".join(parts)


def _faults(review: Review) -> Iterator[str]:
    lines = [f"- in the base: {_fault(one)}" for one in review.base_faults]
    lines += [f"- {_fault(one)}" for one in review.diagnostics]
    if lines:
        more = [f"- and {len(lines) - FAULTS:,} more"] if len(lines) > FAULTS else []
        yield "\n".join((*lines[:FAULTS], *more))


def _fault(one: Diagnostic) -> str:
    place = f"{_code(str(one.location))} " if one.location else ""
    return f"{place}{one.severity} {one.code}: {_cut(one.message)}"


def _row(one: Change, review: Review) -> str:
    place = f"{_code(str(one.at))}{' in the base' * one.gone}" if one.at else ""
    kind = f"**{one.kind}**" if one in review.failing else one.kind
    cells = (
        GLYPHS[one.weight],
        kind,
        _code(one.claim or ""),
        _cut(one.message),
        _code(one.before or ""),
        _code(one.after or ""),
        place,
    )
    return f"| {' | '.join(cells)} |"


def _code(text: str) -> str:
    """As code, in which no host looks for issues, commits or people."""
    return f"<code>{_cut(text)}</code>" if text else ""


def _cut(text: str) -> str:
    return markdown(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")
