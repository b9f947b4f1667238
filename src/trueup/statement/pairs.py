"""Two figures that a sentence compares: ``A → B``, ``from A to B``, ``A vs B``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from trueup.statement.sentence import Sentence, Term

Link = Literal["arrow", "from", "to", "versus"]

_ARROW = re.compile(r" ?(?:→|-+>|⟶) ?")
_TO = re.compile(r" to (?:only |just |about )?")
_VERSUS = re.compile(
    r",? \(?(?:vs\.?|versus|against|compared (?:to|with)|instead of|rather than|(?:up|down) from)"
    r" (?:the |only |about )?"
)
_FROM = re.compile(r"\bfrom (?:about |around |the )?$", re.IGNORECASE)
# “ranges from 3 ms to 5 ms” states no change.
_SPREAD = re.compile(
    r"\b(?:rang\w*|var(?:y|ies|ied|ying)|spread\w*|anywhere|span\w*|scal\w*|between|sweep\w*|swept)"
    r" (?:\w+ )?from (?:about |around |the )?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two figures of one dimension, units shared, in the order in which they stand.

    :param first: index of the first figure in the sentence; ``last`` that of the second
    :param start: the figures before the first that arrows lead from (``A → B → C``), nearest first
    """

    first: int
    last: int
    one: Term
    other: Term
    link: Link
    start: Term | None = None

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
        if shared is None and link in ("from", "to"):
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
            one=shared,
            other=other,
            link=link,
            start=_chain_start(sentence, index, other) if link == "arrow" else None,
        )


def _link(sentence: Sentence, index: int) -> Link | None:
    gap = sentence.gap(index)
    if _ARROW.fullmatch(gap):
        return "arrow"
    if _TO.fullmatch(gap):
        before = sentence.before(sentence.terms[index])
        if _SPREAD.search(before):
            return None
        return "from" if _FROM.search(before) else "to"
    return "versus" if _VERSUS.fullmatch(gap) else None


def _chain_start(sentence: Sentence, index: int, like: Term) -> Term | None:
    start = index
    while start and index - start < 9 and _ARROW.fullmatch(sentence.gap(start - 1)):
        start -= 1
    return sentence.alike(sentence.terms[start], like) if start < index else None
