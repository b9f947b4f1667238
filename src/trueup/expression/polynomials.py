"""A formula as a quotient of two polynomials in one operand, and the real roots of a polynomial.

A polynomial is the tuple of its coefficients, the constant first, the last of them not zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import zip_longest
from typing import TypeAlias

from trueup.expression.bounds import middle, neat
from trueup.expression.enclose import enclose
from trueup.expression.nodes import Binary, Call, Node, Ref, Unary, walk
from trueup.quantity.interval import Interval

Polynomial: TypeAlias = tuple[Fraction, ...]
Quotient: TypeAlias = tuple[Polynomial, Polynomial]

_MAX_DEGREE = 16
_MAX_BITS = 4_096
#: Halvings that bracket an irrational root.
_BITS = 60
_ONE: Polynomial = (Fraction(1),)


def quotient(node: Node, operand: str, others: Mapping[str, Interval]) -> Quotient | None:
    """Numerator and denominator; None where the formula is no such quotient, or one too large.

    Raises :class:`trueup.expression.errors.EvaluationError` where a part without the operand has no value.

    :param others: the values of the other operands, exact
    """
    if not any(isinstance(part, Ref) and part.claim == operand for part in walk(node)):
        value = middle(enclose(node, others, {}))
        return None if value is None else (_trimmed((value,)), _ONE)
    match node:
        case Ref():
            return (Fraction(0), Fraction(1)), _ONE
        case Unary():
            return _joined("-", ((), _ONE), quotient(node.operand, operand, others))
        case Call(function="sum"):
            parts = [quotient(argument, operand, others) for argument in node.arguments]
            total: Quotient | None = ((), _ONE)
            for part in parts:
                total = _joined("+", total, part)
            return total
        case Binary():
            return _joined(
                node.operator,
                quotient(node.left, operand, others),
                quotient(node.right, operand, others),
            )
    return None


def real_roots(polynomial: Polynomial) -> tuple[Fraction, ...]:
    """The real roots, ascending; an irrational one is a rational within 2^-60 of its size.

    Raises :class:`ValueError` for zero, of which every number is a root.
    """
    if not polynomial:
        raise ValueError("every number is a root of zero")
    zeros = next(at for at, coefficient in enumerate(polynomial) if coefficient)
    rest = polynomial[zeros:]
    found = {Fraction(0)} if zeros else set()
    if len(rest) == 2:
        found.add(-rest[0] / rest[1])
    elif len(rest) > 2:
        found.update(_isolated(rest))
    return tuple(sorted(found))


def _isolated(polynomial: Polynomial) -> list[Fraction]:
    """By sympy's isolation of real roots (continued fractions, after Vincent and Akritas), then bisection."""
    import sympy  # noqa: PLC0415  slow to import, and few decisions need it

    descending = [sympy.Rational(each.numerator, each.denominator) for each in reversed(polynomial)]
    whole = sympy.Poly(descending, sympy.Dummy(), domain="QQ").sqf_part()
    exact = tuple(Fraction(int(each.p), int(each.q)) for each in reversed(whole.all_coeffs()))
    spans = [tuple(Fraction(int(end.p), int(end.q)) for end in span) for span, _ in whole.intervals()]
    roots = [low for low, high in spans if low == high]
    for root in roots:
        # A root that is known exactly may stand at the end of a neighbour's interval.
        exact = _without(exact, root)
    return roots + [_bisected(exact, low, high) for low, high in spans if low != high]


def _without(polynomial: Polynomial, root: Fraction) -> Polynomial:
    """Divided by ``x - root`` (Horner's scheme)."""
    carried, result = Fraction(0), []
    for coefficient in reversed(polynomial):
        carried = carried * root + coefficient
        result.append(carried)
    return tuple(reversed(result[:-1]))


def _bisected(polynomial: Polynomial, low: Fraction, high: Fraction) -> Fraction:
    rising = _at(polynomial, high) > 0
    while (high - low) * 2**_BITS > max(abs(low), abs(high)):
        half = (low + high) / 2
        value = _at(polynomial, half)
        if not value:
            return half
        low, high = (low, half) if (value > 0) == rising else (half, high)
    return neat(low, high)


def _at(polynomial: Polynomial, value: Fraction) -> Fraction:
    total = Fraction(0)
    for coefficient in reversed(polynomial):
        total = total * value + coefficient
    return total


def _joined(operator: str, left: Quotient | None, right: Quotient | None) -> Quotient | None:
    if left is None or right is None:
        return None
    (above, below), (other_above, other_below) = left, right
    match operator:
        case "+" | "-":
            sign = 1 if operator == "+" else -1
            result = (
                _sum(_product(above, other_below), _product(other_above, below), sign),
                _product(below, other_below),
            )
        case "*":
            result = _product(above, other_above), _product(below, other_below)
        case "/":
            result = _product(above, other_below), _product(below, other_above)
        case _:
            return _raised(left, right)
    return None if any(map(_too_large, result)) or not result[1] else result


def _raised(base: Quotient, exponent: Quotient) -> Quotient | None:
    above, below = exponent
    power = above[0] if above else Fraction(0)
    if len(above) > 1 or below != _ONE or power.denominator != 1 or abs(power) > _MAX_DEGREE:
        return None
    result: Quotient | None = (_ONE, _ONE)
    for _ in range(abs(int(power))):
        result = _joined("*" if power > 0 else "/", result, base)
    return result


def _product(one: Polynomial, other: Polynomial) -> Polynomial:
    if not one or not other:
        return ()
    total = [Fraction(0)] * (len(one) + len(other) - 1)
    for at, left in enumerate(one):
        for further, right in enumerate(other):
            total[at + further] += left * right
    return tuple(total)


def _sum(one: Polynomial, other: Polynomial, sign: int) -> Polynomial:
    pairs = zip_longest(one, other, fillvalue=Fraction(0))
    return _trimmed(tuple(left + sign * right for left, right in pairs))


def _trimmed(polynomial: Polynomial) -> Polynomial:
    length = len(polynomial)
    while length and not polynomial[length - 1]:
        length -= 1
    return polynomial[:length]


def _too_large(polynomial: Polynomial) -> bool:
    return len(polynomial) > _MAX_DEGREE + 1 or any(
        max(each.numerator.bit_length(), each.denominator.bit_length()) > _MAX_BITS for each in polynomial
    )
