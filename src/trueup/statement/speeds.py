"""An amount in a time is a rate: ``389 MB in 33 ms (11.8 GB/s)``, ``11.8 GB/s (389 MB in 33 ms)``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from trueup.quantity.interval import Interval
from trueup.statement.model import Statement
from trueup.statement.phrases import FILL, STOP
from trueup.statement.rates import flows
from trueup.statement.reading import mapped, near, reading, settled
from trueup.statement.sentence import Sentence, Term

_IN = re.compile(r" (?:in|within|took|takes|take|needs) (?:about |only |just |under )?")
_FOR = re.compile(r" for (?:the |all |all the )?")
_SIGNED = rf" ?[=→] ?|,? (?:i\.e\.,?|that is,?|which is|or) {FILL}"
_JOIN = re.compile(rf" \((?:or |i\.e\.,? |= ?)?|: |{_SIGNED}")
_EXACTLY = re.compile(_SIGNED)
_OPENS = re.compile(r" \(")
_STOP, _CLOSE = re.compile(STOP), re.compile(r" *\)")


def speeds(sentence: Sentence) -> Iterator[Statement]:
    """Each rate that follows from an amount and the time it takes, all three beside one another."""
    for index in range(len(sentence.terms) - 2):
        first, second = sentence.gap(index), sentence.gap(index + 1)
        if not (_JOIN.fullmatch(second) or _IN.fullmatch(second)):
            continue
        one, two, three = terms = sentence.terms[index : index + 3]
        if not all(term.valued and term.single for term in terms):
            continue
        ended = bool((_CLOSE if "(" in first + second else _STOP).match(sentence.after(three)))
        if flows(one, three, two) and _IN.fullmatch(first) and _JOIN.fullmatch(second):
            yield from _statement(one, two, three, exactly=bool(_EXACTLY.fullmatch(second)), ended=ended)
        elif flows(two, three, one) and _FOR.fullmatch(first) and _JOIN.fullmatch(second):
            yield from _statement(two, one, three, exactly=bool(_EXACTLY.fullmatch(second)), ended=ended)
        elif flows(two, one, three) and _OPENS.fullmatch(first) and _IN.fullmatch(second):
            yield from _statement(two, three, one, exactly=False, ended=ended)


def _statement(amount: Term, time: Term, rate: Term, *, exactly: bool, ended: bool) -> Iterator[Statement]:
    stated = mapped(amount.figure.stated, time.figure.stated, lambda a, b: a / b)
    reach = mapped(amount.could_be, _cut_off(time), lambda a, b: a / b)
    if stated is None or reach is None:
        return
    value = reading(rate.figure, stated, reach)
    # What is further off is the rate of something else: of a link, or of each of several.
    if not near(rate.figure, value, 4 if exactly else 2):
        return
    yield Statement(
        kind="rate",
        span=rate.span,
        figure=rate.figure,
        operands=(amount.span, time.span),
        value=value,
        formula=f"{amount.figure.text} in {time.figure.text}",
        certain=ended and settled(rate.figure, value),
    )


def _cut_off(time: Term) -> Interval:
    """What a time could be; whole seconds may be cut off rather than rounded, as programs print them."""
    high = time.figure.stated.high
    if time.figure.places or high is None:
        return time.could_be
    return time.could_be.hull(Interval.point(high + time.figure.factor))
