"""Each cell of a table against what its rules make of the other cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from trueup.claim import Claim
from trueup.diagnostics import counted
from trueup.expression.enclose import meet
from trueup.expression.errors import EvaluationError
from trueup.expression.evaluate import evaluate, operands
from trueup.expression.nodes import Call, Ref
from trueup.expression.write import fill
from trueup.quantity.agree import agree, widens
from trueup.quantity.cell import Cell, read_cell, same_words, span_like
from trueup.quantity.figure import Figure
from trueup.quantity.interval import Interval
from trueup.quantity.value import Quantity, Truth
from trueup.quantity.write import write
from trueup.tables.grid import Grid
from trueup.verdict.check import SKIPPED, Check, Fault, arithmetic
from trueup.verdict.judge import expected_figure
from trueup.verdict.model import Outcome
from trueup.verdict.rules import Derivation, Rules


class Cells:
    """The cells of one table, each checked once, those that it follows from first.

    A cell that is wrong counts for others as what it should be: one slip is one fault.

    :param known: the outcomes of the claims that formulas name
    """

    def __init__(self, grid: Grid, rules: Rules, claim: Claim, known: Mapping[str, Outcome]) -> None:
        self.grid = grid
        self.rules = rules
        self.claim = claim
        self.known = known
        self._cells: dict[tuple[int, int], Cell] = {}
        self._checks: dict[tuple[int, int], Check] = {}

    def checks(self) -> Iterator[tuple[int, int, Check]]:
        """Each cell of which some rule speaks, with its row and column."""
        for column in self.rules.order:  # so that no chain of columns is followed deep
            for row in range(len(self.grid.rows)):
                self.check(row, column)
        for (row, column), check in sorted(self._checks.items(), key=lambda item: item[0]):
            if check.ruled:
                yield row, column, check

    def cell(self, row: int, column: int) -> Cell:
        """A cell as it is written, read once."""
        if (row, column) not in self._cells:
            text = self.grid.rows[row][column].text
            self._cells[row, column] = read_cell(text, self.rules.units.get(column))
        return self._cells[row, column]

    def check(self, row: int, column: int) -> Check:
        """The check of one cell; one that rests on itself in a circle takes the others as written."""
        if (row, column) not in self._checks:
            self._checks[row, column] = Check(ruled=False)
            self._checks[row, column] = self._check(row, column)
        return self._checks[row, column]

    def _check(self, row: int, column: int) -> Check:
        rules = list(self._rules(row, column))
        if not rules:
            return Check(ruled=False)
        cell, written = self.cell(row, column), self.grid.rows[row][column]
        if written.struck or cell.kind == "empty":
            return Check(skipped="empty" if cell.kind == "empty" else "struck through")
        done = [rule(row, column, cell) for rule in rules]
        wrong = next((one for one in done if one.fault), None)
        if wrong:
            return wrong
        checked = [one for one in done if not one.skipped]
        if not checked:
            return done[0]
        recomputed = next((one for one in checked if one.value), Check())
        return Check(
            value=recomputed.value,
            text=recomputed.text,
            computed=next((one.computed for one in checked if one.computed), None),
            either=any(one.either for one in checked),
            warnings=tuple(text for one in checked for text in one.warnings),
        )

    def _rules(self, row: int, column: int) -> Iterator[Callable[[int, int, Cell], Check]]:
        rules = self.rules
        if column == rules.named and row in rules.strangers:
            yield self._stranger
        if (row, column) in rules.lookups:
            yield self._looked_up
        total = rules.totals.get(column)
        if total and total.row == row:
            yield self._total
        elif column in rules.formulas:
            yield self._derived
        if column in rules.classes:
            yield self._class

    def _stranger(self, row: int, column: int, cell: Cell) -> Check:
        alike = self.rules.strangers[row]
        name = self.grid.rows[row][column].text
        fault = Fault(
            reason="identity",
            expected=alike,
            because=(f"nothing is known of a row {name!r}",),
            hint=f"did you mean {alike!r}?" if alike else "mend the name of the row, or take the row away",
        )
        return Check(fault=fault)

    def _looked_up(self, row: int, column: int, cell: Cell) -> Check:
        lookup = self.rules.lookups[row, column]
        there = read_cell(lookup.text, lookup.unit)
        why = f"{self._name(row, column)} is {lookup.text.strip() or 'empty'} in what the verifier gave"
        if there.figure is None or cell.figure is None:
            if same_words(self.grid.rows[row][column].text, lookup.text):
                return Check()
            if there.figure and cell.kind in ("several", "unreadable"):
                return Check(skipped=SKIPPED[cell.kind])
            expected = lookup.text.strip() or None
            fault = Fault(reason="value", expected=expected, because=(why,), hint=_write(expected))
            value = _operand(there.figure) if there.figure else None
            return Check(fault=fault, value=value, text=expected or "")
        value = _operand(there.figure)
        # As it is reported; what rounding may hide in it is not.
        done = self._compare(cell, replace(value, reach=value.spread), lambda: (why,))
        return replace(done, value=value, text=there.figure.text, computed=None)

    def _derived(self, row: int, column: int, cell: Cell) -> Check:
        derivation = self.rules.formulas[column]
        if cell.figure is None:
            return Check(skipped=SKIPPED[cell.kind])
        values = self._values(row, derivation)
        if values is None:
            return Check(skipped="an operand is missing")
        formula = derivation.formula
        try:
            value = evaluate(formula.node, values.__getitem__)
        except EvaluationError as error:
            return Check(fault=arithmetic(self._name(row, column), error))
        if isinstance(value, Truth):
            return Check(skipped="a decision, no number")
        return self._compare(cell, value, lambda: self._working(row, column, derivation, values, value.reach))

    def _working(
        self,
        row: int,
        column: int,
        derivation: Derivation,
        values: Mapping[str, Quantity | Truth],
        reach: Interval,
    ) -> tuple[str, ...]:
        """The formula, and what it allows with its operands' values."""
        node, figure = derivation.formula.node, self.cell(row, column).figure
        texts = {name: self._text(name, value, row, derivation) for name, value in values.items()}
        allowed = span_like(reach, figure) if figure else ""
        return f"{self._name(row, column)} is {derivation.formula.text}", f"{fill(node, texts)} is {allowed}"

    def _values(self, row: int, derivation: Derivation) -> dict[str, Quantity | Truth] | None:
        values: dict[str, Quantity | Truth] = {}
        for name in operands(derivation.formula.node):
            found: object
            if name in derivation.columns:
                found = self.operand(row, derivation.columns[name])
            else:
                found = self.known[name].value if name in self.known else None
            if not isinstance(found, Quantity | Truth):
                return None
            values[name] = found
        return values

    def _text(self, name: str, value: Quantity | Truth, row: int, derivation: Derivation) -> str:
        if name not in derivation.columns:
            return self.known[name].written or write(value)
        column = derivation.columns[name]
        figure = self.cell(row, column).figure
        return self.check(row, column).text or (figure.text if figure else write(value))

    def _total(self, row: int, column: int, cell: Cell) -> Check:
        if cell.figure is None:
            return Check(skipped=SKIPPED[cell.kind])
        total = self.rules.totals[column]
        parts = {str(one): part for one in total.over if (part := self.operand(one, column))}
        if not parts:
            return Check(skipped="an operand is missing")
        sums = Call(function="sum", arguments=tuple(Ref(claim=name) for name in parts))
        try:
            value = evaluate(sums, parts.__getitem__)
        except EvaluationError as error:
            return Check(fault=arithmetic(self._name(row, column), error))
        assert isinstance(value, Quantity)  # noqa: S101  a sum of quantities is one
        count = counted(len(parts), "row")
        allowed = span_like(value.reach, cell.figure)
        return self._compare(cell, value, lambda: (f"the sum of {count} is {allowed}",))

    def _compare(self, cell: Cell, value: Quantity, why: Callable[[], tuple[str, ...]]) -> Check:
        """The check of a figure by a value.

        :param why: says where the value comes from
        """
        assert cell.figure  # noqa: S101  looked at before
        tolerance = self.claim.tolerance
        if tolerance and not widens(tolerance, value):
            tolerance = None  # of another column
        agreement = agree(cell.figure, value, compare=self.claim.compare, tolerance=tolerance)
        if agreement.ok:
            return Check(computed=value, warnings=agreement.warnings)
        because = why()
        if agreement.right_unit:
            because = (*because, f"the digits are right in {agreement.right_unit}")
        expected = expected_figure(cell, value, agreement.right_unit)
        fault = Fault(
            reason=agreement.reason or "value", expected=expected, because=because, hint=_write(expected)
        )
        return Check(fault=fault, value=value, text=expected, warnings=agreement.warnings)

    def _class(self, row: int, column: int, cell: Cell) -> Check:
        classes, source = self.rules.classes[column]
        value = self.operand(row, source)
        if value is None:
            return Check(skipped="an operand is missing")
        reach = self._reach(row, source, value)
        possible: list[str] = []
        for bound, word in classes.bounds:
            if bound.dimension.physical != value.dimension.physical:
                why = f"{bound.text} can't be compared with {write(value)}"
                name = self._name(row, column)
                return Check(fault=Fault(status="error", reason="arithmetic", because=(f"{name}: {why}",)))
            if bound.stated.meets(reach):
                possible.append(word)
                if bound.stated.contains(reach):
                    break
        else:
            possible.extend([classes.otherwise] if classes.otherwise is not None else [])
        text = self.grid.rows[row][column].text
        if any(same_words(text, word) for word in possible):
            return Check(either=len(set(possible)) > 1)
        figure = self.cell(row, source).figure
        seen = span_like(reach, figure) if figure else write(value)
        because = f"{self.grid.headers.names[source]} of {self._row(row)} is {seen}"
        fits = " or ".join(dict.fromkeys(possible))
        fault = Fault(
            reason="word",
            expected=possible[0] if possible else None,
            because=(f"{because}, which is {fits}" if fits else f"{because}, for which there is no word",),
            hint=_write(fits or None),
        )
        return Check(fault=fault)

    def _reach(self, row: int, column: int, value: Quantity) -> Interval:
        """All that a cell could be: what its rounding may hide, as far as its own operands allow it."""
        computed = self.check(row, column).computed
        if computed is None or not computed.reach.meets(value.reach):
            return value.reach
        return meet(computed.reach, value.reach)

    def operand(self, row: int, column: int) -> Quantity | None:
        """The value of a cell for what follows from it: as written, or as it should be where it is wrong."""
        value = self.check(row, column).value
        figure = self.cell(row, column).figure
        if value is not None or figure is None or self.grid.rows[row][column].struck:
            return value
        return _operand(figure)

    def _name(self, row: int, column: int) -> str:
        return f"{self.grid.headers.names[column]} of {self._row(row)}"

    def _row(self, row: int) -> str:
        name = self.grid.rows[row][self.rules.named].text if self.grid.headers.names else ""
        return name or f"row {row + 1}"


def _operand(figure: Figure) -> Quantity:
    """A written figure as an operand: what it states, and all that its rounding may hide."""
    return Quantity(spread=figure.stated, reach=figure.reach, dimension=figure.dimension, count=figure.count)


def _write(expected: str | None) -> str | None:
    return f"write {expected}" if expected else None
