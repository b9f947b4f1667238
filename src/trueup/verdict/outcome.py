"""What the computation of a claim that rests on no other is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from trueup.claim import BASES, Basis, Claim, Reported, Scope
from trueup.diagnostics import counted
from trueup.quantity.table import Table
from trueup.quantity.value import Name, Quantity, Value
from trueup.verdict.hosts import own_origins
from trueup.verdict.model import Outcome, Status
from trueup.verdict.noise import floored

if TYPE_CHECKING:
    from trueup.verdict.revision import Since, Untold

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
    day = kind.as_of
    if at:
        from trueup.verdict.revision import Untold  # noqa: PLC0415  git is asked of few claims

        if isinstance(at, Untold):
            because = (f"nobody can tell whether it is outdated: {at.message}", *outcome.because)
            return replace(outcome, standing="error", reason="input", because=because, hint=at.hint)
        if at.moved:
            why, *more = at.sentences()
            return outcome.outdated("watch", why, _MEASURE_AGAIN, *more)
        day = at.day
    if isinstance(day, date):
        as_of = kind.as_of if kind.as_of == day else f"{kind.as_of} ({day})"
        age = (today - day).days
        if age < -_AHEAD:
            why = f"dated in the future: reported as of {as_of}, today is {today}"
            return outcome.outdated("age", why, "mend as_of: it is the day on which the figure was measured")
        if claim.max_age is not None and age > claim.max_age:
            limit = counted(claim.max_age, "day")
            why = f"reported as of {as_of}, {counted(age, 'day')} ago; it may be {limit} old"
            return outcome.outdated("age", why, _MEASURE_AGAIN)
    return outcome


_MEASURE_AGAIN = "measure again, and bring value, source and as_of up to date"


def computed(claim: Claim, value: Value | Table, known: Basis = "model") -> Outcome:
    """The outcome of a verifier that gave ``value`` at once: of an artifact of a run, it is attested.

    :param known: how the verifier's values are known; a claim can only be more cautious
    """
    basis = max(claim.basis or "model", known, key=BASES.index)
    if isinstance(value, Quantity) and value.noise is not None:
        value = floored(value, claim.noise)
    return Outcome(
        standing="attested" if basis == "measured" else "verified",
        value=None if isinstance(value, Table) else value,
        table=value if isinstance(value, Table) else None,
        basis=basis,
        scope=claim.scope,
        origins=own_origins(claim),
    )


def replayed(
    claim: Claim,
    value: Value | Table,
    host: Mapping[str, str],
    recorded: str,
    *,
    repeat: Value | Table | None,
    unfit: str,
    samples: Sequence[str] = (),
) -> Outcome:
    """The outcome of recorded evidence: it speaks of the host on which it was recorded.

    :param host: as probed
    :param recorded: a sentence: when and where
    :param repeat: what an independent repeat gave
    :param unfit: why the host can decide nothing
    :param samples: what is to be said of them
    """
    if isinstance(value, Quantity):
        value = floored(value, claim.noise)
    keys = {key: text for key, text in host.items() if key in ("cpu", "gpu")} | dict(
        claim.scope.keys if claim.scope else {}
    )
    return Outcome(
        standing="inconclusive" if unfit else "attested",
        value=None if isinstance(value, Table) else value,
        table=value if isinstance(value, Table) else None,
        because=(f"the host is unfit to decide: {unfit}", recorded) if unfit else (recorded,),
        basis="measured",
        measured=True,
        repeat=repeat if isinstance(repeat, Quantity) else None,
        unfit=unfit,
        samples=tuple(samples),
        scope=Scope(keys=keys) if keys else None,
        origins=dict.fromkeys(keys, claim.id),
    )


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
