"""The policy that turns verdicts into an exit code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from trueup.diagnostics import Diagnostic
from trueup.verdict.model import FAILING, PASSING, STATUSES, Verdict

CODES = {
    "G701": "nothing was verified",
    "G720": "a waiver is past its date",
}


class Exit(IntEnum):
    """Exit codes of the commands."""

    HOLDS = 0
    STALE = 1
    BAD_INPUT = 2
    INTERNAL = 3
    INTERRUPTED = 130


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """The decision on one run.

    :param counts: of verdicts by status, those that don't occur left out
    :param waived: how many failing verdicts passed through a waiver
    :param tolerated: ``status`` or ``status:reason`` that only warned
    :param strict: what is warned of failed, too
    """

    exit: Exit
    counts: dict[str, int]
    waived: int
    diagnostics: tuple[Diagnostic, ...]
    tolerated: frozenset[str] = frozenset()
    strict: bool = False

    @property
    def passes(self) -> bool:
        return self.exit is Exit.HOLDS

    def stops(self, one: Verdict | Diagnostic) -> bool:
        """Whether this alone keeps the gate shut."""
        if isinstance(one, Verdict):
            return fails(one, self.tolerated, strict=self.strict)
        return one.severity == "error" or self.strict or one == _NOTHING


def decide(
    verdicts: Sequence[Verdict],
    diagnostics: Iterable[Diagnostic],
    *,
    warn: Iterable[str] = (),
    strict: bool = False,
) -> Gate:
    """Whether the documents hold.

    :param warn: ``status`` or ``status:reason`` that only warns (setting ``gate.warn``)
    :param strict: fail what is warned of, too
    """
    found = tuple(diagnostics)
    tolerated = frozenset() if strict else frozenset(warn)
    failing = [verdict for verdict in verdicts if fails(verdict, tolerated, strict=strict)]
    nothing = not any(verdict.status in PASSING for verdict in verdicts)
    errors = any(one.severity == "error" for one in found)
    extra = (_NOTHING,) if nothing and not failing and not errors else ()
    if errors:
        code = Exit.BAD_INPUT
    elif failing or nothing or (strict and found):
        code = Exit.STALE
    else:
        code = Exit.HOLDS
    counts = {status: sum(verdict.status == status for verdict in verdicts) for status in STATUSES}
    return Gate(
        exit=code,
        counts={status: number for status, number in counts.items() if number},
        waived=sum(verdict.status in FAILING and verdict.waived is not None for verdict in verdicts),
        diagnostics=(*found, *extra),
        tolerated=tolerated,
        strict=strict,
    )


def fails(verdict: Verdict, tolerated: Iterable[str] = (), *, strict: bool = False) -> bool:
    """Whether one verdict fails the gate."""
    if verdict.status in FAILING:
        return verdict.waived is None and not {verdict.status, f"{verdict.status}:{verdict.reason}"} & set(
            tolerated
        )
    return strict and verdict.status in ("inconclusive", "open")


_NOTHING = Diagnostic(
    code="G701",
    severity="warning",
    message="nothing was verified: no claim was found that holds",
    hint="tag a figure, [389 MB](claim:model.bytes), and define the claim in claims/",
)
