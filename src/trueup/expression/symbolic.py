"""What sympy proves and prints. It is given trees made node by node, never text, and imported when asked.

Claims are real numbers to it, units positive ones of their own.
"""

from __future__ import annotations

import math
from fractions import Fraction
from importlib.util import find_spec
from itertools import count
from typing import TYPE_CHECKING, Any

from trueup.expression.bounds import middle
from trueup.expression.enclose import enclose
from trueup.expression.errors import EvaluationError
from trueup.expression.evaluate import operands, operations
from trueup.expression.flips import flip_points
from trueup.expression.mathml import mathml
from trueup.expression.nodes import Binary, Call, Compare, Logic, Node, Number, Ref, Unary, walk
from trueup.quantity.interval import Interval

if TYPE_CHECKING:
    from sympy import Expr

__all__ = ["INSTALL", "can_prove", "flip_points", "identical", "mathml"]

#: Brings sympy.
INSTALL = "pip install 'trueup[symbolic]'"
_MAX_OPERATIONS = 200
_MAX_ARGUMENTS = 24
#: Terms that all products together may have when multiplied out, those in the arguments of functions too.
_MAX_TERMS = 2_000
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def identical(a: Node, b: Node) -> bool:
    """Whether two formulas are proved to have the same value, whatever their operands' values are.

    False is no proof of the contrary: formulas too large to multiply out are only compared as they stand.
    A formula with a divisor counts as identical to one without where they agree off the divisor's zeros.
    Without sympy nothing is proved but what stands there alike: see :func:`can_prove`.
    """
    if a == b:
        return True
    match a, b:
        case Compare(), Compare():
            straight = a.operator == b.operator and identical(a.left, b.left) and identical(a.right, b.right)
            return straight or (
                _MIRRORED[a.operator] == b.operator
                and identical(a.left, b.right)
                and identical(a.right, b.left)
            )
        case Logic(), Logic():
            return a.operator == b.operator and identical(a.left, b.left) and identical(a.right, b.right)
        case Unary(operator="not"), Unary(operator="not"):
            return identical(a.operand, b.operand)
    if any(isinstance(part, Compare | Logic) or _is_not(part) for part in (*walk(a), *walk(b))):
        return False
    return _agree(a, b) and _proved(Binary(operator="-", left=a, right=b))


def can_prove() -> bool:
    """Whether sympy is installed."""
    return find_spec("sympy") is not None


def _is_not(node: Node) -> bool:
    return isinstance(node, Unary) and node.operator == "not"


def _agree(a: Node, b: Node) -> bool:
    """Whether they do at a few places: what differs there is not identical, and needs no proof.

    It also bounds what sympy is given: whatever has no operand has been computed here, within caps.
    """
    names = dict.fromkeys((*operands(a), *operands(b)))
    places = 0
    for step, sign in ((7, 1), (11, 1), (13, -1)):
        values = {name: Interval.point(Fraction(sign * at, 3)) for name, at in zip(names, count(step, step))}
        try:
            one, other = enclose(a, values, {}), enclose(b, values, {})
        except EvaluationError:
            continue
        if not one.meets(other):
            return False
        places += 1
    return places > 0


def _proved(difference: Node) -> bool:
    arguments = [one for part in walk(difference) if isinstance(part, Call) for one in part.arguments]
    if (
        operations(difference) > _MAX_OPERATIONS
        or len(arguments) > _MAX_ARGUMENTS
        or sum(max(_terms(part)) for part in (difference, *arguments)) > _MAX_TERMS
    ):
        return False
    try:
        import sympy  # noqa: PLC0415  slow to import, and few commands need it
    except ModuleNotFoundError:
        return False

    try:
        return bool(sympy.cancel(_expression(difference)) == 0)
    except (
        ArithmeticError,
        NotImplementedError,
        RecursionError,
        TypeError,
        ValueError,
        sympy.PolynomialError,
    ):
        return False


def _terms(node: Node) -> tuple[int, int]:
    """How many terms numerator and denominator may have when all is multiplied out, at most."""
    match node:
        case Binary(operator="**"):
            above, below = _terms(node.left)
            power = _power(node.right)
            raised = _raised(above, abs(power)), _raised(below, abs(power))
            return raised if power >= 0 else raised[::-1]
        case Binary():
            (above, below), (over, under) = _terms(node.left), _terms(node.right)
            match node.operator:
                case "*":
                    return _capped(above * over, below * under)
                case "/":
                    return _capped(above * under, below * over)
            return _capped(above * under + over * below, below * under)
        case Unary():
            return _terms(node.operand)
        case Call(function="sum"):
            total = (0, 1)
            for above, below in map(_terms, node.arguments):
                total = _capped(total[0] * below + above * total[1], total[1] * below)
            return total
    return 1, 1


def _capped(above: int, below: int) -> tuple[int, int]:
    return min(above, _MAX_TERMS + 1), min(below, _MAX_TERMS + 1)


def _raised(terms: int, power: int) -> int:
    product: int = terms ** min(power, _MAX_TERMS.bit_length())
    return min(product, _MAX_TERMS + 1)


def _power(node: Node) -> int:
    """An exponent's size; a power with an operand in its exponent is not multiplied out."""
    if operands(node):
        return 1
    return math.ceil(middle(enclose(node, {}, {})) or 0)


def _expression(node: Node) -> Expr:
    import sympy  # noqa: PLC0415

    match node:
        case Number():
            found: Any = sympy.Rational(node.value.numerator, node.value.denominator)
            for unit, power in node.dimension.exponents:
                found *= sympy.Symbol(f"1 {unit}", positive=True) ** power
            return found
        case Ref():
            return sympy.Symbol(node.claim, real=True)
        case Unary():
            return -_expression(node.operand)
        case Call():
            return _function(node)
        case Binary():
            left, right = _expression(node.left), _expression(node.right)
            match node.operator:
                case "+":
                    return left + right
                case "-":
                    return left - right
                case "*":
                    return left * right
                case "/":
                    return left / right
                case "**":
                    return left**right
    raise TypeError(f"{type(node).__name__} is no number")


def _function(node: Call) -> Expr:
    import sympy  # noqa: PLC0415

    arguments = [_expression(argument) for argument in node.arguments]
    match node.function:
        case "sum":
            return sympy.Add(*arguments)
        case "log2":
            return sympy.log(arguments[0], 2)
    named = {
        "min": sympy.Min,
        "max": sympy.Max,
        "abs": sympy.Abs,
        "ceil": sympy.ceiling,
        "floor": sympy.floor,
    }
    return named.get(node.function, sympy.Function(node.function))(*arguments)
