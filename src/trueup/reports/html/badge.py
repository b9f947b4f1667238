"""The attributes that make a tagged figure a badge: classes, text for readers, data for the card."""

from __future__ import annotations

from collections.abc import Sequence

from trueup.diagnostics import Location
from trueup.escape import html
from trueup.reports.html.pages import LONG
from trueup.reports.html.recorded import RecordedClaim, RecordedVerdict, Waived
from trueup.reports.html.sources import SourceLink, no_source
from trueup.reports.html.words import BASES, OUTSIDE, STATUSES, UNCHECKED, UNKNOWN, Sign

_MEND = "mend the errors in the ledger first"
_DEFINE = "write a claim of that name into the ledger, or mend the tag"


def attributes(
    figure: str,
    *,
    claim: RecordedClaim | None,
    verdict: RecordedVerdict | None,
    unknown: str | None = None,
    unread: str | None = None,
    outside: bool = False,
    decides: Sequence[str] = (),
    source: SourceLink = no_source,
) -> dict[str, str]:
    """Attributes of a badge, each escaped for a quoted HTML attribute.

    :param figure: visible text
    :param claim: what is recorded of the claim, if anything
    :param verdict: what became of this figure; without one it is not checked
    :param unknown: the id that the figure names, where claims are recorded and none has it
    :param unread: the id that it names, where an error in the ledger may be why nothing is recorded of it
    :param outside: whether the page is none of the documents that were judged
    :param decides: sentences: where the claim's value would turn a decision
    :param source: gives the address of a line in a file of the project
    """
    sign, name = _sign(verdict, unknown=unknown is not None, outside=outside)
    waived = verdict.waived if verdict else None
    classes = ["trueup", f"trueup-{name}"]
    if claim and claim.basis in BASES:
        classes.append(f"trueup-basis-{claim.basis}")
    if waived:
        classes.append("trueup-waived")
    if len(figure) > LONG:
        classes.append("trueup-long")
    status = _status_text(sign, verdict.reason if verdict else None, waived)
    data = {
        "figure": figure,
        "status": status,
        "means": sign.means,
        **({"because": f"the tag names {unknown}", "hint": _DEFINE} if unknown else {}),
        **({"because": f"no claim {unread} could be read", "hint": _MEND} if unread else {}),
        **(_of_claim(claim) if claim else {}),
        **(_of_verdict(verdict) if verdict else {}),
        "decides": "\n".join(decides),
        **_line("ledger", claim.at if claim else None, source),
        **_line("place", verdict.at if verdict else None, source),
    }
    found = {
        "class": " ".join(classes),
        "title": _title(status, data),
        "aria-label": ", ".join(filter(None, (figure, status, data.get("basis")))),
        **{f"data-trueup-{key}": value for key, value in data.items() if value},
    }
    return {key: html(value) for key, value in found.items()}


def status_text(verdict: RecordedVerdict) -> str:
    """Status, reason and waiver in words: ``refuted (value), waived until 2026-12-01: …``."""
    return _status_text(STATUSES[verdict.status], verdict.reason, verdict.waived)


def _sign(verdict: RecordedVerdict | None, *, unknown: bool, outside: bool) -> tuple[Sign, str]:
    if verdict is not None:
        return STATUSES[verdict.status], verdict.status
    if unknown:
        return UNKNOWN, "unknown"
    return OUTSIDE if outside else UNCHECKED, "unchecked"


def _status_text(sign: Sign, reason: str | None, waived: Waived | None) -> str:
    text = f"{sign.word} ({reason})" if reason else sign.word
    return f"{text}, waived until {waived.until}: {waived.reason}" if waived else text


def _of_claim(claim: RecordedClaim) -> dict[str, str]:
    return {
        "claim": claim.id,
        "says": claim.says or "",
        "basis": claim.basis or "",
        "value": claim.value or "",
        "host": ", ".join(claim.hosts) or dict(claim.scope).get("host", ""),
        "date": "" if claim.as_of else " to ".join(claim.dates),
        "source": claim.source or "",
        "as-of": claim.as_of or "",
        "verifier": claim.verifier or "",
        "formula": claim.formula or "",
        "filled": claim.filled or "",
        "because": "\n".join(claim.because),
        "hint": claim.hint or "",
        "flips": "\n".join(claim.flips),
    }


def _of_verdict(verdict: RecordedVerdict) -> dict[str, str]:
    found = {
        "because": "\n".join(verdict.because),
        "hint": verdict.hint or "",
        "expected": verdict.expected or "",
        "computed": verdict.computed or "",
        "difference": verdict.difference or "",
    }
    return {key: value for key, value in found.items() if value}


def _line(name: str, at: Location | None, source: SourceLink) -> dict[str, str]:
    """A line of a file, and where a code host shows it."""
    return {name: f"{at.path}:{at.line}", f"{name}-link": source(at) or ""} if at else {}


def _title(status: str, data: dict[str, str]) -> str:
    """One line for where no script runs."""
    computed = data.get("expected") or data.get("computed") or data.get("value")
    parts = (status, data.get("says"), computed and f"computed: {computed}", data.get("basis"))
    return " · ".join(part for part in parts if part)
