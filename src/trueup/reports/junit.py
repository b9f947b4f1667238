"""The report as JUnit XML: a suite per document, a case per figure."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from trueup.diagnostics import Diagnostic
from trueup.engine.report import Report
from trueup.escape import xml
from trueup.gate import Gate, fails
from trueup.verdict.model import Verdict


def render(report: Report, gate: Gate) -> str:
    """JUnit XML: ``failure`` for a stale figure, ``error`` for what could not be judged.

    Open and waived verdicts are ``skipped``; diagnostics of severity error make a suite of their own.
    """
    tolerated = report.settings.gate.warn
    suites = [
        _suite(path, [_case(verdict, tolerated) for verdict in verdicts])
        for path, verdicts in groupby(
            report.verdicts, key=lambda one: one.at.path if one.at else "(untagged)"
        )
    ]
    faults = [one for one in gate.diagnostics if one.severity == "error"]
    if faults:
        suites.append(_suite("(input)", [_fault(one) for one in faults]))
    body = "\n".join(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="trueup">\n{body}\n</testsuites>'


def _suite(name: str, cases: Iterable[str]) -> str:
    found = list(cases)
    failures = sum("<failure " in case for case in found)
    errors = sum("<error " in case for case in found)
    skipped = sum("<skipped " in case for case in found)
    counts = f'tests="{len(found)}" failures="{failures}" errors="{errors}" skipped="{skipped}"'
    return f'<testsuite name="{xml(name)}" {counts}>\n' + "\n".join(found) + "\n</testsuite>"


def _case(verdict: Verdict, tolerated: Iterable[str]) -> str:
    place = f' file="{xml(verdict.at.path)}" line="{verdict.at.line}"' if verdict.at else ""
    column = f" at {verdict.at.line}:{verdict.at.column}" if verdict.at else ""
    classname = xml(verdict.at.path if verdict.at else "claims")
    head = f'<testcase classname="{classname}" name="{xml(verdict.claim + column)}"{place} time="0">'
    return head + _outcome(verdict, tolerated) + "</testcase>"


def _outcome(verdict: Verdict, tolerated: Iterable[str]) -> str:
    why = f"{verdict.status} ({verdict.reason})" if verdict.reason else verdict.status
    if not fails(verdict, tolerated):
        if verdict.waived:
            waived = f"{why}, waived until {verdict.waived.until}: {verdict.waived.reason}"
            return f'<skipped message="{xml(waived)}"/>'
        return f'<skipped message="{xml(why)}"/>' if verdict.status == "open" else ""
    written = f"{verdict.figure}: " if verdict.figure else ""
    expected = f", expected {verdict.expected}" if verdict.expected is not None else ""
    lines = [f"{written}{why}{expected}", *verdict.because, *([verdict.hint] if verdict.hint else [])]
    kind = "error" if verdict.status in ("error", "missing") else "failure"
    place = f"{verdict.at}\n" if verdict.at else ""
    body = xml(place + "\n".join(lines))
    return f'<{kind} message="{xml(lines[0])}" type="{xml(why)}">{body}</{kind}>'


def _fault(one: Diagnostic) -> str:
    place = str(one.location) if one.location else one.code
    return (
        f'<testcase classname="input" name="{xml(f"{one.code} {place}")}" time="0">'
        f'<error message="{xml(one.message)}" type="{xml(one.code)}">{xml(str(one))}</error></testcase>'
    )
