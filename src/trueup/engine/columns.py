"""Claims whose ids have no dot, in formulas between the columns of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from trueup.claim import Claim, Columns, Formula, Verify
from trueup.diagnostics import Diagnostic, Location
from trueup.expression.nodes import Ref, walk
from trueup.expression.parse import parse
from trueup.expression.tokens import header_of
from trueup.ids import ID
from trueup.tags.model import Page
from trueup.verdict.misplaced import columns_of

if TYPE_CHECKING:
    from trueup.tables.grid import Headers


def name_claims(claims: dict[str, Claim], pages: Iterable[Page]) -> Iterator[Diagnostic]:
    """Take a bare word of a formula for the claim that it names, unless a table has a column of that name.

    Gives an error for each word that could be either; the column counts.
    """
    tables: dict[str, list[tuple[Location, Headers]]] = {}
    for page in pages:
        for tag in page.tags:
            if tag.form == "table" and tag.block >= 0 and tag.claim in claims:
                from trueup.tables.grid import Headers  # noqa: PLC0415  many a project tags no table

                block = page.blocks[tag.block]
                headers = Headers([block.text[start:end] for start, end in block.cells])
                tables.setdefault(tag.claim, []).append((tag.location, headers))
    for name, claim in claims.items():
        columns = columns_of(claim)
        if columns and columns.formulas:
            formulas: dict[str, Formula] = {}
            for header, formula in columns.formulas.items():
                formulas[header], problems = _named(formula, claims, tables.get(name, ()))
                yield from problems
            claims[name] = _with(claim, replace(columns, formulas=formulas))


def _named(
    formula: Formula, claims: Mapping[str, Claim], tables: Sequence[tuple[Location, Headers]]
) -> tuple[Formula, list[Diagnostic]]:
    """A formula, its bare words that name claims read so, and an error for each that names a column, too."""
    ids: set[str] = set()
    problems: dict[str, Diagnostic] = {}
    for word, offset in _bare(formula):
        if word not in claims or columns_of(claims[word]):  # a table has no value that could be meant
            continue
        there = next((at for at, headers in tables if headers.find(word) is not None), None)
        if there is None:
            ids.add(word)
            continue
        problems[word] = Diagnostic(
            code="L237",
            message=f"{word} is a column of the table at {there}, and a claim",
            location=replace(formula.location, column=formula.location.column + offset),
            hint=f"write '{word}' in quotes for the column; for the claim, give it an id with a dot",
        )
    if not ids:
        return formula, list(problems.values())
    return replace(formula, node=parse(formula.text, headers=True, ids=ids)), list(problems.values())


def _bare(formula: Formula) -> Iterator[tuple[str, int]]:
    """Each word without quotes that could be an id, and where it stands in the formula."""
    for node in walk(formula.node):
        word = header_of(node.claim) if isinstance(node, Ref) else None
        if isinstance(node, Ref) and word and ID.fullmatch(word) and formula.text[node.offset] != "'":
            yield word, node.offset


def _with(claim: Claim, columns: Columns) -> Claim:
    if isinstance(claim.kind, Verify):
        return replace(claim, kind=replace(claim.kind, columns=columns))
    return replace(claim, kind=columns)
