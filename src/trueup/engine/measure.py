"""Have claims measured, and record one evidence file per result as soon as it is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from trueup.claim import Claim
from trueup.diagnostics import Diagnostic, TrueupError
from trueup.engine.bench import Bench
from trueup.engine.bind import bind
from trueup.engine.carry_out import Call, calls_of
from trueup.engine.documents import scan_documents
from trueup.engine.history import in_scope
from trueup.engine.packages import package_of
from trueup.engine.place import Candidate, Order, Place
from trueup.engine.project import load
from trueup.engine.sampler import Progress
from trueup.engine.select import Selection
from trueup.engine.stated import Bound
from trueup.evidence.freshness import Current, changes
from trueup.evidence.record import Evidence
from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.runner.job import Failure, Limits
from trueup.store.directory import Store
from trueup.verdict.written import read_tagged


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What came of one claim.

    :param path: of the evidence, relative to the project's root
    :param changed: what differs from the newest evidence there was
    """

    claim: str
    path: str | None = None
    failure: Failure | None = None
    changed: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Session:
    """One run of ``measure``: the project as it is."""

    bench: Bench
    bound: Bound
    selection: Selection
    calls: list[Call]
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @classmethod
    def open(cls, folder: Path, names: Sequence[str]) -> Session:
        """Load the project."""
        project = load(folder)
        pages = scan_documents(project)
        bound = bind(pages, project.ledger)
        selection = Selection.of(names, bound, pages)
        found: list[Diagnostic] = [*project.diagnostics, *bound.diagnostics, *selection.diagnostics]
        calls = [
            call
            for call in calls_of(project, bound.claims.values(), found, set())
            if call.declared.basis == "measured" and not call.declared.builtin
        ]
        return cls(bench=Bench(project), bound=bound, selection=selection, calls=calls, diagnostics=found)

    def candidates(self, place: Place) -> list[Candidate]:
        """Every measured claim that was asked for, and whether it could be measured there."""
        return [place.candidate(call.claim) for call in self._wanted()]

    def measure(
        self, place: Place, candidates: Sequence[Candidate], limits: Limits, progress: Progress | None
    ) -> Iterator[Measured]:
        """Have each of them measured that can be; what is yielded is on disk."""
        wanted = {one.claim.id for one in candidates if one.where}
        orders: list[Order] = []
        try:
            for call in self.calls:
                if call.claim.id in wanted:
                    order = self._order(call)
                    if isinstance(order, Order):
                        orders.append(order)
                    else:
                        yield Measured(claim=call.claim.id, failure=order)
            for order, came in place.measure(orders, limits, progress):
                yield self._recorded(order.call.claim, came)
        finally:
            self.bench.digests.save()

    def _wanted(self) -> list[Call]:
        return [call for call in self.calls if call.claim.id in self.selection.needed]

    def _order(self, call: Call) -> Order | Failure:
        current = self.bench.current(call)
        if isinstance(current, Failure):
            return current
        try:
            self._store.prepare(call.claim.id)  # what takes an hour to measure must not be lost at its end
        except TrueupError as error:
            return _not_recorded(error)
        return Order(call=call, figures=tuple(self._figures(call.claim)), current=current)

    def _recorded(self, claim: Claim, came: Evidence | Failure) -> Measured:
        if isinstance(came, Failure):
            return Measured(claim=claim.id, failure=came)
        before = self._store.read(claim.id).evidence
        try:
            path = self._store.write(came)
        except TrueupError as error:  # the disk is full, say: the next claim may still be told
            return Measured(claim=claim.id, failure=_not_recorded(error))
        return Measured(claim=claim.id, path=path, changed=_changed(claim, before, came))

    @property
    def _store(self) -> Store:
        return Store(self.bench.project.root)

    def _figures(self, claim: Claim) -> list[Figure]:
        """What documents claim of it; a figure that can't be read decides nothing here."""
        found: list[Figure] = []
        for stated in self.bound.stated:
            if stated.tag.claim == claim.id and stated.tag.form != "table":
                try:
                    figure, _ = read_tagged(stated.tag, stated.block)
                except FigureError:
                    continue
                found.append(figure)
        return found


def _changed(claim: Claim, before: Sequence[Evidence], new: Evidence) -> tuple[str, ...]:
    """What went into the new result that had not gone into the one before it."""
    old = next((one for one in before if in_scope(claim.scope, one.host)), None)
    if old is None:
        return ("first evidence",)
    packages = {spec: package_of(spec) for spec in claim.watch if spec.startswith("package:")}
    now = Current(
        verifier=new.verifier,
        digest_of_verifier=new.digest_of_verifier,
        today=datetime.now(UTC).date(),
        parameters=new.parameters,
        subject=new.subject,
        watch=new.watch,
        packages={
            spec: (new.packages[name],) if name in new.packages else () for spec, name in packages.items()
        },
        max_age=claim.max_age,
    )
    return tuple(str(one) for one in changes(old, now)) or ("nothing that it depends on",)


def _not_recorded(error: TrueupError) -> Failure:
    first = error.diagnostics[0]
    message = str(replace(first, hint=None))
    return Failure(status="error", reason="evidence", message=message, hint=first.hint)
