"""What a reviewer is told: one change, of a kind that has a weight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from trueup.diagnostics import Location

#: ``weakened``: less is proved than before, or something is stale; ``changed``: look at it.
Weight = Literal["weakened", "changed", "strengthened"]
WEIGHTS: tuple[Weight, ...] = ("weakened", "changed", "strengthened")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """:param title: what has happened, as a sentence about one thing"""

    weight: Weight
    title: str


def _weakened(title: str) -> Kind:
    return Kind(weight="weakened", title=title)


def _changed(title: str) -> Kind:
    return Kind(weight="changed", title=title)


def _strengthened(title: str) -> Kind:
    return Kind(weight="strengthened", title=title)


KINDS: Mapping[str, Kind] = {
    "stale": _weakened("a figure is stale that held, or that is new"),
    "untagged": _weakened("a tag is gone"),
    "claim-removed": _weakened("a claim is gone"),
    "broken": _weakened("a claim can't be judged any more: its definition has an error"),
    "proof": _weakened("a claim, or a column of a table, is no longer recomputed"),
    "tolerance": _weakened("a tolerance was added or widened"),
    "compare": _weakened("figures are compared less strictly"),
    "noise": _weakened("a noise floor was raised"),
    "scope": _weakened("a scope was narrowed or removed"),
    "age": _weakened("evidence may be older, or of any age"),
    "watch": _weakened("something is no longer watched"),
    "waiver": _weakened("a waiver was added or extended"),
    "retraction": _weakened("a retracted figure is no longer looked for"),
    "subject": _weakened("a subject is asked for less strictly, or no longer"),
    "cross-host": _weakened("an expression may mix hosts"),
    "pin": _weakened("an input is no longer pinned by its digest"),
    "evidence": _weakened("recorded evidence was edited or removed, not added to"),
    "gate": _weakened("the gate lets more pass, or findings are ignored"),
    "frozen": _weakened("a document is a record now: freshness is not asked of it"),
    "left-out": _weakened("a document is no longer read"),
    "set-aside": _weakened("a passage was set aside by claims:off"),
    "figure": _changed("a figure was rewritten"),
    "verdict": _changed("a figure has another verdict, neither newly stale nor mended"),
    "value": _changed("a claim has another value"),
    "retagged": _changed("a figure names another claim"),
    "formula": _changed("a formula was changed, and isn't proved to be the same"),
    "definition": _changed("a claim is computed in another way"),
    "source": _changed("a reported figure has another source or date"),
    "decision": _changed("a decision has other words"),
    "basis": _changed("a claim states another basis"),
    "rescoped": _changed("a claim speaks of other hardware"),
    "wording": _changed("what a claim says, or a reason that it gives, was reworded"),
    "verifier": _changed("a verifier of the project was changed"),
    "input": _changed("a model or an artifact was changed"),
    "settings": _changed("a setting was changed"),
    "mended": _strengthened("a figure that was stale holds"),
    "tagged": _strengthened("a figure has a tag that had none"),
    "claim-added": _strengthened("a claim is new"),
    "stricter": _strengthened("a tolerance, a comparison, a waiver or the like asks for more"),
    "rewritten": _strengthened("a formula was rewritten, and is proved to be the same"),
    "recorded": _strengthened("evidence was added"),
}

#: What a reviewer may have fail: a kind of change, a weight, or any change.
ANY = "any"
ASKED: tuple[str, ...] = (*KINDS, *WEIGHTS, ANY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """
    :param kind: one of :data:`KINDS`
    :param claim: its id, or None where the change is of no single claim
    :param at: a place in the head; in the base where ``gone``
    :param gone: the head has no such place any more
    :param before: as the base has it, or None
    :param after: as the head has it, or None
    :param message: a sentence without its full stop
    """

    kind: str
    message: str
    claim: str | None = None
    at: Location | None = None
    gone: bool = False
    before: str | None = None
    after: str | None = None

    @property
    def weight(self) -> Weight:
        return KINDS[self.kind].weight

    @property
    def order(self) -> tuple[int, bool, Location, str, str, str]:
        """Sorts by weight, then by place, with changes that have none last."""
        place = self.at or Location(path="", line=0, column=0)
        return (WEIGHTS.index(self.weight), self.at is None, place, self.kind, self.claim or "", self.message)
