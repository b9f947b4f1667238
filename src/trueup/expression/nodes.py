"""The tree of a formula."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from trueup.quantity.units import NONE, Dimension


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A literal, exact, in base units: ``0.5 B`` is ``Number(value=1/2, dimension=B)``."""

    value: Fraction
    dimension: Dimension = NONE
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ref:
    """The value of another claim; ``offset`` is where its id stands in the formula's text."""

    claim: str
    offset: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Unary:
    operator: Literal["-", "not"]
    operand: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary:
    operator: Literal["+", "-", "*", "/", "**"]
    left: Node
    right: Node
    offset: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """``min max sum abs ceil floor log2 round`` of one or more arguments."""

    function: str
    arguments: tuple[Node, ...]
    offset: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare:
    operator: Literal["<", "<=", ">", ">=", "==", "!="]
    left: Node
    right: Node
    offset: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Logic:
    operator: Literal["and", "or"]
    left: Node
    right: Node


Node: TypeAlias = Number | Ref | Unary | Binary | Call | Compare | Logic
