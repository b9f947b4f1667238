"""The value of a formula: exact, dimension-checked, with the two uncertainties of its operands.

``round`` takes a tie away from zero; ``ceil``, ``floor`` and ``round`` of a quantity act on its number of
base units (B, s, B/s, FLOP). A bare number may be added to, and compared with, a count of things, and a
literal ``0`` anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from trueup.expression.dimensions import dimension
from trueup.expression.enclose import bounds, enclose, exponent, meet
from trueup.expression.errors import EvaluationError
from trueup.expression.nodes import Binary, Compare, Logic, Node, Number, Ref, Unary, decides, walk
from trueup.quantity.interval import Interval
from trueup.quantity.value import Quantity, Truth


def evaluate(node: Node, lookup: Callable[[str], Quantity | Truth]) -> Quantity | Truth:
    """The formula's value over its operands' values; raises :class:`EvaluationError`.

    A comparison is judged over all that its operands could be: true where it always holds, false where
    it never does, else ``Truth(None)``; ``and``, ``or``, ``not`` are Kleene's. Both uncertainties, spread
    and reach, are carried apart.

    :param lookup: the value of a claim, asked once for each
    """
    if isinstance(node, Ref):
        return lookup(node.claim)
    values = {claim: lookup(claim) for claim in operands(node)}
    return Truth(value=_truth(node, values)) if decides(node) else _quantity(node, values)


def operands(node: Node) -> tuple[str, ...]:
    """The claims that the formula names, each once, in order."""
    named: dict[str, None] = {}
    for part in walk(node):
        if isinstance(part, Ref):
            named[part.claim] = None
    return tuple(named)


def operations(node: Node) -> int:
    """How many operators and functions the formula has; the sign of a literal is none."""
    return sum(not isinstance(part, Number | Ref) and not _is_sign(part) for part in walk(node))


def _is_sign(node: Node) -> bool:
    return isinstance(node, Unary) and node.operator == "-" and isinstance(node.operand, Number)


def _quantity(node: Node, values: Mapping[str, Quantity | Truth]) -> Quantity:
    known = _numbers(node, values)
    spreads = {claim: value.spread for claim, value in known.items()}
    reaches = {claim: value.reach for claim, value in known.items()}
    measure = dimension(
        node, {claim: value.dimension for claim, value in known.items()}, _exponents(node, reaches)
    )
    reach = bounds(node, reaches)
    # Both hold what the spreads can give, and so does what they have in common.
    spread = reach if spreads == reaches else meet(bounds(node, spreads), reach)
    floors = [value.noise for value in known.values() if value.noise is not None]
    return Quantity(spread=spread, reach=reach, dimension=measure, noise=max(floors, default=None))


def _truth(node: Node, values: Mapping[str, Quantity | Truth]) -> bool | None:
    match node:
        case Compare():
            return _compare(node, values)
        case Logic():
            sides = {_truth(node.left, values), _truth(node.right, values)}
            settled = node.operator == "or"
            if settled in sides:
                return settled
            return None if None in sides else not settled
        case Unary():
            truth = _truth(node.operand, values)
            return None if truth is None else not truth
        case Ref():
            value = values[node.claim]
            if isinstance(value, Truth):
                return value.value
    raise EvaluationError(
        "X325", "and, or, not join comparisons, not numbers", "compare it with something", node.offset
    )


def _compare(node: Compare, values: Mapping[str, Quantity | Truth]) -> bool | None:
    """By the sign of the difference, in which an operand of both sides counts once."""
    difference = Binary(operator="-", left=node.left, right=node.right, offset=node.offset)
    found = _quantity(difference, values).reach
    if found.is_point and found.low == 0:
        return node.operator in {"<=", ">=", "=="}
    below = found.high is not None and (found.high < 0 or (found.high == 0 and found.open_high))
    above = found.low is not None and (found.low > 0 or (found.low == 0 and found.open_low))
    if below or above:
        return node.operator in ({"<", "<=", "!="} if below else {">", ">=", "!="})
    if found.high == 0 and node.operator in {"<=", ">"}:
        return node.operator == "<="
    if found.low == 0 and node.operator in {">=", "<"}:
        return node.operator == ">="
    return None


def _numbers(node: Node, values: Mapping[str, Quantity | Truth]) -> dict[str, Quantity]:
    known: dict[str, Quantity] = {}
    for part in walk(node):
        if isinstance(part, Ref):
            value = values[part.claim]
            if not isinstance(value, Quantity):
                raise EvaluationError(
                    "X325",
                    f"{part.claim} is a decision, no number",
                    "name a claim with a number",
                    part.offset,
                )
            known[part.claim] = value
    return known


def _exponents(node: Node, known: Mapping[str, Interval]) -> dict[int, Fraction]:
    return {
        id(part.right): exponent(part, enclose(part.right, known, {}))
        for part in walk(node)
        if isinstance(part, Binary) and part.operator == "**"
    }
