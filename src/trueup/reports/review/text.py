"""A review as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.escape import terminal
from trueup.gate.change import Change, Weight
from trueup.gate.review import Review
from trueup.reports.text import diagnostic

GLYPHS: dict[Weight, str] = {"weakened": "▼", "changed": "●", "strengthened": "▲"}
_COLOURS: dict[Weight, str] = {"weakened": "31", "changed": "33", "strengthened": "32"}
#: Longer texts get a line each.
_BRIEF = 60


def render(review: Review, *, colour: bool = False) -> str:
    """Faults first, then each change with its place and what it was; then one line that counts."""
    lines: list[str] = []
    for fault in review.base_faults:
        first, *more = diagnostic(fault, colour=colour)
        lines.extend((f"in the base: {first}", *more))
    for fault in review.diagnostics:
        lines.extend(diagnostic(fault, colour=colour))
    for one in review.changes:
        lines.extend(_change(one, review, colour=colour))
    lines.append(summary(review))
    return "\n".join(lines)


def summary(review: Review) -> str:
    """One line: how many changes of each weight, against what, and whether any of them fails."""
    counts = ", ".join(f"{number} {weight}" for weight, number in review.counts.items())
    errors = sum(one.severity == "error" for one in review.diagnostics)
    faults = f", {errors} error{'s' * (errors != 1)} in the input" if errors else ""
    failing = f", {len(review.failing)} of a kind that fails" if review.failing else ""
    what = counts or "nothing to review has changed"
    return f"{what}{failing}{faults} (base: {terminal(review.revision)}, {review.hash} of {review.day})"


def _change(one: Change, review: Review, *, colour: bool) -> Iterator[str]:
    place = f"{terminal(str(one.at))}{' (base)' * one.gone}: " if one.at else ""
    word = f"{GLYPHS[one.weight]} {one.kind}"
    painted = f"\x1b[{_COLOURS[one.weight]}m{word}\x1b[0m" if colour else word
    claim = f" {terminal(one.claim)}" if one.claim else ""
    fails = " [fails]" if one in review.failing else ""
    yield f"{place}{painted}{fails}{claim}: {terminal(one.message)}"
    before, after = (terminal(text) if text else "" for text in (one.before, one.after))
    if before and after and max(len(before), len(after)) <= _BRIEF:
        yield f"    {before} → {after}"
        return
    if before:
        yield f"    was  {before}"
    if after:
        yield f"    now  {after}"
