"""Whether the rows of a table add up, in which tagged figures stand, or which a directive names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from trueup.tables.grid import Rows
from trueup.tables.slip import Slip
from trueup.tags.model import Block, Tag
from trueup.verdict.model import PASSING, Place, Verdict
from trueup.verdict.rules import Rules
from trueup.verdict.sentence import Judged, contradicted

#: Of a whole table: each of its rules has been held against its cells.
_CHECKED = (*PASSING, "outdated", "suspect")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """A table's directive, by its rules.

    :param verdicts: one on the whole table, or one on each wrong cell
    """

    tag: Tag
    rules: Rules
    verdicts: tuple[Verdict, ...]

    def settles(self, slip: Slip) -> bool:
        """Whether a rule speaks of the cell that doesn't follow, or has found what is wrong."""
        if self.rules.speak_of(slip.row, slip.column, slip.columns):
            return True
        cells = (one.cell for one in self.verdicts)
        return any(cell and slip.takes(cell.row - 1, cell.column - 1) for cell in cells)

    def joined(self, others: Sequence[Verdict]) -> tuple[Verdict, ...]:
        """The verdicts, and those on other cells; what is wrong with the table as a whole is said alone."""
        whole = next((one for one in self.verdicts if one.cell is None), None)
        if not others or (whole and whole.status not in _CHECKED):
            return self.verdicts
        return (*(one for one in self.verdicts if one.cell), *others)


def reread_rows(table: Rows, figures: Sequence[tuple[int, Judged]], ruled: Sequence[Ruled]) -> list[Verdict]:
    """The verdicts on the figures in a table, then those on the table, the arithmetic of its rows considered.

    Where a cell certainly doesn't follow, the tagged figures among the cells of its row that take part are
    refuted; where there is none, the cell is, if the table has a directive. What a directive has rules for is
    left to them, and where a figure of the row disagrees with its own claim, that is what is wrong.

    :param figures: the tagged ones, each with its row
    :param ruled: by the table's directives
    """
    from trueup.tables.find import find_certain  # noqa: PLC0415  many a project tags no table

    verdicts = [one.verdict for _, one in figures]
    places = [(row, _column(table.rows[row], one.tag)) for row, one in figures]
    cells: list[Verdict] = []
    columns = frozenset().union(*(one.rules.ruled for one in ruled))
    for slip in find_certain(table, columns):
        taking_part = [index for index, place in enumerate(places) if slip.takes(*place)]
        settled = any(one.settles(slip) for one in ruled)
        if settled or any(figures[index][1].disagrees for index in taking_part):
            continue
        beside = [index for index in taking_part if places[index][0] == slip.row]
        for index in beside:
            if verdicts[index].status != "refuted":
                is_slip = places[index] == (slip.row, slip.column)
                verdicts[index] = contradicted(
                    verdicts[index], _why(slip), expected=slip.expected if is_slip else None, within="row"
                )
        if ruled and not beside:
            cells.append(_cell(ruled[0].tag, slip))
    of_tables = [one.joined(cells if index == 0 else ()) for index, one in enumerate(ruled)]
    return list(chain(verdicts, *of_tables))


def _column(row: Block, tag: Tag) -> int:
    """The column in which a tag stands; cells don't overlap, so it is the last one that begins before it."""
    return sum(start <= tag.span[0] for start, _ in row.cells) - 1


def _why(slip: Slip) -> str:
    return f"in this row {slip.number.cell.text} does not follow: {slip.message}"


def _cell(tag: Tag, slip: Slip) -> Verdict:
    """The verdict on a cell without a tag, in a table that a directive names."""
    cell, written = slip.number.cell, slip.number.written
    return Verdict(
        claim=tag.claim,
        status="refuted",
        reason="arithmetic",
        figure=cell.text,
        unit=cell.borrowed,
        at=written.locate(cell.start),
        end=written.behind(cell.start + len(cell.text)),
        expected=slip.expected,
        because=(_why(slip),),
        hint="correct the cell, or the cells that it follows from",
        cell=Place(table=tag.location, row=slip.row + 1, column=slip.column + 1, header=slip.header),
    )
