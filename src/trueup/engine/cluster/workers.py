"""The workers of a cluster as a place to measure."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from distributed import CancelledError, Client, Future, wait
from distributed.client import ClosedClientError

from trueup.claim import Claim
from trueup.diagnostics import TrueupError
from trueup.engine.cluster.announced import RESOURCE, Announced, source_digests
from trueup.engine.cluster.arrival import Refused, accepted
from trueup.engine.cluster.faults import said, unreachable
from trueup.engine.cluster.reach import reach
from trueup.engine.cluster.station import Answer, measure
from trueup.engine.history import in_scope, machine
from trueup.engine.place import Candidate, Order, needs
from trueup.engine.project import Project
from trueup.engine.sampler import Progress
from trueup.evidence.record import Evidence
from trueup.runner.job import Failure, Limits

#: Seconds between two looks at which workers there are.
TICK = 1.0
#: Seconds that a result may take to come over, once it is there.
FETCH = 60.0
#: So many workers are tried for one claim.
MOST = 3


class _Gone(Exception):  # noqa: N818  it becomes a failure of each claim that is left
    """The scheduler doesn't answer any more."""


@dataclass(slots=True, kw_only=True)
class _Task:
    """An order on its way.

    :param tried: workers that gave nothing, and why
    :param worker: where it is now, with the future of its answer; empty while it waits
    """

    order: Order
    tried: dict[str, str] = field(default_factory=dict)
    worker: str = ""
    future: Future | None = None

    def failed_there(self, why: str) -> None:
        self.tried[self.worker] = why
        self.worker, self.future = "", None


