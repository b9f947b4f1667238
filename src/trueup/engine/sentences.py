"""Read the sentences and the tables in which tagged figures stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from trueup.claim import Claim, Decide, Expr, Verify
from trueup.diagnostics import Diagnostic
from trueup.engine.stated import Stated, formula_of
from trueup.expression.nodes import Number, Ref, walk
from trueup.quantity.things import thing
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.tags.model import Page
from trueup.verdict.judge import Judgement
from trueup.verdict.model import Outcome, Verdict
from trueup.verdict.sentence import Judged, misquoted, reread


def reread_blocks(judged: Iterable[tuple[Stated, Verdict]]) -> list[tuple[Stated, Verdict]]:
    """The tagged figures, each with its verdict, the arithmetic of their blocks considered."""
    blocks: dict[int, list[tuple[Stated, Verdict]]] = defaultdict(list)
    for one, verdict in judged:
        blocks[id(one.block)].append((one, verdict))
    found: list[tuple[Stated, Verdict]] = []
    for figures in blocks.values():
        block = figures[0][0].block
        verdicts = reread(block, [Judged(tag=one.tag, verdict=verdict) for one, verdict in figures])
        found.extend(zip((one for one, _ in figures), verdicts, strict=True))
    return found


def reread_tables(
    judged: Sequence[tuple[Stated, Verdict]],
    tables: Sequence[tuple[Stated, Judgement]],
    pages: Iterable[Page],
) -> list[Verdict]:
    """The verdicts on tagged figures and on tables, the arithmetic of their rows considered.

    :param tables: those that directives name
    """
    written = [page.blocks for page in pages if page.tags and any(one.kind == "row" for one in page.blocks)]
    if not written:
        return [
            *(verdict for _, found in tables for verdict in found.verdicts),
            *(found for _, found in judged),
        ]
    from trueup.tables.grid import tables_of  # noqa: PLC0415  many a project tags no table
    from trueup.verdict.rows import Ruled, reread_rows  # noqa: PLC0415

    figures: dict[int, list[tuple[Stated, Verdict]]] = defaultdict(list)
    for figure in judged:
        figures[id(figure[0].block)].append(figure)
    directives: dict[int, list[Ruled]] = defaultdict(list)
    verdicts: list[Verdict] = []
    for one, judgement in tables:
        if judgement.rules:
            ruled = Ruled(tag=one.tag, rules=judgement.rules, verdicts=judgement.verdicts)
            directives[id(one.block)].append(ruled)
        else:
            verdicts.extend(judgement.verdicts)
    for table in (one for blocks in written for one in tables_of(blocks)):
        inside = [
            (row, Judged(tag=one.tag, verdict=verdict))
            for row, block in enumerate(table.rows)
            for one, verdict in figures.pop(id(block), ())
        ]
        above = directives.pop(id(table.header), [])
        if inside or above:
            verdicts.extend(reread_rows(table, inside, above))
    verdicts.extend(verdict for rest in figures.values() for _, verdict in rest)
    verdicts.extend(verdict for rest in directives.values() for one in rest for verdict in one.verdicts)
    return verdicts


def premises(one: Stated, claim: Claim, outcomes: Mapping[str, Outcome]) -> Iterator[Diagnostic]:
    """Warn of what the sentence of a figure says of the claim's operands."""
    yield from misquoted(one.tag, claim.id, one.block, dict(_operands(claim, outcomes)))


def _operands(claim: Claim, outcomes: Mapping[str, Outcome]) -> Iterator[tuple[str, Quantity]]:
    """What a claim is computed of: claims and literals of its formula, counts among its parameters."""
    formula = formula_of(claim) if isinstance(claim.kind, Expr | Decide) else None
    if formula:
        for part in walk(formula.node):
            if isinstance(part, Number) and part.dimension.exponents:
                yield part.text, Quantity.exact(part.value, part.dimension)
            elif isinstance(part, Ref) and part.claim in outcomes:
                value = outcomes[part.claim].value
                if isinstance(value, Quantity):
                    yield part.claim, value
    elif isinstance(claim.kind, Verify):
        for name, text in claim.kind.parameters.items():
            counted = thing(name)
            if counted and isinstance(text, str) and text.isdecimal():
                yield name, Quantity.exact(int(text), Dimension.of(**{counted: 1}))
