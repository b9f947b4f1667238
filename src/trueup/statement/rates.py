"""An amount at a rate takes a time: ``X B at R is T``, ``at R, X takes T``, ``T for X at R``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from trueup.quantity.units import Dimension
from trueup.statement.model import Statement
from trueup.statement.phrases import FILL
from trueup.statement.reading import mapped, near, reading, settled
from trueup.statement.sentence import Sentence, Term

_SECOND = Dimension.of(s=1)
_AT = r"(?: at| over| @) (?:the |a |an |about )?"
_OF = r"(?: (?:of|in) [a-z]+(?: [a-z]+)?)?"
_TAKES = r",? (?:is|are|takes?|gives|makes|means|costs?|needs?|would take|would be|will take|comes to|in|or)"
_AMOUNT_RATE = re.compile(rf"{_OF}{_AT}")
_RATE_TIME = re.compile(rf"(?:{_TAKES} {FILL}| *(?:=|:|→|-+>) *{FILL}(?:only )?)")
_RATE_TIME_LOOSE = re.compile(rf"(?: *(?:,|\(|;|—|–) *(?:so )?{FILL})")
_RATE_AMOUNT = re.compile(
    r",? (?:(?:the|its|all|those|these|moving|reading|copying|streaming|loading|sending) ){0,2}"
)
_AMOUNT_TIME = re.compile(rf"{_OF}{_TAKES} (?:about |only |some )?")
_TIME_AMOUNT = re.compile(
    r"(?: for| \(| to (?:move|read|copy|stream|load|send|transfer|write)) (?:the |all )?| \("
)
_BEFORE_RATE = re.compile(r"(?:^|\W)(?:at|over|with) (?:the |a |an |about )?$", re.IGNORECASE)
# The time is then of something else.
_OTHER_TIME = re.compile(
    r" *(?:[-+*/×−]|(?:latency|timeout|overhead|later|after|more|less|faster|slower|longer|plus)\b)"
)


def rates(sentence: Sentence) -> Iterator[Statement]:
    """Each time that follows from an amount and a rate beside it."""
    for index in range(len(sentence.terms) - 2):
        terms = sentence.terms[index : index + 3]
        if not all(term.valued for term in terms):
            continue
        first, second = sentence.gap(index), sentence.gap(index + 1)
        strict = True
        if flows(terms[0], terms[1], terms[2]) and _AMOUNT_RATE.fullmatch(first):
            amount, rate, time = terms
            strict = bool(_RATE_TIME.fullmatch(second))
            matches = strict or bool(_RATE_TIME_LOOSE.fullmatch(second))
        elif flows(terms[1], terms[0], terms[2]):
            rate, amount, time = terms
            matches = bool(
                _BEFORE_RATE.search(sentence.before(rate))
                and _RATE_AMOUNT.fullmatch(first)
                and _AMOUNT_TIME.fullmatch(second)
            )
        elif flows(terms[1], terms[2], terms[0]):
            time, amount, rate = terms
            matches = bool(_TIME_AMOUNT.fullmatch(first) and _AMOUNT_RATE.fullmatch(second))
        else:
            continue
        if matches and not _OTHER_TIME.match(sentence.after(time)):
            yield from _statement(amount, rate, time, strict=strict)


def flows(amount: Term, rate: Term, time: Term) -> bool:
    """Whether the units are those of an amount, its rate and a time."""
    dimension = amount.figure.dimension
    if time.figure.dimension.physical != _SECOND or not dimension.exponents:
        return False
    flow = rate.figure.dimension
    if dimension.physical.exponents:
        return flow.physical == dimension.physical / _SECOND
    return flow == dimension / _SECOND


def _statement(amount: Term, rate: Term, time: Term, *, strict: bool) -> Iterator[Statement]:
    stated = mapped(amount.figure.stated, rate.figure.stated, lambda a, b: a / b)
    reach = mapped(amount.could_be, rate.could_be, lambda a, b: a / b)
    if stated is None or reach is None or time.figure.form not in ("number", "range"):
        return
    value = reading(time.figure, stated, reach)
    yield Statement(
        kind="rate",
        span=time.span,
        figure=time.figure,
        operands=(amount.span, rate.span),
        value=value,
        formula=f"{amount.figure.text} at {rate.figure.text}",
        certain=near(time.figure, value, 1000 if strict else 4)
        and settled(time.figure, value)
        and (stated.is_point or time.figure.form == "range"),
    )
