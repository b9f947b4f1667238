"""From tree to text: one spelling for the machine, one for the reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from trueup.expression.nodes import Binary, Call, Compare, Logic, Node, Number, Ref, Unary
from trueup.expression.spelling import spell

_LEVELS = {"or": 1, "and": 2, "not": 3, "+": 5, "-": 5, "*": 6, "/": 6, "**": 8}
_BRIEF = 60
_COMPARE, _SIGN, _ATOM = 4, 7, 9
_SIGNS = {"*": "×", "-": "−", "<=": "≤", ">=": "≥", "!=": "≠", "==": "="}


def unparse(node: Node) -> str:
    """The formula in its canonical spelling, which :func:`parse` reads back as the same tree.

    Two spellings of one formula (blanks, needless parentheses, ``×`` for ``*``, ``0.50`` for ``0.5``)
    give the same text; another order of the operands does not.
    """
    return _write(node, lambda ref: ref.claim, {})


def brief(node: Node) -> str:
    """The formula for a message, cut where it is long."""
    text = unparse(node)
    return text if len(text) <= _BRIEF else f"{text[:_BRIEF]}…"


def fill(node: Node, values: Mapping[str, str]) -> str:
    """The formula with its operands' values in place of their ids, for people to read.

    :param values: a figure's text by claim id; an id that is not in it stands for itself
    """
    return _write(node, lambda ref: _apart(values.get(ref.claim, ref.claim)), _SIGNS)


def level(node: Node) -> int:
    """How tightly a node binds; an operand that binds less tightly needs parentheses."""
    match node:
        case Compare():
            return _COMPARE
        case Unary(operator="-"):
            return _SIGN
        case Binary() | Logic() | Unary():
            return _LEVELS[node.operator]
        case _:
            return _ATOM


def operand_levels(node: Binary | Compare | Logic | Unary) -> tuple[int, ...]:
    """How tightly each operand has to bind to stand without parentheses."""
    own = level(node)
    match node:
        case Unary():
            return (own,)
        case Binary(operator="**"):
            return _ATOM, _SIGN
        case Compare():
            return own + 1, own + 1
        case _:
            return own, own + 1


def _write(node: Node, leaf: Callable[[Ref], str], signs: Mapping[str, str]) -> str:
    def write(part: Node, least: int = 0) -> str:
        text = inner(part)
        return text if level(part) >= least else f"({text})"

    def inner(part: Node) -> str:
        match part:
            case Number():
                return part.text or spell(part.value)
            case Ref():
                return leaf(part)
            case Call():
                return f"{part.function}({', '.join(map(write, part.arguments))})"
            case Unary():
                sign = "not " if part.operator == "not" else signs.get("-", "-")
                return sign + write(part.operand, *operand_levels(part))
        left, right = operand_levels(part)
        sign = signs.get(part.operator, part.operator)
        return f"{write(part.left, left)} {sign} {write(part.right, right)}"

    return write(node)


def _apart(value: str) -> str:
    """A value with a slash or a dash of its own is set apart from the formula's."""
    return f"({value})" if any(sign in value for sign in "/–") else value
