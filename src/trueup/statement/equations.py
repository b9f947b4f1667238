"""Expressions and what they are said to give: ``a × b = c``, ``c (a × b)``, ``a + b + c = d``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from trueup.quantity.figure import Figure
from trueup.quantity.units import NONE
from trueup.quantity.value import Quantity
from trueup.statement.compute import Amount, NotComputable, compute, operators
from trueup.statement.model import Statement
from trueup.statement.reading import chosen, settled, near, reading
from trueup.statement.sentence import Sentence
from trueup.statement.tokens import Token, tokenize

# Behind a number without a unit: what rescales it, or could be a unit that isn't known.
_RESCALED = re.compile(
    r" ?(?:(?:million|billion|trillion|thousand|hundred|dozen)\b|[a-z]*[A-Z]\w*"
    r"|(?!(?:a|an|and|are|as|at|but|by|for|if|in|is|it|of|on|or|per|so|the|to|via|was)\b)[a-z]{1,3}\b)"
)
_BOUNDARY = re.compile(r"\s*(?:$|[).,;:!?\]])")
_MODULO = re.compile(r" ?\(?mod\b")
_KINDS = (("+", "sum"), ("−", "difference"), ("/", "quotient"), ("×", "product"))
_IEC = {
    unit: Fraction(1024**power, 1000**power)
    for power, letters in enumerate(("kK", "M", "G", "T", "P"), 1)
    for letter in letters
    for unit in (f"{letter}B", f"{letter}B/s")
}


@dataclass(frozen=True, slots=True)
class _Side:
    """Tokens between two ends: an expression, or one figure."""

    tokens: tuple[Token, ...]

    @property
    def figure(self) -> Token | None:
        """The figure that it is, which may be the result of something."""
        if len(self.tokens) == 1 and self.tokens[0].kind == "number":
            return self.tokens[0]
        return None

    @property
    def operators(self) -> frozenset[str]:
        return operators(self.tokens)

    @property
    def labelled(self) -> bool:
        return any(token.labelled for token in self.tokens)


@dataclass(frozen=True, slots=True)
class _Joint:
    """Two neighbouring sides, and what joins them."""

    left: _Side
    right: _Side
    by: str


def equations(sentence: Sentence) -> Iterator[Statement]:
    """Each figure that stands beside an expression as what it gives."""
    for joint in _joints(tokenize(sentence)):
        if joint.left.operators and joint.right.figure:
            yield from _statement(sentence, joint.left, joint.right.figure, joint.by)
        elif joint.by != "verb" and joint.right.operators and joint.left.figure:
            yield from _statement(sentence, joint.right, joint.left.figure, joint.by)


def _joints(tokens: Sequence[Token]) -> Iterator[_Joint]:
    """Neighbouring sides: around a relation or a verb, or before and in brackets."""
    grouping = _grouping(tokens)
    sides: list[tuple[_Side, Token]] = []
    current: list[Token] = []
    for index, token in enumerate([*tokens, Token(kind="stop", start=-1, end=-1)]):
        if token.kind in ("number", "operator") or index in grouping:
            current.append(token)
        else:
            sides.append((_Side(tuple(current)), token))
            current = []
    for (left, by), (right, after) in pairwise(sides):
        if not left.tokens or not right.tokens:
            continue
        if by.kind in ("relation", "verb"):
            yield _Joint(left, right, by.kind)
        elif by.kind == "open" and after.kind in ("close", "relation") and left.tokens[-1].end < by.start:
            yield _Joint(left, right, "brackets")


def _grouping(tokens: Sequence[Token]) -> frozenset[int]:
    """The brackets that belong to an expression: those of ``(3 + 4) × 5``, not of ``35 (5 × 7)`` or ``f(3)``."""
    found: set[int] = set()
    opened: list[int] = []
    last_other = -1
    for index, token in enumerate(tokens):
        if token.kind == "open":
            opened.append(index)
        elif token.kind == "close" and opened:
            start = opened.pop()
            if start > last_other and index > start + 1 and _joined(tokens, start, index):
                found.update((start, index))
            else:
                last_other = index
        elif token.kind not in ("number", "operator"):
            last_other = index
    return frozenset(found)


def _joined(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether the brackets at ``start`` and ``end`` are an operand."""
    before = tokens[start - 1] if start else None
    after = tokens[end + 1] if end + 1 < len(tokens) else None
    if before and before.kind == "operator":
        return True
    if after is None or after.kind != "operator":
        return False
    return before is None or (before.kind not in ("number", "close") and before.end < tokens[start].start)


