"""What a verifier's table holds where the cells of a document's table stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from trueup.diagnostics import Diagnostic, nearest
from trueup.quantity.cell import header_unit
from trueup.quantity.table import Table
from trueup.quantity.units import Unit
from trueup.tables.grid import Grid, Headers

# For so many unknown rows a similar name is sought.
_HELPED = 20
# So many columns are named.
_NAMED = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """A cell of the verifier's table, and the unit of its column."""

    text: str
    unit: Unit | None


class Finder:
    """Finds rows by the key and columns by their headers.

    :param units: of the claim; one for a header of the verifier's table is that column's
    """

    def __init__(self, grid: Grid, table: Table, units: Mapping[str, Unit]) -> None:
        self.grid = grid
        self.table = table
        self.headers = Headers(table.columns)
        self.units = {
            column: unit for name, unit in units.items() if (column := self.headers.find(name)) is not None
        }
        found = (self.headers.find(name) for name in grid.headers.names)
        self.sources = {index: source for index, source in enumerate(found) if source is not None}

    def look_up(
        self, named: int, units: Mapping[int, Unit]
    ) -> tuple[dict[tuple[int, int], Lookup], dict[int, str | None]]:
        """What stands where, by row and column; and the rows that are not known, with the nearest name.

        :param named: the column of the document's table that names the rows
        :param units: of its columns, for one that has none in the verifier's table
        """
        key = self.table.columns.index(self.table.key)
        rows = {_name(row[key]): row for row in self.table.rows}
        lookups: dict[tuple[int, int], Lookup] = {}
        strangers: dict[int, str | None] = {}
        for index, cells in enumerate(self.grid.rows):
            row = rows.get(_name(cells[named].text))
            if row is None and any(cell.text for cell in cells):
                helped = len(strangers) < _HELPED
                strangers[index] = nearest(cells[named].text, rows) if helped else None
            for column, source in self.sources.items() if row else ():
                unit = self.units.get(source) or header_unit(self.table.columns[source]) or units.get(column)
                if column != named and row:
                    lookups[index, column] = Lookup(text=row[source], unit=unit)
        return lookups, strangers

    def unknown(self, named: int, covered: Collection[int]) -> Iterator[Diagnostic]:
        """Columns of which the verifier gave nothing, where they state something; and what is left out.

        :param covered: columns for which there are other rules
        """
        left = {index: name for index, name in enumerate(self.table.columns) if name != self.table.key}
        for source in self.sources.values():
            left.pop(source, None)
        for index, header in enumerate(self.grid.headers.names):
            if index == named or index in covered or index in self.sources:
                continue
            if any(row[index].text and not row[index].tagged for row in self.grid.rows):
                alike = nearest(header, left.values())
                left = {index: name for index, name in left.items() if name != alike}
                yield Diagnostic(
                    code="T142",
                    severity="warning",
                    message=f"what the verifier gave has no column {header!r}: its cells are not checked",
                    location=self.grid.at,
                    hint=did_you_mean(header, self.table.columns),
                )
        if left:
            names = [repr(name) for name in left.values()]
            if len(names) > _NAMED:
                names[_NAMED:] = [f"{len(names) - _NAMED} more"]
            yield Diagnostic(
                code="T146",
                severity="warning",
                message=f"the table leaves out {', '.join(names)} of what the verifier gave",
                location=self.grid.at,
                hint="give the table such a column, or the verifier a table without it",
            )


def no_key(grid: Grid, table: Table) -> Diagnostic:
    """A document's table without the column that names the rows."""
    return Diagnostic(
        code="T143",
        message=f"the table has no column {table.key!r}, by which its rows are looked up",
        location=grid.at,
        hint=did_you_mean(table.key, grid.headers.names),
    )


def did_you_mean(name: str, headers: Sequence[str]) -> str:
    """A hint for a header that is not there."""
    alike = nearest(name, headers)
    return f"did you mean {alike!r}?" if alike else f"it has {', '.join(map(repr, headers))}"


def _name(text: str) -> str:
    return " ".join(text.split())
