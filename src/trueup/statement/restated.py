"""One quantity in two units: ``389,283,840 B (371.25 MiB)``, ``1.25 GB/s = 10 Gbit/s``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from trueup.quantity.agree import agree
from trueup.statement.model import Statement
from trueup.statement.reading import middle, near, reading, settled
from trueup.statement.sentence import Sentence, Term

_EQUALS = re.compile(r" ?==? ?|,? (?:or|i\.e\.,?|that is,?) | ?(?=[~≈])")
_OPENS = re.compile(r" \((?:or |i\.e\.,? |about |= ?|ca\. )?")
_CLOSES = re.compile(r" *[),;]")
_CLOSE = Fraction(6, 5)
_OPERATOR = re.compile(r"(?:[-+*/×·−]|\b[xX]) *$")


def restated(sentence: Sentence) -> Iterator[Statement]:
    """Each figure that says once more, in another unit, what the one beside it says."""
    for index in range(len(sentence.terms) - 1):
        one, other = sentence.terms[index : index + 2]
        gap = sentence.gap(index)
        equals = bool(_EQUALS.fullmatch(gap))
        bracketed = bool(_OPENS.fullmatch(gap) and _CLOSES.match(sentence.after(other)))
        if not (equals or bracketed) or not _two_units(one, other):
            continue
        if _OPERATOR.search(sentence.before(one)) or re.match(r" *[-+*/×·−]", sentence.after(other)):
            continue
        exact, figure = sorted((one, other), key=_coarseness)
        value = reading(figure.figure, exact.figure.stated, exact.could_be)
        slip = agree(figure.figure, value).right_unit is not None
        if not (slip or near(figure.figure, value, 4 if equals else _CLOSE)):
            continue
        yield Statement(
            kind="restated",
            span=figure.span,
            figure=figure.figure,
            operands=(exact.span,),
            value=value,
            formula=exact.figure.text,
            certain=settled(figure.figure, value),
        )


def _two_units(one: Term, other: Term) -> bool:
    """Whether both are the same kind of quantity, under two prefixes or names."""
    figures = one.figure, other.figure
    return (
        one.valued
        and other.valued
        and one.single
        and other.single
        and one.physical
        and figures[0].dimension == figures[1].dimension
        and figures[0].factor != figures[1].factor
    )


def _coarseness(term: Term) -> Fraction:
    """How wide a figure's rounding is, against its size."""
    low, high = term.could_be.low, term.could_be.high
    size = abs(middle(term.figure.stated))
    return (high - low) / size if low is not None and high is not None and size else Fraction(0)
