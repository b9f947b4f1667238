"""A table that a verifier gives: cells as text, each read as a figure where it is judged."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of text cells.

    :param key: the column whose cells name the rows
    :param columns: the header, in order; ``key`` is one of them
    :param rows: cells in the order of ``columns``
    """

    key: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
