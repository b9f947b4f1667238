"""A value as a plot shows it: the middle, and all that it could be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from trueup.expression.bounds import middle
from trueup.expression.errors import EvaluationError
from trueup.expression.evaluate import evaluate
from trueup.expression.nodes import Node
from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """A value in base units.

    :param centre: with every operand in the middle of its spread, as flip points have them
    :param reach: all that it could be, as decisions are judged
    """

    centre: Fraction
    reach: Interval
    dimension: Dimension

    @property
    def low(self) -> Fraction:
        """The low end, or the middle where there is none."""
        return self.centre if self.reach.low is None else self.reach.low

    @property
    def high(self) -> Fraction:
        """The high end, or the middle where there is none."""
        return self.centre if self.reach.high is None else self.reach.high

    def times(self, factor: Fraction) -> Extent:
        """The value times a number above zero, of whatever dimension."""
        return Extent(centre=self.centre * factor, reach=self.reach.scale(factor), dimension=self.dimension)


def extent(node: Node, values: Mapping[str, Quantity]) -> Extent | None:
    """The value of a formula; None where it can't be computed, is no number or has no bounds at all.

    :param values: of every claim that it names
    """
    centred = {name: _centred(value) for name, value in values.items()}
    try:
        found, point = evaluate(node, values.__getitem__), evaluate(node, centred.__getitem__)
    except EvaluationError:
        return None
    if not isinstance(found, Quantity) or not isinstance(point, Quantity):
        return None
    centre = middle(point.spread)
    if centre is None:
        return None
    return Extent(centre=centre, reach=found.reach, dimension=found.dimension)


def _centred(value: Quantity) -> Quantity:
    centre = middle(value.spread)
    return value if centre is None else Quantity.exact(centre, value.dimension)
