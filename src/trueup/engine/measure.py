"""Measure claims on this host, and record one evidence file per result as soon as it is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from trueup.claim import Claim
from trueup.diagnostics import Diagnostic, TrueupError
from trueup.engine.bind import bind
from trueup.engine.carry_out import Call, calls_of, job_of
from trueup.engine.documents import scan_documents
from trueup.engine.history import in_scope
from trueup.engine.inputs import Digests, InputFault, Inputs
from trueup.engine.packages import Packages, package_of
from trueup.engine.project import Project, load
from trueup.engine.replay import Replay
from trueup.engine.sampler import Progress, Sampled, Sampler
from trueup.engine.select import Selection
from trueup.engine.stated import Bound
from trueup.evidence.freshness import changes
from trueup.evidence.record import Evidence, Run
from trueup.measure.host import probe
from trueup.measure.packages import versions
from trueup.measure.revision import revision
from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.runner.job import Failure, Limits
from trueup.stats.samples import RunSamples
from trueup.store.directory import Store
from trueup.verdict.written import read_tagged


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A measured claim, and whether this host could measure it.

    :param why_not: empty where it could
    """

    claim: Claim
    why_not: str = ""


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
    """One run of ``measure``: the project as it is and the host as probed."""

    project: Project
    bound: Bound
    host: Mapping[str, str]
    selection: Selection
    calls: list[Call]
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @classmethod
    def open(cls, folder: Path, names: Sequence[str]) -> Session:
        """Load the project and probe the host."""
        project = load(folder)
        pages = scan_documents(project)
        bound = bind(pages, project.ledger.claims, project.ledger.broken)
        selection = Selection.of(names, bound, pages)
        found: list[Diagnostic] = [*project.diagnostics, *bound.diagnostics, *selection.diagnostics]
        calls = [
            call
            for call in calls_of(project, bound.claims.values(), found, set())
            if call.declared.basis == "measured" and not call.declared.builtin
        ]
        return cls(
            project=project, bound=bound, host=probe(), selection=selection, calls=calls, diagnostics=found
        )

    def candidates(self) -> list[Candidate]:
        """Every measured claim that was asked for, and why this host can't measure it."""
        return [
            Candidate(claim=call.claim, why_not=self._why_not(call.claim))
            for call in self.calls
            if call.claim.id in self.selection.needed
        ]

    def measure(self, limits: Limits, progress: Progress | None) -> Iterator[Measured]:
        """Measure each claim in scope, one after the other; what is yielded is on disk."""
        digests = Digests(self.project)
        inputs = Inputs(root=self.project.root, ledger=self.project.ledger, digest=digests.of)
        wanted = {one.claim.id for one in self.candidates() if not one.why_not}
        try:
            for call in self.calls:
                if call.claim.id in wanted:
                    yield self._one(call, inputs, digests, limits, progress)
        finally:
            digests.save()

    def _why_not(self, claim: Claim) -> str:
        if in_scope(claim.scope, self.host):
            return ""
        keys = claim.scope.keys if claim.scope else {}
        missing = [f"{key} {text}" for key, text in sorted(keys.items()) if key != "host"]
        return f"it speaks of {', '.join(missing)}"

    def _one(
        self, call: Call, inputs: Inputs, digests: Digests, limits: Limits, progress: Progress | None
    ) -> Measured:
        claim = call.claim
        try:
            opened = inputs.of(call.kind)
            self._replay(digests).watched(claim)
        except InputFault as fault:
            return Measured(claim=claim.id, failure=_bad_input(fault.message, fault.hint))
        except TrueupError as error:
            return Measured(claim=claim.id, failure=_bad_input(str(error)))
        store = Store(self.project.root)
        try:
            store.prepare(claim.id)  # what takes an hour to measure must not be lost at its end
        except TrueupError as error:
            return Measured(claim=claim.id, failure=_not_recorded(error))
        started = datetime.now(UTC)
        sampler = Sampler(
            job=job_of(self.project, call, opened), figures=self._figures(claim), claim=claim, limits=limits
        )
        sampled = sampler.sample(progress)
        if isinstance(sampled, Failure):
            return Measured(claim=claim.id, failure=sampled)
        subject = {name: one.digest for name, one in opened.items()}
        replay = self._replay(digests)
        evidence = self._evidence(call, sampled, subject, replay, started)
        before = store.read(claim.id).evidence
        try:
            path = store.write(evidence)
        except TrueupError as error:  # the disk is full, say: the next claim may still be told
            return Measured(claim=claim.id, failure=_not_recorded(error))
        return Measured(
            claim=claim.id,
            path=path,
            changed=self._changed(before, call, subject, replay),
        )

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

    def _evidence(
        self, call: Call, sampled: Sampled, subject: Mapping[str, str], replay: Replay, started: datetime
    ) -> Evidence:
        claim = call.claim
        commit, dirty = revision(self.project.root.path)
        watched = [package_of(spec) for spec in claim.watch if spec.startswith("package:")]
        return Evidence(
            claim=claim.id,
            verifier=call.declared.id,
            digest_of_verifier=call.declared.digest,
            value=sampled.value,
            repeat_value=sampled.repeat_value,
            unfit=sampled.unfit,
            unit=sampled.unit,
            runs=_runs(sampled.runs),
            repeat=_runs(sampled.repeat),
            floor=_runs(sampled.floor),
            parameters=call.kind.parameters,
            subject=subject,
            watch=replay.watched(claim),
            host=dict(self.host),
            packages=versions(watched),
            commit=commit,
            dirty=dirty,
            started=started,
            finished=datetime.now(UTC),
        )

    def _replay(self, digests: Digests) -> Replay:
        packages = Packages(
            root=self.project.root, lock=self.project.settings.lock, host=lambda: dict(self.host)
        )
        today = datetime.now(UTC).date()
        return Replay(project=self.project, digest=digests.of, today=today, packages=packages.of)

    def _changed(
        self, before: Sequence[Evidence], call: Call, subject: Mapping[str, str], replay: Replay
    ) -> tuple[str, ...]:
        mine = [one for one in before if in_scope(call.claim.scope, one.host)]
        if not mine:
            return ("first evidence",)
        now = replay.now(call.claim, call.kind, call.declared, subject)
        return tuple(str(one) for one in changes(mine[0], now)) or ("nothing that it depends on",)


def _runs(runs: Sequence[RunSamples]) -> tuple[Run, ...]:
    return tuple(Run(values=run.values, against=run.against) for run in runs)


def _not_recorded(error: TrueupError) -> Failure:
    first = error.diagnostics[0]
    message = str(replace(first, hint=None))
    return Failure(status="error", reason="evidence", message=message, hint=first.hint)


def _bad_input(message: str, hint: str | None = None) -> Failure:
    return Failure(status="error", reason="input", message=message, hint=hint)
