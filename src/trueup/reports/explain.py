"""One claim explained: what it is, how it is known, on what it rests, where it flips."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trueup.claim import Claim, Columns, Decide, Expr, Reported, Require, Verify
from trueup.engine.report import Report
from trueup.escape import terminal
from trueup.reports.json import claim as facts
from trueup.reports.json import column_rules, filled, flip_sentences
from trueup.reports.json import verdict as as_json
from trueup.reports.text import GLYPHS
from trueup.verdict.model import Outcome
from trueup.verdict.shown import shown


def document(report: Report, name: str) -> dict[str, Any]:
    """All that is known of a claim, and of each claim upstream of it."""
    return {
        "claim": name,
        **facts(name, report, deep=True),
        "stated": [as_json(one) for one in report.verdicts if one.claim == name and one.at],
        "upstream": {other: facts(other, report, deep=False) for other in report.outcomes if other != name},
    }


def render(report: Report, name: str) -> str:
    """The explanation as lines for a terminal."""
    claim, outcome = report.claims[name], report.outcomes[name]
    lines = [f"{name}: {terminal(claim.says or 'a formula in place')}"]
    why = f" ({outcome.reason})" if outcome.reason else ""
    lines.append(f"  status    {GLYPHS[outcome.standing]} {outcome.standing}{why}")
    lines.extend(f"            {terminal(sentence)}" for sentence in outcome.because)
    if outcome.hint:
        lines.append(f"  do        {terminal(outcome.hint)}")
    value = shown(claim, outcome)
    lines.append(f"  value     {terminal(value) if value else 'none'}")
    lines.extend(f"  samples   {terminal(phrase)}" for phrase in outcome.samples)
    lines.append(f"  basis     {outcome.basis or 'not known'}")
    if outcome.scope:
        keys = ", ".join(f"{key} {text}" for key, text in sorted(outcome.scope.keys.items()))
        lines.append(f"  speaks of {terminal(keys)}")
    lines.append(f"  defined   {claim.location}")
    lines.append("  derivation")
    lines.extend(_tree(report, name))
    found = [terminal(sentence) for sentence in flip_sentences(claim, report.outcomes)]
    if found:
        lines.append("  flips")
        lines.extend(f"    {sentence}" for sentence in found)
    lines.append("  stated")
    lines.extend(_stated(report, name))
    return "\n".join(lines)


def _tree(report: Report, name: str) -> Iterator[str]:
    """The claims that it rests on, indented under each other; each is worked out once."""
    seen: set[str] = set()
    stack = [(name, 0)]
    while stack:
        current, depth = stack.pop()
        indent = "  " * depth
        if current not in report.outcomes:
            yield f"    {indent}{current}: its definition is in error"
            continue
        claim, outcome = report.claims[current], report.outcomes[current]
        again = current in seen and bool(outcome.rests_on)
        above = " (see above)" if again else ""
        yield f"    {indent}{current} = {terminal(_how(claim, outcome, report))}{above}"
        if not again:
            seen.add(current)
            stack.extend((operand, depth + 1) for operand in reversed(outcome.rests_on))


def _how(claim: Claim, outcome: Outcome, report: Report) -> str:
    value = shown(claim, outcome) or "none"
    why = f" ({outcome.reason})" if outcome.reason else ""
    standing = f"[{outcome.standing}{why}, {outcome.basis or 'basis not known'}]"
    match claim.kind:
        case Expr(formula=formula) | Decide(formula=formula) | Require(formula=formula):
            return f"{value}  {standing}  {formula.text}  =  {filled(claim.id, formula, report)}"
        case Verify(verifier=verifier, parameters=parameters, columns=columns):
            given = ", ".join(f"{key}: {text}" for key, text in parameters.items())
            rules = "; ".join(column_rules(columns)) if columns else ""
            return f"{value}  {standing}  {verifier}({given}){f'  {rules}' if rules else ''}"
        case Columns():
            return f"a table  {standing}  {'; '.join(column_rules(claim.kind))}"
        case Reported(source=source, as_of=as_of):
            return f"{value}  {standing}  reported by {source}{f', as of {as_of}' if as_of else ''}"
        case _:
            return f"{value}  {standing}"


def _stated(report: Report, name: str) -> Iterator[str]:
    places = [one for one in report.verdicts if one.claim == name and one.at]
    if not places:
        yield "    nowhere"
    for one in places:
        why = f" ({one.reason})" if one.reason else ""
        figure = terminal(one.figure or "")
        yield f"    {terminal(str(one.at))}  {figure}  {GLYPHS[one.status]} {one.status}{why}"
