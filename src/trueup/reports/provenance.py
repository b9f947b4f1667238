"""Where a value comes from, as JSON's types: evidence by host, its dates, what would make it outdated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, timedelta
from fractions import Fraction
from functools import cache
from typing import Any

from trueup.claim import Claim, Reported, Scope, Verify
from trueup.diagnostics import counted
from trueup.engine.history import History, host_name, in_scope, machine
from trueup.engine.inputs import declared_paths
from trueup.engine.report import Report
from trueup.evidence.record import Evidence, Run
from trueup.quantity.agree import claimed
from trueup.quantity.codes import FigureError
from trueup.quantity.interval import Interval
from trueup.quantity.natural import magnitude, natural_unit
from trueup.quantity.table import Table
from trueup.quantity.units import Unit, read_unit
from trueup.quantity.value import Quantity
from trueup.quantity.write import write
from trueup.stats.doubts import doubts
from trueup.stats.errors import SampleError
from trueup.stats.samples import RunSamples
from trueup.verdict.model import Verdict

#: So much of what was recorded is shown of one claim, the newest first.
ENTRIES = 24
_RUNS = 48
_FIGURES = 8


class Provenance:
    """What the evidence of a report says, claim by claim."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._known: tuple[Scope, ...] = tuple(report.ledger.hosts.values())
        self._figures: dict[str, dict[tuple[str, str], Verdict]] = {}
        for one in report.verdicts:
            if one.claim in report.histories and one.figure:
                self._figures.setdefault(one.claim, {})[one.figure, one.unit] = one
        self._origins: dict[str, tuple[frozenset[str], frozenset[date]]] = {}
        # Claims stand upstream first.
        for name in report.claims:
            self._origins[name] = self._origin(name)

    def of(self, name: str) -> dict[str, Any]:
        """The hosts and dates of all that a claim rests on, its own evidence, what would outdate it."""
        claim = self._report.claims[name]
        hosts, dates = self._origins[name]
        found: dict[str, Any] = {
            "hosts": sorted(hosts),
            "dates": [one.isoformat() for one in sorted({min(dates), max(dates)})] if dates else [],
            "watch": list(claim.watch),
            "max_age": claim.max_age,
            "until": self._until(claim),
        }
        if isinstance(claim.kind, Verify):
            found["inputs"] = declared_paths(claim.kind, self._report.ledger)
        if history := self._report.histories.get(name):
            found["evidence"] = self._evidence(claim, history)
        return found

    def _origin(self, name: str) -> tuple[frozenset[str], frozenset[date]]:
        outcome, claim = self._report.outcomes.get(name), self._report.claims[name]
        hosts: set[str] = set()
        dates: set[date] = set()
        history = self._report.histories.get(name)
        if history and history.counts:
            hosts.add(host_name(history.counts.host, self._known))
            dates.add(_day(history.counts))
        elif claim.scope and "host" in claim.scope.keys:
            hosts.add(claim.scope.keys["host"])
        if isinstance(claim.kind, Reported) and isinstance(claim.kind.as_of, date):
            dates.add(claim.kind.as_of)
        for other in outcome.rests_on if outcome else ():
            more = self._origins.get(other, (frozenset(), frozenset()))
            hosts |= more[0]
            dates |= more[1]
        return frozenset(hosts), frozenset(dates)

    def _until(self, claim: Claim) -> str | None:
        """The last day on which the evidence is young enough."""
        if claim.max_age is None:
            return None
        history = self._report.histories.get(claim.id)
        day = _day(history.counts) if history and history.counts else None
        if isinstance(claim.kind, Reported) and isinstance(claim.kind.as_of, date):
            day = claim.kind.as_of
        with suppress(OverflowError):
            return (day + timedelta(days=claim.max_age)).isoformat() if day else None
        return None

    def _evidence(self, claim: Claim, history: History) -> dict[str, Any]:
        unit = _unit(history)
        shown = history.evidence[:ENTRIES]
        return {
            "unit": unit.symbol if unit else "",
            "claimed": list(self._claimed(claim, history, unit)),
            "older": len(history.evidence) - len(shown),
            "entries": [self._entry(claim, history, one, unit) for one in shown],
        }

    def _claimed(self, claim: Claim, history: History, unit: Unit | None) -> Iterator[dict[str, Any]]:
        """What the figures of the documents allow the value to be."""
        value = (history.counts or history.evidence[0]).value
        for one in list(self._figures.get(claim.id, {}).values())[:_FIGURES]:
            with suppress(FigureError):
                allowed = (
                    claimed(one.read(), value, compare=claim.compare, tolerance=claim.tolerance)
                    if isinstance(value, Quantity)
                    else None
                )
                if allowed:
                    yield {"figure": one.figure, **_ends(allowed, unit)}

    def _entry(self, claim: Claim, history: History, one: Evidence, unit: Unit | None) -> dict[str, Any]:
        value = one.value
        quantity = value if isinstance(value, Quantity) else None
        sets = {"samples": one.runs, "repeat": one.repeat}
        return {
            "file": one.digest,
            "date": _day(one).isoformat(),
            "time": one.finished.astimezone(UTC).isoformat(timespec="seconds"),
            "host": host_name(one.host, self._known),
            "machine": machine(one.host),
            "in_scope": in_scope(claim.scope, one.host),
            "counts": one is history.counts,
            "value": f"a table of {counted(len(value.rows), 'row')}"
            if isinstance(value, Table)
            else write(value),
            **(_ends(quantity.spread, unit) if quantity else {"low": None, "high": None}),
            **{key: _samples(runs, one, unit) for key, runs in sets.items()},
            "doubts": [str(doubts(_runs(runs))) for runs in sets.values() if runs],
            "unfit": one.unfit or None,
            "changed": [str(difference) for difference in history.changed(one)[:4]],
            "commit": one.commit[:12] or None,
            "dirty": one.dirty,
        }


def _day(one: Evidence) -> date:
    return one.finished.astimezone(UTC).date()


def _unit(history: History) -> Unit | None:
    """One unit for all evidence of a claim."""
    value = (history.counts or history.evidence[0]).value
    return natural_unit(value.dimension, magnitude(value.spread)) if isinstance(value, Quantity) else None


def _ends(interval: Interval, unit: Unit | None) -> dict[str, float | None]:
    return {"low": _number(interval.low, unit), "high": _number(interval.high, unit)}


def _number(end: Fraction | None, unit: Unit | None) -> float | None:
    """For a plot only; nothing is decided by it."""
    if end is None:
        return None
    with suppress(OverflowError):
        return float(f"{float(end / (unit.factor if unit else 1)):.6g}")
    return None


def _samples(runs: tuple[Run, ...], one: Evidence, unit: Unit | None) -> list[float]:
    """The value of each run, in the unit of the claim."""
    ratio = any(run.against is not None for run in runs)
    factor = Fraction(1) if ratio else _factor(one.unit)
    found = []
    for run in _runs(runs[:_RUNS]):
        with suppress(SampleError, OverflowError):
            number = _number(Fraction(run.value) * factor, unit)
            if number is not None:
                found.append(number)
    return found


def _runs(runs: tuple[Run, ...]) -> list[RunSamples]:
    return [RunSamples(values=run.values, against=run.against) for run in runs]


@cache
def _factor(symbol: str) -> Fraction:
    with suppress(FigureError):
        return read_unit(symbol).factor if symbol else Fraction(1)
    return Fraction(1)
