"""Verdicts on figures, and the outcomes of claims on which they rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from trueup.claim import Basis, Scope, Waiver
from trueup.diagnostics import Location
from trueup.quantity.agree import respelled
from trueup.quantity.figure import Figure
from trueup.quantity.read import read_figure
from trueup.quantity.table import Table
from trueup.quantity.value import Quantity, Value

Status = Literal[
    "verified", "attested", "inconclusive", "refuted", "outdated", "suspect", "missing", "error", "open"
]
STATUSES: tuple[Status, ...] = (
    "verified",
    "attested",
    "inconclusive",
    "refuted",
    "outdated",
    "suspect",
    "missing",
    "error",
    "open",
)
PASSING: frozenset[Status] = frozenset({"verified", "attested", "inconclusive"})
FAILING: frozenset[Status] = frozenset({"refuted", "outdated", "suspect", "missing", "error"})
REASONS: Mapping[str, tuple[str, ...]] = {
    "refuted": (
        "value", "unit", "identity", "subject", "cross-host", "word", "bound", "retracted", "arithmetic",
    ),
    "outdated": ("verifier", "parameters", "subject", "watch", "age"),
    "suspect": ("upstream",),
    "missing": ("evidence", "library", "device", "scope"),
    "error": ("verifier", "timeout", "memory", "input", "arithmetic", "evidence"),
    "open": ("unmeasured", "not-run"),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the computation of one claim gave, before any figure is looked at.

    :param standing: the best that a figure which agrees can be
    :param table: in place of a value, what a verifier gave for a table
    :param reason: of a standing that isn't verified or attested
    :param because: sentences, the nearest cause first
    :param basis: as inherited from what the claim rests on
    :param scope: the keys of hardware that the value speaks of, inherited too
    :param origins: for each key of ``scope``, the claim that brought it in
    :param repeat: what an independent repeat of a measurement gave, where there was one
    :param unfit: why the host that measured is too noisy to decide anything; handed on to what rests on it
    :param samples: how many runs it took and what is to be doubted in them, a phrase for each set
    :param written: the value as a source reports it, where it is not computed
    :param measured: the value is recorded evidence of this very claim
    """

    standing: Status
    value: Value | None = None
    table: Table | None = None
    reason: str | None = None
    because: tuple[str, ...] = ()
    hint: str | None = None
    basis: Basis | None = None
    scope: Scope | None = None
    origins: Mapping[str, str] = field(default_factory=dict)
    rests_on: tuple[str, ...] = ()
    repeat: Quantity | None = None
    measured: bool = False
    unfit: str = ""
    samples: tuple[str, ...] = ()
    written: str | None = None

    @property
    def in_doubt(self) -> bool:
        """Whether what rests on this is suspect; a mistyped figure casts no doubt."""
        if self.standing == "refuted":
            return self.reason in ("identity", "cross-host")
        return self.standing in FAILING

    def outdated(self, reason: str, why: str, hint: str, *more: str) -> Outcome:
        """The same value, of which something has changed since it was recorded.

        :param more: sentences on what else has changed
        """
        because = (why, *more, *self.because)
        return replace(self, standing="outdated", reason=reason, because=because, hint=hint)

    def on_record(self) -> Outcome:
        """The same where nobody asks whether it is still so."""
        if self.standing != "outdated" or (self.value is None and self.table is None):
            return self
        return replace(self, standing="attested", reason=None, hint=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where in a table a cell stands.

    :param table: of the directive before it
    :param row: from 1, below the header
    :param column: from 1
    """

    table: Location
    row: int
    column: int
    header: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The status of one figure, of a whole table, or of a claim that no document tags (``at`` is None).

    :param figure: the text the reader sees, or None
    :param unit: symbol of its column's, where it leaves it out
    :param end: behind the figure's last character, where that is known
    :param expected: what should stand there, in the figure's own format
    :param cell: of a table's cell, where in the table
    """

    claim: str
    status: Status
    reason: str | None = None
    figure: str | None = None
    unit: str = ""
    at: Location | None = None
    end: Location | None = None
    expected: str | None = None
    because: tuple[str, ...] = ()
    hint: str | None = None
    waived: Waiver | None = None
    cell: Place | None = None

    def read(self) -> Figure:
        """The figure, in the unit that is meant; raises :class:`FigureError` where it is none."""
        text = self.figure or ""
        return read_figure(respelled(text, self.unit) if self.unit else text)

    @property
    def order(self) -> tuple[bool, str, int, int, str]:
        """Sorts by place, with verdicts without one last."""
        place = self.at
        if place is None:
            return (True, "", 0, 0, self.claim)
        return (False, place.path, place.line, place.column, self.claim)
