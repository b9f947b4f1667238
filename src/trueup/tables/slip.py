"""A cell of a table that does not follow from others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from trueup.tables.sheet import Number

#: What the cell follows from: other cells of its ``row``, its column, of which it is a ``share``, or
#: the rows of which it is the ``total``.
Kind = Literal["row", "share", "total"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """
    :param row: below the header, from 0
    :param column: from 0, as are ``columns``: those whose cells of this row take part
    :param header: of the cell's column
    :param expected: what should stand in the cell, in its own format
    :param message: the recomputation as a sentence
    :param certain: the other rows leave no doubt of it
    """

    kind: Kind
    row: int
    column: int
    columns: frozenset[int]
    header: str
    number: Number
    expected: str
    message: str
    certain: bool

    def takes(self, row: int, column: int) -> bool:
        """Whether a cell takes part."""
        return column in self.columns and (row == self.row or self.kind == "total")
