"""What a written expression gives, by interval arithmetic over what its operands could be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.quantity.interval import Interval
from trueup.quantity.spelling import spell
from trueup.quantity.units import NONE, Dimension
from trueup.statement.tokens import Token

_LONGEST = 99
_MOST_BITS = 8000
# Halves, quarters and eighths are meant exactly: a weight of four bits has 0.5 bytes.
_PARTS = frozenset(Fraction(part, 8) for part in range(1, 8))


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as stated, and what it could be as it is rounded.

    :param dimension: without counted things
    """

    stated: Interval
    reach: Interval
    dimension: Dimension = NONE


class NotComputable(Exception):  # noqa: N818  it is no error: the text is no expression
    """The tokens are no expression, or one without a value."""


def operators(side: Sequence[Token]) -> frozenset[str]:
    """The operators of an expression; those inside a figure (``2 × 3``, ``724 / 4800``, ``2^10``) too."""
    found = {token.text for token in side if token.kind == "operator"}
    for token in side:
        form = token.term.figure.form if token.term else ""
        if form in ("product", "power", "fraction"):
            found.add("/" if form == "fraction" else "×")
    return frozenset(found)


def compute(side: Sequence[Token], *, exactly: bool) -> Amount:
    """The value of an expression: numbers, ``× / + −`` and brackets.

    Raises :class:`NotComputable`.

    :param exactly: whether decimals without a unit are exact (half a byte is 0.5)
    """
    if len(side) > _LONGEST:
        raise NotComputable
    reader = _Reader(side, exactly=exactly)
    try:
        amount = reader.sum()
    except (ZeroDivisionError, FigureError):
        raise NotComputable from None
    if reader.at != len(side):
        raise NotComputable
    return amount


class _Reader:
    """Reads by recursive descent; brackets nest no deeper than the expression is long."""

    def __init__(self, side: Sequence[Token], *, exactly: bool) -> None:
        self.side = side
        self.exactly = exactly
        self.at = 0

    def sum(self) -> Amount:
        amount = self.product()
        while operator := self._operator("+−"):
            amount = _added(amount, self.product(), operator)
        return amount

    def product(self) -> Amount:
        amount = self.factor()
        while operator := self._operator("×/"):
            amount = _multiplied(amount, self.factor(), operator)
        return amount

    def factor(self) -> Amount:
        token = self.side[self.at] if self.at < len(self.side) else None
        self.at += 1
        if token is None:
            raise NotComputable
        if token.kind == "open":
            amount = self.sum()
            if self.at >= len(self.side) or self.side[self.at].kind != "close":
                raise NotComputable
            self.at += 1
            return amount
        if token.term is None or not token.term.valued or _is_minus(token.term.figure):
            raise NotComputable
        return amount_of(token.term.figure, exactly=self.exactly)

    def _operator(self, which: str) -> str | None:
        token = self.side[self.at] if self.at < len(self.side) else None
        if token is None or token.kind != "operator" or token.text not in which:
            return None
        self.at += 1
        return token.text


def _is_minus(figure: Figure) -> bool:
    """Whether a hyphen may be a minus: ``2965+62-512``."""
    return figure.form == "range" and "-" in figure.text and not figure.unit


def amount_of(figure: Figure, *, exactly: bool = False) -> Amount:
    """A figure as an operand."""
    dimension = figure.dimension.physical
    if figure.form == "product":
        return _factors(figure, exactly=exactly)
    reach = figure.claims if figure.approx else figure.reach
    part = figure.stated.low in _PARTS
    if not figure.approx and (
        (exactly and not figure.unit) or (part and figure.unit in ("", "B", "byte", "bytes"))
    ):
        reach = figure.stated
    return Amount(figure.stated, reach, dimension)


def _factors(figure: Figure, *, exactly: bool) -> Amount:
    stated = reach = Interval.point(1)
    for numeral in spell(figure.text).numerals:
        point = Interval.point(numeral.value)
        slack = 0 if exactly or numeral.whole or numeral.value in _PARTS else numeral.step / 2
        stated = stated * point
        reach = reach * point.widen(slack, slack)
        _cap(stated)
    return Amount(stated, reach)


def _added(one: Amount, other: Amount, operator: str) -> Amount:
    if one.dimension != other.dimension:
        raise NotComputable
    sign = 1 if operator == "+" else -1
    return Amount(one.stated + other.stated.scale(sign), one.reach + other.reach.scale(sign), one.dimension)


def _multiplied(one: Amount, other: Amount, operator: str) -> Amount:
    if operator == "/":
        return Amount(one.stated / other.stated, one.reach / other.reach, one.dimension / other.dimension)
    _cap(one.stated, other.stated)
    return Amount(one.stated * other.stated, one.reach * other.reach, one.dimension * other.dimension)


def _cap(*intervals: Interval) -> None:
    for interval in intervals:
        if interval.low is not None and interval.low.numerator.bit_length() > _MOST_BITS:
            raise NotComputable


def ends(interval: Interval) -> Iterator[Fraction]:
    """The ends that an interval has."""
    yield from (end for end in (interval.low, interval.high) if end is not None)
