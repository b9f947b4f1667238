"""The policy that turns verdicts into an exit code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trueup.diagnostics import Diagnostic
from trueup.gate.tally import Exit, Tally, fails
from trueup.verdict.model import Verdict

CODES = {
    "G701": "nothing was verified",
    "G720": "a waiver is past its date",
}


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
    tally = Tally.of(verdicts, found, tolerated, strict=strict)
    extra = (_NOTHING,) if tally.nothing and not tally.failing and not tally.errors else ()
    return Gate(
        exit=tally.exit(strict=strict),
        counts=tally.counts,
        waived=tally.waived,
        diagnostics=(*found, *extra),
        tolerated=tolerated,
        strict=strict,
    )


_NOTHING = Diagnostic(
    code="G701",
    severity="warning",
    message="nothing was verified: no claim was found that holds",
    hint="tag a figure, [389 MB](claim:model.bytes), and define the claim in claims/",
)
