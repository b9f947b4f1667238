"""What is known of a claim, for a hover."""

from __future__ import annotations

import re
from collections.abc import Iterator

from trueup.claim import Claim, Decide, Expr, Reported, Require, Unmeasured, Verify
from trueup.diagnostics import counted
from trueup.engine.history import host_name
from trueup.engine.report import Report
from trueup.escape import terminal
from trueup.reports.text import GLYPHS
from trueup.verdict.model import Outcome, Verdict
from trueup.verdict.shown import shown


def hover(report: Report, name: str, verdict: Verdict | None = None) -> str | None:
    """A claim's sentence, value, how it is known, its evidence, as lines; None where nothing is known of it.

    :param verdict: on the figure at hand
    """
    claim, outcome = report.claims.get(name), report.outcomes.get(name)
    if claim is None or outcome is None:
        return None
    lines = [f"{name}: {claim.says}" if claim.says else name]
    lines += _figure(verdict) if verdict else ()
    lines += _facts(claim, outcome, report)
    lines += verdict.because if verdict else outcome.because
    hint = verdict.hint if verdict else outcome.hint
    lines += [f"do: {hint}"] if hint else ()
    return "\n".join(terminal(line) for line in lines)


def fenced(text: str) -> str:
    """Text as a fence of Markdown, in which nothing is markup."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}text\n{text}\n{ticks}"


def _figure(verdict: Verdict) -> Iterator[str]:
    kind = f"{verdict.status} ({verdict.reason})" if verdict.reason else verdict.status
    expected = f", expected {verdict.expected}" if verdict.expected is not None else ""
    waived = f", waived until {verdict.waived.until}" if verdict.waived else ""
    yield f"{GLYPHS[verdict.status]} {verdict.figure or 'the table'} is {kind}{expected}{waived}"


def _facts(claim: Claim, outcome: Outcome, report: Report) -> Iterator[str]:
    standing = f"{outcome.standing} ({outcome.reason})" if outcome.reason else outcome.standing
    yield f"value: {shown(claim, outcome) or 'none'}  [{standing}, {outcome.basis or 'basis not known'}]"
    yield f"how: {_how(claim)}"
    if outcome.scope and outcome.scope.keys:
        yield f"speaks of: {', '.join(f'{key} {text}' for key, text in sorted(outcome.scope.keys.items()))}"
    history = report.histories.get(claim.id)
    if history and history.counts:
        counts = history.counts
        host = host_name(counts.host, tuple(report.ledger.hosts.values()))
        runs = f", {counted(len(counts.runs), 'run')}" if counts.runs else ""
        yield f"evidence: {counts.finished:%Y-%m-%d}, {host}{runs}"
    yield f"defined: {claim.location}"


def _how(claim: Claim) -> str:
    match claim.kind:
        case Expr(formula=formula) | Decide(formula=formula) | Require(formula=formula):
            return formula.text
        case Verify(verifier=verifier, parameters=parameters):
            return f"{verifier}({', '.join(f'{key}: {text}' for key, text in parameters.items())})"
        case Reported(source=source, as_of=as_of):
            return f"reported by {source}" + (f", as of {as_of}" if as_of else "")
        case _:
            return "an open question" if isinstance(claim.kind, Unmeasured) else "rules of a table"
