"""The report as workflow commands of GitHub Actions: annotations at the lines of the figures."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.diagnostics import Diagnostic, Location
from trueup.engine.report import Report
from trueup.escape import github, github_property
from trueup.gate import Gate, fails
from trueup.reports import text
from trueup.verdict.model import Verdict


def render(report: Report, gate: Gate) -> str:
    """One command per verdict that fails or is doubtful, and per diagnostic; then the summary as text.

    See "Workflow commands for GitHub Actions"; what documents say can't form a command of its own.
    """
    lines = [annotation(one) for one in gate.diagnostics]
    lines.extend(_verdicts(report))
    lines.append(github(text.summary(report, gate)))
    return "\n".join(lines)


def _verdicts(report: Report) -> Iterator[str]:
    tolerated = report.settings.gate.warn
    for verdict in report.verdicts:
        if fails(verdict, tolerated):
            yield _command("error", verdict.at, _title(verdict), _sentence(verdict))
        elif fails(verdict, strict=True) or verdict.waived:
            yield _command("warning", verdict.at, _title(verdict), _sentence(verdict))


def _title(verdict: Verdict) -> str:
    why = f" ({verdict.reason})" if verdict.reason else ""
    return f"{verdict.claim} is {verdict.status}{why}"


def _sentence(verdict: Verdict) -> str:
    parts = [f"{verdict.figure!r}" if verdict.figure else verdict.claim]
    if verdict.expected is not None:
        parts.append(f"expected {verdict.expected!r}")
    parts.extend(verdict.because)
    if verdict.waived:
        parts.append(f"waived until {verdict.waived.until}: {verdict.waived.reason}")
    if verdict.hint:
        parts.append(verdict.hint)
    return "; ".join(parts)


def annotation(one: Diagnostic) -> str:
    """The workflow command of one diagnostic."""
    hint = f" ({one.hint})" if one.hint else ""
    return _command(one.severity, one.location, one.code, f"{one.message}{hint}")


def _command(level: str, at: Location | None, title: str, message: str) -> str:
    properties = [f"title={github_property(title)}"]
    if at:
        properties = [f"file={github_property(at.path)}", f"line={at.line}", f"col={at.column}", *properties]
    return f"::{level} {','.join(properties)}::{github(message)}"
