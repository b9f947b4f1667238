"""A claim of the document of ``trueup check --format json``, read into types."""

from __future__ import annotations

from dataclasses import dataclass

from trueup.diagnostics import Location
from trueup.quantity.value import Quantity
from trueup.reports.html.exact import RecordedTurn, as_quantity, as_turns
from trueup.reports.html.recorded_evidence import RecordedEvidence, as_evidence
from trueup.reports.html.shapes import (
    as_id,
    as_number,
    as_object,
    as_pairs,
    as_place,
    as_status,
    as_text,
    as_texts,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waived:
    reason: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedClaim:
    """A claim as it was judged; every value but ``quantity``, ``turns`` and ``evidence`` is display text.

    :param at: its place in the ledger, or of the title that defines it
    :param how: ``verify``, ``expr``, ``decide``, ``require``, ``columns``, ``reported`` or ``unmeasured``
    :param filled: the formula with the operands' values in place of their ids
    :param filled_mathml: ``filled`` as MathML
    :param inputs: path or pattern of each input, by parameter
    :param dates: the oldest and the newest day of the evidence that it rests on
    :param until: the last day on which its evidence is young enough
    :param flips: sentences: what would turn a decision
    :param turns: the same, for a plot
    """

    id: str
    status: str
    says: str | None = None
    basis: str | None = None
    reason: str | None = None
    at: Location | None = None
    value: str | None = None
    how: str | None = None
    why: str | None = None
    formula: str | None = None
    filled: str | None = None
    mathml: str | None = None
    filled_mathml: str | None = None
    verifier: str | None = None
    parameters: tuple[tuple[str, str], ...] = ()
    source: str | None = None
    as_of: str | None = None
    rests_on: tuple[str, ...] = ()
    scope: tuple[tuple[str, str], ...] = ()
    hosts: tuple[str, ...] = ()
    subject: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    hint: str | None = None
    flips: tuple[str, ...] = ()
    quantity: Quantity | None = None
    turns: tuple[RecordedTurn, ...] = ()
    inputs: tuple[tuple[str, str], ...] = ()
    dates: tuple[str, ...] = ()
    watch: tuple[str, ...] = ()
    max_age: int | None = None
    until: str | None = None
    evidence: RecordedEvidence | None = None
    waived: Waived | None = None


def as_claim(name: str, item: object, key: str) -> RecordedClaim:
    """A claim of the document.

    :raises TrueupError: C851 names the key that has the wrong type
    """
    entry = as_object(item, key)

    def text(part: str) -> str | None:
        return as_text(entry.get(part), f"{key}.{part}")

    def texts(part: str) -> tuple[str, ...]:
        return as_texts(entry.get(part), f"{key}.{part}")

    days = as_number(entry.get("max_age"), f"{key}.max_age")
    return RecordedClaim(
        id=as_id(name, key),
        status=as_status(entry.get("status"), f"{key}.status"),
        says=text("says"),
        basis=text("basis"),
        reason=text("reason"),
        at=as_place(entry.get("at"), f"{key}.at"),
        value=text("value"),
        how=text("how"),
        why=text("why"),
        formula=text("formula"),
        filled=text("filled"),
        mathml=text("mathml"),
        filled_mathml=text("mathml_filled"),
        verifier=text("verifier"),
        parameters=as_pairs(entry.get("with"), f"{key}.with"),
        source=text("source"),
        as_of=text("as_of"),
        rests_on=tuple(as_id(one, f"{key}.rests_on") for one in texts("rests_on")),
        scope=as_pairs(entry.get("scope"), f"{key}.scope"),
        hosts=texts("hosts"),
        subject=texts("subject"),
        because=texts("because"),
        hint=text("hint"),
        flips=texts("flips"),
        quantity=as_quantity(entry.get("quantity"), f"{key}.quantity"),
        turns=as_turns(entry.get("turns"), f"{key}.turns"),
        inputs=as_pairs(entry.get("inputs"), f"{key}.inputs"),
        dates=texts("dates"),
        watch=texts("watch"),
        max_age=int(days) if days is not None else None,
        until=text("until"),
        evidence=as_evidence(entry.get("evidence"), f"{key}.evidence"),
        waived=as_waived(entry.get("waived"), f"{key}.waived"),
    )


def as_waived(item: object, key: str) -> Waived | None:
    """A waiver, or None where there is none."""
    if item is None:
        return None
    entry = as_object(item, key)
    return Waived(
        reason=as_text(entry.get("reason"), f"{key}.reason") or "",
        until=as_text(entry.get("until"), f"{key}.until") or "",
    )
