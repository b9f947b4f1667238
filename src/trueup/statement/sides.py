"""What stands on both sides of ``=``, of ``is``, or before and in brackets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from trueup.statement.compute import operators
from trueup.statement.tokens import Token

#: ``aside`` is “i.e.”, ``opening`` a bracket whose expression goes on to a result of its own
Joining = Literal["relation", "aside", "verb", "brackets", "opening"]

_END = Token(kind="stop", start=-1, end=-1)
_MORE = frozenset(
    {"plus", "minus", "and", "with", "without", "or", "times", "for", "per", "each", "on", "at"}
)


@dataclass(frozen=True, slots=True)
class Side:
    """Tokens between two ends: an expression, or one figure."""

    tokens: tuple[Token, ...]

    @property
    def figure(self) -> Token | None:
        """The figure that it is, which may be the result of something."""
        if len(self.tokens) == 1 and self.tokens[0].kind == "number":
            return self.tokens[0]
        return None

    @property
    def operators(self) -> frozenset[str]:
        return operators(self.tokens)

    @property
    def labelled(self) -> bool:
        """Whether a number of it counts what isn't known as a unit."""
        return any(token.labelled for token in self.tokens)

    @property
    def shapely(self) -> bool:
        """Whether it could be a shape: whole numbers without units or blanks, ``1920×1080``."""
        return any(token.tight for token in self.tokens) and not any(
            token.term and (token.term.figure.places or token.term.figure.unit) for token in self.tokens
        )

    @property
    def physical(self) -> bool:
        """Whether a number of it has a unit of information, time or work."""
        return any(token.term and token.term.physical for token in self.tokens)

    @property
    def counted(self) -> frozenset[str]:
        """The things that its numbers count, or count per."""
        return frozenset(
            name
            for token in self.tokens
            if token.term
            for name, _ in token.term.figure.dimension.counted.exponents
        )


@dataclass(frozen=True, slots=True)
class Joint:
    """Two neighbouring sides, and what joins them."""

    left: Side
    right: Side
    by: Joining


def joints(tokens: Sequence[Token]) -> Iterator[Joint]:
    """Neighbouring sides: around a relation or a verb, or before and in brackets."""
    grouping = _grouping(tokens)
    sides: list[tuple[Side, int]] = []
    current: list[Token] = []
    ended = [*tokens, _END]
    for index, token in enumerate(ended):
        if token.kind in ("number", "operator") or index in grouping:
            current.append(token)
        else:
            sides.append((Side(tuple(current)), index))
            current = []
    for (left, first), (right, last) in pairwise(sides):
        if not left.tokens or not right.tokens:
            continue
        by, after = ended[first], ended[last]
        if by.kind in ("relation", "verb"):
            yield Joint(left, right, "relation" if by.kind == "relation" else "verb")
            continue
        if by.kind == "aside" and after.kind in ("stop", "close") and not _goes_on(tokens, last + 1):
            yield Joint(left, right, "aside")
        # “c (a × b)”, “a × b (c)” and “c (a × b = …)”, but neither “a × b (c = …)” nor “f(3)”
        closed = after.kind == "close" or (after.kind == "relation" and right.operators)
        if by.kind == "open" and closed and left.tokens[-1].end < by.start:
            yield Joint(left, right, "brackets" if after.kind == "close" else "opening")


def _goes_on(tokens: Sequence[Token], index: int) -> bool:
    """Whether more is added behind a comma: “8 GB, i.e. 2 × 3 GB, plus 2 GB”."""
    after = tokens[index] if index < len(tokens) else _END
    return after.kind == "operator" or after.text in _MORE


def _grouping(tokens: Sequence[Token]) -> frozenset[int]:
    """The brackets of an expression: those of ``(3 + 4) × 5``, not of ``35 (5 × 7)`` or ``f(3)``."""
    found: set[int] = set()
    opened: list[int] = []
    last_other = -1
    for index, token in enumerate(tokens):
        if token.kind == "open":
            opened.append(index)
        elif token.kind == "close" and opened:
            start = opened.pop()
            if start > last_other and index > start + 1 and _joined(tokens, start, index):
                found.update((start, index))
            else:
                last_other = index
        elif token.kind not in ("number", "operator"):
            last_other = index
    return frozenset(found)


def _joined(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether the brackets at ``start`` and ``end`` are an operand."""
    before = tokens[start - 1] if start else None
    after = tokens[end + 1] if end + 1 < len(tokens) else None
    if before and before.kind == "operator":
        return True
    if after is None or after.kind != "operator":
        return False
    return before is None or (before.kind not in ("number", "close") and before.end < tokens[start].start)
