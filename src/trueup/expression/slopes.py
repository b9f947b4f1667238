"""How a formula rises in one operand: bounds of ``(f(y) - f(x)) / (y - x)``."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from trueup.expression.bounds import MAX_BITS, bits
from trueup.expression.nodes import Binary, Call, Node, Ref, Unary
from trueup.quantity.interval import ANYTHING, ZERO, Interval

_ONE = Interval.point(1)
_EITHER = Interval(Fraction(-1), Fraction(1))
_UP = Interval(Fraction(0), None)


def slope(node: Node, operand: str, values: Mapping[int, Interval]) -> Interval:
    """Bounds of the slope in ``operand``, the others anywhere in their intervals.

    :param values: the interval of each part, by ``id``, as ``enclose`` leaves it
    """
    match node:
        case Ref():
            found = _ONE if node.claim == operand else ZERO
        case Unary():
            found = -slope(node.operand, operand, values)
        case Call():
            found = _call(node, operand, values)
        case Binary():
            found = _binary(node, operand, values)
        case _:
            found = ZERO
    # Only its sign is asked for, so one that grows too long is given up.
    return ANYTHING if bits(found) > MAX_BITS else found


def _binary(node: Binary, operand: str, values: Mapping[int, Interval]) -> Interval:
    left, right = slope(node.left, operand, values), slope(node.right, operand, values)
    if left == ZERO and right == ZERO:
        return ZERO
    base, other = values[id(node.left)], values[id(node.right)]
    match node.operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * other + base * right
        case "/":
            return (left - values[id(node)] * right) / other
    return left * _power(base, other)


def _power(base: Interval, exponent: Interval) -> Interval:
    power = exponent.low or Fraction(0)
    if power.denominator == 1:
        return base.power(int(power) - 1).scale(power) if power else ZERO
    return _UP if power > 0 else -_UP


def _call(node: Call, operand: str, values: Mapping[int, Interval]) -> Interval:
    first, *rest = [slope(argument, operand, values) for argument in node.arguments]
    match node.function:
        case "sum":
            return sum(rest, start=first)
        case "min" | "max":
            for another in rest:
                first = first.hull(another)
            return first
        case "abs":
            within = values[id(node.arguments[0])]
            if within.low is not None and within.low >= 0:
                return first
            return -first if within.high is not None and within.high <= 0 else first * _EITHER
    # log2 and the roundings never fall.
    return first * _UP
