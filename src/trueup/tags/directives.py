"""Directives: comments that switch the sweeps off and on, or have a table checked."""

from __future__ import annotations

import re
from typing import NamedTuple

from trueup.diagnostics import alike
from trueup.ids import ID
from trueup.tags.codes import GRAMMAR, Report

DIRECTIVE = re.compile(r"\s*claims:\s*(\S*)\s*(.*?)\s*\Z", re.DOTALL)
VERBS = ("table", "off", "on")
# What is meant as one, and would have no effect: `claim:table id`, `Claims:off`, `claims-on`.
_SLIP = re.compile(r"\s*claims?\s?[:\-](table|off|on)((?<=table)\s+[\w.]+)?\s*\Z", re.IGNORECASE)


class Directive(NamedTuple):
    """A directive: its verb, what follows it, and the span of its comment in the page's text."""

    verb: str
    argument: str
    start: int
    end: int


def read_directive(comment: str, start: int, report: Report) -> Directive | None:
    """The directive in a comment (its whole text), or None; a misspelt one is reported."""
    inner = comment[4:].rstrip(">").rstrip("-!")
    match = DIRECTIVE.match(inner)
    if not match:
        if slip := _SLIP.match(inner):
            said = f"`{inner.strip()}` is no directive"
            report.add("T118", start, said, hint=f"did you mean `claims:{slip[1].lower()}`?")
        return None
    verb, argument = match.groups()
    if verb not in VERBS:
        near = alike(verb, VERBS, cutoff=0.4) or ["table"]
        report.add(
            "T118", start, f"unknown directive `claims:{verb}`", hint=f"did you mean `claims:{near[0]}`?"
        )
        return None
    if verb == "table" and not ID.fullmatch(argument):
        report.add("T104", start, f"bad claim id `{argument}`", hint=GRAMMAR)
        return None
    return Directive(verb, argument, start, start + len(comment))


def set_aside(directives: list[Directive], report: Report) -> list[tuple[int, int | None]]:
    """The passages between ``off`` and ``on``, as offsets; one that never ends has no end."""
    passages: list[tuple[int, int | None]] = []
    opened: Directive | None = None
    for directive in sorted(directives, key=lambda directive: directive.start):
        if directive.verb == "off" and opened is None:
            opened = directive
        elif directive.verb == "on" and opened is not None:
            passages.append((opened.end, directive.start))
            opened = None
        elif directive.verb == "on":
            report.warn(
                "T117",
                directive.start,
                "`claims:on` without a `claims:off` before it",
                hint="put `<!-- claims:off -->` where the passage begins, or take this out",
            )
    if opened:
        report.warn(
            "T116",
            opened.start,
            "`claims:off` is never switched on again: no `<!-- claims:on -->` follows",
            hint="put `<!-- claims:on -->` where the passage ends",
        )
        passages.append((opened.end, None))
    return passages