def _statement(sentence: Sentence, side: _Side, result: Token, by: str) -> Iterator[Statement]:
    term = result.term
    if term is None or term.figure.form in ("plus-minus", "word", "text"):
        return
    figure = term.figure
    after = sentence.line[result.end : result.end + 20]
    if not figure.unit and (_RESCALED.match(after) or sentence.named(term)) or _MODULO.match(after):
        return
    if after.startswith(("…", "...")):
        return
    try:
        amount = compute(side.tokens, exactly=_is_exact(figure))
    except NotComputable:
        return
    readings = list(_readings(figure, amount, side))
    value = chosen(figure, readings)
    if value is None:
        return
    ops = side.operators
    yield Statement(
        kind=next(kind for operator, kind in _KINDS if operator in ops),
        span=(result.start, result.end),
        figure=figure,
        operands=tuple(token.term.span for token in side.tokens if token.term),
        value=value,
        formula=" ".join(sentence.line[side.tokens[0].start : side.tokens[-1].end].split()),
        certain=_certain(figure, value, side, result, by) and settled(figure, value),
    )


def _is_exact(figure: Figure) -> bool:
    """Whether a result is too exact for its operands to have been rounded: ``389,283,840 B``."""
    low = figure.stated.low
    if figure.form != "number" or figure.approx or figure.factor != 1 or low is None or low.denominator != 1:
        return False
    return not figure.places and len(str(abs(low.numerator)).rstrip("0")) >= 5


def _readings(figure: Figure, amount: Amount, side: _Side) -> Iterator[Quantity]:
    """In base units; where one side has no unit, also by the digits alone; at last with ``MB`` for ``MiB``."""
    written, computed = figure.dimension.physical, amount.dimension
    stated, reach = amount.stated, amount.reach
    if written == computed:
        yield reading(figure, stated, reach)
        if figure.factor != 1 and computed == NONE:
            yield reading(figure, stated, reach, figure.factor)
        operands = {token.term.figure.unit for token in side.tokens if token.term}
        units = operands - {""}
        if figure.unit in _IEC and len(units) == 1 and units <= _IEC.keys():
            yield reading(figure, stated, reach, _IEC[units.pop()] / _IEC[figure.unit])
    elif computed == NONE:
        yield reading(figure, stated, reach)
        yield reading(figure, stated, reach, figure.factor)
    elif not figure.unit:
        factors = {
            token.term.figure.factor for token in side.tokens if token.term and token.term.physical
        }
        if len(factors) == 1 and len([1 for token in side.tokens if token.term and token.term.physical]) >= 1:
            yield reading(figure, stated, reach, 1 / factors.pop())


def _certain(figure: Figure, value: Quantity, side: _Side, result: Token, by: str) -> bool:
    """Whether the form leaves no doubt that the figure is what the expression gives."""
    ops = side.operators
    if side.labelled or result.labelled:
        if ops & {"+", "−"} or not near(figure, value, 2):
            return False
    clash = _counted(side) and dict(figure.dimension.counted.exponents)
    if clash and by != "relation" and set(clash) != _counted(side):
        return False
    if by == "relation":
        return True
    if figure.unit in ("%", "×"):
        return by == "brackets" and near(figure, value, 4)
    exact = bool(figure.dimension.physical.exponents) and _is_exact(figure)
    if exact and not ops & {"+", "−"}:
        return True
    if not near(figure, value, 2):
        return False
    if by == "verb":
        return True
    if ops & {"+", "−"}:
        return bool(figure.unit) or abs(figure.stated.low or 0) >= 100
    if "/" in ops and not any(token.term and token.term.physical for token in side.tokens):
        return False
    return bool(figure.unit) or abs(figure.stated.low or 0) >= 20


def _counted(side: _Side) -> set[str]:
    return {
        name
        for token in side.tokens
        if token.term
        for name, _ in token.term.figure.dimension.counted.exponents
    }
