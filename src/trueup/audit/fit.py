"""Whether a column of a table follows from others, and in which rows it doesn't."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import log2

from trueup.audit.relations import GATHERED, PAIRED, SHARE, Relation
from trueup.audit.sheet import Column, Number, Sheet, Term, reread
from trueup.audit.sums import column_total
from trueup.quantity.agree import holds
from trueup.quantity.units import NONE
from trueup.quantity.value import Quantity

#: Columns that stand further apart are not looked at together in a very wide table.
REACH = 8
_MOST_BITS = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """A column that may follow from others.

    :param operands: one sequence a row, None where a cell holds no number
    :param columns: the indices of all columns that take part
    :param assumed: bits that the reading of the target's unit costs
    """

    relation: Relation
    target: Column
    operands: Sequence[tuple[Term, ...] | None]
    columns: frozenset[int]
    assumed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """A row whose cell isn't what its operands give, and what they give.

    :param near: rounding may explain it
    """

    index: int
    number: Number
    operands: tuple[Term, ...]
    value: Quantity
    near: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A guess that most rows bear out.

    :param fitting: how many rows fit, of ``rows``
    :param bits: how unlikely it is that they do so by chance, as a power of two
    :param named: the header of the target says as much
    """

    guess: Guess
    fitting: int
    rows: int
    misses: tuple[Miss, ...]
    bits: float
    named: bool

    @property
    def order(self) -> tuple[bool, int, float]:
        """Sorts the likeliest first."""
        return (not self.named, self.rows - self.fitting, -self.bits)

    def holds_at(self, row: int) -> bool:
        """Whether a row fits, or can't be told."""
        return all(one.index != row for one in self.misses)


def fits(sheet: Sheet) -> Iterator[Fit]:
    """All that the columns of a table seem to have to do with each other."""
    for guess in _guesses(sheet):
        if fit := _fit(sheet, guess):
            yield fit


def _guesses(sheet: Sheet) -> Iterator[Guess]:
    wide = len(sheet.columns) > REACH + 2
    totals = {column.index: column_total(sheet, column) for column in sheet.columns}
    for target in sheet.columns:
        if target.units == frozenset() or len(target.units) > 6:
            continue
        others = [
            column
            for column in sheet.columns
            if column.index != target.index and not (wide and abs(column.index - target.index) > REACH)
        ]
        readings = _Readings(target)
        for pair in permutations(others, 2):
            for relation in PAIRED:
                if relation.commutes and pair[0].index > pair[1].index:
                    continue
                yield from readings.guesses(relation, pair)
        for run in _runs(target, others):
            for relation in GATHERED:
                yield from readings.guesses(relation, run)
        for column in others:
            if total := totals[column.index]:
                yield from readings.shares(column, total)


def _runs(target: Column, others: Sequence[Column]) -> Iterator[tuple[Column, ...]]:
    """Columns side by side next to the target, and all others."""
    left = [column for column in others if column.index < target.index]
    right = [column for column in others if column.index > target.index]
    found = [tuple(left[start:]) for start in range(len(left) - 1)]
    found += [tuple(right[:end]) for end in range(2, len(right) + 1)]
    if left and right:
        found.append(tuple(others))
    yield from found


class _Readings:
    """A target column, in the units that its bare numbers may have."""

    def __init__(self, target: Column) -> None:
        self.target = target
        self._reread: dict[str, Column] = {"": target}

    def guesses(self, relation: Relation, columns: tuple[Column, ...]) -> Iterator[Guess]:
        operands = tuple(
            None if None in terms else terms
            for terms in zip(*(column.numbers for column in columns), strict=True)
        )
        yield from self._of(relation, operands, columns)

    def shares(self, column: Column, total: Term) -> Iterator[Guess]:
        operands = tuple(None if number is None else (number, total) for number in column.numbers)
        yield from self._of(SHARE, operands, (column,))

    def _of(
        self, relation: Relation, operands: Sequence[tuple[Term, ...] | None], columns: tuple[Column, ...]
    ) -> Iterator[Guess]:
        first = next(
            (
                (terms, number)
                for terms, number in zip(operands, self.target.numbers, strict=True)
                if terms and number
            ),
            None,
        )
        if first is None:
            return
        dimension = relation.dimension([term.dimension for term in first[0]])
        if dimension is None:
            return
        indices = frozenset((self.target.index, *(column.index for column in columns)))
        if first[1].dimension == dimension:
            yield Guess(relation=relation, target=self.target, operands=operands, columns=indices)
        if not self.target.bare or self.target.unit:
            return
        if dimension == NONE and relation.pure:
            assumed = 0 if "%" in self.target.header else 4
            yield Guess(
                relation=relation, target=self._in("%"), operands=operands, columns=indices, assumed=assumed
            )
        elif not relation.pure and len(columns[0].units) == 1 and not columns[0].bare:
            (symbol,) = columns[0].units
            yield Guess(
                relation=relation, target=self._in(symbol), operands=operands, columns=indices, assumed=2
            )

    def _in(self, symbol: str) -> Column:
        if symbol not in self._reread:
            self._reread[symbol] = reread(self.target, symbol)
        return self._reread[symbol]


