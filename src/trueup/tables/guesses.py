"""What the columns of a table may have to do with each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from trueup.quantity.units import NONE, Dimension
from trueup.tables.relations import BASED, GATHERED, PAIRED, SHARE, Relation
from trueup.tables.sheet import Column, Sheet, Term, reread
from trueup.tables.sums import column_total

_TURNED = tuple(relation for relation in PAIRED if not relation.commutes)
#: Columns that stand further apart are not looked at together in a very wide table.
REACH = 8


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


def guesses(sheet: Sheet) -> Iterator[Guess]:
    """All that is worth a look."""
    wide = len(sheet.columns) > REACH + 2
    totals: dict[int, Term | None] = {}
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
            yield from readings.guesses(PAIRED if pair[0].index < pair[1].index else _TURNED, pair)
        for run in _runs(target, others):
            yield from readings.guesses(GATHERED, run)
        for column in others:
            if readings.may_be_shares:
                if column.index not in totals:
                    totals[column.index] = column_total(sheet, column)
                if total := totals[column.index]:
                    yield from readings.shares(column, total)
            yield from readings.based(column, sheet.summary)


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
        self.pure = all(number.dimension == NONE for number in target.numbers if number)

    @property
    def may_be_shares(self) -> bool:
        """Whether no number is negative or more than all: 1, or 100 %."""
        most = 100 if self.target.bare else 1
        return self.pure and all(0 <= number.value <= most for number in self.target.numbers if number)

    def guesses(self, relations: Sequence[Relation], columns: tuple[Column, ...]) -> Iterator[Guess]:
        rows = zip(*(column.numbers for column in columns), strict=True)
        yield from self._of(relations, tuple(None if None in terms else terms for terms in rows), columns)

    def shares(self, column: Column, total: Term) -> Iterator[Guess]:
        operands = tuple(None if number is None else (number, total) for number in column.numbers)
        yield from self._of((SHARE,), operands, (column,))

    def based(self, column: Column, summary: frozenset[int]) -> Iterator[Guess]:
        """Each row against the one that the target says is the base: ``1×``, ``100 %``, ``+0 %``."""
        if not self.pure:
            return
        readings = [(self.target, 0)]
        if self.target.bare and not self.target.unit:
            readings.append((self._in("%"), 0 if "%" in self.target.header else 4))
        indices = frozenset((self.target.index, column.index))
        for target, assumed in readings:
            for relation in BASED:
                own = relation.about((1, 1))
                own_rows = (
                    row for row, number in enumerate(target.numbers) if number and number.value == own
                )
                base = next(own_rows, None)
                first = None if base is None or base in summary else column.numbers[base]
                if first is None:
                    continue
                others = [None if row == base else number for row, number in enumerate(column.numbers)]
                for turned in (False, True):
                    operands = tuple(
                        None if one is None else (one, first) if turned else (first, one) for one in others
                    )
                    yield Guess(
                        relation=relation, target=target, operands=operands, columns=indices, assumed=assumed
                    )

    def _of(
        self,
        relations: Sequence[Relation],
        operands: Sequence[tuple[Term, ...] | None],
        columns: tuple[Column, ...],
    ) -> Iterator[Guess]:
        rows = zip(operands, self.target.numbers, strict=True)
        first = next(((terms, number) for terms, number in rows if terms and number), None)
        if first is None:
            return
        dimensions = [term.dimension for term in first[0]]
        meant = first[1].dimension.physical
        indices = frozenset((self.target.index, *(column.index for column in columns)))
        for relation in relations:
            dimension = relation.dimension(dimensions)
            if dimension is None:
                continue
            for target, assumed in self._readings(relation, dimension, meant, columns[0]):
                yield Guess(
                    relation=relation, target=target, operands=operands, columns=indices, assumed=assumed
                )

    def _readings(
        self, relation: Relation, dimension: Dimension, meant: Dimension, column: Column
    ) -> Iterator[tuple[Column, int]]:
        """The target as it is, and in the unit that its bare numbers may have, and what that costs."""
        if meant == dimension.physical:
            yield self.target, 0
        if not self.target.bare or self.target.unit:
            return
        if dimension == NONE and relation.pure:
            yield self._in("%"), 0 if "%" in self.target.header else 4
        elif not relation.pure and len(column.units) == 1 and not column.bare:
            (symbol,) = column.units
            yield self._in(symbol), 2

    def _in(self, symbol: str) -> Column:
        if symbol not in self._reread:
            self._reread[symbol] = reread(self.target, symbol)
        return self._reread[symbol]
