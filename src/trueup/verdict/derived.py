"""What a derived claim is worth, from the outcomes of what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from trueup.claim import BASES, Claim, Decide, Expr, Formula, Require, Scope
from trueup.expression.errors import EvaluationError
from trueup.expression.evaluate import evaluate, operands
from trueup.quantity.value import Name, Quantity, Truth, Value
from trueup.quantity.write import write
from trueup.verdict.hosts import inherit, two_hosts, unrelated
from trueup.verdict.model import Outcome, Status

#: Weakest last: a derived claim is at best what its weakest operand is.
_STRENGTH: tuple[Status, ...] = ("verified", "attested", "inconclusive")


def derived(claim: Claim, kind: Expr | Decide | Require, outcomes: Mapping[str, Outcome]) -> Outcome:
    """The outcome of a formula over other claims.

    :param outcomes: of every operand; an operand whose entry is itself broken is left out
    """
    formula = kind.formula
    names = operands(formula.node)
    known = {name: outcomes[name] for name in names if name in outcomes}
    value, trouble = _value(formula, known)
    if trouble is None:
        trouble = _of_another_kind(kind, value)
    outcome = _inherit(claim, known, names, value)
    hindered = _hindered(outcome, claim, known)
    if hindered:
        return hindered
    if trouble:
        return replace(
            outcome,
            value=None,
            standing="error",
            reason="arithmetic",
            because=(trouble.message,),
            hint=trouble.hint,
        )
    if outcome.unfit:
        outcome = replace(outcome, because=(f"rests on {outcome.unfit}", *outcome.because))
        if isinstance(value, Truth):  # neither word is right, and none is wrong
            return replace(outcome, value=None, because=(*outcome.because, *_working(formula, known)))
    if isinstance(value, Truth):
        return _truth(outcome, kind, value, formula, known)
    return replace(outcome, because=(*outcome.because, *_working(formula, known)))


def tabular(claim: Claim, names: Sequence[str], outcomes: Mapping[str, Outcome]) -> Outcome:
    """The outcome of a table whose cells follow from each other, before any cell is looked at.

    :param names: of the claims that its formulas name besides
    """
    known = {name: outcomes[name] for name in names if name in outcomes}
    outcome = _inherit(claim, known, tuple(names))
    return _hindered(outcome, claim, known) or outcome


def resting(claim: Claim, outcome: Outcome, names: Sequence[str], outcomes: Mapping[str, Outcome]) -> Outcome:
    """The outcome of a verifier's table, of which formulas that name other claims say more."""
    other = tabular(claim, names, outcomes)
    if outcome.standing not in _STRENGTH or (
        other.standing in _STRENGTH and _STRENGTH.index(other.standing) <= _STRENGTH.index(outcome.standing)
    ):
        return replace(outcome, rests_on=other.rests_on)
    return replace(other, table=outcome.table, basis=outcome.basis)


def _hindered(outcome: Outcome, claim: Claim, known: Mapping[str, Outcome]) -> Outcome | None:
    """The outcome where what it rests on decides it: two hosts, doubt, open questions; None elsewhere."""
    names = outcome.rests_on
    clash = two_hosts(claim, known)
    if clash:
        return replace(outcome, standing="refuted", reason="cross-host", because=clash, hint=_CROSS_HOST)
    doubtful = [name for name in names if name not in known or known[name].in_doubt]
    if doubtful:
        return replace(
            outcome,
            standing="suspect",
            reason="upstream",
            because=_chain(doubtful, known),
            hint=_first_hint(known, doubtful),
        )
    questions = [name for name in names if known[name].standing == "open"]
    if questions:
        upstream = known[questions[0]]
        return replace(
            outcome,
            standing="open",
            reason=upstream.reason,
            because=_shortened([f"rests on {questions[0]}, which is open", *upstream.because]),
        )
    return None


# A chain of claims is shown whole up to here; explain shows each of its claims.
_NEAR, _FAR = 12, 6
_CROSS_HOST = "take both from one host, or say under cross_host: why they may be compared"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trouble:
    message: str
    hint: str | None


