"""Base and head of a pull request: what a reviewer must see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from trueup.diagnostics import Diagnostic
from trueup.engine.sides import Sides
from trueup.gate.change import ANY, WEIGHTS, Change
from trueup.gate.claims import changes_of_claims
from trueup.gate.figures import changes_of_figures
from trueup.gate.surroundings import changes_of_surroundings
from trueup.gate.tally import Exit


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """
    :param revision: as it was asked for; ``hash`` and ``day`` are those of its commit
    :param changes: those that weaken first, each in order of place
    :param diagnostics: errors of the head, and warnings that the base doesn't have
    :param base_faults: errors of the base, because of which not all can be compared
    :param counts: of changes by weight, those that don't occur left out
    :param failing: those changes that fail, as was asked
    """

    exit: Exit
    revision: str
    hash: str
    day: str
    changes: tuple[Change, ...]
    diagnostics: tuple[Diagnostic, ...]
    base_faults: tuple[Diagnostic, ...]
    counts: dict[str, int]
    failing: frozenset[Change]

    @property
    def passes(self) -> bool:
        return self.exit is Exit.HOLDS


def review(sides: Sides, fail_on: Collection[str] = ()) -> Review:
    """All that differs between two states of a project.

    :param fail_on: of :data:`trueup.gate.change.ASKED`, what makes the exit code 1; with a fault of the head
        it is 2
    """
    changes = tuple(sorted(dict.fromkeys(_changes(sides)), key=lambda one: one.order))
    diagnostics = (*sides.diagnostics, *_news(sides))
    asked = frozenset(fail_on)
    failing = frozenset(one for one in changes if asked & {one.kind, one.weight, ANY})
    if any(one.severity == "error" for one in diagnostics):
        code = Exit.BAD_INPUT
    else:
        code = Exit.STALE if failing else Exit.HOLDS
    counts = Counter(one.weight for one in changes)
    return Review(
        exit=code,
        revision=sides.revision,
        hash=sides.commit.short,
        day=sides.commit.date.isoformat(),
        changes=changes,
        diagnostics=diagnostics,
        base_faults=tuple(one for one in sides.base.report.diagnostics if one.severity == "error"),
        counts={weight: counts[weight] for weight in WEIGHTS if counts[weight]},
        failing=failing,
    )


def _changes(sides: Sides) -> Iterator[Change]:
    yield from changes_of_figures(sides)
    yield from changes_of_claims(sides)
    yield from changes_of_surroundings(sides)


def _news(sides: Sides) -> Iterator[Diagnostic]:
    """What is wrong with the head; a warning only where it is new, wherever it stood."""
    known = Counter(_what(one) for one in sides.base.report.diagnostics)
    for one in sides.head.report.diagnostics:
        if one.severity == "error" or not known[_what(one)]:
            yield one
        else:
            known[_what(one)] -= 1


def _what(one: Diagnostic) -> tuple[str, str, str]:
    return (one.code, one.location.path if one.location else "", one.message)
