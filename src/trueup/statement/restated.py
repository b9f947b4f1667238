"""One quantity said twice: ``389,283,840 B (371.25 MiB)``, ``1.25 GB/s = 10 Gbit/s``, or its reciprocal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from trueup.quantity.agree import agree, holds
from trueup.quantity.interval import Interval
from trueup.quantity.units import NONE
from trueup.quantity.value import Quantity
from trueup.statement.model import Statement
from trueup.statement.reading import mapped, middle, near, reading, settled
from trueup.statement.sentence import Sentence, Term

_EQUALS = re.compile(r" ?==? ?|,? (?:or|i\.e\.,?|that is,?) | ?(?=[~≈])")
_OPENS = re.compile(r" \((?:or |i\.e\.,? |about |= ?|ca\. )?")
_CLOSES = re.compile(r" *[),;]")
_NEXT = re.compile(r"(?:,|;| /| or|, or) ")
_AGAIN = re.compile(r"\)(?: ?= ?|,? (?:or|i\.e\.,?|that is,?) )")
_CLOSE = Fraction(6, 5)
_SAMPLED = Fraction(3, 2)
_MEASURED = Fraction(21, 20)
_OPERATOR = re.compile(r"(?:[-+*/×·−]|\b[xX]) *$")
_GOES_ON = re.compile(r" *[-+*/×·−]")
_ONE = Interval.point(1)


def restated(sentence: Sentence) -> Iterator[Statement]:
    """Each figure that says once more, in another unit, what the one beside it says."""
    for index, one in enumerate(sentence.terms[:-1]):
        gap, other = sentence.gap(index), sentence.terms[index + 1]
        if _OPERATOR.search(sentence.before(one)):
            continue
        if _EQUALS.fullmatch(gap):
            either = gap == " or "  # “3072 MB or 9 GB”
            if not either or _ways(one, other) == "units":
                yield from _statement(sentence, one, other, _CLOSE if either else 4)
        elif _OPENS.fullmatch(gap):
            yield from _bracketed(sentence, one, index + 1)
        elif _NEXT.fullmatch(gap) and _enclosed(sentence, one, other) and _ways(one, other) == "inverse":
            yield from _statement(sentence, one, other, _CLOSE)


def _enclosed(sentence: Sentence, one: Term, other: Term) -> bool:
    """Whether two figures are all that stands in brackets."""
    return sentence.before(one).rstrip().endswith("(") and sentence.after(other).lstrip().startswith(")")


def _bracketed(sentence: Sentence, one: Term, index: int) -> Iterator[Statement]:
    """The figures in brackets behind one, and the one behind these brackets: ``A (B), i.e. C``."""
    listed = _listed(sentence, index)
    if not any(_ways(one, term) for term in listed):
        return
    factors = [term.figure.factor for term in (one, *listed) if _alike(one, term)]
    if len(set(factors)) < len(factors):
        return  # several of one unit are samples
    while listed and not _CLOSES.match(sentence.after(listed[-1])):
        listed.pop()  # of something else
    found: list[Statement] = []
    for term in listed:
        found.extend(_statement(sentence, one, term, _CLOSE))
    yield from found
    if len(listed) == len(found) == 1 and _AGAIN.fullmatch(sentence.gap(index)):
        behind = sentence.terms[index + 1]
        exact = min((term for term in (one, *listed) if _ways(term, behind)), key=_coarseness, default=one)
        yield from _statement(sentence, exact, behind, 4)


def _alike(one: Term, other: Term) -> bool:
    """Whether a figure beside another could be a sample of the same."""
    value = Quantity.exact(middle(one.figure.stated), one.figure.dimension)
    return near(other.figure, value, _SAMPLED)


def _listed(sentence: Sentence, index: int) -> list[Term]:
    """The figures that follow one another in a list."""
    found = [sentence.terms[index]]
    while _NEXT.fullmatch(sentence.gap(index)) and len(found) < 4:
        index += 1
        found.append(sentence.terms[index])
    return found


def _statement(sentence: Sentence, one: Term, other: Term, factor: Fraction | int) -> Iterator[Statement]:
    """
    :param factor: by which they may differ, and the second still be meant for the first
    """
    ways = _ways(one, other)
    if not ways or _GOES_ON.match(sentence.after(other)):
        return
    inverse = ways == "inverse"
    exact, figure = (one, other) if inverse else sorted((one, other), key=_coarseness)
    stated, reach = exact.figure.stated, exact.could_be
    if inverse:
        turned, could_be = mapped(_ONE, stated, _over), mapped(_ONE, reach, _over)
        if turned is None or could_be is None:
            return
        stated, reach = turned, could_be
        # “640 tok/s (50 ms/token)” may be of 32 at a time.
        factor = min(Fraction(factor), Fraction(9, 5))
    value = reading(figure.figure, stated, reach)
    slip = agree(figure.figure, value).right_unit is not None
    if not (slip or near(figure.figure, value, factor)):
        return
    yield Statement(
        kind="reciprocal" if inverse else "restated",
        span=figure.span,
        figure=figure.figure,
        operands=(exact.span,),
        value=value,
        formula=f"1 / {exact.figure.text}" if inverse else exact.figure.text,
        certain=settled(figure.figure, value)
        and not (inverse and factor == _CLOSE and _as_measured(figure, value)),
    )


def _as_measured(figure: Term, value: Quantity) -> bool:
    """Whether a time per thing is so near that it may have been measured for itself, as a median is."""
    return not holds(figure.figure, value) and near(figure.figure, value, _MEASURED)


def _over(one: Interval, other: Interval) -> Interval:
    return one / other


def _ways(one: Term, other: Term) -> str:
    """``units`` where both are one quantity in two units, ``inverse`` as in ``12.8 tok/s (78 ms/token)``."""
    if not (one.valued and other.valued and one.single and other.single and one.physical):
        return ""
    figures = one.figure, other.figure
    if figures[0].dimension == figures[1].dimension:
        return "units" if figures[0].factor != figures[1].factor else ""
    turned = NONE / figures[0].dimension == figures[1].dimension
    return "inverse" if turned and figures[0].dimension.counted.exponents else ""


def _coarseness(term: Term) -> Fraction:
    """How wide a figure's rounding is, against its size."""
    low, high = term.could_be.low, term.could_be.high
    size = abs(middle(term.figure.stated))
    return (high - low) / size if low is not None and high is not None and size else Fraction(0)
