"""What can be found wrong without computing anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from trueup.claim import Decide, Expr, Reported, Unmeasured, Verify
from trueup.diagnostics import Diagnostic, in_order
from trueup.engine.bind import bind
from trueup.engine.carry_out import check_calls
from trueup.engine.documents import scan_documents
from trueup.engine.project import load
from trueup.engine.select import Selection
from trueup.engine.stated import Bound, Stated
from trueup.engine.warnings import idle_frozen
from trueup.quantity.codes import FigureError
from trueup.quantity.read import looks_numeric
from trueup.tables.grid import read_grid
from trueup.verdict.judge import unreadable
from trueup.verdict.misplaced import columns_of, misplaced_tag
from trueup.verdict.rules import bind_rules
from trueup.verdict.written import read_tagged


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """:param claims: how many there are, and ``tags`` that name them"""

    diagnostics: tuple[Diagnostic, ...]
    claims: int
    tags: int


def lint(folder: Path, select: Sequence[str] = ()) -> Found:
    """Read settings, ledger, documents and verifiers' declarations, and say what is wrong with them.

    :param select: paths and claim ids; findings elsewhere are left out
    """
    project = load(folder)
    pages = scan_documents(project)
    bound = bind(pages, project.ledger)
    selection = Selection.of(select, bound, pages)
    found = (
        *project.diagnostics,
        *(diagnostic for page in pages for diagnostic in page.diagnostics),
        *bound.diagnostics,
        *check_calls(project, bound),
        *idle_frozen(project),
        *_figures(bound),
        *_tables(bound),
    )
    kept = [one for one in found if _wanted(one, selection)]
    return Found(
        diagnostics=in_order([*kept, *selection.diagnostics]),
        claims=len(bound.claims),
        tags=len(bound.stated),
    )


def _wanted(one: Diagnostic, selection: Selection) -> bool:
    return selection.everything or one.location is None or one.location.path in selection.paths


def _figures(bound: Bound) -> Iterator[Diagnostic]:
    """Figures that can't be read, where the claim wants a number."""
    for stated in bound.stated:
        if _wants_number(bound, stated):
            try:
                read_tagged(stated.tag, stated.block)
            except FigureError as error:
                yield unreadable(stated.tag, error)


def _tables(bound: Bound) -> Iterator[Diagnostic]:
    """Tags of tables on figures, and the reverse; headers and rows that a table doesn't have."""
    for stated in bound.stated:
        claim = bound.claims[stated.tag.claim]
        misplaced = misplaced_tag(stated.tag, claim)
        if misplaced:
            yield misplaced
        elif stated.tag.form == "table" and (columns := columns_of(claim)):
            grid = read_grid(stated.tag.location, stated.table)
            yield from bind_rules(grid, columns, None, claim.location).diagnostics


def _wants_number(bound: Bound, stated: Stated) -> bool:
    if stated.tag.form == "table":
        return False
    match bound.claims[stated.tag.claim].kind:
        case Decide() | Unmeasured():
            return False
        case Reported(value=value):
            return value.form != "text"
        case Verify():  # it may give a name; what begins like a number has to be one
            return looks_numeric(stated.tag.figure)
        case Expr():
            return True
        case _:
            return False
