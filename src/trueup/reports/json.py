"""The report as one JSON document."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from trueup.claim import Claim, Columns, Decide, Expr, Formula, Reported, Require, Unmeasured, Verify, Waiver
from trueup.decision import Flip, flips
from trueup.diagnostics import Diagnostic, Location
from trueup.engine.report import Report
from trueup.escape import json_text
from trueup.expression.nodes import Node
from trueup.expression.write import fill
from trueup.gate import Gate
from trueup.quantity.value import Quantity
from trueup.reports.exact import exact, turns
from trueup.reports.figures import Surroundings, difference, in_its_unit
from trueup.reports.provenance import Provenance
from trueup.verdict.model import STATUSES, Outcome, Verdict
from trueup.verdict.shown import shown


def document(report: Report, gate: Gate, *, deep: bool = False) -> dict[str, Any]:
    """The document that ``check --format json`` prints.

    :param deep: with flip points and MathML, for which sympy may be needed
    """
    around, provenance = Surroundings(report.stated), Provenance(report)
    return {
        "verdicts": [{**verdict(one), **_shown(one, report, around)} for one in report.verdicts],
        "diagnostics": [diagnostic(one) for one in gate.diagnostics],
        "summary": {**{status: gate.counts.get(status, 0) for status in STATUSES}, "pass": gate.passes},
        "claims": {
            name: {**claim(name, report, deep=deep), **provenance.of(name)} for name in sorted(report.claims)
        },
        "documents": list(report.documents),
        "watched": list(report.watched),
    }


def render(found: Mapping[str, Any]) -> str:
    """Strict JSON, the same bytes for the same report."""
    return json_text(json.dumps(found, ensure_ascii=False, indent=1, allow_nan=False))


def verdict(one: Verdict) -> dict[str, Any]:
    """One verdict; ``at`` is null for a claim that no document tags, ``cell`` is there for one of a table."""
    found: dict[str, Any] = {
        "claim": one.claim,
        "status": one.status,
        "reason": one.reason,
        "figure": one.figure,
        "at": place(one.at),
        "expected": one.expected,
        "because": list(one.because),
        "hint": one.hint,
    }
    if one.cell:
        cell = one.cell
        found["cell"] = {
            "table": place(cell.table),
            "row": cell.row,
            "column": cell.column,
            "header": cell.header,
        }
    if one.waived:
        found["waived"] = waiver(one.waived)
    return found


def waiver(one: Waiver) -> dict[str, str]:
    """A waiver: its reason, and its last day."""
    return {"reason": one.reason, "until": one.until.isoformat()}


def _shown(one: Verdict, report: Report, around: Surroundings) -> dict[str, Any]:
    """What is only for people to read: the text around a figure, and how far off it is."""
    found: dict[str, Any] = {}
    if texts := around.of(one.figure, one.at):
        found["within"] = {"before": texts[0], "after": texts[1]}
    outcome = None if one.cell else report.outcomes.get(one.claim)
    if outcome and (away := difference(one, outcome.value)):
        found["difference"] = away
    if outcome and (computed := in_its_unit(one, outcome.value)):
        found["computed"] = computed
    return found


def diagnostic(one: Diagnostic) -> dict[str, Any]:
    """One diagnostic; ``at`` is null where it has no place."""
    return {
        "code": one.code,
        "severity": one.severity,
        "message": one.message,
        "at": place(one.location),
        "hint": one.hint,
    }


def place(at: Location | None) -> dict[str, Any] | None:
    """A location as an object, or None."""
    return {"path": at.path, "line": at.line, "column": at.column} if at else None


def claim(name: str, report: Report, *, deep: bool) -> dict[str, Any]:
    """All that a reader may want to know of one claim."""
    one, outcome = report.claims[name], report.outcomes[name]
    return {
        "says": one.says,
        "basis": outcome.basis,
        "status": outcome.standing,
        "reason": outcome.reason,
        "at": place(one.location),
        "value": shown(one, outcome),
        "quantity": exact(outcome.value),
        **_how(one, report),
        "rests_on": list(outcome.rests_on),
        "scope": dict(outcome.scope.keys) if outcome.scope else None,
        "subject": list(one.subject),
        "because": list(outcome.because),
        "samples": list(outcome.samples),
        "hint": outcome.hint,
        **_waived(one, report.today),
        **(_deep(one, report) if deep else {}),
    }


def filled(name: str, formula: Formula, report: Report) -> str:
    """The formula of a claim with its operands' values in their places."""
    return fill(formula.node, _values(name, report))


