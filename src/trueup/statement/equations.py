"""Expressions and what they are said to give: ``a × b = c``, ``c (a × b)``, ``a + b + c = d``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from trueup.quantity.agree import holds
from trueup.quantity.figure import Figure
from trueup.quantity.interval import Interval
from trueup.quantity.units import NONE
from trueup.quantity.value import Quantity
from trueup.statement.compute import Amount, NotComputable, compute
from trueup.statement.model import Statement
from trueup.statement.reading import chosen, closest, middle, near, reading, scaled, settled
from trueup.statement.sentence import Sentence, Term
from trueup.statement.sides import Joining, Side, joints
from trueup.statement.tokens import SPOKEN, Token, tokenize

# Behind a number without a unit: what rescales it, or could be a unit that isn't known.
_RESCALED = re.compile(
    r" ?(?:(?:million|billion|trillion|thousand|hundred|dozen)\b|[a-z]*[A-Z]\w*"
    r"|(?!(?:a|an|and|are|as|at|but|by|for|if|in|is|it|of|on|or|per|so|the|to|via|was)\b)[a-z]{1,3}\b)"
)
# Each begins with what is rare, the operator, and looks back from there.
_EXPRESSIONS = (
    re.compile(r"[×*·⋅÷/+−^](?:(?<=[\w)%].)|(?<=[\w)%] .)) ?[(~0-9.]"),
    re.compile(r"[xX–-](?<=[\w)%] .) [(~0-9.]"),
    re.compile(r"x(?<=[0-9]x)[0-9]"),
)
_PARTS = re.compile(r"[0-9] of [0-9]")
_MODULO = re.compile(r" ?\(?mod\b")
_OF_MODULO = re.compile(r"(?:\bmod|%) ?$")
# “= 2 (1 × 5 + 2 × 4) + 9” goes on with a product.
_TIMES_BRACKETS = re.compile(r" ?\([0-9][0-9.,]* ?[*×+/−-] ?[0-9]")
#: from one unit to the next: of information, time, and bits to bytes
_STEPS = frozenset(
    Fraction(step) for power in (1, 2, 3) for step in (1000**power, 1024**power, 60, 3600, 24, 8)
)
#: of an element, in bytes
_WIDTHS = tuple(Fraction(2) ** power for power in (-3, -2, -1, 1, 2, 3))
_SUMMING = frozenset("+−")
#: a figure beside brackets that is further off is something else
_MEANT = 10_000
_KINDS = (("+", "sum"), ("−", "difference"), ("/", "quotient"), ("×", "product"))
_IEC = {
    unit: Fraction(1024**power, 1000**power)
    for power, letters in enumerate(("kK", "M", "G", "T", "P"), 1)
    for letter in letters
    for unit in (f"{letter}B", f"{letter}B/s")
}


def equations(sentence: Sentence) -> Iterator[Statement]:
    """Each figure that stands beside an expression as what it gives."""
    if has_expression(sentence):
        yield from all_equations(sentence)


def all_equations(sentence: Sentence) -> Iterator[Statement]:
    """The same, where a glance shows no expression, too."""
    for joint in joints(tokenize(sentence)):
        if joint.left.operators and joint.right.figure:
            yield from _statement(sentence, joint.left, joint.right.figure, joint.by)
        elif joint.by != "verb" and joint.right.operators and joint.left.figure:
            yield from _statement(sentence, joint.right, joint.left.figure, joint.by)


def has_expression(sentence: Sentence) -> bool:
    """Whether anything is worth taking apart, as far as can be told at a glance."""
    line = sentence.line
    if any(one.search(line) for one in _EXPRESSIONS) or any(word in line for word in SPOKEN):
        return True
    counted = any(term.figure.form == "fraction" for term in sentence.terms)
    return counted and bool(_PARTS.search(line))


def _statement(sentence: Sentence, side: Side, result: Token, by: Joining) -> Iterator[Statement]:
    term = result.term
    if term is None or not (term.said or term.valued) or _is_cut(sentence, term):
        return
    start = side.tokens[0].start
    if _OF_MODULO.search(sentence.line, max(start - 5, 0), start):
        return
    figure = term.figure
    if by == "brackets" and term.portion == "%" and side.figure:
        return  # “36.7 % (36 of 98)” is a share
    try:
        amount = compute(side.tokens, exactly=_is_exact(figure))
    except NotComputable:
        return
    readings = [*_readings(figure, amount, side)]
    value = chosen(figure, readings)
    if value is None:
        return
    if side.shapely and by != "relation" and not holds(figure, value):
        return  # a shape may stand beside a figure, too
    labelled = side.labelled or result.labelled
    certain = _certain(term, value, side, by) and settled(figure, value)
    if not holds(figure, value) and any(holds(figure, one) for one in _in_binary(value, side)):
        certain = False
    if labelled and (side.operators & _SUMMING or not near(figure, value, 2)):
        certain = False
    if not certain and not near(figure, value, 2):
        return  # it is something else
    yield Statement(
        kind=_kind(term, side),
        span=term.span,
        figure=figure,
        operands=tuple(token.term.span for token in side.tokens if token.term),
        value=closest(figure, value, readings),
        formula=" ".join(sentence.line[side.tokens[0].start : side.tokens[-1].end].split()),
        certain=certain,
    )


def _kind(term: Term, side: Side) -> str:
    if term.portion == "%" and side.operators == {"/"}:
        return "share"
    return next(kind for operator, kind in _KINDS if operator in side.operators)


def _is_cut(sentence: Sentence, term: Term) -> bool:
    """Whether a figure is only part of what is written: ``3 million``, ``0.666…``, ``Table 4``."""
    after = sentence.after(term)
    if after.startswith(("…", "...", "^")) or _MODULO.match(after):
        return True
    if (
        not term.figure.unit
        and term.start
        and _TIMES_BRACKETS.match(after)
        and "=" in sentence.before(term)[-3:]
    ):
        return True
    if term.portion == "×" and re.match(r" ?\w", after):
        return True  # “3 × 4 = 12 × n”
    return not term.figure.unit and bool(_RESCALED.match(after) or sentence.named(term))


def _is_exact(figure: Figure) -> bool:
    """Whether a result is too exact for its operands to have been rounded: ``389,283,840 B``."""
    low = figure.stated.low
    if figure.form != "number" or figure.approx or figure.factor != 1 or low is None or low.denominator != 1:
        return False
    return not figure.places and len(str(abs(low.numerator)).rstrip("0")) >= 5


def _readings(figure: Figure, amount: Amount, side: Side) -> Iterator[Quantity]:
    """In base units; where one side has no unit, by the digits alone; ``MB`` for ``MiB`` on both sides."""
    stated, reach = amount.stated, amount.reach
    if figure.dimension.physical == amount.dimension:
        yield reading(figure, stated, reach)
        units = {token.term.figure.unit for token in side.tokens if token.term} - {""}
        if figure.unit in _IEC and len(units) == 1 and units <= _IEC.keys():
            yield reading(figure, stated, reach, _IEC[units.pop()] / _IEC[figure.unit])
        if factor := _conversion(figure, side):
            yield reading(figure, stated, reach, factor)
    elif amount.dimension == NONE:
        yield reading(figure, stated, reach)
    elif not figure.unit:
        factors = {token.term.figure.factor for token in side.tokens if token.term and token.term.physical}
        if len(factors) == 1:
            yield reading(figure, stated, reach, 1 / factors.pop())
    if amount.dimension == NONE and figure.factor != 1:
        yield reading(figure, stated, reach, figure.factor)


def _in_binary(value: Quantity, side: Side) -> Iterator[Quantity]:
    """The value, had ``24 × 4 KB`` been meant in KiB, as is often so."""
    units = {token.term.figure.unit for token in side.tokens if token.term} - {""}
    if len(units) == 1 and units <= _IEC.keys():
        yield scaled(value, _IEC[units.pop()])


def _conversion(figure: Figure, side: Side) -> Fraction | None:
    """The factor by which ``300 GB ÷ 1,024 = 0.293 TB`` is right: its digits are those of a conversion."""
    terms = [token.term for token in side.tokens if token.term]
    sized = {term.figure.factor for term in terms if term.physical}
    others = {term.figure.stated.low for term in terms if not term.physical}
    if len(sized) != 1 or not others <= _STEPS:
        return None
    return figure.factor / sized.pop()


def _is_shape(term: Term, value: Quantity, side: Side) -> bool:
    """Whether a size stands beside the number of its elements: ``389,283,840 B (152064 × 5120)``."""
    if not term.physical or side.physical or side.operators != {"×"}:
        return False
    if any(token.term and token.term.figure.places for token in side.tokens):
        return False
    return any(holds(term.figure, scaled(value, width)) for width in _WIDTHS)


def _certain(term: Term, value: Quantity, side: Side, by: Joining) -> bool:
    """Whether the way both stand together leaves no doubt that one is what the other gives."""
    if by == "relation":
        return _equals(term, value, side)
    figure, summing = term.figure, bool(side.operators & _SUMMING)
    counted = {name for name, _ in figure.dimension.counted.exponents}
    if counted and side.counted and counted != side.counted:
        return False
    if by == "opening":  # “389,283,840 B (151936 × 5120 × 0.5 = 388,956,160 B unpadded)”
        return holds(figure, value)
    if by in ("brackets", "aside") and _is_shape(term, value, side):
        return False
    if term.portion == "×" and side.figure and not holds(figure, value) and _cut_off(figure, side.figure):
        return False
    if term.portion:
        return by in ("brackets", "aside") and near(figure, value, 4)
    if term.physical and _is_exact(figure) and not summing and near(figure, value, _MEANT):
        return True
    if not near(figure, value, 2):
        return False
    if by == "verb":
        return True
    if "/" in side.operators and not summing and not side.physical:
        return False  # “24.1 (23.9 / 24.3)” are samples
    return bool(figure.unit) or abs(middle(figure.stated)) >= (100 if summing else 20)


def _equals(term: Term, value: Quantity, side: Side) -> bool:
    """Whether ``=`` leaves no doubt."""
    figure = term.figure
    if not figure.unit and not near(figure, value, _MEANT if _is_exact(figure) else 10):
        return False  # “2^24 = 8 octal digits”
    if figure.form == "product" and not near(figure, value, 4):
        return False  # “10 × 60 ~ 1440 × 60” is a range
    small = not figure.unit and abs(middle(figure.stated)) < 100
    if small and term.start < side.tokens[0].start:  # “layer 8 = 3×3” is a shape, “64 = 32 * 32” a width
        return not side.shapely and near(figure, value, 4)
    return True


def _cut_off(figure: Figure, ratio: Token) -> bool:
    """Whether a ratio fits where its whole numbers were cut off: ``69/63 (1.08×)``."""
    count = ratio.term.figure.count if ratio.term else None
    if not count or count[1] < 2:
        return False
    low, high = Fraction(count[0], count[1] + 1), Fraction(count[0] + 1, count[1] - 1)
    return figure.claims.meets(Interval(low, high))
