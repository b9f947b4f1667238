"""Measure on this host, in this process's checkout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from trueup.claim import Claim
from trueup.diagnostics import TrueupError
from trueup.engine.carry_out import Call, job_of
from trueup.engine.history import in_scope
from trueup.engine.inputs import Digests, InputFault, Inputs
from trueup.engine.packages import package_of
from trueup.engine.place import Candidate, Order, needs, probed
from trueup.engine.project import Project
from trueup.engine.replay import Replay
from trueup.engine.sampler import Progress, Sampled, Sampler
from trueup.evidence.freshness import Current
from trueup.evidence.record import Evidence, Run
from trueup.measure.packages import versions
from trueup.measure.revision import revision
from trueup.runner.job import Failure, Limits
from trueup.stats.samples import RunSamples
from trueup.verifier import Input


@dataclass(slots=True)
class Bench:
    """A project, and the files of it that measurements rest on."""

    project: Project
    digests: Digests = field(init=False)
    inputs: Inputs = field(init=False)

    def __post_init__(self) -> None:
        self.digests = Digests(self.project)
        self.inputs = Inputs(root=self.project.root, ledger=self.project.ledger, digest=self.digests.of)

    def current(self, call: Call) -> Current | Failure:
        """What would go into a result now, packages aside; why an input can't be used."""
        opened = self._opened(call)
        if isinstance(opened, Failure):
            return opened
        try:
            return self._replay().now(call.claim, call.kind, call.declared, _digests(opened))
        except TrueupError as error:
            return _bad_input(str(error))

    def measure(
        self,
        order: Order,
        host: Mapping[str, str],
        limits: Limits,
        progress: Progress | None,
        stop: Callable[[], bool] | None = None,
    ) -> Evidence | Failure:
        """Take all runs of one claim.

        :param host: this one, as probed
        :param stop: asked again and again; once it says so, what runs is killed
        :raises trueup.runner.pool.Stopped: it said so
        """
        opened = self._opened(order.call)
        if isinstance(opened, Failure):
            return opened
        started = datetime.now(UTC)
        sampler = Sampler(
            job=job_of(self.project, order.call, opened),
            figures=order.figures,
            claim=order.call.claim,
            limits=limits,
            stop=stop,
        )
        sampled = sampler.sample(progress)
        if isinstance(sampled, Failure):
            return sampled
        return self._evidence(order.call, sampled, _digests(opened), host, started)

    def _opened(self, call: Call) -> dict[str, Input] | Failure:
        try:
            return self.inputs.of(call.kind)
        except InputFault as fault:
            return _bad_input(fault.message, fault.hint)
        except TrueupError as error:
            return _bad_input(str(error))

    def _evidence(
        self,
        call: Call,
        sampled: Sampled,
        subject: Mapping[str, str],
        host: Mapping[str, str],
        started: datetime,
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
            watch=self._replay().watched(claim),
            host=dict(host),
            packages=versions(watched),
            commit=commit,
            dirty=dirty,
            started=started,
            finished=datetime.now(UTC),
        )

    def _replay(self) -> Replay:
        return Replay(project=self.project, digest=self.digests.of, today=datetime.now(UTC).date())


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """The place that this process runs on; one claim after the other.

    :param host: as probed
    """

    bench: Bench
    host: Mapping[str, str]

    def described(self) -> list[str]:
        return [f"host: {probed(self.host)}"]

    def candidate(self, claim: Claim) -> Candidate:
        if in_scope(claim.scope, self.host):
            return Candidate(claim=claim, where="here")
        return Candidate(claim=claim, why_not=f"it speaks of {needs(claim.scope)}")

    def measure(
        self, orders: Sequence[Order], limits: Limits, progress: Progress | None
    ) -> Iterator[tuple[Order, Evidence | Failure]]:
        for order in orders:
            yield order, self.bench.measure(order, self.host, limits, progress)


def _digests(opened: Mapping[str, Input]) -> dict[str, str]:
    return {name: one.digest for name, one in opened.items()}


def _runs(runs: Sequence[RunSamples]) -> tuple[Run, ...]:
    return tuple(Run(values=run.values, against=run.against) for run in runs)


def _bad_input(message: str, hint: str | None = None) -> Failure:
    return Failure(status="error", reason="input", message=message, hint=hint)
