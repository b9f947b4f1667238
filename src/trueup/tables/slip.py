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
    :param expected: what should stand in the cell, in its own format
    :param message: the recomputation as a sentence
    :param certain: the other rows leave no doubt of it
    """

    kind: Kind
    row: int
    column: int
    columns: frozenset[int]
    number: Number
    expected: str
    message: str
    certain: bool
