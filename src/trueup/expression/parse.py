"""From text to tree: a recursive-descent parser with one level of recursion per level of nesting.

Precedence is Python's: ``or``, ``and``, ``not``, comparisons, ``+ -``, ``* /``, unary minus, ``**``
(from the right). Nothing is computed here but the literals, and those within caps.
"""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction
from functools import lru_cache

from trueup.expression.errors import ExpressionError
from trueup.expression.nodes import (
    Binary,
    Call,
    Compare,
    Logic,
    Node,
    Number,
    Ref,
    Unary,
    children,
    decides,
)
from trueup.expression.spelling import spell
from trueup.expression.tokens import ALLOWED, FUNCTIONS, RESERVED, Token, tokens
from trueup.quantity.codes import FigureError
from trueup.quantity.units import RESERVED as UNITS
from trueup.quantity.units import Unit, named, read_unit

MAX_NODES = 1_000
MAX_DEPTH = 100

_OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _SIGN, _POWER = range(1, 9)
_BINDING = {
    "or": _OR,
    "and": _AND,
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), _COMPARE),
    "+": _SUM,
    "-": _SUM,
    "*": _PRODUCT,
    "/": _PRODUCT,
    "**": _POWER,
}
_MANY = frozenset({"min", "max", "sum"})


def parse(text: str, *, headers: bool = False, ids: Container[str] = ()) -> Node:
    """The tree of a formula; raises :class:`ExpressionError` with the offset of what is wrong.

    :param headers: whether it stands between the columns of a table, and names them
    :param ids: words without a dot that are no headers
    """
    parser = _Parser(text, headers=headers, ids=ids)
    node = parser.expression(0, 0)
    parser.expect_end()
    _check_depth(node)
    return node


class _Parser:
    def __init__(self, text: str, *, headers: bool, ids: Container[str]) -> None:
        self._tokens = tokens(text, headers=headers, ids=ids)
        self._token = next(self._tokens)
        self._nodes = 0

    def expression(self, least: int, depth: int) -> Node:
        """What binds at least as tightly as ``least``."""
        if depth > MAX_DEPTH:
            raise _too_deep(self._token.offset)
        left = self._operand(least, depth)
        while (binding := _BINDING.get(self._operator(), 0)) and binding >= least:
            token = self._take()
            if binding == _POWER:
                # From the right, and a sign may stand before the exponent.
                right = self.expression(_SIGN, depth + 1)
            else:
                right = self.expression(binding + 1, depth + 1)
            left = self._join(token, left, right)
            if binding == _COMPARE and _BINDING.get(self._operator()) == _COMPARE:
                raise ExpressionError(
                    "X324", "comparisons can't be chained", "write a < b and b < c", self._token.offset
                )
        return left

    def expect_end(self) -> None:
        token = self._token
        if token.kind == "end":
            return
        if token.text == ")":
            raise ExpressionError(
                "X320", "a ) without its (", "close each bracket that is opened", token.offset
            )
        if token.text == ",":
            raise ExpressionError(
                "X320", "a comma outside a function", "write numbers without separators", token.offset
            )
        hint = "write a number without blanks or commas" if token.kind == "number" else ALLOWED
        raise ExpressionError("X320", f"an operator is missing before {token.text}", hint, token.offset)

    def _operand(self, least: int, depth: int) -> Node:
        token = self._take()
        if token.kind == "number":
            return self._count(_literal(token))
        if token.text in FUNCTIONS:
            return self._call(token, depth)
        if token.text == "not" and least <= _NOT:
            operand = self.expression(_NOT, depth + 1)
            return self._count(Unary(operator="not", operand=_truth(operand), offset=token.offset))
        if token.kind == "header" or (token.kind == "name" and token.text not in RESERVED):
            return self._count(self._reference(token))
        if token.text == "-":
            operand = self.expression(_SIGN, depth + 1)
            return self._count(Unary(operator="-", operand=_number(operand), offset=token.offset))
        if token.text == "+":
            return _number(self.expression(_SIGN, depth + 1))
        if token.text == "(":
            inner = self.expression(0, depth + 1)
            self._close(token)
            return inner
        raise _no_operand(token)

    def _reference(self, token: Token) -> Ref:
        if self._operator() == "(":
            raise ExpressionError(
                "X323", f"no function {token.text}", f"there are {', '.join(sorted(FUNCTIONS))}", token.offset
            )
        if token.text in UNITS:
            raise ExpressionError(
                "X322",
                f"the unit {token.text} stands without a number",
                "a unit binds to the number before it; no blanks around its slash (5 GB/s)",
                token.offset,
            )
        return Ref(claim=token.text, offset=token.offset)

    def _call(self, name: Token, depth: int) -> Node:
        opening = self._token
        if self._operator() != "(":
            raise ExpressionError("X323", f"{name.text} is a function", f"write {name.text}(…)", name.offset)
        self._take()
        arguments: list[Node] = []
        while not arguments or self._operator() == ",":
            if arguments:
                self._take()
            elif self._operator() == ")":
                raise ExpressionError(
                    "X323", f"{name.text} needs an argument", f"write {name.text}(…)", name.offset
                )
            arguments.append(_number(self.expression(0, depth + 1)))
        self._close(opening)
        if len(arguments) > 1 and name.text not in _MANY:
            raise ExpressionError(
                "X323",
                f"{name.text} takes one argument, not {len(arguments)}",
                f"write {name.text}(…)",
                name.offset,
            )
        return self._count(Call(function=name.text, arguments=tuple(arguments), offset=name.offset))

    def _join(self, token: Token, left: Node, right: Node) -> Node:
        match token.text:
            case "and" | "or" as operator:
                return self._count(
                    Logic(operator=operator, left=_truth(left), right=_truth(right), offset=token.offset)
                )
            case "<" | "<=" | ">" | ">=" | "==" | "!=" as operator:
                return self._count(
                    Compare(operator=operator, left=_number(left), right=_number(right), offset=token.offset)
                )
            case "+" | "-" | "*" | "/" | "**" as operator:
                return self._count(
                    Binary(operator=operator, left=_number(left), right=_number(right), offset=token.offset)
                )
        raise AssertionError(token.text)

    def _count(self, node: Node) -> Node:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise ExpressionError(
                "X326",
                f"a formula of more than {MAX_NODES:,} parts",
                "give its parts claims of their own",
                node.offset,
            )
        return node

    def _operator(self) -> str:
        return "" if self._token.kind == "number" else self._token.text

    def _take(self) -> Token:
        token = self._token
        if token.kind != "end":
            self._token = next(self._tokens)
        return token

    def _close(self, opening: Token) -> None:
        if self._operator() != ")":
            if self._token.kind == "end":
                raise ExpressionError(
                    "X320", "a ( without its )", "close each bracket that is opened", opening.offset
                )
            self.expect_end()
        self._take()


