"""Read the sentences in which tagged figures stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from trueup.claim import Claim, Decide, Expr, Verify
from trueup.diagnostics import Diagnostic
from trueup.engine.stated import Stated, formula_of
from trueup.expression.nodes import Number, Ref, walk
from trueup.quantity.things import thing
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.tags.model import Block
from trueup.verdict.model import Outcome, Verdict
from trueup.verdict.sentence import Judged, misquoted, reread


def reread_blocks(judged: Iterable[tuple[Stated, Verdict]]) -> list[Verdict]:
    """The verdicts on tagged figures, the arithmetic of their blocks considered."""
    blocks: dict[int, tuple[Block, list[Judged]]] = {}
    for one, verdict in judged:
        _, figures = blocks.setdefault(id(one.block), (one.block, []))
        figures.append(Judged(tag=one.tag, verdict=verdict))
    return [verdict for block, figures in blocks.values() for verdict in reread(block, figures)]


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