def allowed(rows: int) -> int:
    """How many of so many rows may miss before a column follows from nothing."""
    return max(1, rows // 5)


def _fit(sheet: Sheet, guess: Guess) -> Fit | None:
    """Look through the rows in floats, which say where to look closer; what misses is computed exactly."""
    rows = [
        (index, number, terms)
        for index, (number, terms) in enumerate(zip(guess.target.numbers, guess.operands, strict=True))
        if number and terms and index not in sheet.summary
    ]
    if len(rows) < 3:
        return None
    left = allowed(len(rows))
    fitting, missing = [], []
    for row in rows:
        _, number, terms = row
        slack = _slack(guess.relation, terms)
        if slack is not None and abs(slack[0] - number.value) <= slack[1] + number.half * 1.01:
            fitting.append((number, terms, slack[1]))
            continue
        missing.append(row)
        if len(missing) > left:
            return None
    misses = [miss for row in missing if (miss := _miss(guess.relation, *row))]
    if len(fitting) < 2:
        return None
    return Fit(
        guess=guess,
        fitting=len(fitting),
        rows=len(fitting) + len(misses),
        misses=tuple(misses),
        bits=_bits(guess, fitting),
        named=bool(guess.relation.named.search(guess.target.header)),
    )


def _slack(relation: Relation, terms: Sequence[Term]) -> tuple[float, float] | None:
    """About what the terms give, and how far from it they could be as they are rounded."""
    values = [term.value for term in terms]
    try:
        value = relation.about(values)
        slack = abs(value) * 1e-9
        for index, term in enumerate(terms):
            half = term.half if relation.adds else term.loose_half
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
        loose = relation.exactly([term.loose for term in terms])
    except ZeroDivisionError:
        return None
    value = Quantity(spread=spread, reach=reach, dimension=dimension)
    if holds(number.figure, value):
        return None
    rounded = Quantity(spread=spread, reach=loose, dimension=dimension)
    near = holds(number.figure, rounded) or _one_off(number, value)
    return Miss(index=index, number=number, operands=terms, value=value, near=near)


def _one_off(number: Number, value: Quantity) -> bool:
    """Whether a number is off by one in its last place, as one is that was cut off, not rounded."""
    figure = number.figure
    step = figure.factor / 10**figure.places
    return figure.claims.widen(step, step).meets(value.reach)


def _bits(guess: Guess, fitting: Sequence[tuple[Number, tuple[Term, ...], float]]) -> float:
    """How much the rows that fit say: nothing where the cell repeats an operand, or another row."""
    pure_ratio = guess.relation.kind == "ratio" and fitting[0][0].dimension == NONE
    scale = max(abs(number.value - 1) if pure_ratio else abs(number.value) for number, _, _ in fitting)
    told: dict[tuple[float, ...], float] = {}
    for number, terms, slack in fitting:
        if scale <= 0 or any(_same(number, term) for term in terms):
            continue
        width = 2 * slack + max(2 * number.half, float(number.figure.factor / 10**number.figure.places))
        key = (number.value, *(term.value for term in terms))
        told[key] = min(max(log2(scale / width), 0.0), _MOST_BITS)
    return sum(told.values()) - guess.assumed


def _same(number: Number, term: Term) -> bool:
    return number.dimension == term.dimension and abs(number.value - term.value) <= number.half + term.half
