"""The smallest change of a figure that leaves what it claims."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from trueup.claim import Claim, Decide, Require
from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.quantity.step import smallest_step, step_until
from trueup.quantity.units import Unit
from trueup.quantity.value import Name, Quantity, Truth
from trueup.verdict.judge import as_stated
from trueup.verdict.model import Outcome, Verdict

# Steps after which noise would have been left behind.
_FAR = 2**16
#: Judges the figure with another text; None where it can't be read.
Judge = Callable[[str], Verdict | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """Another text for a figure.

    :param text: None where nothing can be written that the claim should refuse
    :param why: why there is none, or why it differs from the smallest step
    """

    text: str | None = None
    why: str = ""


def mutation(figure: str, unit: Unit | None, claim: Claim, outcome: Outcome, judge: Judge) -> Mutation:
    """The change that ``claim`` should refute.

    :param unit: of its column, for a figure that has none
    """
    if outcome.reason == "unmeasured" and outcome.standing == "open":
        return Mutation(text="1")  # what an open question claims is that no number is known
    if isinstance(claim.kind, Require):
        why = f"{claim.id} is a requirement: it fails by itself when it is false, whatever word stands here"
        return Mutation(why=why)
    match outcome.value:
        case Quantity() as value:
            return _number(figure, unit, claim, value, judge)
        case Truth(value=truth) if isinstance(claim.kind, Decide):
            return Mutation(text=_other_word(figure, claim.kind, truth))
        case Name():
            return Mutation(text=other_name(figure))
    standing = f"{outcome.standing} ({outcome.reason})" if outcome.reason else outcome.standing
    return Mutation(why="; ".join((f"there is no value to compare with: {standing}", *outcome.because[:1])))


def _number(figure: str, unit: Unit | None, claim: Claim, value: Quantity, judge: Judge) -> Mutation:
    value = as_stated(claim, value)
    try:
        text = smallest_step(figure, value, compare=claim.compare, tolerance=claim.tolerance, unit=unit)
        if text is not None and value.noise is not None and not _refutes(judge, text):
            return _beyond_noise(figure, text, judge)
    except FigureError as error:
        return Mutation(why=f"it can't be read: {error.message}")
    if text is None:
        return Mutation(text=figure, why=f"every figure of its form agrees{_weakened(claim)}")
    return Mutation(text=text)


def _beyond_noise(figure: str, text: str, judge: Judge) -> Mutation:
    """Measured figures: a step within the noise is inconclusive, a larger one may be refuted."""
    why: tuple[str, ...] = ()

    def refuted(candidate: str) -> bool:
        nonlocal why
        verdict = judge(candidate)
        if verdict is not None and verdict.status != "refuted":
            why = verdict.because[:1]
        return verdict is not None and verdict.status == "refuted"

    further = step_until(figure, refuted, most=_FAR)
    if further is not None:
        return Mutation(text=further, why=f"{text} is within the noise")
    return Mutation(why="; ".join(("what was measured refutes no step", *why)))


def _refutes(judge: Judge, text: str) -> bool:
    verdict = judge(text)
    return verdict is not None and verdict.status == "refuted"


def _weakened(claim: Claim) -> str:
    tolerance: Figure | None = claim.tolerance
    ways = [
        *([f"compare: {claim.compare}"] if claim.compare else []),
        *([f"tolerance: {tolerance.text}"] if tolerance else []),
    ]
    return f" ({', '.join(ways)})" if ways else ""


def _other_word(figure: str, kind: Decide, truth: bool | None) -> str:
    """A word for another outcome, the opposite one first."""
    others = [words for outcome, words in kind.words.items() if outcome != truth]
    written = figure.casefold()
    return next(word for words in others for word in words if word.casefold() != written)


def other_name(figure: str) -> str:
    """The name with its last letter or digit changed to the next one."""
    for index in range(len(figure) - 1, -1, -1):
        char = figure[index]
        if char.isascii() and char.isalnum():
            following = {"9": "0", "z": "a", "Z": "A"}.get(char) or chr(ord(char) + 1)
            return figure[:index] + following + figure[index + 1 :]
    return f"{figure}s"
