"""What a claim says of a table, bound to the table's own columns and rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from trueup.claim import Classes, Columns, Formula
from trueup.diagnostics import Diagnostic, Location, nearest
from trueup.expression.evaluate import operands
from trueup.expression.tokens import header_of
from trueup.quantity.cell import header_unit, same_words
from trueup.quantity.table import Table
from trueup.quantity.units import Unit
from trueup.verdict.grid import Grid, Written, find


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
class Lookup:
    """What a verifier's table holds where a cell of the document's table stands."""

    text: str
    unit: Unit | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """
    :param named: the column whose cells name the rows: of the key, else the first that follows from no other
    :param units: by column
    :param classes: by column, with the column that each follows from
    :param lookups: by row and column
    :param strangers: rows that the verifier's table doesn't have, each with the most similar name
    """

    named: int
    units: Mapping[int, Unit]
    formulas: Mapping[int, Derivation]
    classes: Mapping[int, tuple[Classes, int]]
    totals: Mapping[int, Total]
    lookups: Mapping[tuple[int, int], Lookup]
    strangers: Mapping[int, str | None]
    diagnostics: tuple[Diagnostic, ...]


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
        key = self.grid.column(self.table.key) if self.table else None
        units = self._units()
        formulas = self._formulas()
        classes = self._classes()
        own = (index for index in range(len(self.grid.headers)) if index not in {*formulas, *classes})
        named = key if key is not None else next(own, 0)
        totals = self._totals(named)
        lookups: dict[tuple[int, int], Lookup] = {}
        strangers: dict[int, str | None] = {}
        if self.table and key is None:
            self._no_key(self.table)
        elif self.table:
            covered = {named, *formulas, *classes, *totals}
            lookups, strangers = self._look_up(self.table, named, units, covered)
            for total in totals.values():
                strangers.pop(total.row, None)
        return Rules(
            named=named,
            units=units,
            formulas=formulas,
            classes=classes,
            totals=totals,
            lookups=lookups,
            strangers=strangers,
            diagnostics=tuple(self.found),
        )

    def _units(self) -> dict[int, Unit]:
        units = {
            index: unit
            for index, header in enumerate(self.grid.headers)
            if (unit := header_unit(header)) is not None
        }
        for name, unit in self.columns.units.items():
            column = self._column(name, f"units.{name}", also=self.table.columns if self.table else ())
            if column is None:
                continue
            own = units.setdefault(column, unit)
            if (own.factor, own.dimension) != (unit.factor, unit.dimension) and not self._of_table(name):
                header = self.grid.headers[column]
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

    def _look_up(
        self, table: Table, named: int, units: Mapping[int, Unit], covered: Iterable[int]
    ) -> tuple[dict[tuple[int, int], Lookup], dict[int, str | None]]:
        sources = self._sources(table, named, covered)
        key = table.columns.index(table.key)
        rows = {_name(row[key]): row for row in table.rows}
        lookups: dict[tuple[int, int], Lookup] = {}
        strangers: dict[int, str | None] = {}
        for index, cells in enumerate(self.grid.rows):
            row = rows.get(_name(cells[named].text))
            if row is None:
                if any(cell.text for cell in cells):
                    strangers[index] = nearest(cells[named].text, (one[key] for one in table.rows))
                continue
            for column, source in sources.items():
                unit = self._source_unit(table.columns[source]) or units.get(column)
                lookups[index, column] = Lookup(text=row[source], unit=unit)
        return lookups, strangers

    def _sources(self, table: Table, named: int, covered: Iterable[int]) -> dict[int, int]:
        """By column of the document's table, the column of the verifier's."""
        sources: dict[int, int] = {}
        for index, header in enumerate(self.grid.headers):
            source = find(header, table.columns)
            if source is not None and index != named:
                sources[index] = source
            elif index not in covered and any(_states(row[index]) for row in self.grid.rows):
                self.found.append(
                    Diagnostic(
                        code="T142",
                        severity="warning",
                        message=f"what the verifier gave has no column {header!r}: its cells are not checked",
                        location=self.grid.at,
                        hint=_did_you_mean(header, table.columns),
                    )
                )
        return sources

    def _source_unit(self, header: str) -> Unit | None:
        for name, unit in self.columns.units.items():
            if self._of_table(name) and find(name, (header,)) is not None:
                return unit
        return header_unit(header)

    def _of_table(self, name: str) -> bool:
        """Whether a name is a header of the verifier's table."""
        return self.table is not None and find(name, self.table.columns) is not None

    def _no_key(self, table: Table) -> None:
        self.found.append(
            Diagnostic(
                code="T143",
                message=f"the table has no column {table.key!r}, by which its rows are looked up",
                location=self.grid.at,
                hint=_did_you_mean(table.key, self.grid.headers),
            )
        )

    def _column(self, name: str, key: str, *, also: Sequence[str] = ()) -> int | None:
        column = self.grid.column(name)
        if column is None and find(name, also) is None:
            several = sum(same_words(name, header) for header in self.grid.headers) > 1
            which = f"has several columns {name!r}" if several else f"has no column {name!r}"
            message = f"the table at {self.grid.at} {which}"
            self._warn("T142", message, key, _did_you_mean(name, self.grid.headers))
        return column

    def _warn(self, code: str, message: str, key: str, hint: str) -> None:
        self.found.append(
            Diagnostic(code=code, severity="warning", message=message, location=self._place(key), hint=hint)
        )

    def _place(self, key: str) -> Location:
        return self.columns.places.get(key, self.claim_at)


def _name(text: str) -> str:
    return " ".join(text.split())


def _states(cell: Written) -> bool:
    return bool(cell.text) and not cell.tagged


def _did_you_mean(name: str, headers: Sequence[str]) -> str:
    alike = nearest(name, headers)
    return f"did you mean {alike!r}?" if alike else f"it has {', '.join(map(repr, headers))}"
