"""Whether a column of a table follows from others, and in which rows it doesn't."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import log2
from typing import Literal

from trueup.audit.relations import GATHERED, PAIRED, SHARE, Relation
from trueup.audit.sheet import Column, Number, Sheet, Term, reread
from trueup.audit.sums import column_total
from trueup.quantity.agree import holds
from trueup.quantity.units import NONE
from trueup.quantity.value import Quantity

Outcome = Literal["fits", "near", "misses"]

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
class Row:
    """One row under a guess, and what its cell should be."""

    index: int
    outcome: Outcome
    number: Number
    operands: tuple[Term, ...]
    value: Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A guess that most rows bear out.

    :param bits: how unlikely it is that they do so by chance, as a power of two
    :param named: the header of the target says as much
    """

    guess: Guess
    rows: tuple[Row, ...]
    bits: float
    named: bool

    @property
    def fitting(self) -> int:
        """The number of rows that fit."""
        return sum(row.outcome == "fits" for row in self.rows)

    @property
    def whole(self) -> bool:
        """Whether every row fits."""
        return self.fitting == len(self.rows)

    @property
    def order(self) -> tuple[bool, int, float]:
        """Sorts the likeliest first."""
        return (not self.named, len(self.rows) - self.fitting, -self.bits)

    def holds_at(self, row: int) -> bool:
        """Whether a row fits, or can't be told."""
        return all(one.outcome == "fits" for one in self.rows if one.index == row)


def fits(sheet: Sheet) -> Iterator[Fit]:
    """All that the columns of a table seem to have to do with each other."""
    for guess in _guesses(sheet):
        if _worth_a_look(sheet, guess) and (fit := _fit(sheet, guess)):
            yield fit


def _guesses(sheet: Sheet) -> Iterator[Guess]:
    wide = len(sheet.columns) > REACH + 2
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
            if (total := column_total(sheet, column)) is not None:
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


def _worth_a_look(sheet: Sheet, guess: Guess) -> bool:
    """Whether enough rows fit about: a quick look in floats, which decides nothing but to look closer."""
    rows = [
        (number, terms)
        for index, (number, terms) in enumerate(zip(guess.target.numbers, guess.operands, strict=True))
        if number and terms and index not in sheet.summary
    ]
    left = allowed(len(rows)) if len(rows) >= 3 else -1
    for number, terms in rows:
        if left < 0:
            return False
        if not _about(guess.relation, number, terms):
            left -= 1
    return left >= 0


def _about(relation: Relation, number: Number, terms: Sequence[Term]) -> bool:
    values = [term.value for term in terms]
    try:
        value = relation.about(values)
        slack = 0.0
        for index, term in enumerate(terms):
            moved = relation.about([*values[:index], term.value + term.half, *values[index + 1 :]])
            slack += abs(moved - value)
    except (ZeroDivisionError, OverflowError):
        return False
    return abs(value - number.value) <= (slack + number.half) * 1.1 + abs(value) * 1e-9


def allowed(rows: int) -> int:
    """How many of so many rows may miss before a column follows from nothing."""
    return max(1, rows // 5)


def _fit(sheet: Sheet, guess: Guess) -> Fit | None:
    rows = []
    for index, (number, terms) in enumerate(zip(guess.target.numbers, guess.operands, strict=True)):
        if number and terms and index not in sheet.summary and (row := _row(guess, index, number, terms)):
            rows.append(row)
    fitting = [row for row in rows if row.outcome == "fits"]
    if len(rows) < 3 or len(fitting) < 2 or len(rows) - len(fitting) > allowed(len(rows)):
        return None
    named = bool(guess.relation.named.search(guess.target.header))
    return Fit(guess=guess, rows=tuple(rows), bits=_bits(guess, fitting), named=named)


def _row(guess: Guess, index: int, number: Number, terms: tuple[Term, ...]) -> Row | None:
    relation = guess.relation
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
        outcome: Outcome = "fits"
    elif holds(number.figure, Quantity(spread=spread, reach=loose, dimension=dimension)) or _near(
        number, value
    ):
        outcome = "near"
    else:
        outcome = "misses"
    return Row(index=index, outcome=outcome, number=number, operands=terms, value=value)


def _near(number: Number, value: Quantity) -> bool:
    """Whether a rounded number is off by one in its last place, as one is that was cut off, not rounded."""
    figure = number.figure
    if figure.claims.is_point and value.reach.is_point:
        return False
    step = figure.factor / 10**figure.places
    return figure.claims.widen(step, step).meets(value.reach)


def _bits(guess: Guess, fitting: Sequence[Row]) -> float:
    """How much the rows that fit say: nothing where the cell repeats an operand, or another row."""
    pure_ratio = guess.relation.kind == "ratio" and fitting[0].value.dimension == NONE
    sizes = [abs(row.number.value - 1) if pure_ratio else abs(row.number.value) for row in fitting]
    scale = max(sizes)
    told: dict[tuple[float, ...], float] = {}
    for row in fitting:
        number = row.number
        if scale <= 0 or any(_same(number, term) for term in row.operands):
            continue
        low, high = row.value.reach.low, row.value.reach.high
        slack = float(high - low) if low is not None and high is not None else scale
        width = max(slack + 2 * number.half, 2 * number.half)
        key = (number.value, *(term.value for term in row.operands))
        told[key] = min(max(log2(scale / width), 0.0), _MOST_BITS) if width else _MOST_BITS
    return sum(told.values()) - guess.assumed


def _same(number: Number, term: Term) -> bool:
    return number.dimension == term.dimension and abs(number.value - term.value) <= number.half + term.half
