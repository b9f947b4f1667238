"""The report in lines as the parts that documents have in it, so that one part can be put in anew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from trueup.diagnostics import Diagnostic
from trueup.gate.tally import Tally
from trueup.reports.text import counted, diagnostic, lists, verdict
from trueup.verdict.model import Verdict


class Part(NamedTuple):
    """What a report says of one file; of what has no place, where the path is empty.

    :param findings: lines of diagnostics
    :param verdicts: lines of verdicts
    :param placed: whether a figure stands there
    """

    findings: tuple[str, ...]
    verdicts: tuple[str, ...]
    tally: Tally
    placed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a report is decided and written.

    :param tolerated: ``status`` or ``status:reason`` that only warns
    """

    tolerated: frozenset[str]
    strict: bool
    colour: bool
    verbose: bool

    def part(self, verdicts: Iterable[Verdict], diagnostics: Iterable[Diagnostic]) -> Part:
        """The part of one file, of what is said of it in order."""
        judged, found = list(verdicts), list(diagnostics)
        lines = [line for one in found for line in diagnostic(one, colour=self.colour)]
        listed = (one for one in judged if self.verbose or lists(one))
        return Part(
            findings=tuple(lines),
            verdicts=tuple(line for one in listed for line in verdict(one, colour=self.colour)),
            tally=Tally.of(judged, found, self.tolerated, strict=self.strict),
            placed=any(one.at for one in judged),
        )

    def parts(self, verdicts: Iterable[Verdict], diagnostics: Iterable[Diagnostic]) -> dict[str, Part]:
        """The parts of a whole report, by path."""
        of: dict[str, tuple[list[Verdict], list[Diagnostic]]] = {}
        for one in verdicts:
            of.setdefault(one.at.path if one.at else "", ([], []))[0].append(one)
        for fault in diagnostics:
            of.setdefault(fault.location.path if fault.location else "", ([], []))[1].append(fault)
        return {path: self.part(*said) for path, said in of.items()}

    def whole(self, parts: dict[str, Part]) -> tuple[str, int] | None:
        """The report and its exit code; None where nothing was verified, which is said in another way."""
        tally = Tally.sum(part.tally for part in parts.values())
        if tally.nothing:
            return None
        code = tally.exit(strict=self.strict)
        lines: list[str] = []
        for path in sorted(parts):  # what has no place comes first
            lines.extend(parts[path].findings)
        for path in sorted(parts, key=lambda one: (not one, one)):  # and here last
            lines.extend(parts[path].verdicts)
        lines.append(
            counted(
                tally.counts,
                waived=tally.waived,
                places=sum(part.placed for part in parts.values()),
                errors=tally.errors,
                passes=code == 0,
                colour=self.colour,
            )
        )
        return "\n".join(lines), int(code)
