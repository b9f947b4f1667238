"""Figures that follow from others in the same sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from trueup.edit.literal import literal
from trueup.edit.proposal import Candidate, Draft, Proposal
from trueup.expression.errors import EvaluationError, ExpressionError
from trueup.expression.evaluate import evaluate
from trueup.expression.parse import parse
from trueup.expression.write import unparse
from trueup.quantity.agree import holds
from trueup.quantity.characters import plain
from trueup.quantity.codes import FigureError
from trueup.quantity.read import read_figure
from trueup.quantity.value import Quantity, Truth
from trueup.statement.model import Statement
from trueup.tags.model import MarkKind
from trueup.verdict.stated import stated

# Figures that nobody may rest on.
_SILENT: frozenset[MarkKind] = frozenset({"struck", "code", "aside"})
#: What a statement may mean, over its operands; the first that gives the figure is taken.
_MEANINGS = {
    "change": ("{1} / {0} - 1", "1 - {1} / {0}", "{0} / {1} - 1", "{1} - {0}", "{0} - {1}"),
    "difference": ("{1} - {0}", "{0} - {1}"),
    "ratio": ("{1} / {0}", "{0} / {1}", "{1} / {0} - 1", "{0} / {1} - 1"),
    "share": ("{0} / {1}", "{0} * {1}"),
    "rate": ("{0} / {1}",),
    "reciprocal": ("1 / {0}",),
}
_WRITTEN = frozenset({"product", "quotient", "sum", "difference"})
_OPERATOR = re.compile(" [*/] ")
_OPERATORS = {
    **dict.fromkeys(("×", "·", "⋅", "∗", "x", "X"), "*"),
    **dict.fromkeys(("÷", "divided by"), "/"),
    **dict.fromkeys(("−", "–", "minus"), "-"),
    "plus": "+",
}
_JOINT = re.compile(r"[×·⋅∗÷−–]|(?<![A-Za-z])(?:[xX]|plus|minus|divided by)(?![A-Za-z])")


def explained(draft: Draft) -> Iterator[Proposal]:
    """A figure with the formula that the sentence gives for it; operands that are claims are named."""
    candidates = {(id(one.seen.block), one.seen.start, one.seen.end): one for one in draft.candidates()}
    for block in draft.page.blocks:
        for statement in stated(block, _SILENT):
            candidate = candidates.get((id(block), *statement.span))
            if candidate and statement.certain and statement.holds:
                yield from _proposal(draft, candidate, statement)


def _proposal(draft: Draft, candidate: Candidate, statement: Statement) -> Iterator[Proposal]:
    claims = draft.tags_of(candidate.seen.block)
    text = candidate.seen.block.text
    if statement.kind == "restated":
        claim = claims.get(statement.operands[0])
        if claim and (candidate.at, claim) not in draft.refused:
            why = f"it restates {statement.formula} beside it"
            yield Proposal(candidate=candidate, claim=claim, why=why, key=claim)
        return
    operands = [_operand(draft, text[slice(*span)], claims.get(span)) for span in statement.operands]
    named = [one for one in operands if one is not None]
    if len(named) < len(operands):
        return
    ways = [*_of_counts(draft, statement, text, claims), *_ways(statement, text, named)]
    formula = next((one for one in ways if _gives(draft, one, candidate)), None)
    if formula and (candidate.at, formula) not in draft.refused:
        claim, in_ledger = _claim(draft, statement.kind, unparse(parse(formula)))
        yield Proposal(
            candidate=candidate,
            claim=claim,
            why=f"it follows from {statement.formula}",
            formula=None if in_ledger else formula,
            key=formula,
        )


def _claim(draft: Draft, kind: str, formula: str) -> tuple[str, bool]:
    """The id for a formula, the same wherever it occurs, and whether the ledger defines it."""
    known = draft.defined(formula)
    if known:
        return known
    stem = PurePosixPath(draft.page.path).stem.replace(".", "_")
    return draft.fresh(f"{stem}.{kind}", formula), False


def _operand(draft: Draft, text: str, claim: str | None) -> str | None:
    """An operand in a formula: the claim that it is tagged with, or its number."""
    if claim and isinstance(_value(draft, claim), Quantity):
        return claim
    try:
        return literal(read_figure(text))
    except FigureError:
        return None


def _of_counts(
    draft: Draft, statement: Statement, text: str, claims: Mapping[tuple[int, int], str]
) -> Iterator[str]:
    """“36 of 98” is one operand: as a formula of the claims with which both its counts are tagged."""
    if statement.kind != "share" or len(statement.operands) != 1:
        return
    ((start, end),) = statement.operands
    # A tag may leave the noun out, which belongs to both counts.
    tagged = [claim for (low, high), claim in sorted(claims.items()) if start <= low and high <= end]
    values = [_value(draft, claim) for claim in tagged]
    if len(values) == 2 and values[0] and values[1] and values[0].dimension == values[1].dimension:
        yield " / ".join(tagged)


def _ways(statement: Statement, text: str, operands: list[str]) -> Iterator[str]:
    """What the statement may mean, as formulas."""
    if statement.kind in _WRITTEN:
        yield _written(statement, text, operands)
        # What bare numbers give stands in the base unit of the figure.
        for name, power in statement.figure.dimension.physical.exponents:
            if power == 1 and operands[-1][-1].isdigit():
                yield _written(statement, text, [*operands[:-1], f"{operands[-1]} {name}"])
                whole = _written(statement, text, operands)
                yield f"({whole}) * 1 {name}" if len(operands) > 1 else f"{whole} * 1 {name}"
    elif statement.kind == "share" and len(operands) == 1:
        yield operands[0]
    else:
        for meaning in _MEANINGS.get(statement.kind, ()):
            yield meaning.format(*_grouped(operands))


def _grouped(operands: list[str]) -> list[str]:
    """Operands as parts of a formula: those that are formulas themselves in brackets."""
    return [f"({one})" if _OPERATOR.search(one) and len(operands) > 1 else one for one in operands]


def _written(statement: Statement, text: str, operands: list[str]) -> str:
    """The expression as the sentence has it, with its operands as formulas have them."""
    rest = statement.formula
    parts: list[str] = []
    for span, operand in zip(statement.operands, _grouped(operands), strict=True):
        before, _, rest = rest.partition(" ".join(plain(text[slice(*span)]).split()))
        parts += [_in_formulas(before), operand]
    return " ".join("".join([*parts, _in_formulas(rest)]).split())


def _in_formulas(text: str) -> str:
    """What stands between operands, as formulas have it."""
    return _JOINT.sub(lambda match: f" {_OPERATORS[match[0]]} ", text)


def _gives(draft: Draft, formula: str, candidate: Candidate) -> bool:
    """Whether a formula can be read, and gives the figure exactly."""

    def lookup(name: str) -> Quantity | Truth:
        value = _value(draft, name)
        if value is None:
            raise EvaluationError("X320", f"{name} has no value")
        return value

    try:
        value = evaluate(parse(formula), lookup)
    except (ExpressionError, EvaluationError):
        return False
    return isinstance(value, Quantity) and holds(candidate.figure, value)


def _value(draft: Draft, claim: str) -> Quantity | None:
    outcome = draft.computed.outcomes.get(claim)
    return outcome.value if outcome and isinstance(outcome.value, Quantity) else None
