"""What an audit found, in one of the formats of the command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trueup.audit.finding import Certainty, Finding
from trueup.audit.run import Audit
from trueup.escape import terminal
from trueup.gate import Exit
from trueup.reports import LISTED, json, text, write
from trueup.reports.coverage import covered as counted

_GLYPHS: dict[Certainty, str] = {"certain": "✗", "possible": "?"}
_COLOURS: dict[Certainty, str] = {"certain": "31", "possible": "33"}


def render(form: str, audit: Audit, *, fail_on: Certainty = "certain", colour: bool = False) -> str:
    """An audit in one of :data:`trueup.reports.FORMATS`.

    :param fail_on: which findings keep the gate shut
    """
    if form in LISTED:
        from trueup.reports.findings import listing  # noqa: PLC0415  each format pays for its own imports

        return write(form, listing(audit, fail_on))
    if form == "json":
        return json.render(document(audit, fail_on))
    return "\n".join(_lines(audit, fail_on, colour=colour))


def document(audit: Audit, fail_on: Certainty = "certain") -> dict[str, Any]:
    """The document that ``audit --format json`` prints."""
    return {
        "findings": [finding(one) for one in audit.findings],
        "coverage": counted(audit.coverage),
        "diagnostics": [json.diagnostic(one) for one in audit.diagnostics],
        "summary": {
            "certain": len(audit.certain),
            "possible": len(audit.findings) - len(audit.certain),
            "known": audit.known,
            "pass": audit.exit(fail_on) is Exit.HOLDS,
        },
    }


def finding(one: Finding) -> dict[str, Any]:
    """One finding."""
    return {
        "code": one.code,
        "kind": one.kind,
        "certainty": one.certainty,
        "at": json.place(one.at),
        "figure": one.figure,
        "expected": one.expected,
        "message": one.message,
        "hint": one.hint,
    }


def summary(audit: Audit, fail_on: Certainty = "certain") -> str:
    """One line: how many findings, of how many documents, and whether they pass."""
    certain, possible = len(audit.certain), len(audit.findings) - len(audit.certain)
    known = f", {audit.known} known" if audit.known else ""
    errors = sum(one.severity == "error" for one in audit.diagnostics)
    faults = f", {_many(errors, 'error')} in the input" if errors else ""
    word = "holds" if audit.exit(fail_on) is Exit.HOLDS else "does not hold"
    documents = _many(len(audit.coverage), "document")
    return f"{certain} certain, {possible} possible{known} in {documents}{faults}: {word}"


def covered(audit: Audit) -> str:
    """One line: how many figures a claim covers."""
    one = audit.covered
    return (
        f"{_many(one.numbers, 'number')}: {one.tagged} tagged, {one.set_aside} set aside, "
        f"{one.uncovered} that no claim covers"
    )


def _lines(audit: Audit, fail_on: Certainty, *, colour: bool) -> Iterator[str]:
    for fault in audit.diagnostics:
        yield from text.diagnostic(fault, colour=colour)
    for one in audit.findings:
        mark = f"{_GLYPHS[one.certainty]} {one.certainty} {one.code}"
        shown = f"\x1b[{_COLOURS[one.certainty]}m{mark}\x1b[0m" if colour else mark
        yield f"{terminal(str(one.at))}: {shown} {terminal(one.figure)}"
        if one.expected is not None:
            yield f"    expected  {terminal(one.expected)}"
        yield f"    because   {terminal(one.message)}"
        if one.hint:
            yield f"    do        {terminal(one.hint)}"
    yield summary(audit, fail_on)
    yield covered(audit)


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
