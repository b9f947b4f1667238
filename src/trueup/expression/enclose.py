"""Bounds of a formula's value over the intervals of its operands.

Plain interval arithmetic counts an operand that occurs twice as two, and overestimates: with ``a`` and
``b`` from 1 to 2, ``a / (a + b)`` lies between 1/3 and 2/3, not 1/4 and 1. Where the formula provably
only rises, or only falls, in such an operand, its ends give the bounds instead (the monotonicity form:
Moore, Kearfott and Cloud, *Introduction to Interval Analysis*, 2009, chapter 6). The proof is the sign
of the slope ``(f(y) - f(x)) / (y - x)``, bounded over all pairs of numbers of the interval by the rules
for slopes (Krawczyk and Neumaier, SIAM J. Numer. Anal. 22, 1985), which, unlike derivatives, also hold
for ``min``, ``abs`` and the roundings. Where it shows nothing the plain bounds stand.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction

from trueup.expression.bounds import (
    MAX_BITS,
    absolute,
    bits,
    largest,
    logarithm,
    nearest,
    root,
    rounded,
    smallest,
)
from trueup.expression.errors import EvaluationError
from trueup.expression.nodes import Binary, Call, Node, Number, Ref, Unary, walk
from trueup.expression.slopes import slope
from trueup.expression.write import brief
from trueup.quantity.interval import Interval

MAX_POWER = 256
MAX_POWER_BITS = 4_096
MAX_ROOT = 100
_MAX_TIGHTENED = 8
_SMALLER = "numbers of that size are none that a document states"
_NOT_ZERO = "keep zero out of its range: narrow its operands, or divide by something else"
_POSITIVE = "keep it above zero: narrow its operands, or write the formula another way"

_ROUNDINGS: Mapping[str, Callable[[Fraction], int]] = {
    "ceil": math.ceil,
    "floor": math.floor,
    "round": nearest,
}


def bounds(node: Node, operands: Mapping[str, Interval]) -> Interval:
    """An interval that holds every value of the formula; raises :class:`EvaluationError`.

    :param operands: by claim id, in base units
    """
    seen: dict[int, Interval] = {}
    plain = enclose(node, operands, seen)
    if plain.is_point:
        return plain
    times = Counter(part.claim for part in walk(node) if isinstance(part, Ref))
    often = [name for name, count in times.items() if count > 1 and not operands[name].is_point]
    lower, upper = dict(operands), dict(operands)
    for name in often[:_MAX_TIGHTENED]:
        rise, interval = slope(node, name, seen), operands[name]
        if rise.low is not None and rise.low >= 0:
            low, high = interval.low, interval.high
        elif rise.high is not None and rise.high <= 0:
            low, high = interval.high, interval.low
        else:
            continue
        if low is not None:
            lower[name] = Interval.point(low)
        if high is not None:
            upper[name] = Interval.point(high)
    if lower == operands and upper == operands:
        return plain
    try:
        ends = Interval(enclose(node, lower, {}).low, enclose(node, upper, {}).high)
    except EvaluationError:
        # An open end need not be in the domain (1 / x where x > 0).
        return plain
    return meet(plain, ends)


def enclose(node: Node, operands: Mapping[str, Interval], seen: dict[int, Interval]) -> Interval:
    """Plain interval arithmetic; leaves the interval of each part in ``seen``, by ``id``."""
    match node:
        case Number():
            found = Interval.point(node.value)
        case Ref():
            found = operands[node.claim]
        case Unary():
            found = -enclose(node.operand, operands, seen)
        case Call():
            found = _call(node, [enclose(argument, operands, seen) for argument in node.arguments])
        case Binary():
            left, right = enclose(node.left, operands, seen), enclose(node.right, operands, seen)
            found = _power(node, left, right) if node.operator == "**" else _basic(node, left, right)
        case _:
            raise TypeError(f"{type(node).__name__} has no interval")
    if bits(found) > MAX_BITS:
        raise EvaluationError("X327", f"a result of more than {MAX_BITS:,} bits", _SMALLER, node.offset)
    seen[id(node)] = found
    return found


def meet(one: Interval, other: Interval) -> Interval:
    """What two intervals that hold the same numbers have in common."""
    low = max(((end.low, end.open_low) for end in (one, other) if end.low is not None), default=(None, False))
    high = min(
        ((end.high, not end.open_high) for end in (one, other) if end.high is not None),
        default=(None, True),
    )
    return Interval(low[0], high[0], low[1], not high[1])


def exponent(node: Binary, interval: Interval) -> Fraction:
    """The exponent of a power, which has to be one small number; raises :class:`EvaluationError`."""
    value = _exact(interval)
    if value is None:
        raise EvaluationError(
            "X329", f"the exponent {brief(node.right)} is not exact", "an exponent has no range", node.offset
        )
    limit = MAX_POWER if value.denominator == 1 else MAX_ROOT
    if abs(value.numerator) > limit or value.denominator > limit:
        raise EvaluationError(
            "X327",
            f"the exponent {brief(node.right)} is too large",
            f"whole numbers up to {MAX_POWER}, fractions of numbers up to {MAX_ROOT}",
            node.offset,
        )
    return value


def _basic(node: Binary, left: Interval, right: Interval) -> Interval:
    one, other = _exact(left), _exact(right)
    match node.operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            # Nearly all formulas are of exact operands, and those are quick.
            return left * right if one is None or other is None else Interval.point(one * other)
    try:
        return left / right if one is None or other is None else Interval.point(one / other)
    except ZeroDivisionError:
        raise EvaluationError(
            "X329", f"the divisor {brief(node.right)} may be zero", _NOT_ZERO, node.offset
        ) from None


def _exact(interval: Interval) -> Fraction | None:
    return interval.low if interval.is_point else None


def _power(node: Binary, base: Interval, right: Interval) -> Interval:
    power = exponent(node, right)
    size = bits(base)
    if size > 1 and size * abs(power.numerator) > MAX_POWER_BITS:
        raise EvaluationError("X327", f"a power of more than {MAX_POWER_BITS:,} bits", _SMALLER, node.offset)
    try:
        if power.denominator == 1:
            return base.power(int(power))
        if base.low is None or base.low < 0:
            raise EvaluationError(
                "X329", f"a root of {brief(node.left)}, which may be negative", _POSITIVE, node.offset
            )
        return root(base.power(power.numerator), power.denominator)
    except ZeroDivisionError:
        raise EvaluationError(
            "X329", f"{brief(node.left)} may be zero, and its exponent is negative", _NOT_ZERO, node.offset
        ) from None


def _call(node: Call, arguments: list[Interval]) -> Interval:
    first = arguments[0]
    match node.function:
        case "min":
            return smallest(arguments)
        case "max":
            return largest(arguments)
        case "sum":
            return sum(arguments[1:], start=first)
        case "abs":
            return absolute(first)
        case "log2":
            try:
                return logarithm(first)
            except ValueError as error:
                raise EvaluationError("X329", str(error), _POSITIVE, node.offset) from None
    return rounded(first, _ROUNDINGS[node.function])