def _value(formula: Formula, known: Mapping[str, Outcome]) -> tuple[Value | None, _Trouble | None]:
    def lookup(name: str) -> Quantity | Truth:
        value = known[name].value
        if isinstance(value, Name):
            raise EvaluationError("X325", f"{name} is the name {value}, not a number")
        assert value is not None  # noqa: S101  looked at below
        return value

    missing = [name for name in operands(formula.node) if name not in known or known[name].value is None]
    if missing:
        # A table holds, and has no value all the same.
        table = next((name for name in missing if name in known and known[name].standing in _STRENGTH), None)
        hint = "look the cell up in a claim of its own"
        return None, _Trouble(message=f"{table} is a table, no number", hint=hint) if table else None
    try:
        return evaluate(formula.node, lookup), None
    except EvaluationError as error:
        return None, _Trouble(message=f"{formula.text}: {error.message}", hint=error.hint)


def _of_another_kind(kind: Expr | Decide | Require, value: Value | None) -> _Trouble | None:
    """A claim's id alone is a number or a decision as that claim is: it may be the wrong one."""
    if isinstance(kind, Expr) and isinstance(value, Truth):
        return _Trouble(message=f"{kind.formula.text} is a decision, no number", hint="tag that claim itself")
    if isinstance(kind, Decide | Require) and isinstance(value, Quantity):
        hint = "compare it with something: < <= > >= == !="
        return _Trouble(message=f"{kind.formula.text} is a number, no decision", hint=hint)
    return None


def _inherit(
    claim: Claim, known: Mapping[str, Outcome], names: tuple[str, ...], value: Value | None = None
) -> Outcome:
    """An outcome with the standing, basis and scope that the operands hand on."""
    standing: Status = max(
        (one.standing for one in known.values() if one.standing in _STRENGTH),
        key=_STRENGTH.index,
        default="verified",
    )
    bases = [one.basis for one in known.values() if one.basis]
    basis = max(bases, key=BASES.index, default=claim.basis or "model")
    handed = inherit(claim, known)
    return Outcome(
        standing=standing,
        basis=basis,
        scope=Scope(keys=handed.keys) if handed.keys else None,
        origins=handed.origins,
        because=unrelated(claim, known),
        unfit=next((_unfit(name, one) for name, one in known.items() if one.unfit), ""),
        value=value,
        rests_on=names,
    )


def _unfit(name: str, one: Outcome) -> str:
    """Why nothing that rests on an operand can be decided: it names the one that was measured."""
    return f"{name}, measured on a host unfit to decide: {one.unfit}" if one.measured else one.unfit


def _chain(doubtful: Sequence[str], known: Mapping[str, Outcome]) -> tuple[str, ...]:
    """Why each operand is in doubt, down to the claim where the doubt begins."""
    lines: list[str] = []
    for name in doubtful:
        upstream = known.get(name)
        if upstream is None:
            lines.append(f"rests on {name}, whose definition is in error")
        else:
            why = f"{upstream.standing} ({upstream.reason})" if upstream.reason else upstream.standing
            lines.extend((f"rests on {name}, which is {why}", *upstream.because))
    return _shortened(list(dict.fromkeys(lines)))


def _shortened(lines: list[str]) -> tuple[str, ...]:
    """A chain of at most so many lines: the claims nearest by, and where the doubt begins."""
    if len(lines) <= _NEAR + _FAR + 1:
        return tuple(lines)
    return (*lines[:_NEAR], "…", *lines[-_FAR:])


def _first_hint(known: Mapping[str, Outcome], doubtful: Sequence[str]) -> str | None:
    return next((known[name].hint for name in doubtful if name in known and known[name].hint), None)


def _truth(
    outcome: Outcome,
    kind: Expr | Decide | Require,
    value: Truth,
    formula: Formula,
    known: Mapping[str, Outcome],
) -> Outcome:
    working = (*outcome.because, *_working(formula, known))
    if value.value is None:
        nameless = isinstance(kind, Decide) and None not in kind.words
        return replace(
            outcome,
            standing="inconclusive",
            because=("the operands' intervals straddle the point where it flips", *working),
            hint="give the claim a word for null: then any other is refuted" if nameless else None,
        )
    if isinstance(kind, Require) and not value.value:
        return replace(
            outcome,
            standing="refuted",
            reason="bound",
            because=(f"{formula.text} is false", *working),
            hint="one of the operands is wrong, or the requirement no longer holds",
        )
    return replace(outcome, because=working)


def _working(formula: Formula, known: Mapping[str, Outcome]) -> tuple[str, ...]:
    """The formula and its operands' values."""
    if not known:
        return (f"{formula.text}: from literals only",)
    values = (
        f"{name} = {one.written or write(one.value)}" for name, one in known.items() if one.value is not None
    )
    return (f"{formula.text}, with {', '.join(values)}",)
