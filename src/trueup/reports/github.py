"""A listing as workflow commands of GitHub Actions: annotations at the lines of the figures."""

from __future__ import annotations

from trueup.escape import github, github_property
from trueup.reports.entry import Entry, Level, Listing, clipped

_COMMANDS: dict[Level, str] = {"error": "error", "warning": "warning", "note": "notice"}
#: Characters of one message; GitHub shows little more, and a log should stay readable.
LONGEST = 4000


def render(listing: Listing) -> str:
    """One command per entry that is not all well; then the summary as text.

    See "Workflow commands for GitHub Actions"; what documents say can't form a command of its own.
    """
    lines = [command(one) for one in listing.entries if one.level != "none"]
    return "\n".join([*lines, github(listing.summary)])


def command(one: Entry) -> str:
    """The workflow command of one entry."""
    properties = [f"title={github_property(one.title)}"]
    if at := one.place:
        properties = [f"file={github_property(at.path)}", f"line={at.line}", f"col={at.column}", *properties]
    said = "; ".join(one.sentences)
    hint = f" ({one.hint})" if one.hint else ""
    message = clipped(f"{said or one.title}{hint}", LONGEST)
    return f"::{_COMMANDS[one.level]} {','.join(properties)}::{github(message)}"
