"""The report as lines for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from trueup.diagnostics import Diagnostic
from trueup.escape import terminal
from trueup.gate import Gate
from trueup.quantity.write import write
from trueup.verdict.model import FAILING, Outcome, Status, Verdict

if TYPE_CHECKING:  # a report that is patched together pays for less
    from trueup.engine.report import Report

GLYPHS: dict[Status, str] = {
    "verified": "✓",
    "attested": "✓",
    "inconclusive": "≈",
    "refuted": "✗",
    "outdated": "↻",
    "suspect": "?",
    "missing": "∅",
    "error": "!",
    "open": "○",
}
_COLOURS = {
    "verified": "32",
    "attested": "32",
    "inconclusive": "33",
    "refuted": "31",
    "outdated": "31",
    "suspect": "35",
    "missing": "31",
    "error": "31",
    "open": "33",
    "warning": "33",
    "pass": "32",
    "fail": "31",
}


def render(report: Report, gate: Gate, *, colour: bool = False, verbose: bool = False) -> str:
    """What to act on, each with its place, what is right and what to do; then one line that counts.

    :param verbose: list the verdicts that pass, too
    """
    lines: list[str] = []
    for fault in gate.diagnostics:
        lines.extend(diagnostic(fault, colour=colour))
    for one in report.verdicts:
        if verbose or lists(one):
            lines.extend(verdict(one, colour=colour))
    lines.append(summary(report, gate, colour=colour))
    return "\n".join(lines)


def lists(one: Verdict) -> bool:
    """Whether a verdict is something to act on, or to know of."""
    return one.status in FAILING or one.status in ("inconclusive", "open")


def summary(report: Report, gate: Gate, *, colour: bool = False) -> str:
    """One line: how many verdicts of each status, and whether the documents hold."""
    return counted(
        gate.counts,
        waived=gate.waived,
        places=len({verdict.at.path for verdict in report.verdicts if verdict.at}),
        errors=sum(one.severity == "error" for one in gate.diagnostics),
        passes=gate.passes,
        colour=colour,
    )


def counted(
    counts: Mapping[str, int], *, waived: int, places: int, errors: int, passes: bool, colour: bool
) -> str:
    """The line that counts.

    :param places: how many documents have a figure
    """
    paint = _painter(colour)
    shown = ", ".join(f"{number} {status}" for status, number in counts.items()) or "no claims"
    through = f" ({waived} waived)" if waived else ""
    faults = f", {errors} error{'s' if errors != 1 else ''} in the input" if errors else ""
    word = paint("pass", "holds") if passes else paint("fail", "does not hold")
    where = f" in {places} document{'s' if places != 1 else ''}" if places else ""
    return f"{shown}{through}{where}{faults}: {word}"


def shown_value(outcome: Outcome) -> str:
    """A claim's value as text, or a dash where there is none."""
    return "–" if outcome.value is None else outcome.written or write(outcome.value)


def verdict(one: Verdict, *, colour: bool = False) -> Iterator[str]:
    """The lines of one verdict."""
    paint = _painter(colour)
    place = f"{terminal(str(one.at))}: " if one.at else ""
    why = f" ({one.reason})" if one.reason else ""
    figure = f" {terminal(one.figure)}" if one.figure else ""
    waived = " [waived]" if one.waived else ""
    yield f"{place}{paint(one.status, f'{GLYPHS[one.status]} {one.status}{why}')}{waived} {one.claim}{figure}"
    if one.expected is not None:
        yield f"    expected  {terminal(one.expected)}"
    for index, sentence in enumerate(one.because):
        yield f"    {'because' if index == 0 else '       '}   {terminal(sentence)}"
    if one.waived:
        yield f"    waived    until {one.waived.until}: {terminal(one.waived.reason)}"
    elif one.hint and one.status in FAILING:
        yield f"    do        {terminal(one.hint)}"


def diagnostic(one: Diagnostic, *, colour: bool = False) -> Iterator[str]:
    """The lines of one diagnostic."""
    paint = _painter(colour)
    place = f"{terminal(str(one.location))}: " if one.location else ""
    yield f"{place}{paint(one.severity, f'{one.severity} {one.code}')} {terminal(one.message)}"
    if one.hint:
        yield f"    do        {terminal(one.hint)}"


def _painter(colour: bool) -> Callable[[str, str], str]:
    def paint(kind: str, text: str) -> str:
        return f"\x1b[{_COLOURS[kind]}m{text}\x1b[0m" if colour else text

    return paint
