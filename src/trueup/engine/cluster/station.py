"""A worker: announces what its host is, and measures in the project's checkout beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import dask
from distributed import Lock, Worker, WorkerPlugin, get_worker

from trueup import __version__
from trueup.diagnostics import TrueupError
from trueup.engine.bench import Bench
from trueup.engine.cluster.announced import KEY, RESOURCE, Announced, source_digests
from trueup.engine.cluster.reach import reach
from trueup.engine.place import Order
from trueup.engine.project import load
from trueup.evidence.freshness import Current
from trueup.measure.host import probe
from trueup.measure.identity import identity
from trueup.runner.job import Failure, Limits
from trueup.runner.pool import Stopped

#: Seconds between two looks at whether a measurement that waits for its machine is still wanted.
PATIENCE = 1.0
#: A task is wanted no more, or its worker is about to end.
_OVER = frozenset({"closing", "closed", "closing_gracefully", "failed", "stopping", "stopped"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What comes back from a worker: exactly one of the three.

    :param evidence: its digest and its bytes
    :param unlike: why this checkout can't answer for the one that asked
    """

    evidence: tuple[str, bytes] | None = None
    failure: Failure | None = None
    unlike: str = ""


class Station(WorkerPlugin):  # type: ignore[misc]  # distributed's is untyped
    """What a worker knows of itself."""

    name = "trueup"

    def __init__(self, root: Path) -> None:
        project = load(root)
        errors = [one for one in project.diagnostics if one.severity == "error"]
        if errors:
            raise TrueupError(*errors)
        self.root = project.root
        self.announced = Announced(
            version=__version__,
            machine=identity(),
            host=probe(),
            sources=source_digests(project.sources),
        )

    def setup(self, worker: Worker) -> None:
        """Find the lock of this machine, which all clients and workers of the scheduler share."""
        self.lock = Lock(f"trueup {self.announced.machine}", scheduler_rpc=worker.scheduler, loop=worker.loop)

    def measure(
        self,
        order: Order,
        limits: Limits,
        tell: Callable[[str, int, int, float], None],
        stop: Callable[[], bool],
    ) -> Answer:
        """One claim, in the checkout as it is now."""
        project = load(self.root)
        declared = project.registry.find(order.call.declared.id)
        if declared is None:
            return Answer(unlike=f"its checkout has no verifier {order.call.declared.id}")
        order = replace(order, call=replace(order.call, declared=declared))
        bench = Bench(project)
        try:
            current = bench.current(order.call)
            if isinstance(current, Failure):
                return Answer(failure=current)
            if difference := _difference(current, order.current):
                return Answer(unlike=f"{difference} in its checkout is not the one here")
            found = bench.measure(order, self.announced.host, limits, tell, stop)
        finally:
            bench.digests.save()
        if isinstance(found, Failure):
            return Answer(failure=found)
        return Answer(evidence=(found.digest, found.content))


def measure(order: Order, limits: Limits) -> Answer:
    """The task that a client submits: runs in a thread of the worker."""
    worker = get_worker()
    station: Station = worker.plugins[Station.name]
    key = worker.get_current_task()

    def stop() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled" or worker.status.name in _OVER

    def tell(claim: str, done: int, least: int, seconds: float) -> None:
        worker.log_event(key, (claim, done, least, seconds))

    while not station.lock.acquire(timeout=PATIENCE):
        if stop():
            raise Stopped
    try:
        return station.measure(order, limits, tell, stop)
    finally:
        station.lock.release()


async def serve(address: str, root: Path, ready: Callable[[str, Station], None]) -> None:
    """Measure for whoever asks the scheduler, until that is gone.

    :param ready: called with the worker's own address once it is registered
    :raises TrueupError: the project has errors; the scheduler can't be reached
    """
    station = Station(root)
    await reach(address, "worker")
    async with Worker(
        address,
        nthreads=1,
        memory_limit=0,  # what a measurement takes is limited by the runner
        resources={RESOURCE: 1},
        startup_information={KEY: lambda _: station.announced.plain},
        plugins=(station,),
        dashboard=False,
        death_timeout=dask.config.get("distributed.comm.timeouts.connect"),
    ) as worker:
        ready(worker.address, station)
        await worker.finished()


def _difference(mine: Current, theirs: Current) -> str:
    """The first thing that a result would rest on and that differs; empty where nothing does."""
    if mine.digest_of_verifier != theirs.digest_of_verifier:
        return f"the verifier {mine.verifier}"
    inputs = _differs(mine.subject, theirs.subject)
    if inputs is not None:
        return f"the input {inputs}"
    for spec in theirs.watch:
        path = _differs(mine.watch.get(spec, {}), theirs.watch[spec])
        if path is not None:
            return path
    return ""


def _differs(mine: Mapping[str, str], theirs: Mapping[str, str]) -> str | None:
    return next((name for name in sorted({*mine, *theirs}) if mine.get(name) != theirs.get(name)), None)
