"""The two sides of a comparison as functions of one operand, evaluated exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from trueup.expression.errors import ExpressionError
from trueup.expression.evaluate import operands
from trueup.expression.nodes import Compare, Logic, Node, Unary
from trueup.expression.parse import parse
from trueup.expression.write import unparse
from trueup.quantity.value import Quantity
from trueup.reports.html.plots.extent import Extent, extent
from trueup.reports.html.recorded import Recorded, RecordedClaim


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One side of a comparison, over claims whose values are known.

    :param text: the formula of the side, in its one spelling
    """

    text: str
    node: Node
    names: tuple[str, ...]
    known: tuple[tuple[str, Quantity], ...]

    @property
    def values(self) -> dict[str, Quantity]:
        """The value of each claim that the whole comparison names."""
        return dict(self.known)

    @property
    def now(self) -> Extent | None:
        """Its present value; None where it can't be computed."""
        return self.part(self.node)

    def at(self, operand: str, value: Fraction) -> Extent | None:
        """What the side is with one operand at a value; None where it can't be computed."""
        values = self.values
        values[operand] = Quantity.exact(value, values[operand].dimension)
        return extent(self.node, values)

    def part(self, node: Node) -> Extent | None:
        """The present value of a part of the comparison; None where it can't be computed."""
        return extent(node, self.values)


def comparisons(claim: RecordedClaim, recorded: Recorded) -> Iterator[tuple[str, Side, Side]]:
    """The comparisons that a claim's formula is made of: operator, left and right side.

    None where the formula can't be read, or a claim that it names has no number.
    """
    try:
        node = parse(claim.formula or "")
    except ExpressionError:
        return
    values: dict[str, Quantity] = {}
    for name in operands(node):
        found = recorded.claims.get(name)
        if found is None or found.quantity is None:
            return
        values[name] = found.quantity
    for one in _comparisons(node):
        yield one.operator, _side(one.left, values), _side(one.right, values)


def _side(node: Node, values: dict[str, Quantity]) -> Side:
    return Side(text=unparse(node), node=node, names=operands(node), known=tuple(values.items()))


def _comparisons(node: Node) -> Iterator[Compare]:
    match node:
        case Compare():
            yield node
        case Logic():
            yield from _comparisons(node.left)
            yield from _comparisons(node.right)
        case Unary():
            yield from _comparisons(node.operand)
        case _:
            return
