"""What a claim says of a table, bound to the table's own columns and rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trueup.claim import Classes, Columns, Formula
from trueup.diagnostics import Diagnostic, Location, nearest
from trueup.expression.evaluate import operands
from trueup.expression.tokens import header_of
from trueup.quantity.cell import header_unit, same_words
from trueup.quantity.table import Table
from trueup.quantity.units import Unit
from trueup.tables.grid import Grid, Headers
from trueup.verdict.lookup import Finder, Lookup, did_you_mean, no_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """A column's formula.

    :param columns: by operand in quotes, the column it names
    """

    formula: Formula
    columns: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """The row that sums up a column, and the rows that it sums up."""

    row: int
    over: range


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """
    :param named: the column whose cells name the rows: of the key, else the first that follows from no other
    :param units: by column
    :param classes: by column, with the column that each follows from
    :param lookups: by row and column
    :param strangers: rows that the verifier's table doesn't have, each with the most similar name
    :param order: columns, each behind those that it follows from
    """

    named: int
    units: Mapping[int, Unit]
    formulas: Mapping[int, Derivation]
    classes: Mapping[int, tuple[Classes, int]]
    totals: Mapping[int, Total]
    lookups: Mapping[tuple[int, int], Lookup]
    strangers: Mapping[int, str | None]
    order: tuple[int, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ruled(self) -> frozenset[int]:
        """The columns of which a formula or classes speak."""
        return frozenset((*self.formulas, *self.classes))

    def speak_of(self, row: int, column: int, columns: frozenset[int]) -> bool:
        """Whether they say what stands in a cell, or how its columns follow from each other.

        :param columns: the cell's own, and those from which it would follow in its row
        """
        if (row, column) in self.lookups or column in self.ruled:
            return True
        total = self.totals.get(column)
        if total and total.row == row:
            return True
        formulas = self.formulas.items()
        return len(columns) > 1 and any(
            columns <= {target, *one.columns.values()} for target, one in formulas
        )


def bind_rules(grid: Grid, columns: Columns, table: Table | None, claim_at: Location) -> Rules:
    """Find each header and row that a claim names.

    :param table: what its verifier gave, if anything
    :param claim_at: of the claim, for what has no place of its own
    """
    return _Binder(grid, columns, table, claim_at).rules()


class _Binder:
    def __init__(self, grid: Grid, columns: Columns, table: Table | None, claim_at: Location) -> None:
        self.grid = grid
        self.columns = columns
        self.table = table
        self.claim_at = claim_at
        self.found: list[Diagnostic] = []

    def rules(self) -> Rules:
        headers = self.grid.headers
        key = headers.find(self.table.key) if self.table else None
        units = self._units()
        formulas = self._formulas()
        classes = self._classes()
        own = (index for index in range(len(headers.names)) if index not in {*formulas, *classes})
        named = key if key is not None else next(own, 0)
        totals = self._totals(named)
        lookups: dict[tuple[int, int], Lookup] = {}
        strangers: dict[int, str | None] = {}
        if self.table and key is None:
            self.found.append(no_key(self.grid, self.table))
        elif self.table:
            covered = {*formulas, *classes, *totals}
            finder = Finder(self.grid, self.table, self.columns.units)
            lookups, strangers = finder.look_up(named, units)
            self.found.extend(finder.unknown(named, covered))
            for total in totals.values():
                strangers.pop(total.row, None)
        needed = {column: tuple(one.columns.values()) for column, one in formulas.items()}
        for column, (_, source) in classes.items():
            needed[column] = (*needed.get(column, ()), source)
        return Rules(
            named=named,
            units=units,
            formulas=formulas,
            classes=classes,
            totals=totals,
            lookups=lookups,
            strangers=strangers,
            order=_order(needed, len(headers.names)),
            diagnostics=tuple(self.found),
        )

    def _units(self) -> dict[int, Unit]:
        units = {
            index: unit
            for index, header in enumerate(self.grid.headers.names)
            if (unit := header_unit(header)) is not None
        }
        there = Headers(self.table.columns if self.table else ())
        for name, unit in self.columns.units.items():
            looked_up = there.find(name) is not None
            column = self.grid.headers.find(name) if looked_up else self._column(name, f"units.{name}")
            if column is None:
                continue
            own = units.setdefault(column, unit)
            if (own.factor, own.dimension) != (unit.factor, unit.dimension) and not looked_up:
                header = self.grid.headers.names[column]
                self._warn(
                    "T145",
                    f"the header {header!r} at {self.grid.at} has another unit than {unit.symbol}; it counts",
                    f"units.{name}",
                    "leave one of them out",
                )
        return units

    def _formulas(self) -> dict[int, Derivation]:
        found: dict[int, Derivation] = {}
        for name, formula in self.columns.formulas.items():
            target = self._column(name, f"columns.{name}")
            needed: dict[str, int] = {}
            whole = True
            for operand in operands(formula.node):
                header = header_of(operand)
                if header is None:
                    continue
                column = self._column(header, f"columns.{name}")
                whole = whole and column is not None
                if column is not None:
                    needed[operand] = column
            if target is not None and whole:
                found[target] = Derivation(formula=formula, columns=needed)
        return found

    def _classes(self) -> dict[int, tuple[Classes, int]]:
        found: dict[int, tuple[Classes, int]] = {}
        for name, classes in self.columns.classes.items():
            target = self._column(name, f"classes.{name}")
            source = self._column(classes.of, f"classes.{name}.of")
            if target is not None and source is not None:
                found[target] = (classes, source)
        return found

    def _totals(self, named: int) -> dict[int, Total]:
        found: dict[int, Total] = {}
        for name, wanted in self.columns.totals.items():
            column = self._column(name, f"totals.{name}")
            row = self._row(wanted, named)
            if row is None:
                names = [cells[named].text for cells in self.grid.rows]
                alike = nearest(wanted, names)
                self.found.append(
                    Diagnostic(
                        code="T144",
                        message=f"the table at {self.grid.at} has no row {wanted!r}",
                        location=self._place(f"totals.{name}"),
                        hint=f"did you mean {alike!r}?"
                        if alike
                        else "write 'last row', 'first row', or the name of a row",
                    )
                )
            elif column is not None:
                over = range(row) if row else range(1, len(self.grid.rows))
                found[column] = Total(row=row, over=over)
        return found

    def _row(self, wanted: str, named: int) -> int | None:
        rows = self.grid.rows
        if same_words(wanted, "last row"):
            return len(rows) - 1 if rows else None
        if same_words(wanted, "first row"):
            return 0 if rows else None
        fitting = [index for index, cells in enumerate(rows) if same_words(cells[named].text, wanted)]
        return fitting[0] if len(fitting) == 1 else None

    def _column(self, name: str, key: str) -> int | None:
        headers = self.grid.headers
        column = headers.find(name)
        if column is None:
            several = headers.several(name)
            which = f"has several columns {name!r}" if several else f"has no column {name!r}"
            hint = "give each header a name of its own" if several else did_you_mean(name, headers.names)
            self._warn("T142", f"the table at {self.grid.at} {which}", key, hint)
        return column

    def _warn(self, code: str, message: str, key: str, hint: str) -> None:
        self.found.append(
            Diagnostic(code=code, severity="warning", message=message, location=self._place(key), hint=hint)
        )

    def _place(self, key: str) -> Location:
        return self.columns.places.get(key, self.claim_at)


def _order(needed: Mapping[int, Sequence[int]], columns: int) -> tuple[int, ...]:
    """Columns, each behind those that it follows from, as far as none follows from itself in a circle."""
    done: dict[int, None] = {}
    for start in range(columns):
        stack, entered = [start], set()
        while stack:
            column = stack[-1]
            if column in entered or column in done:
                done.setdefault(stack.pop())
            else:
                entered.add(column)
                stack.extend(one for one in needed.get(column, ()) if one not in entered and one not in done)
    return tuple(done)
