"""Formulas to try laws on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from hypothesis import strategies as st

from trueup.expression.bounds import nearest
from trueup.expression.nodes import Binary, Call, Compare, Logic, Node, Number, Ref, Unary
from trueup.quantity.interval import Interval
from trueup.quantity.value import Quantity

OPERANDS = ("a", "b.c", "lm_head.bytes")
#: Pieces of formulas, and of what is none.
PIECES = [
    *(
        "+",
        "-",
        "*",
        "/",
        "**",
        "(",
        ")",
        ",",
        "<",
        "<=",
        "==",
        "!=",
        "and",
        "or",
        "not",
        " ",
        "  ",
        "×",
        "−",
    ),
    *(
        "1",
        "0.5",
        "1e-3",
        "007",
        "1e999",
        "5 GB/s",
        "0.5 B",
        "37 %",
        "15 ×",
        "2x",
        "14B",
        "1,000",
        "1.",
        ".5",
    ),
    *("a", "b.c", "lm_head.bytes", "max(", "min", "sum(", "log2(", "round(", "B", "tok", "µs", "GB/", "/s"),
    *(
        "__import__",
        "'",
        '"',
        "[",
        "]",
        "{",
        "lambda",
        ":",
        "a.b..c",
        "Ä",
        "½",
        "٣",
        "\x00",
        "\u2028",
        "\n",
        "^",
    ),
]

texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=25).map("".join)
_values = st.fractions(min_value=0, max_value=9, max_denominator=4).filter(
    lambda value: value.denominator in {1, 2, 4}
)
_leaves: st.SearchStrategy[Node] = st.builds(lambda value: Number(value=value), _values) | st.builds(
    lambda claim: Ref(claim=claim), st.sampled_from(OPERANDS)
)


def _grown(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    signs: st.SearchStrategy[Literal["+", "-", "*", "/"]] = st.sampled_from(["+", "-", "*", "/"])
    return (
        st.builds(
            lambda sign, left, right: Binary(operator=sign, left=left, right=right), signs, parts, parts
        )
        | st.builds(
            lambda base, power: Binary(operator="**", left=base, right=Number(value=Fraction(power))),
            parts,
            st.integers(0, 3),
        )
        | st.builds(lambda part: Unary(operator="-", operand=part), parts)
        | st.builds(
            lambda name, many: Call(function=name, arguments=tuple(many)),
            st.sampled_from(["min", "max", "sum"]),
            st.lists(parts, min_size=1, max_size=3),
        )
        | st.builds(
            lambda name, part: Call(function=name, arguments=(part,)),
            st.sampled_from(["abs", "ceil", "floor", "round"]),
            parts,
        )
    )


numbers = st.recursive(_leaves, _grown, max_leaves=8)
comparisons: st.SearchStrategy[Node] = st.builds(
    lambda sign, left, right: Compare(operator=sign, left=left, right=right),
    st.sampled_from(["<", "<=", ">", ">=", "==", "!="]),
    numbers,
    numbers,
)
decisions = st.recursive(
    comparisons,
    lambda parts: (
        st.builds(
            lambda sign, left, right: Logic(operator=sign, left=left, right=right),
            st.sampled_from(["and", "or"]),
            parts,
            parts,
        )
        | st.builds(lambda part: Unary(operator="not", operand=part), parts)
    ),
    max_leaves=4,
)


@st.composite
def boxes(draw: st.DrawFn) -> tuple[dict[str, Quantity], dict[str, Fraction]]:
    """A quantity for each operand, its spread within its reach, and a point of each spread."""
    values: dict[str, Quantity] = {}
    point: dict[str, Fraction] = {}
    for claim in OPERANDS:
        ends = sorted(draw(st.lists(st.fractions(-5, 5, max_denominator=6), min_size=5, max_size=5)))
        if draw(st.booleans()):
            ends = [ends[2]] * 5
        values[claim] = Quantity(spread=Interval(ends[1], ends[3]), reach=Interval(ends[0], ends[4]))
        point[claim] = ends[2]
    return values, point


def computed(node: Node, point: Mapping[str, Fraction]) -> Fraction:
    """The value at a point, by Python's own arithmetic."""
    match node:
        case Number():
            return node.value
        case Ref():
            return point[node.claim]
        case Unary():
            return -computed(node.operand, point)
        case Call():
            return _called(node.function, [computed(argument, point) for argument in node.arguments])
        case Binary():
            left, right = computed(node.left, point), computed(node.right, point)
            match node.operator:
                case "+":
                    return left + right
                case "-":
                    return left - right
                case "*":
                    return left * right
                case "/":
                    return left / right
            power: Fraction = left ** int(right)
            return power
    raise TypeError(node)


def _called(function: str, arguments: list[Fraction]) -> Fraction:
    match function:
        case "min":
            return min(arguments)
        case "max":
            return max(arguments)
        case "sum":
            return sum(arguments, start=Fraction(0))
        case "abs":
            return abs(arguments[0])
        case "ceil":
            return Fraction(math.ceil(arguments[0]))
        case "floor":
            return Fraction(math.floor(arguments[0]))
    return Fraction(nearest(arguments[0]))
