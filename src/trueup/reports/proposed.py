"""Tags that are proposed, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.edit.suggest import Suggested
from trueup.escape import terminal
from trueup.reports import text


def render(found: Suggested, *, wrote: bool, colour: bool = False) -> str:
    """A line or two for each tag, then for each figure that could have one, then a count."""
    return "\n".join(_lines(found, wrote=wrote, colour=colour))


def _lines(found: Suggested, *, wrote: bool, colour: bool) -> Iterator[str]:
    for fault in found.diagnostics:
        yield from text.diagnostic(fault, colour=colour)
    for one in found.proposals:
        formula = f" = {one.formula}" if one.formula else ""
        figure = terminal(one.candidate.seen.text)
        yield f"{terminal(str(one.candidate.at))}: {figure} is {one.claim}{terminal(formula)}"
        yield f"    because   {terminal(one.why)}"
    for at, why in found.passed.items():
        yield f"{terminal(str(at))}: left"
        yield f"    because   {terminal(why)}"
    count = len(found.proposals)
    entries = sum(bool(one.entry) for one in found.proposals)
    tags = f"{count} tag{'s' * (count != 1)} {'written' if wrote else 'proposed'}"
    claims = f", with {entries} new claim{'s' * (entries != 1)}" if entries else ""
    yield f"{tags}{claims}, {len(found.passed)} left"
