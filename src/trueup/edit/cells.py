"""Change each cell of a table that is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from trueup.claim import Claim, Columns
from trueup.diagnostics import Location
from trueup.edit.bite import Bite
from trueup.edit.mutation import other_name
from trueup.engine.computed import Computed
from trueup.engine.stated import Stated
from trueup.quantity.step import step_until
from trueup.tables.grid import Grid, read_grid
from trueup.verdict.cells import Cells
from trueup.verdict.check import Check
from trueup.verdict.misplaced import columns_of, misplaced_tag
from trueup.verdict.model import PASSING, Outcome
from trueup.verdict.rules import Rules, bind_rules


def cells_bite(computed: Computed, stated: Stated) -> Iterator[Bite]:
    """What becomes of each cell of which some rule speaks, changed by its smallest step."""
    tag, claim = stated.tag, computed.bound.claims[stated.tag.claim]
    recorded = tag.location.path in computed.records.paths
    known = computed.records.outcomes if recorded else computed.outcomes
    outcome = known[claim.id]
    if misplaced_tag(tag, claim, outcome):
        return
    if outcome.standing not in PASSING:
        standing = f"{outcome.standing} ({outcome.reason})" if outcome.reason else outcome.standing
        why = "; ".join((f"its claim is {standing}", *outcome.because[:1]))
        yield Bite(claim=claim.id, at=tag.location, figure="the table", result="can't", why=why)
        return
    grid = read_grid(tag.location, stated.table)
    rules = bind_rules(grid, columns_of(claim) or Columns(), outcome.table, claim.location)
    table = _Table(grid=grid, rules=rules, claim=claim, known=known)
    cells = table.cells()
    for row, column, check in cells.checks():
        yield _Trial(table, cells, row, column).run(check)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    grid: Grid
    rules: Rules
    claim: Claim
    known: Mapping[str, Outcome]

    def cells(self) -> Cells:
        return Cells(self.grid, self.rules, self.claim, self.known)

    def changed(self, row: int, column: int, text: str) -> _Table:
        """The table with another text in one cell."""
        rows = [list(cells) for cells in self.grid.rows]
        rows[row][column] = replace(rows[row][column], text=text)
        return replace(self, grid=replace(self.grid, rows=tuple(map(tuple, rows))))


class _Trial:
    """One cell, among the cells of its table."""

    def __init__(self, table: _Table, cells: Cells, row: int, column: int) -> None:
        self.table = table
        self.before = cells
        self.row = row
        self.column = column
        self.cell = cells.cell(row, column)
        self.written = table.grid.rows[row][column]

    def run(self, check: Check) -> Bite:
        at = self.written.locate(self.cell.start)
        bite = Bite(claim=self.table.claim.id, at=at, figure=self.cell.text, result="can't")
        if check.fault:
            return replace(bite, why=f"it is {check.fault.status} as it stands ({check.fault.reason})")
        if check.skipped:
            return replace(bite, why=f"it is passed over: {check.skipped}")
        if self.cell.figure and self.column not in self.table.rules.classes:
            text = step_until(self.cell.text, self._refuted)
        else:
            text = next((word for word in self._words() if self._refuted(word)), None)
        if text is None and check.either:
            return replace(bite, why="it stands so near a bound that another word fits as well")
        if text is None:
            return replace(bite, result="accepts", why="whatever stands in its place agrees")
        also = tuple(sorted(self._also(self._with(text))))
        return replace(bite, result="spreads" if also else "bites", changed=text, also=also)

    def _words(self) -> Iterator[str]:
        """Other words for the cell: of its column's classes, or the same changed a little."""
        if self.column in self.table.rules.classes:
            classes, _ = self.table.rules.classes[self.column]
            yield from (word for _, word in classes.bounds)
            yield from () if classes.otherwise is None else (classes.otherwise,)
        yield other_name(self.cell.text)

    def _with(self, text: str) -> Cells:
        start, end = self.cell.start, self.cell.start + len(self.cell.text)
        whole = self.written.text[:start] + text + self.written.text[end:]
        return self.table.changed(self.row, self.column, whole).cells()

    def _refuted(self, text: str) -> bool:
        fault = self._with(text).check(self.row, self.column).fault
        return fault is not None and fault.status == "refuted"

    def _also(self, after: Cells) -> Iterator[Location]:
        """The places of cells that are wrong then and were not: they could only be of its row or column."""
        rows = range(len(self.table.grid.rows))
        columns = range(len(self.table.grid.headers.names))
        beside = {*((self.row, other) for other in columns), *((other, self.column) for other in rows)}
        for row, column in beside - {(self.row, self.column)}:
            if after.check(row, column).fault and not self.before.check(row, column).fault:
                yield self.table.grid.rows[row][column].locate(after.cell(row, column).start)
