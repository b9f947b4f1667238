"""Whether a column of a table follows from others, and in which rows it doesn't."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log2

from trueup.quantity.agree import holds
from trueup.quantity.units import NONE
from trueup.quantity.value import Quantity
from trueup.tables.guesses import Guess, guesses
from trueup.tables.relations import Relation
from trueup.tables.sheet import Number, Sheet, Term, loose

_MOST_BITS = 20.0
#: How many numbers may be looked at in a table, at the least, and more for each of its cells.
_LOOKS, _LOOKS_PER_CELL = 20_000, 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row that fits.

    :param slack: about how far from its operands' result they could be as they are rounded
    """

    number: Number
    operands: tuple[Term, ...]
    slack: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """A row whose cell isn't what its operands give, and what they give.

    :param near: rounding may explain it
    :param gap: about how far the cell is from all that it could be
    """

    index: int
    number: Number
    operands: tuple[Term, ...]
    value: Quantity
    near: bool
    gap: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A guess that most rows bear out.

    :param named: the header of the target says as much
    """

    guess: Guess
    fitting: tuple[Row, ...]
    misses: tuple[Miss, ...]
    named: bool

    @property
    def rows(self) -> int:
        """How many rows there are, but for those that can't be told."""
        return len(self.fitting) + len(self.misses)

    @property
    def order(self) -> tuple[bool, int, float]:
        """Sorts the likeliest first."""
        return (not self.named, len(self.misses), -self.bits())

    def holds_at(self, row: int) -> bool:
        """Whether a row fits, or can't be told."""
        return all(one.index != row for one in self.misses)

    def witnesses(self, miss: Miss) -> list[Row]:
        """The rows that fit, though they would show it if they were as far off as a miss."""
        pure = self.guess.relation.pure
        away = miss.gap if pure else miss.gap / (abs(miss.number.value) or 1)
        found = []
        for row in self.fitting:
            room = row.slack + row.number.half
            if room <= away * (1 if pure else abs(row.number.value)):
                found.append(row)
        return found

    def bits(self, rows: Sequence[Row] | None = None) -> float:
        """How unlikely it is that these rows fit by chance, as a power of two.

        A cell that repeats an operand, or a row that repeats another, says nothing.

        :param rows: all that fit where None
        """
        rows = self.fitting if rows is None else rows
        pure_ratio = self.guess.relation.kind == "ratio" and self.fitting[0].number.dimension == NONE
        sizes = [abs(row.number.value - 1) if pure_ratio else abs(row.number.value) for row in self.fitting]
        scale = max(sizes)
        told: dict[tuple[float, ...], float] = {}
        for row in rows:
            number = row.number
            if scale <= 0 or any(_same(number, term) for term in row.operands):
                continue
            step = float(number.figure.factor / 10**number.figure.places)
            width = 2 * row.slack + max(2 * number.half, step)
            key = (number.value, *(term.value for term in row.operands))
            told[key] = min(max(log2(scale / width), 0.0), _MOST_BITS)
        return sum(told.values()) - self.guess.assumed


def fits(sheet: Sheet) -> list[Fit]:
    """All that the columns of a table seem to have to do with each other.

    Empty of a table that takes more looking than a table written by hand does.
    """
    left = _LOOKS + _LOOKS_PER_CELL * len(sheet.labels) * len(sheet.columns)
    found = []
    for guess in guesses(sheet):
        fit, looks = _fit(sheet, guess)
        left -= looks
        if left < 0:
            return []
        if fit:
            found.append(fit)
    return found


def allowed(rows: int) -> int:
    """How many of so many rows may miss before a column follows from nothing."""
    return max(1, rows // 5)


def _fit(sheet: Sheet, guess: Guess) -> tuple[Fit | None, int]:
    """Whether a guess fits, and how many numbers were looked at to tell.

    The rows are looked through in floats, which say where to look closer; what misses is computed exactly.
    """
    rows = [
        (index, number, terms)
        for index, (number, terms) in enumerate(zip(guess.target.numbers, guess.operands, strict=True))
        if number and terms and index not in sheet.summary
    ]
    looks = len(guess.target.numbers) // 4 + 1
    if len(rows) < 3:
        return None, looks
    left = allowed(len(rows))
    fitting, missing = [], []
    for row in rows:
        _, number, terms = row
        looks += len(terms) * len(terms)
        slack = _slack(guess.relation, terms)
        if slack is not None and abs(slack[0] - number.value) <= slack[1] + number.half * 1.01:
            fitting.append(Row(number=number, operands=terms, slack=slack[1]))
            continue
        missing.append(row)
        if len(missing) > left:
            return None, looks
    misses = [miss for row in missing if (miss := _miss(guess.relation, *row))]
    if len(fitting) < 2:
        return None, looks
    fit = Fit(
        guess=guess,
        fitting=tuple(fitting),
        misses=tuple(misses),
        named=bool(guess.relation.named.search(guess.target.header)),
    )
    return fit, looks


def _slack(relation: Relation, terms: Sequence[Term]) -> tuple[float, float] | None:
    """About what the terms give, and how far from it they could be as they are rounded."""
    values = [term.value for term in terms]
    try:
        value = relation.about(values)
        slack = abs(value) * 1e-9
        for index, term in enumerate(terms):
            half = term.half if relation.adds else term.half + term.whole / 2
            if half:
                moved = [*values]
                moved[index] += half
                slack += abs(relation.about(moved) - value) * 1.1
    except (ZeroDivisionError, OverflowError):
        return None
    return value, slack


def _miss(relation: Relation, index: int, number: Number, terms: tuple[Term, ...]) -> Miss | None:
    """The row, unless its cell fits after all, or can't be told."""
    dimension = relation.dimension([term.dimension for term in terms])
    if dimension is None or dimension.physical != number.dimension.physical:
        return None
    try:
        spread = relation.exactly([term.stated for term in terms])
        reach = relation.exactly([term.reach for term in terms])
        cut = relation.exactly([loose(term) for term in terms])
    except ZeroDivisionError:
        return None
    value = Quantity(spread=spread, reach=reach, dimension=dimension)
    if holds(number.figure, value):
        return None
    rounded = Quantity(spread=spread, reach=cut, dimension=dimension)
    near = holds(number.figure, rounded) or _one_off(number, value)
    return Miss(index=index, number=number, operands=terms, value=value, near=near, gap=_gap(number, value))


def _gap(number: Number, value: Quantity) -> float:
    claims, reach = number.figure.claims, value.reach
    if claims.low is None or claims.high is None or reach.low is None or reach.high is None:
        return 0.0
    return float(max(reach.low - claims.high, claims.low - reach.high, Fraction(0)))


def _one_off(number: Number, value: Quantity) -> bool:
    """Whether a number is off by one in its last place, as one is that was cut off, not rounded."""
    figure = number.figure
    step = figure.factor / 10**figure.places
    return figure.claims.widen(step, step).meets(value.reach)


def _same(number: Number, term: Term) -> bool:
    return number.dimension == term.dimension and abs(number.value - term.value) <= number.half + term.half
