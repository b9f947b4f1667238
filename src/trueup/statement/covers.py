"""A range that says what some figures span: ``45–90 µs (47, 62 and 90 µs)``, ``… over 47/62/90 µs``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from trueup.quantity.figure import Figure
from trueup.quantity.interval import Interval
from trueup.quantity.value import Quantity
from trueup.statement.model import Statement
from trueup.statement.phrases import STOP
from trueup.statement.sentence import Sentence, Term

_OVER = re.compile(
    r" (?:over|across) (?:the )?(?:(?:rows|runs|values|samples|measurements|figures) )?|(?: \(|: )"
)
_LISTED = re.compile(r", (?:and )?| and | ?/ ?|; ")
_STOP = re.compile(STOP)
_LONGEST = 50


def covers(sentence: Sentence) -> Iterator[Statement]:
    """Each range that stands before the figures it spans, one end of it being one of theirs."""
    for index, term in enumerate(sentence.terms):
        if term.figure.form != "range" or not term.figure.unit or not _OVER.fullmatch(sentence.gap(index)):
            continue
        listed = _list(sentence, index + 1)
        if len(listed) < 2 or not _STOP.match(sentence.after(listed[-1])):
            continue
        values = [sentence.alike(one, listed[-1]) for one in listed]
        if listed[-1].figure.dimension != term.figure.dimension:
            continue
        found = [one for one in values if one and one.figure.unit]
        if len(found) == len(listed):
            yield from _statement(term, found)


def _list(sentence: Sentence, index: int) -> list[Term]:
    found: list[Term] = []
    while index < len(sentence.terms) and len(found) < _LONGEST:
        term = sentence.terms[index]
        if not term.single:
            break
        found.append(term)
        if not _LISTED.fullmatch(sentence.gap(index)):
            break
        index += 1
    return found


def _statement(term: Term, listed: list[Term]) -> Iterator[Statement]:
    spread, reach = listed[0].figure.stated, listed[0].could_be
    for one in listed[1:]:
        spread, reach = spread.hull(one.figure.stated), reach.hull(one.could_be)
    figure = term.figure
    yield Statement(
        kind="range",
        span=term.span,
        figure=figure,
        operands=tuple(one.span for one in listed),
        value=Quantity(spread=spread, reach=reach, dimension=figure.dimension),
        formula=", ".join(one.figure.text for one in listed),
        certain=shares_an_end(figure, spread) and not figure.approx,
    )


def shares_an_end(figure: Figure, spread: Interval) -> bool:
    """Whether an end of a range is one of what it spans, as rounded: then it is meant to span it."""
    pairs = (
        (figure.stated.low, figure.claims.low, spread.low),
        (figure.stated.high, figure.claims.high, spread.high),
    )
    return any(
        written is not None
        and edge is not None
        and end is not None
        and abs(written - end) <= abs(written - edge)
        for written, edge, end in pairs
    )
