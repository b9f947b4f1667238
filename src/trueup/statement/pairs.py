"""Two figures that a sentence compares: ``A → B``, ``from A to B``, ``A vs B``, ``B (was A)``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from trueup.statement.sentence import Sentence, Term

#: ``was`` is “B, was A” and “to B from A”: what came first stands last
Link = Literal["arrow", "from", "to", "versus", "was"]

_ARROW = re.compile(r" ?(?:→|-+>|=+>|⟶|⇒|⟹) ?")
_TO = re.compile(r" to (?:only |just |about )?")
_DOWN_TO = re.compile(r" (?:all the way )?down to (?:only |just |about )?")
_VERSUS = re.compile(
    r",? \(?(?:vs\.?|versus|against|compared (?:to|with)|instead of|rather than) (?:the |only |about )?"
)
_WAS = re.compile(
    r",? \(?(?:(?:up|down) from|(?:it )?was|previously|formerly|originally|before:?) (?:the |only |about )?"
)
_FROM = re.compile(r"\bfrom (?:about |around |the )?$", re.IGNORECASE)
_BACK_FROM = re.compile(r" from (?:the |only |about )?")
_TO_BEFORE = re.compile(r"(?<!\w)to (?:only |just |about )?$")
# “ranges from 3 ms to 5 ms” states no change.
_SPREAD = re.compile(
    r"\b(?:rang\w*|var(?:y|ies|ied|ying)|spread\w*|anywhere|span\w*|scal\w*|between|sweep\w*|swept)"
    r" (?:\w+ )?from (?:about |around |the )?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two figures of one dimension, units shared.

    :param first: index of the first figure in the sentence; ``last`` that of the second
    :param one: the figure that was before, as far as the link tells; ``other`` the one that is now
    :param start: the figures before the first that arrows lead from (``A → B → C``), nearest first
    :param opened: whether a bracket opens between both
    """

    first: int
    last: int
    one: Term
    other: Term
    link: Link
    start: Term | None = None
    opened: bool = False

    @property
    def starts(self) -> tuple[Term, ...]:
        """What the second may be compared with."""
        return (self.one, self.start) if self.start else (self.one,)

    @property
    def directed(self) -> bool:
        """Whether it says which of both came first."""
        return self.link != "versus"


def pairs(sentence: Sentence) -> Iterator[Pair]:
    """All pairs of neighbouring figures that a sentence compares."""
    for index in range(len(sentence.terms) - 1):
        link = _link(sentence, index)
        if link is None:
            continue
        one, other = sentence.terms[index], sentence.terms[index + 1]
        shared = sentence.alike(one, other)
        if shared is None and link in ("from", "to", "was"):
            shared, other = one, sentence.alike(other, one) or other
        if shared is None or bool(shared.figure.unit) != bool(other.figure.unit):
            continue
        if (
            not (one.single and other.single)
            or shared.figure.dimension.physical != other.figure.dimension.physical
        ):
            continue
        yield Pair(
            first=index,
            last=index + 1,
            one=other if link == "was" else shared,
            other=shared if link == "was" else other,
            link=link,
            start=_chain_start(sentence, index, other) if link == "arrow" else None,
            opened="(" in sentence.gap(index),
        )


def _link(sentence: Sentence, index: int) -> Link | None:
    gap = sentence.gap(index)
    if _ARROW.fullmatch(gap):
        return "arrow"
    before = sentence.before(sentence.terms[index])
    down = _DOWN_TO.fullmatch(gap)
    if down or _TO.fullmatch(gap):
        if _SPREAD.search(before):
            return None
        return "from" if down or _FROM.search(before) else "to"
    if _WAS.fullmatch(gap) or (_BACK_FROM.fullmatch(gap) and _TO_BEFORE.search(before)):
        return "was"
    return "versus" if _VERSUS.fullmatch(gap) else None


def _chain_start(sentence: Sentence, index: int, like: Term) -> Term | None:
    start = index
    while start and index - start < 9 and _ARROW.fullmatch(sentence.gap(start - 1)):
        start -= 1
    return sentence.alike(sentence.terms[start], like) if start < index else None