def _values(name: str, report: Report) -> dict[str, str]:
    return {
        operand: text
        for operand in report.outcomes[name].rests_on
        if operand in report.outcomes and (text := shown(report.claims[operand], report.outcomes[operand]))
    }


def flip_sentences(one: Claim, outcomes: Mapping[str, Outcome]) -> list[str]:
    """Where a decision or a requirement flips in each operand, in words; nothing of other claims."""
    return [str(flip) for flip in _flips(one, outcomes)]


def _flips(one: Claim, outcomes: Mapping[str, Outcome]) -> tuple[Flip, ...]:
    if not isinstance(one.kind, Decide | Require):
        return ()
    values = {name: other.value for name, other in outcomes.items() if isinstance(other.value, Quantity)}
    return tuple(flips(one.kind, values))


def _waived(one: Claim, today: date) -> dict[str, Any]:
    return {"waived": waiver(one.waive)} if one.waive and today <= one.waive.until else {}


def _how(one: Claim, report: Report) -> dict[str, Any]:
    kind = one.kind
    match kind:
        case Expr() | Decide() | Require():
            how = {Expr: "expr", Decide: "decide", Require: "require"}[type(kind)]
            return {"how": how, "formula": kind.formula.text, "filled": filled(one.id, kind.formula, report)}
        case Verify():
            rules = {"formula": "; ".join(column_rules(kind.columns))} if kind.columns else {}
            return {"how": "verify", "verifier": kind.verifier, "with": _plain(kind.parameters), **rules}
        case Reported():
            as_of = kind.as_of.isoformat() if isinstance(kind.as_of, date) else kind.as_of
            return {"how": "reported", "source": kind.source, "as_of": as_of}
        case Unmeasured():
            return {"how": "unmeasured", "why": kind.why}
        case _:
            return {"how": "columns", "formula": "; ".join(column_rules(kind))}


def column_rules(columns: Columns) -> Iterator[str]:
    """What the cells of a table have to do with each other, a line for each column."""
    for header, formula in columns.formulas.items():
        yield f"{header} = {formula.text}"
    for header, classes in columns.classes.items():
        words = [f"{bound.text}: {word}" for bound, word in classes.bounds]
        words += [f"else: {classes.otherwise}"] if classes.otherwise is not None else []
        yield f"{header} by {classes.of}: {', '.join(words)}"
    for header, row in columns.totals.items():
        yield f"{header} summed up in {row}"


def _plain(parameters: Any) -> Any:
    if isinstance(parameters, Mapping):
        return {key: _plain(value) for key, value in parameters.items()}
    return [_plain(value) for value in parameters] if isinstance(parameters, tuple) else parameters


def _deep(one: Claim, report: Report) -> dict[str, Any]:
    if not isinstance(one.kind, Expr | Decide | Require):
        return {"flips": [], "turns": [], "mathml": None}
    node = one.kind.formula.node
    found = _flips(one, report.outcomes)
    return {
        "flips": [str(flip) for flip in found],
        "turns": turns(found),
        "mathml": _mathml(node, {}),
        "mathml_filled": _mathml(node, _values(one.id, report)),
    }


def _mathml(node: Node, names: Mapping[str, str]) -> str | None:
    """A formula as MathML; None without sympy."""
    from trueup.expression.symbolic import mathml  # noqa: PLC0415  imports sympy

    try:
        return mathml(node, names)
    except ModuleNotFoundError:
        return None
