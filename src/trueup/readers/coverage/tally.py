"""What a coverage report counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """So many were covered, of so many that could be."""

    covered: int
    valid: int

    def __str__(self) -> str:
        return f"{self.covered} of {self.valid}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """
    :param form: what the report is: ``Cobertura``, ``LCOV``, ``coverage.py``, ``totals``
    :param lines: None where it counts none
    """

    form: str
    lines: Counted | None = None
    branches: Counted | None = None


@dataclass(slots=True)
class Marks:
    """Lines and branches of files; what stands in several records of one file is counted once.

    :param lines: by file and number: whether a record hits it
    :param branches: by file, line and whatever tells branches apart: covered, of so many
    """

    lines: dict[tuple[str, int], bool] = field(default_factory=dict)
    branches: dict[tuple[str, ...], tuple[int, int]] = field(default_factory=dict)

    def line(self, file: str, number: int, *, hit: bool) -> None:
        self.lines[file, number] = hit or self.lines.get((file, number), False)

    def branch(self, *key: str, covered: int, valid: int = 1) -> None:
        before = self.branches.get(key, (0, 0))
        self.branches[key] = (max(covered, before[0]), max(valid, before[1]))

    def add(self, other: Marks) -> None:
        """What another record marks, too."""
        for (file, number), hit in other.lines.items():
            self.line(file, number, hit=hit)
        for key, (covered, valid) in other.branches.items():
            self.branch(*key, covered=covered, valid=valid)

    def coverage(self, form: str) -> Coverage:
        return Coverage(
            form=form,
            lines=_sum((hit, 1) for hit in self.lines.values()),
            branches=_sum(self.branches.values()),
        )


def _sum(pairs: Iterable[tuple[int, int]]) -> Counted | None:
    covered = valid = 0
    for one, of in pairs:
        covered, valid = covered + one, valid + of
    return Counted(covered=covered, valid=valid) if valid else None
