"""Changes of claims: which there are, their values, and how each is defined."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.claim import (
    Claim,
    Columns,
    Decide,
    Expr,
    Kind,
    Parameter,
    Reported,
    Require,
    Unmeasured,
    Verify,
)
from trueup.engine.sides import Side, Sides
from trueup.gate.change import Change
from trueup.gate.columns import changes_of_columns
from trueup.gate.demands import changes_of_demands, excuses_of
from trueup.gate.formulas import Prover
from trueup.verdict.shown import shown

_HOW: dict[type[Kind], str] = {
    Expr: "a formula",
    Verify: "a verifier",
    Decide: "a decision",
    Require: "a requirement",
    Columns: "a table's columns",
    Reported: "a reported figure",
    Unmeasured: "an open question",
}
#: How much each way proves; the others recompute.
_PROVES: dict[type[Kind], int] = {Unmeasured: 0, Reported: 1}


def changes_of_claims(sides: Sides) -> Iterator[Change]:
    """Claims that are new, gone or broken, and what is different of the others."""
    base, head = sides.base.computed.bound, sides.head.computed.bound
    prove = Prover()
    for name, claim in base.claims.items():
        if name in head.broken:
            yield Change(
                kind="broken",
                claim=name,
                at=claim.location,
                gone=True,
                message="its definition has an error now, so nothing is judged by it",
            )
        elif name not in head.claims:
            yield Change(
                kind="claim-removed",
                claim=name,
                at=claim.location,
                gone=True,
                before=_value(sides.base, name) or claim.says,
                message="; ".join(("the claim is gone", *_with_it(claim))),
            )
    for name, claim in head.claims.items():
        if name in base.claims:
            old = base.claims[name]
            yield from _definition(old, claim, prove)
            yield from changes_of_demands(old, claim)
            yield from _values(sides, claim)
        elif name not in base.broken:
            yield Change(
                kind="claim-added",
                claim=name,
                at=claim.location,
                after=_value(sides.head, name),
                message=f"the claim is new, {_HOW[type(claim.kind)]}",
            )
            yield from excuses_of(claim)


def _with_it(claim: Claim) -> Iterator[str]:
    if claim.was:
        yield f"and with it what it retracted: {', '.join(one.figure.text for one in claim.was)}"


def _value(side: Side, name: str) -> str | None:
    claim, outcome = side.report.claims.get(name), side.report.outcomes.get(name)
    return shown(claim, outcome) if claim and outcome else None


def _values(sides: Sides, claim: Claim) -> Iterator[Change]:
    old, new = _value(sides.base, claim.id), _value(sides.head, claim.id)
    if old is not None and new is not None and old != new:
        rests_on = sides.head.report.outcomes[claim.id].rests_on
        moved = [name for name in rests_on if _value(sides.base, name) != _value(sides.head, name)]
        why = f", as that of {', '.join(moved)} is" if moved else ""
        yield Change(
            kind="value",
            claim=claim.id,
            at=claim.location,
            before=old,
            after=new,
            message=f"its value is another{why}",
        )


def _definition(old: Claim, new: Claim, prove: Prover) -> Iterator[Change]:
    """How it is computed."""
    match old.kind, new.kind:
        case (Expr(formula=was), Expr(formula=now)) | (Require(formula=was), Require(formula=now)):
            yield from prove.changes(new, was, now)
        case Decide(), Decide():
            yield from prove.changes(new, old.kind.formula, new.kind.formula)
            yield from _words(new, old.kind, new.kind)
        case Verify(), Verify():
            yield from _call(new, old.kind, new.kind)
            columns = (old.kind.columns or Columns(), new.kind.columns or Columns())
            yield from changes_of_columns(new, *columns, prove)
        case Reported(), Reported():
            yield from _report(new, old.kind, new.kind)
        case Unmeasured(), Unmeasured():
            if old.kind.why != new.kind.why:
                yield _of(new, "wording", old.kind.why, new.kind.why, "another reason why it is open")
        case Columns(), Columns():
            yield from changes_of_columns(new, old.kind, new.kind, prove)
        case _:
            less = _PROVES.get(type(new.kind), 2) < _PROVES.get(type(old.kind), 2)
            message = "it proves less than it did" if less else "it is computed in another way"
            kind = "proof" if less else "definition"
            yield _of(new, kind, _HOW[type(old.kind)], _HOW[type(new.kind)], message)


def _of(claim: Claim, kind: str, before: str | None, after: str | None, message: str) -> Change:
    return Change(kind=kind, claim=claim.id, at=claim.location, before=before, after=after, message=message)


def _words(claim: Claim, was: Decide, now: Decide) -> Iterator[Change]:
    def spelt(one: Decide) -> str:
        names = {True: "true", False: "false", None: "null"}
        return "; ".join(f"{names[key]}: {', '.join(words)}" for key, words in one.words.items())

    if dict(was.words) != dict(now.words):
        yield _of(claim, "decision", spelt(was), spelt(now), "the decision has other words")


def _call(claim: Claim, was: Verify, now: Verify) -> Iterator[Change]:
    if was.verifier != now.verifier:
        yield _of(claim, "definition", was.verifier, now.verifier, "another verifier computes it")
    for name in sorted({*was.parameters, *now.parameters}):
        before, after = was.parameters.get(name), now.parameters.get(name)
        if before != after:
            yield _of(claim, "definition", _plain(before), _plain(after), f"another parameter {name}")


def _plain(parameter: Parameter | None) -> str | None:
    if parameter is None or isinstance(parameter, str):
        return parameter
    if isinstance(parameter, tuple):
        return f"[{', '.join(_plain(one) or '' for one in parameter)}]"
    return f"{{{', '.join(f'{name}: {_plain(one)}' for name, one in parameter.items())}}}"


def _report(claim: Claim, was: Reported, now: Reported) -> Iterator[Change]:
    if was.source != now.source:
        yield _of(claim, "source", was.source, now.source, "the figure has another source")
    if was.as_of != now.as_of:
        before, after = (None if one is None else str(one) for one in (was.as_of, now.as_of))
        fresh = "" if was.value.text != now.value.text else ", and the same value"
        yield _of(claim, "source", before, after, f"the figure is of another date or revision{fresh}")
