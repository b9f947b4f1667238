"""How a cell may follow from others of its row."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Literal, Protocol, Self, TypeVar

from trueup.quantity.interval import Interval
from trueup.quantity.units import NONE, Dimension

Kind = Literal["change", "drop", "ratio", "difference", "sum", "product", "mean", "share"]

_ONE = Interval.point(1)


class _Arithmetic(Protocol):
    """What floats and intervals can do alike."""

    def __add__(self, other: Self, /) -> Self: ...
    def __sub__(self, other: Self, /) -> Self: ...
    def __mul__(self, other: Self, /) -> Self: ...
    def __truediv__(self, other: Self, /) -> Self: ...


_Number = TypeVar("_Number", bound=_Arithmetic)


class Formula(Protocol):
    """How operands are computed with, be they exact or about right."""

    def __call__(self, of: Sequence[_Number], one: _Number, /) -> _Number: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """
    :param gives: what operands give, computed in numbers of which one is 1
    :param dimension: of what they give, or None where they don't go together
    :param formula: the recomputation as a reader would write it
    :param named: headers that say as much
    :param pure: what it gives may be a percentage
    :param commutes: the order of its operands doesn't matter
    :param adds: whole numbers give whole numbers
    """

    kind: Kind
    gives: Formula
    dimension: Callable[[Sequence[Dimension]], Dimension | None]
    formula: Callable[[Sequence[str]], str]
    named: re.Pattern[str]
    pure: bool = False
    commutes: bool = False
    adds: bool = False

    def exactly(self, of: Sequence[Interval]) -> Interval:
        """What operands give."""
        return self.gives(of, _ONE)

    def about(self, of: Sequence[float]) -> float:
        """The same in floats, for looking around."""
        return self.gives(of, 1)


def _alike(dimensions: Sequence[Dimension]) -> Dimension | None:
    first = dimensions[0]
    return first if all(one == first for one in dimensions) else None


def _pure(dimensions: Sequence[Dimension]) -> Dimension | None:
    return NONE if _alike(dimensions) is not None else None


def _over(dimensions: Sequence[Dimension]) -> Dimension:
    return dimensions[0] / dimensions[1]


def _times(dimensions: Sequence[Dimension]) -> Dimension:
    return dimensions[0] * dimensions[1]


def _named(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(words), re.IGNORECASE)


_CHANGES = (
    r"change|Δ|∆|\bdelta|\bdiff|improve|\bgain|regress|overhead|slow|\bfaster|growth|increase|decrease|reduc",
    r"sav(?:ed|ing)|\bdrop|\bvs\b|versus|relative|%|percent|margin|smaller|larger|\bloss|\bcut\b|shrink",
)
_RATIOS = (
    r"ratio|speed-?\s?up|×|\bx\b|factor|relative|normali[sz]ed|\bvs\b|versus|\S ?/ ?\S|\bper\b|%|percent",
    r"share|fraction|rate|coverage|throughput|efficiency|utili[sz]|times|proportion|faster|slow",
    r"bandwidth|average|mean",
)
_DIFFERENCES = (
    r"Δ|∆|\bdelta|\bdiff|change|sav(?:ed|ing)|\bgap\b|increase|decrease|overhead|\bnet\b|remain|\bmissing|\bmissed",
    r"balance|\bleft\b|\bfree\b|\bgain|\bloss|profit|reduc|uncovered|\bunused|\brest\b|\bgrowth",
)
_SUMS = (r"\btotal|\bsum\b|\ball\b|combined|overall|together|Σ|∑|\bboth\b",)
_PRODUCTS = (r"\btotal|product|amount|\bcost|\bsum\b|overall|\bprice",)
_MEANS = (r"\bmean|\baverage|\bavg",)
_SHARES = (r"share|%|percent|fraction|of total|proportion|portion|part of|weight",)

CHANGE = Relation(
    kind="change",
    gives=lambda of, one: of[1] / of[0] - one,
    dimension=_pure,
    formula=lambda of: f"{of[1]} / {of[0]} − 1",
    named=_named(*_CHANGES),
    pure=True,
)
DROP = Relation(
    kind="drop",
    gives=lambda of, one: one - of[1] / of[0],
    dimension=_pure,
    formula=lambda of: f"1 − {of[1]} / {of[0]}",
    named=_named(*_CHANGES),
    pure=True,
)
RATIO = Relation(
    kind="ratio",
    gives=lambda of, _: of[0] / of[1],
    dimension=_over,
    formula=lambda of: f"{of[0]} / {of[1]}",
    named=_named(*_RATIOS),
    pure=True,
)
DIFFERENCE = Relation(
    kind="difference",
    gives=lambda of, _: of[1] - of[0],
    dimension=_alike,
    formula=lambda of: f"{of[1]} − {of[0]}",
    named=_named(*_DIFFERENCES),
    adds=True,
)
PRODUCT = Relation(
    kind="product",
    gives=lambda of, _: of[0] * of[1],
    dimension=_times,
    formula=" × ".join,
    named=_named(*_PRODUCTS),
    adds=True,
    commutes=True,
)
SUM = Relation(
    kind="sum",
    gives=lambda of, _: reduce(add, of),
    dimension=_alike,
    formula=" + ".join,
    named=_named(*_SUMS),
    adds=True,
    commutes=True,
)
MEAN = Relation(
    kind="mean",
    gives=lambda of, one: reduce(add, of) / reduce(add, [one] * len(of)),
    dimension=_alike,
    formula=lambda of: f"({' + '.join(of)}) / {len(of)}",
    named=_named(*_MEANS),
    commutes=True,
)
SHARE = Relation(
    kind="share",
    gives=lambda of, _: of[0] / of[1],
    dimension=_pure,
    formula=lambda of: f"{of[0]} / {of[1]}",
    named=_named(*_SHARES),
    pure=True,
)
#: Of two columns, in this order or the other.
PAIRED = (CHANGE, DROP, RATIO, DIFFERENCE, PRODUCT)
#: Of a run of columns that stand side by side.
GATHERED = (SUM, MEAN)
#: Of a column, and of its cell in the row that is the base.
BASED = (RATIO, CHANGE, DROP)


def says_so(header: str) -> bool:
    """Whether a header says that its column follows from others."""
    return any(relation.named.search(header) for relation in (*PAIRED, *GATHERED, SHARE))
