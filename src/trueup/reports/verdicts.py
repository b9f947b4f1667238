"""The entries of a check: its diagnostics, then its verdicts."""

from __future__ import annotations

from trueup.engine.report import Report
from trueup.gate import Gate
from trueup.reports import text
from trueup.reports.entry import Case, Entry, Level, Listing, of_diagnostic
from trueup.verdict.model import FAILING, Verdict

#: The suite of claims that no document tags.
UNTAGGED = "(untagged)"


def listing(report: Report, gate: Gate) -> Listing:
    """What a check has to say; figures that hold are in it, too."""
    faults = (of_diagnostic(one, stops=gate.stops(one)) for one in gate.diagnostics)
    figures = (of_verdict(one, report, gate) for one in report.verdicts)
    return Listing(
        command="check",
        entries=(*faults, *figures),
        summary=text.summary(report, gate),
        exit=int(gate.exit),
    )


def of_verdict(one: Verdict, report: Report, gate: Gate) -> Entry:
    """The entry of a verdict."""
    claim, outcome = report.claims.get(one.claim), report.outcomes.get(one.claim)
    kind = f"{one.status} ({one.reason})" if one.reason else one.status
    level, case = _weight(one, gate)
    said = {
        "claim": one.claim,
        "status": one.status,
        "reason": one.reason,
        "figure": one.figure,
        "expected": one.expected,
        "basis": outcome.basis if outcome else None,
    }
    return Entry(
        level=level,
        case=case,
        rule=f"{one.status}/{one.reason}" if one.reason else one.status,
        name=one.claim,
        kind=kind,
        title=f"{one.claim} is {kind}",
        because=one.because,
        hint=one.hint,
        at=one.at,
        end=one.end,
        defined=claim.location if claim else None,
        figure=one.figure,
        expected=one.expected,
        waived=one.waived,
        suite=one.at.path if one.at else UNTAGGED,
        properties={key: value for key, value in said.items() if value is not None},
    )


def _weight(one: Verdict, gate: Gate) -> tuple[Level, Case]:
    if gate.stops(one):
        return "error", "broken" if one.status in ("error", "missing") else "failed"
    if one.status in FAILING:
        return "warning", "skipped" if one.waived else "passed"
    if one.status == "open":
        return "warning", "skipped"
    return ("warning" if one.status == "inconclusive" else "none"), "passed"
