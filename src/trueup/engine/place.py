"""Where measurements run: this process's host, or the workers of a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from trueup.claim import Claim, Scope
from trueup.engine.carry_out import Call
from trueup.engine.sampler import Progress
from trueup.evidence.freshness import Current
from trueup.evidence.record import Evidence
from trueup.quantity.figure import Figure
from trueup.runner.job import Failure, Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A measured claim, and where it could be measured.

    :param where: ``here``, or which workers; empty where it can't
    :param why_not: empty where it can
    """

    claim: Claim
    where: str = ""
    why_not: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One claim to measure.

    :param figures: what documents claim of it; they decide how many runs it takes
    :param current: what would go into its result now, by the checkout that asks
    """

    call: Call
    figures: tuple[Figure, ...]
    current: Current


class Place(Protocol):
    """What can measure."""

    def described(self) -> list[str]:
        """What there is, a line each."""

    def candidate(self, claim: Claim) -> Candidate:
        """Whether and where a claim could be measured."""

    def measure(
        self, orders: Sequence[Order], limits: Limits, progress: Progress | None
    ) -> Iterator[tuple[Order, Evidence | Failure]]:
        """Measure all of them, in any order; each is yielded once, as soon as it is there."""


def probed(host: Mapping[str, str]) -> str:
    """A host by all that was probed of it."""
    return ", ".join(f"{key} {value}" for key, value in sorted(host.items()))


def needs(scope: Scope | None) -> str:
    """The hardware that a scope asks for; ``host`` is a label that no probe knows."""
    keys = scope.keys if scope else {}
    return ", ".join(f"{key} {text}" for key, text in sorted(keys.items()) if key != "host")
