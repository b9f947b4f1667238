"""What may be added to, and compared with, what."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from trueup.expression.errors import EvaluationError
from trueup.expression.nodes import Binary, Call, Compare, Node, Number, Ref, Unary
from trueup.expression.write import brief
from trueup.quantity.units import NONE, Dimension


def dimension(node: Node, known: Mapping[str, Dimension], exponents: Mapping[int, Fraction]) -> Dimension:
    """The dimension of a formula's value; raises :class:`EvaluationError`, X328, where sides don't fit.

    :param known: by claim id
    :param exponents: the value of each exponent, by ``id`` of its node
    """
    match node:
        case Number():
            return node.dimension
        case Ref():
            return known[node.claim]
        case Unary():
            return dimension(node.operand, known, exponents)
        case Call():
            return _call(node, known, exponents)
        case Binary(operator="*"):
            return dimension(node.left, known, exponents) * dimension(node.right, known, exponents)
        case Binary(operator="/"):
            return dimension(node.left, known, exponents) / dimension(node.right, known, exponents)
        case Binary(operator="**"):
            _plain(node.right, dimension(node.right, known, exponents), "an exponent")
            return _power(node, dimension(node.left, known, exponents), exponents[id(node.right)])
        case Binary() | Compare():
            return _common(
                (node.left, dimension(node.left, known, exponents)),
                (node.right, dimension(node.right, known, exponents)),
                node.offset,
            )
        case _:
            return NONE


def describe(measure: Dimension) -> str:
    """``B/s``, ``B^2``, ``1/s``; a number without dimension is ``1``."""
    above = [_factor(name, power) for name, power in measure.exponents if power > 0]
    below = [_factor(name, -power) for name, power in measure.exponents if power < 0]
    return "/".join(["·".join(above) or "1", *below])


def _factor(name: str, power: int) -> str:
    return name if power == 1 else f"{name}^{power}"


def _counts(measure: Dimension) -> bool:
    """Of counted things only (tokens, layers, tokens per step), so that a bare number may stand for it."""
    return measure.physical == NONE


def _call(node: Call, known: Mapping[str, Dimension], exponents: Mapping[int, Fraction]) -> Dimension:
    first, *rest = node.arguments
    found = dimension(first, known, exponents)
    if node.function == "log2":
        _plain(first, found, "log2")
        return NONE
    side = first
    for argument in rest:
        found = _common((side, found), (argument, dimension(argument, known, exponents)), argument.offset)
        # Zero takes on any dimension, so the argument that has one speaks for those before it.
        side = argument if _is_zero(side) else side
    return found


def _common(left: tuple[Node, Dimension], right: tuple[Node, Dimension], offset: int) -> Dimension:
    (one, one_is), (other, other_is) = left, right
    if one_is == other_is or _is_zero(other):
        return one_is
    if _is_zero(one):
        return other_is
    if NONE in {one_is, other_is} and _counts(one_is) and _counts(other_is):
        return one_is if other_is == NONE else other_is
    raise EvaluationError(
        "X328",
        f"{brief(one)} is in {describe(one_is)}, {brief(other)} in {describe(other_is)}",
        _hint(one_is / other_is),
        offset,
    )


def _hint(ratio: Dimension) -> str:
    if _counts(ratio):
        return f"multiply or divide one side by 1 {ratio.exponents[0][0]}"
    return "only quantities of one dimension are added and compared"


def _is_zero(node: Node) -> bool:
    """A literal zero without unit: it may stand for no bytes as for no seconds."""
    return isinstance(node, Number) and not node.value and node.dimension == NONE


def _plain(node: Node, found: Dimension, where: str) -> None:
    if not _counts(found):
        raise EvaluationError(
            "X328",
            f"{where} has to be a plain number, and {brief(node)} is in {describe(found)}",
            "divide by the unit",
            node.offset,
        )


def _power(node: Binary, base: Dimension, exponent: Fraction) -> Dimension:
    powers = {name: power * exponent for name, power in base.exponents}
    if any(power.denominator != 1 for power in powers.values()):
        raise EvaluationError(
            "X328", f"a root of {describe(base)} has no dimension", "take the root of a ratio", node.offset
        )
    return Dimension.of(**{name: int(power) for name, power in powers.items()})
