"""Verdicts and diagnostics counted, so that the decision on a whole is made of those on its parts."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from trueup.diagnostics import Diagnostic
from trueup.verdict.model import FAILING, PASSING, STATUSES, Verdict


class Exit(IntEnum):
    """Exit codes of the commands."""

    HOLDS = 0
    STALE = 1
    BAD_INPUT = 2
    INTERNAL = 3
    INTERRUPTED = 130


class Tally(NamedTuple):
    """
    :param statuses: how many verdicts have each of ``STATUSES``
    :param failing: how many fail the gate
    :param waived: how many failing ones pass through a waiver
    :param findings: how many diagnostics there are, and how many of them are ``errors``
    """

    statuses: tuple[int, ...] = (0,) * len(STATUSES)
    failing: int = 0
    waived: int = 0
    findings: int = 0
    errors: int = 0

    @classmethod
    def of(
        cls,
        verdicts: Iterable[Verdict],
        diagnostics: Iterable[Diagnostic],
        tolerated: Iterable[str] = (),
        *,
        strict: bool = False,
    ) -> Tally:
        """Count them.

        :param tolerated: ``status`` or ``status:reason`` that only warns
        :param strict: fail what is warned of, too
        """
        statuses = dict.fromkeys(STATUSES, 0)
        failing = waived = findings = errors = 0
        for verdict in verdicts:
            statuses[verdict.status] += 1
            failing += fails(verdict, tolerated, strict=strict)
            waived += verdict.status in FAILING and verdict.waived is not None
        for one in diagnostics:
            findings += 1
            errors += one.severity == "error"
        return cls(tuple(statuses.values()), failing, waived, findings, errors)

    @classmethod
    def sum(cls, parts: Iterable[Tally]) -> Tally:
        """All of them together."""
        columns = list(zip(*parts, strict=True))
        if not columns:
            return cls()
        statuses, *numbers = columns
        return cls(tuple(map(sum, zip(*statuses, strict=True))), *map(sum, numbers))

    @property
    def counts(self) -> dict[str, int]:
        """How many verdicts have each status, those that don't occur left out."""
        return {status: number for status, number in zip(STATUSES, self.statuses, strict=True) if number}

    @property
    def nothing(self) -> bool:
        """Whether no verdict is one that holds."""
        return not PASSING & self.counts.keys()

    def exit(self, *, strict: bool) -> Exit:
        """What the gate decides."""
        if self.errors:
            return Exit.BAD_INPUT
        stale = self.failing or self.nothing or (strict and self.findings)
        return Exit.STALE if stale else Exit.HOLDS


def fails(verdict: Verdict, tolerated: Iterable[str] = (), *, strict: bool = False) -> bool:
    """Whether one verdict fails the gate."""
    if verdict.status in FAILING:
        return verdict.waived is None and not {verdict.status, f"{verdict.status}:{verdict.reason}"} & set(
            tolerated
        )
    return strict and verdict.status in ("inconclusive", "open")
