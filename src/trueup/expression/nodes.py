"""The tree of a formula."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from trueup.quantity.units import NONE, Dimension

# Offsets and spellings are left out of equality: two trees are equal when they compute the same thing
# in the same way.


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A literal, exact, in base units: ``0.5 B`` is ``Number(value=1/2, dimension=B)``.

    :param text: in one spelling (``0.50 B`` and ``5e-1 B`` are both ``0.5 B``), or empty
    """

    value: Fraction
    dimension: Dimension = NONE
    text: str = field(default="", compare=False)
    offset: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ref:
    """The value of another claim; ``offset`` is where its id stands in the formula's text.

    :param claim: its id; between the columns of a table also a header, in single quotes
    """

    claim: str
    offset: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unary:
    operator: Literal["-", "not"]
    operand: Node
    offset: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary:
    operator: Literal["+", "-", "*", "/", "**"]
    left: Node
    right: Node
    offset: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """``min max sum abs ceil floor log2 round`` of one or more arguments."""

    function: str
    arguments: tuple[Node, ...]
    offset: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare:
    operator: Literal["<", "<=", ">", ">=", "==", "!="]
    left: Node
    right: Node
    offset: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Logic:
    operator: Literal["and", "or"]
    left: Node
    right: Node
    offset: int = field(default=0, compare=False)


Node: TypeAlias = Number | Ref | Unary | Binary | Call | Compare | Logic


def children(node: Node) -> tuple[Node, ...]:
    """The parts of a node, from left to right."""
    match node:
        case Number() | Ref():
            return ()
        case Unary():
            return (node.operand,)
        case Call():
            return node.arguments
        case _:
            return (node.left, node.right)


def walk(node: Node) -> Iterator[Node]:
    """The node and all its parts, each before its own parts, from left to right."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        if parts := children(part):
            waiting += parts[::-1]


def decides(node: Node) -> bool | None:
    """Whether the formula is true or false rather than a number; ``None`` where another claim settles it."""
    match node:
        case Ref():
            return None
        case Unary():
            return node.operator == "not"
        case _:
            return isinstance(node, Compare | Logic)