class Cluster:
    """All workers that ``trueup worker`` started at one scheduler.

    :raises TrueupError: C840 the scheduler can't be reached
    """

    def __init__(self, address: str, project: Project) -> None:
        self._address = address
        self._sources = source_digests(project.sources)
        self._workers: dict[str, Announced] = {}
        self._others = 0
        _quiet()
        asyncio.run(reach(address, "client"))
        try:
            self._client = Client(address, set_as_default=False)
            self._look()
        except (OSError, _Gone) as error:
            raise TrueupError(unreachable(address, error)) from error

    def close(self) -> None:
        with suppress(OSError):  # a scheduler that has gone doesn't say good-bye
            self._client.close()

    def described(self) -> list[str]:
        """Each worker with its hardware, and why one is not used."""
        lines = []
        for address, one in sorted(self._workers.items()):
            unlike = one.unlike(self._sources)
            why = f"; not used: {unlike} (update it, and start trueup worker there again)" if unlike else ""
            lines.append(f"worker {address}: {one.hardware}{why}")
        if self._others:
            lines.append(f"{self._others} further workers are not used: trueup worker did not start them")
        return lines or ["no workers: start trueup worker on each host"]

    def candidate(self, claim: Claim) -> Candidate:
        fitting = sorted(self._fitting(claim))
        if fitting:
            return Candidate(claim=claim, where=f"on {', '.join(fitting)}")
        there = "; ".join(sorted({machine(one.host) for one in self._usable().values()})) or "none"
        asks = needs(claim.scope)
        wanted = f"it speaks of {asks}; there is" if asks else "there is"
        return Candidate(claim=claim, why_not=f"no worker fits: {wanted} {there}")

    def measure(
        self, orders: Sequence[Order], limits: Limits, progress: Progress | None
    ) -> Iterator[tuple[Order, Evidence | Failure]]:
        tasks = [_Task(order=order) for order in orders]
        try:
            while tasks:
                self._look()
                for task in list(tasks):
                    came = self._advance(task, tasks, limits, progress)
                    if came is not None:
                        tasks.remove(task)
                        yield task.order, came
                self._rest(tasks)
        except (_Gone, ClosedClientError) as error:
            gone = error if isinstance(error, _Gone) else self._gone()
            for task in tasks:
                yield task.order, _away(str(gone))
            tasks.clear()
        finally:
            with suppress(OSError, ClosedClientError):
                self._client.cancel([task.future for task in tasks if task.future], force=True)

    def _look(self) -> None:
        """See which workers there are now."""
        if self._client.status != "running":
            raise self._gone()
        try:
            found = self._client.scheduler_info(n_workers=-1)["workers"]
        except (OSError, ValueError, RuntimeError, KeyError) as error:
            # Of a client that has given up in the meantime nothing is known, not even that it has workers.
            raise self._gone() from error
        announced = {address: Announced.of(entry) for address, entry in found.items()}
        self._workers = {address: one for address, one in announced.items() if one}
        self._others = len(announced) - len(self._workers)

    def _gone(self) -> _Gone:
        return _Gone(f"the scheduler {self._address} does not answer any more")

    def _rest(self, tasks: Sequence[_Task]) -> None:
        """Until something has come, or it is time to look again."""
        futures = [task.future for task in tasks if task.future]
        if futures:
            with suppress(TimeoutError, CancelledError), self._client.as_current():
                wait(futures, timeout=TICK, return_when="FIRST_COMPLETED")

    def _advance(
        self, task: _Task, tasks: Sequence[_Task], limits: Limits, progress: Progress | None
    ) -> Evidence | Failure | None:
        """Take a task one step on; what came of it, once something has."""
        if task.future is not None and task.future.done():
            came = self._answered(task, task.future)
            if came is not None:
                return came
        if task.future is not None and task.worker not in self._workers:
            self._client.cancel([task.future], force=True)
            task.failed_there("was lost while it measured")
        if task.future is None:
            return self._begin(task, tasks, limits, progress)
        return None

    def _begin(
        self, task: _Task, tasks: Sequence[_Task], limits: Limits, progress: Progress | None
    ) -> Failure | None:
        """Hand it to a worker that fits, unless all their machines are at work for this client."""
        claim = task.order.call.claim
        fitting = {name: one for name, one in self._fitting(claim).items() if name not in task.tried}
        if not fitting or len(task.tried) >= MOST:
            asks = needs(claim.scope)
            no_more = f"no further worker fits{f' {asks}' if asks else ''}"
            return _away("; ".join([*(f"{name} {why}" for name, why in task.tried.items()), no_more]))
        busy = {self._workers[one.worker].machine for one in tasks if one.worker in self._workers}
        free = sorted(name for name, one in fitting.items() if one.machine not in busy)
        if free:
            key = f"trueup-{claim.id}-{secrets.token_hex(8)}"
            if progress:
                self._client.subscribe_topic(key, lambda event: progress(*event[1]))
            task.worker = free[0]
            task.future = self._client.submit(
                measure,
                task.order,
                limits,
                key=key,
                pure=False,
                workers=[task.worker],
                allow_other_workers=False,
                resources={RESOURCE: 1},
            )
        return None

    def _answered(self, task: _Task, future: Future) -> Evidence | Failure | None:
        """What a worker answered; None where it is to be asked for elsewhere, or again."""
        try:
            answer: Answer = future.result(timeout=FETCH)
        except TimeoutError:
            return None  # it went with its worker, as the next look will tell
        except CancelledError as error:
            raise self._gone() from error
        except Exception as error:  # noqa: BLE001  whatever was raised over there
            return _refused(f"{task.worker} failed: {said(error)}")
        if answer.failure:
            return replace(answer.failure, message=f"on {task.worker}: {answer.failure.message}")
        if answer.evidence is None:
            task.failed_there(f"did not measure: {answer.unlike}")
            return None
        try:
            return accepted(task.order, *answer.evidence, self._workers.get(task.worker))
        except Refused as refused:
            return _refused(f"what {task.worker} sent is refused: {refused}")

    def _usable(self) -> Mapping[str, Announced]:
        return {name: one for name, one in self._workers.items() if not one.unlike(self._sources)}

    def _fitting(self, claim: Claim) -> dict[str, Announced]:
        return {name: one for name, one in self._usable().items() if in_scope(claim.scope, one.host)}


def _quiet() -> None:
    """What there is to say of a scheduler that goes is said of the claims, once."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _away(message: str) -> Failure:
    return Failure(status="missing", reason="device", message=message)


def _refused(message: str) -> Failure:
    return Failure(status="error", reason="evidence", message=message)
