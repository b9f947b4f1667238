"""What a check warns of in claims that are computed: weak bases, missing scopes, lapsed waivers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from trueup.claim import BASES, Reported, Verify
from trueup.diagnostics import Diagnostic
from trueup.engine.documents import is_frozen
from trueup.engine.project import Project
from trueup.engine.stated import Bound, formula_of
from trueup.verdict.model import Outcome


def weak_bases(bound: Bound, outcomes: Mapping[str, Outcome]) -> Iterator[Diagnostic]:
    """Warn where a claim states a better basis than it inherits, and where a measured one names no host."""
    for name, outcome in outcomes.items():
        claim = bound.claims[name]
        if formula_of(claim) and claim.basis and outcome.basis and outcome.rests_on:
            if BASES.index(claim.basis) < BASES.index(outcome.basis):
                yield Diagnostic(
                    code="L232",
                    severity="warning",
                    message=f"{name} states the basis {claim.basis}, but rests on what is {outcome.basis}",
                    location=claim.location,
                    hint=f"write basis: {outcome.basis}, or leave it out: it is inherited",
                )
        elif claim.basis == "measured" and claim.scope is None and isinstance(claim.kind, Verify | Reported):
            yield Diagnostic(
                code="L233",
                severity="warning",
                message=f"{name} is measured, but has no scope: nobody can tell on which host",
                location=claim.location,
                hint="add scope: with a host of the ledger, or keys such as {cpu: …, gpu: …}",
            )


def idle_frozen(project: Project) -> Iterator[Diagnostic]:
    """Warn of a pattern under ``frozen`` that fits no document: what it meant is judged as any other."""
    for pattern, place in project.ledger.frozen.items():
        if project.documents and not any(is_frozen(path, [pattern]) for path in project.documents):
            yield Diagnostic(
                code="L236",
                severity="warning",
                message=f"no document fits '{pattern}', so that it freezes nothing",
                location=place,
                hint="mend the pattern; it is relative to the project's root",
            )


def lapsed_waivers(bound: Bound, today: date) -> Iterator[Diagnostic]:
    """Warn of waivers that are past their date."""
    for claim in bound.claims.values():
        if claim.waive and claim.waive.until < today:
            yield Diagnostic(
                code="G720",
                severity="warning",
                message=f"the waiver of {claim.id} ended on {claim.waive.until}: {claim.waive.reason}",
                location=claim.location,
                hint="mend the claim, or extend the waiver and say why",
            )
