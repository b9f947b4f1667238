"""The entries of an audit: its diagnostics, then its findings, then the documents that have none."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.audit.finding import Certainty, Finding
from trueup.audit.run import Audit
from trueup.reports.audit import covered, summary
from trueup.reports.entry import Entry, Listing, of_diagnostic


def listing(audit: Audit, fail_on: Certainty = "certain") -> Listing:
    """What an audit has to say.

    :param fail_on: which findings are errors
    """
    return Listing(
        command="audit",
        entries=(
            *(of_diagnostic(one, stops=one.severity == "error") for one in audit.diagnostics),
            *(of_finding(one, fails=fail_on in ("possible", one.certainty)) for one in audit.findings),
            *_sound(audit),
        ),
        summary=f"{summary(audit, fail_on)}; {covered(audit)}",
        exit=int(audit.exit(fail_on)),
    )


def of_finding(one: Finding, *, fails: bool) -> Entry:
    """The entry of a finding."""
    said = {
        "kind": one.kind,
        "certainty": one.certainty,
        "figure": one.figure,
        "expected": one.expected,
    }
    return Entry(
        level="error" if fails else "warning",
        case="failed" if fails else "skipped",
        rule=one.code,
        name=one.code,
        kind=one.kind,
        title=f"{one.code} {one.kind}",
        because=(one.message,),
        hint=one.hint,
        at=one.at,
        end=one.end,
        figure=one.figure,
        expected=one.expected,
        suite=one.at.path,
        within=" ".join(one.within.split()),
        properties={key: value for key, value in said.items() if value is not None},
    )


def _sound(audit: Audit) -> Iterator[Entry]:
    """A case that passes for each document in which nothing was found, so that a test report names it."""
    wrong = {one.at.path for one in audit.findings}
    for document in audit.coverage:
        if document.path not in wrong:
            yield Entry(
                level="none",
                case="passed",
                rule="audit",
                name="nothing found",
                kind="audit",
                title=f"{document.path} has no findings",
                suite=document.path,
            )
