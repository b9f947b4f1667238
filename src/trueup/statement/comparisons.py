"""One figure said to be so much of another: ``A is r× B``, ``A, p % faster than B``, ``A = p % of B``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from trueup.statement.contrast import relative, share, times, times_more
from trueup.statement.model import Statement
from trueup.statement.phrases import FILL
from trueup.statement.reading import chosen, near, settled
from trueup.statement.sentence import Sentence, Term

_IS = re.compile(rf"(?:,? (?:is|was|are|or|i\.e\.)|,|:| =| \(| —| –) *{FILL}")
_THAN = re.compile(
    r" ?(below|above|[a-z-]+ than|as [a-z]+ as|the|that of|of)"
    r"(?: the)?(?: that of)?(?: the)? ?(?:about |only )?"
)


def comparisons(sentence: Sentence) -> Iterator[Statement]:
    """Each percentage or ratio that stands between the two figures it compares."""
    for index in range(1, len(sentence.terms) - 1):
        one, term, other = sentence.terms[index - 1 : index + 2]
        if not term.portion or not term.said:
            continue
        than = _THAN.fullmatch(sentence.gap(index))
        if than and _comparable(one, other) and _IS.fullmatch(sentence.gap(index - 1)):
            changed = than[1].endswith(" than") or than[1] in ("below", "above")
            yield from _statement(one, term, other, changed=changed)


def _comparable(one: Term, other: Term) -> bool:
    """Whether both are quantities of one kind."""
    if not (one.single and other.single and one.figure.dimension.exponents):
        return False
    return one.figure.dimension == other.figure.dimension


def _statement(one: Term, term: Term, other: Term, *, changed: bool) -> Iterator[Statement]:
    figure = term.figure
    if term.portion == "×":
        kind, readings = "ratio", times(one, other, figure)
        readings = chain(readings, times_more(one, other, figure)) if changed else readings
    elif changed:
        kind, readings = "change", relative(other, one, figure, signed=False)
    else:
        kind, readings = "share", share(one, other, figure)
    value = chosen(figure, readings)
    if value is None:
        return
    yield Statement(
        kind=kind,
        span=term.span,
        figure=figure,
        operands=(one.span, other.span),
        value=value,
        formula=f"{one.figure.text} against {other.figure.text}",
        certain=near(figure, value, 4) and settled(figure, value),
    )
