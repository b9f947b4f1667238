"""Changes of what the cells of a table have to do with each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trueup.claim import Claim, Classes, Columns
from trueup.gate.change import Change
from trueup.gate.formulas import Prover


def changes_of_columns(claim: Claim, was: Columns, now: Columns, prove: Prover) -> Iterator[Change]:
    """Per column: a formula, words or a total that are no longer checked, are new, or are others."""
    for header, formula in now.formulas.items():
        if header in was.formulas:
            yield from prove.changes(claim, was.formulas[header], formula, f" of the column {header}")
    for what, before, after in (
        ("formula", _formulas(was), _formulas(now)),
        ("words", _words(was), _words(now)),
        ("total", was.totals, now.totals),
    ):
        for header in sorted({*before, *after}):
            old, new = before.get(header), after.get(header)
            if new is None:
                yield _of(claim, "proof", old, new, f"the {what} of the column {header} is no longer checked")
            elif old is None:
                yield _of(claim, "stricter", old, new, f"the {what} of the column {header} is checked")
            elif old != new and what != "formula":
                yield _of(claim, "definition", old, new, f"the {what} of the column {header} is another")
    for header in sorted({*was.units, *now.units}):
        old, new = (one.units[header].symbol if header in one.units else None for one in (was, now))
        if old != new:
            yield _of(claim, "definition", old, new, f"the column {header} has another unit")


def _of(claim: Claim, kind: str, before: str | None, after: str | None, message: str) -> Change:
    return Change(kind=kind, claim=claim.id, at=claim.location, before=before, after=after, message=message)


def _formulas(columns: Columns) -> Mapping[str, str]:
    return {header: formula.text for header, formula in columns.formulas.items()}


def _words(columns: Columns) -> Mapping[str, str]:
    return {header: _spelt(classes) for header, classes in columns.classes.items()}


def _spelt(classes: Classes) -> str:
    words = [f"{bound.text}: {word}" for bound, word in classes.bounds]
    otherwise = [f"else {classes.otherwise}"] if classes.otherwise is not None else []
    return f"of {classes.of}: {'; '.join([*words, *otherwise])}"
