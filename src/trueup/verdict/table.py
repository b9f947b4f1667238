"""Judge a table against the claim that its directive names, cell by cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from trueup.claim import Claim, Columns
from trueup.diagnostics import Diagnostic, counted, quoted
from trueup.tables.grid import Grid, Rows, read_grid
from trueup.tags.model import Tag
from trueup.verdict.cells import Cells
from trueup.verdict.check import UNREADABLE, Check
from trueup.verdict.judge import Judgement
from trueup.verdict.misplaced import columns_of
from trueup.verdict.model import PASSING, Outcome, Place, Verdict
from trueup.verdict.rules import bind_rules
from trueup.verdict.subject import mismatch

#: Cells that are meant to say nothing, and those of which something is said already.
_LEFT = frozenset({"empty", "struck through", UNREADABLE})


def judge_table(
    tag: Tag,
    claim: Claim,
    outcome: Outcome,
    table: Rows,
    known: Mapping[str, Outcome],
    subjects: Iterable[str],
) -> Judgement:
    """A verdict for each wrong cell of the table behind the directive ``tag``, or one where all agree.

    As of a figure, a disagreement is said first, then what the table stands beside, then what its claim
    rests on.

    :param known: the outcomes of all claims, for those that formulas between columns name
    """
    whole = Verdict(
        claim=claim.id,
        status=outcome.standing,
        reason=outcome.reason,
        at=tag.location,
        because=outcome.because,
        hint=outcome.hint,
    )
    if outcome.standing == "refuted":  # cross-host or identity: no cell can mend it
        return Judgement(verdicts=(whole,))
    grid = read_grid(tag.location, table)
    rules = bind_rules(grid, columns_of(claim) or Columns(), outcome.table, claim.location)
    cells = Cells(grid, rules, claim, known)
    checks = list(cells.checks())
    diagnostics = [*rules.diagnostics, *_of_cells(grid, cells, checks), *_of_columns(grid, checks)]
    wrong = tuple(
        _wrong(whole, grid, cells, row, column, check) for row, column, check in checks if check.fault
    )
    return Judgement(
        verdicts=wrong or (_whole(whole, claim, grid, checks, table, subjects),),
        diagnostics=tuple(diagnostics),
        rules=rules,
    )


def _wrong(whole: Verdict, grid: Grid, cells: Cells, row: int, column: int, check: Check) -> Verdict:
    fault, cell, written = check.fault, cells.cell(row, column), grid.rows[row][column]
    assert fault  # noqa: S101  only what has one comes here
    current = whole.status in ("verified", "attested")
    return replace(
        whole,
        status=fault.status,
        reason=fault.reason,
        figure=cell.text,
        unit=cell.borrowed,
        at=written.locate(cell.start),
        end=written.behind(cell.start + len(cell.text)),
        expected=fault.expected,
        because=(*fault.because, *whole.because),
        hint=fault.hint if current else whole.hint,
        cell=Place(table=grid.at, row=row + 1, column=column + 1, header=grid.headers.names[column]),
    )


def _of_cells(grid: Grid, cells: Cells, checks: Iterable[tuple[int, int, Check]]) -> Iterable[Diagnostic]:
    """Numbers that can't be read, and what figures leave unsaid."""
    for row, column, check in checks:
        cell, written = cells.cell(row, column), grid.rows[row][column]
        for text in check.warnings:
            yield Diagnostic(
                code="Q311",
                severity="warning",
                message=f"{quoted(cell.text)}: {text}",
                location=written.locate(cell.start),
            )
        if check.skipped == UNREADABLE and cell.error:
            yield Diagnostic(
                code=cell.error.code,
                message=f"{quoted(cell.text)}: {cell.error.message}",
                location=written.locate(cell.start + cell.error.offset),
                hint=cell.error.hint,
            )


def _of_columns(grid: Grid, checks: Sequence[tuple[int, int, Check]]) -> Iterable[Diagnostic]:
    """Columns of which a rule speaks and no cell could be compared, though some say something."""
    compared = {column for _, column, check in checks if not check.skipped}
    silent: dict[int, Counter[str]] = {}
    places: dict[int, int] = {}
    for row, column, check in checks:
        if column not in compared and check.skipped and check.skipped not in _LEFT:
            silent.setdefault(column, Counter())[check.skipped] += 1
            places.setdefault(column, row)
    for column, reasons in silent.items() if compared else ():
        why = ", ".join(f"{number} {reason}" for reason, number in sorted(reasons.items()))
        yield Diagnostic(
            code="T147",
            severity="warning",
            message=f"no cell below {quoted(grid.headers.names[column])} could be compared: {why}",
            location=grid.rows[places[column]][column].locate(0),
            hint="write what can be read, such as 2.35×, or take the rule of this column away",
        )


def _whole(
    whole: Verdict,
    claim: Claim,
    grid: Grid,
    checks: Sequence[tuple[int, int, Check]],
    table: Rows,
    subjects: Iterable[str],
) -> Verdict:
    """The verdict on a table of which no cell is wrong."""
    agreeing = sum(not check.skipped for _, _, check in checks)
    counted = _counted(grid, checks, agreeing)
    because = (*counted, *whole.because) if whole.status in PASSING else (*whole.because, *counted)
    if whole.status in PASSING and not agreeing:
        return replace(
            whole,
            status="error",
            reason="input",
            because=("no cell of the table was checked", *because),
            hint="name columns that the table has, or take the directive away",
        )
    around = replace(table.header, text="\n".join(row.text for row in (table.header, *table.rows)), cells=())
    wrong = mismatch(claim, around, subjects)
    if wrong:
        return replace(whole, status="refuted", reason="subject", because=(wrong.because,), hint=wrong.hint)
    return replace(whole, because=because)


def _counted(grid: Grid, checks: Sequence[tuple[int, int, Check]], agreeing: int) -> tuple[str, ...]:
    """How many cells agree, and how many were passed over, and why."""
    skipped = Counter(check.skipped for _, _, check in checks if check.skipped)
    either = sum(check.either for _, _, check in checks)
    agree = "agrees" if agreeing == 1 else "agree"
    lines = [f"{counted(agreeing, 'cell')} in {counted(len(grid.rows), 'row')} {agree}"]
    if skipped:
        reasons = ", ".join(f"{number} {why}" for why, number in sorted(skipped.items()))
        lines.append(f"{counted(skipped.total(), 'cell')} passed over: {reasons}")
    if either:
        lines.append(f"{counted(either, 'word')} so near a bound that another would fit as well")
    return tuple(lines)
