"""Figures that state what a claim has as its value."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from trueup.claim import Claim
from trueup.edit.proposal import Candidate, Draft, Proposal, long_words, words_around
from trueup.quantity.agree import holds
from trueup.quantity.figure import Figure
from trueup.quantity.interval import Interval
from trueup.quantity.value import Quantity
from trueup.verdict.judge import as_stated
from trueup.verdict.model import Outcome
from trueup.verdict.subject import fold, mismatch

_ZERO = Interval.point(Fraction(0))


def known(draft: Draft) -> Iterator[Proposal]:
    """A figure of a claim's value, in a block that names its subject, or two longer words of what it says.

    Where two claims fit as well as each other, neither is proposed.
    """
    computed = draft.computed
    subjects = sorted({word for claim in computed.bound.claims.values() for word in claim.subject})
    values = {
        name: value
        for name, outcome in computed.outcomes.items()
        if (value := _value(computed.bound.claims[name], outcome))
    }
    for candidate in draft.candidates():
        fitting = [
            (score, name)
            for name, value in values.items()
            if (candidate.at, name) not in draft.refused
            and _states(candidate.figure, computed.bound.claims[name], value)
            and (score := _score(candidate, computed.bound.claims[name], draft))
            and not mismatch(
                computed.bound.claims[name], candidate.seen.block, subjects, candidate.seen.start
            )
        ]
        best = max((score for score, _ in fitting), default=0)
        names = [name for score, name in fitting if score == best]
        if len(names) == 1:
            claim = computed.bound.claims[names[0]]
            says = f" ({claim.says})" if claim.says else ""
            why = f"it is the value of {claim.id}{says}"
            yield Proposal(candidate=candidate, claim=claim.id, why=why, key=claim.id)
        elif names:
            draft.passed[candidate.at] = f"it could be {' or '.join(names)}: tag it by hand"


def _value(claim: Claim, outcome: Outcome) -> Quantity | None:
    """The value of a claim that stands."""
    value = outcome.value
    if outcome.standing not in ("verified", "attested") or not isinstance(value, Quantity):
        return None
    return as_stated(claim, value)


def _states(figure: Figure, claim: Claim, value: Quantity) -> bool:
    if claim.compare in ("at-least", "at-most"):
        return False
    # Rounded to zero, anything small would fit.
    if figure.claims.contains(_ZERO) and not value.spread.contains(_ZERO):
        return False
    return holds(figure, value, compare=claim.compare, tolerance=claim.tolerance)


def _score(candidate: Candidate, claim: Claim, draft: Draft) -> int:
    """How clearly the words around a figure speak of a claim; 0 where they don't."""
    words = words_around(candidate.seen.block)
    plain = fold(candidate.seen.block.text)
    named = sum(fold(word) in plain or fold(word) in words for word in claim.subject)
    said = sum(f" {word} " in words for word in _said(claim, draft))
    return 3 * named + said if named or said >= 2 else 0


def _said(claim: Claim, draft: Draft) -> set[str]:
    """The longer words of what a claim says; of one that says nothing, those beside its figures."""
    if claim.says:
        return long_words(claim.says)
    beside = (draft.page.blocks[tag.block].text for tag in draft.tagged(claim.id))
    return {word for text in beside for word in long_words(text)}
