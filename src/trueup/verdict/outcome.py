"""Decide what a claim's computation is worth, from the outcomes of what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from trueup.claim import Basis, Claim, Decide, Expr, Formula, Reported, Require, Scope
from trueup.expression.errors import EvaluationError
from trueup.expression.evaluate import evaluate, operands
from trueup.quantity.value import Name, Quantity, Truth, Value
from trueup.quantity.write import write
from trueup.verdict.hosts import inherit, own_origins, two_hosts, unrelated
from trueup.verdict.model import Outcome, Status
from trueup.verdict.revision import Since, Untold

#: Weakest last: a derived claim is at best what its weakest operand is.
_STRENGTH: tuple[Status, ...] = ("verified", "attested", "inconclusive")
#: What is known by measuring is weaker than what a specification says, and that than a model.
_BASES: tuple[Basis, ...] = ("model", "hardware", "measured")
# Days: a local date may be ahead of that of UTC.
_AHEAD = 1


def reported(claim: Claim, kind: Reported, *, today: date, at: Since | Untold | None = None) -> Outcome:
    """The outcome of a figure reported elsewhere: attested, until what it watches moves, or ``max_age``.

    :param at: what git says of the revision at which it was measured
    """
    figure = kind.value
    value: Value = (
        Name(words=(figure.text,))
        if figure.form == "text"
        else Quantity(
            spread=figure.stated, reach=figure.reach, dimension=figure.dimension, count=figure.count
        )
    )
    outcome = Outcome(
        standing="attested",
        value=value,
        written=figure.text,
        because=(f"reported: {kind.source}",),
        basis=claim.basis or "measured",
        scope=claim.scope,
        origins=own_origins(claim),
    )
    if isinstance(at, Untold):
        because = (f"nobody can tell whether it is outdated: {at.message}", *outcome.because)
        return replace(outcome, standing="error", reason="input", because=because, hint=at.hint)
    if at and at.moved:
        why, *more = at.sentences()
        return outcome.outdated("watch", why, _MEASURE_AGAIN, *more)
    day = at.day if at else kind.as_of
    if isinstance(day, date):
        as_of = kind.as_of if kind.as_of == day else f"{kind.as_of} ({day})"
        age = (today - day).days
        if age < -_AHEAD:
            why = f"dated in the future: reported as of {as_of}, today is {today}"
            return outcome.outdated("age", why, "mend as_of: it is the day on which the figure was measured")
        if claim.max_age is not None and age > claim.max_age:
            limit = f"{claim.max_age} day{'s' * (claim.max_age != 1)}"
            why = f"reported as of {as_of}, {age} days ago; it may be {limit} old"
            return outcome.outdated("age", why, _MEASURE_AGAIN)
    return outcome


_MEASURE_AGAIN = "measure again, and bring value, source and as_of up to date"


def computed(claim: Claim, value: Value, known: Basis = "model") -> Outcome:
    """The outcome of a verifier that gave ``value`` at once: of an artifact of a run, it is attested.

    :param known: how the verifier's values are known; a claim can only be more cautious
    """
    basis = max(claim.basis or "model", known, key=_BASES.index)
    is_noisy = isinstance(value, Quantity) and value.noise is not None
    return Outcome(
        standing="attested" if basis == "measured" else "verified",
        value=_with_floor(claim, value) if is_noisy else value,
        basis=basis,
        scope=claim.scope,
        origins=own_origins(claim),
    )


def replayed(
    claim: Claim, value: Value, host: Mapping[str, str], recorded: str, *, repeat: Value | None, unfit: str
) -> Outcome:
    """The outcome of recorded evidence: it speaks of the host on which it was recorded.

    :param host: as probed
    :param recorded: a sentence: when and where
    :param repeat: what an independent repeat gave
    :param unfit: why the host can decide nothing
    """
    keys = {key: text for key, text in host.items() if key in ("cpu", "gpu")} | dict(
        claim.scope.keys if claim.scope else {}
    )
    return Outcome(
        standing="attested",
        value=_with_floor(claim, value),
        because=(recorded,),
        basis="measured",
        measured=True,
        repeat=repeat if isinstance(repeat, Quantity) else None,
        unfit=unfit,
        scope=Scope(keys=keys) if keys else None,
        origins=dict.fromkeys(keys, claim.id),
    )


def _with_floor(claim: Claim, value: Value) -> Value:
    """A measured value with the noise floor that the claim states, where that is higher."""
    if claim.noise and isinstance(value, Quantity):
        return replace(value, noise=max(value.noise or Fraction(0), claim.noise.stated.high or Fraction(0)))
    return value


def failed(claim: Claim, status: Status, reason: str, message: str, hint: str | None) -> Outcome:
    """The outcome of a verifier that gave no value."""
    return Outcome(
        standing=status,
        reason=reason,
        because=(message,),
        hint=hint or None,
        basis=claim.basis,
        scope=claim.scope,
        origins=own_origins(claim),
    )


def derived(claim: Claim, kind: Expr | Decide | Require, outcomes: Mapping[str, Outcome]) -> Outcome:
    """The outcome of a formula over other claims.

    :param outcomes: of every operand; an operand whose entry is itself broken is left out
    """
    formula = kind.formula
    names = operands(formula.node)
    known = {name: outcomes[name] for name in names if name in outcomes}
    inherited = _inherit(claim, known)
    value, trouble = _value(formula, known)
    if trouble is None:
        trouble = _of_another_kind(kind, value)
    outcome = replace(inherited, value=value, rests_on=names, literal=not names)
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
    if trouble:
        return replace(
            outcome,
            value=None,
            standing="error",
            reason="arithmetic",
            because=(trouble.message,),
            hint=trouble.hint,
        )
    if isinstance(value, Truth):
        return _truth(outcome, kind, value, formula, known)
    return replace(outcome, because=(*outcome.because, *_working(formula, known)))


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

    if any(name not in known or known[name].value is None for name in operands(formula.node)):
        return None, None
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


def _inherit(claim: Claim, known: Mapping[str, Outcome]) -> Outcome:
    """Standing, basis and scope that the operands hand on."""
    standing: Status = max(
        (one.standing for one in known.values() if one.standing in _STRENGTH),
        key=_STRENGTH.index,
        default="verified",
    )
    bases = [one.basis for one in known.values() if one.basis]
    basis = max(bases, key=_BASES.index, default=claim.basis or "model")
    handed = inherit(claim, known)
    return Outcome(
        standing=standing,
        basis=basis,
        scope=Scope(keys=handed.keys) if handed.keys else None,
        origins=handed.origins,
        because=unrelated(claim, known),
    )


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