def _literal(token: Token) -> Number:
    value = Fraction(token.text)
    unit = _unit(token.unit) if token.unit else None
    if token.unit and unit is None:
        raise _unknown_unit(token)
    text = spell(value)
    if unit is None:
        return Number(value=value, text=text, offset=token.offset)
    if unit.head != "×" or unit.below:
        text = f"{text} {named(unit.head, unit.below).symbol}"
    return Number(value=value * unit.factor, dimension=unit.dimension, text=text, offset=token.offset)


@lru_cache(maxsize=1_024)
def _unit(text: str) -> Unit | None:
    try:
        return read_unit(text)
    except FigureError:
        return None


def _unknown_unit(token: Token) -> ExpressionError:
    first, _, rest = token.unit.partition("/")
    unknown = next((part for part in token.unit.split("/") if not _unit(part)), token.unit)
    offset = token.unit_offset + token.unit.find(unknown)
    if rest and _unit(first):
        hint = f"put blanks around the slash to divide: {token.text} {first} / …"
        return ExpressionError("X322", f"no unit {unknown}", hint, offset)
    hint = "a claim's id needs an operator before it"
    if "." not in unknown and "_" not in unknown:
        try:
            read_unit(unknown)
        except FigureError as error:
            hint = error.hint or hint
    return ExpressionError("X322", f"no unit {unknown}", hint, offset)


def _number(node: Node) -> Node:
    if decides(node):
        raise ExpressionError(
            "X325", "a comparison is true or false, no number", "compare numbers", node.offset
        )
    return node


def _truth(node: Node) -> Node:
    if decides(node) is False:
        raise ExpressionError(
            "X325", "and, or, not join comparisons, not numbers", "compare it with something", node.offset
        )
    return node


def _no_operand(token: Token) -> ExpressionError:
    if token.kind == "end":
        return ExpressionError(
            "X320",
            "the formula ends where a number or an id is due",
            "write what follows the last operator",
            token.offset,
        )
    return ExpressionError("X320", f"{token.text} where a number or an id is due", ALLOWED, token.offset)


def _too_deep(offset: int) -> ExpressionError:
    return ExpressionError(
        "X326",
        f"a formula more than {MAX_DEPTH} levels deep",
        "write a long sum as sum(…), or give its parts claims of their own",
        offset,
    )


def _check_depth(root: Node) -> None:
    """A chain of operators is deep without nesting: ``1 + 1 + 1`` is ``(1 + 1) + 1``."""
    level: list[Node] = [root]
    depth = 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            raise _too_deep(level[0].offset)
        level = [child for node in level for child in children(node)]
