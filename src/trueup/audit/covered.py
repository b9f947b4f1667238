"""How many figures a document states, and how many of them a claim covers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """
    :param numbers: figures outside of code and of struck-through text
    :param tagged: those that a tag holds, or that stand in a table which a claim checks
    :param set_aside: those in a passage of ``claims:off``
    """

    path: str
    numbers: int = 0
    tagged: int = 0
    set_aside: int = 0

    @property
    def uncovered(self) -> int:
        """How many no claim covers."""
        return self.numbers - self.tagged - self.set_aside


def together(documents: Sequence[Coverage]) -> Coverage:
    """Of several documents, the sums."""
    return Coverage(
        path="",
        numbers=sum(one.numbers for one in documents),
        tagged=sum(one.tagged for one in documents),
        set_aside=sum(one.set_aside for one in documents),
    )
