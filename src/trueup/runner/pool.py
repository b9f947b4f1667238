"""Run jobs in child processes, several at a time, and yield each result as it arrives."""

from __future__ import annotations

import os
import selectors
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeAlias

from trueup.runner.job import Job, Limits, Result
from trueup.runner.outcome import ended, failed, late, result_of
from trueup.runner.processes import alive, family, memory
from trueup.runner.worker import Worker

#: Seconds between two looks at the children's memory.
TICK = 0.1
#: A further child is started for a module once its children have been at work for so long.
BUSY = 0.3

Progress: TypeAlias = Callable[[Job, Literal["started", "done"]], None]


class Stopped(Exception):  # noqa: N818  nothing is wrong: it was asked for
    """The caller wants no more results."""


def run(
    jobs: Sequence[Job],
    limits: Limits | None = None,
    progress: Progress | None = None,
    *,
    parallel: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Iterator[Result]:
    """Run every job and yield its result as it arrives, in no order.

    The jobs of one module share a child, one after the other; a child that dies takes only the job
    in hand with it. Leaving the iterator, also by Ctrl-C, kills all children.

    :param progress: called when a job starts and when its result is there
    :param parallel: children at a time; as many as there are cores, at least 2, where it is left out
    :param stop: asked several times a second, where Ctrl-C can't be: in a thread
    :raises Stopped: it said so; all children are killed
    """
    pool = _Pool(jobs, limits or Limits(), progress, parallel or max(2, os.cpu_count() or 1), stop)
    try:
        yield from pool.results()
    finally:
        pool.close()


class _Pool:
    def __init__(
        self,
        jobs: Sequence[Job],
        limits: Limits,
        progress: Progress | None,
        parallel: int,
        stop: Callable[[], bool] | None,
    ) -> None:
        self.stop = stop
        self.limits = limits
        self.progress = progress
        self.parallel = parallel
        self.waiting: dict[str, deque[Job]] = {}
        for number, job in enumerate(jobs):
            key = f"{number} {job.module}" if job.fresh else job.module if job.folder else ""
            self.waiting.setdefault(key, deque()).append(job)
        self.workers: list[Worker] = []
        self.selector = selectors.DefaultSelector()
        self.ready: deque[Result] = deque()
        self.looked = time.monotonic()

    def results(self) -> Iterator[Result]:
        self._fill()
        while self.workers or self.ready:
            while self.ready:
                result = self.ready.popleft()
                if self.progress:
                    self.progress(result.job, "done")
                yield result
            if self.stop and self.stop():
                raise Stopped
            for key, _ in self.selector.select(self._patience()):
                worker, what = key.data
                if worker in self.workers:  # not ended by an event before this one
                    self._handle(worker, what)
            self._look()
            self._fill()

    def close(self) -> None:
        for worker in self.workers:
            worker.end()
        self.workers.clear()
        self.selector.close()

    def _patience(self) -> float:
        now = time.monotonic()
        ends = [worker.begun + self.limits.seconds - now for worker in self.workers if worker.job]
        return max(0.0, min([TICK, *ends]))

    def _fill(self) -> None:
        """Start children while there is room for them and work that waits."""
        now = time.monotonic()
        for key, waiting in list(self.waiting.items()):
            if len(self.workers) >= self.parallel:
                return
            mates = [worker for worker in self.workers if worker.key == key]
            if waiting and all(worker.retired or now - worker.born > BUSY for worker in mates):
                self._start(key, waiting)
            if not waiting:
                del self.waiting[key]

    def _start(self, key: str, waiting: deque[Job]) -> None:
        try:
            worker = Worker(key, waiting[0].root)
        except OSError as error:
            job = waiting.popleft()
            self.ready.append(
                failed(job, "verifier", f"{job.verifier} could not be started: {error.strerror}")
            )
            return
        self.workers.append(worker)
        for what in ("output", "results", "death"):
            descriptor = getattr(worker, what)
            if descriptor is not None:
                self.selector.register(descriptor, selectors.EVENT_READ, (worker, what))
        self._give(worker, waiting.popleft())

    def _give(self, worker: Worker, job: Job) -> None:
        if self.progress:
            self.progress(job, "started")
        worker.give(job, self.limits)
        if worker.unsent():
            self.selector.register(worker.jobs, selectors.EVENT_WRITE, (worker, "jobs"))

    def _handle(self, worker: Worker, what: str) -> None:
        match what:
            case "jobs" if worker.unsent():
                worker.send()
                if not worker.unsent():
                    self.selector.unregister(worker.jobs)
            case "output":
                if worker.listen() == b"":
                    self.selector.unregister(worker.output)
                elif worker.printed > self.limits.output:
                    size = f"{self.limits.output >> 20} MiB"
                    self._stop(worker, "verifier", f"wrote more than {size} to its output")
            case "results":
                if worker.hear() == b"":  # its end is near, or it closed the pipe: give it time to be dead
                    worker.silent = time.monotonic()
                    self.selector.unregister(worker.results)
                elif worker.job and (found := worker.answer()):
                    worker.catch_up()
                    self.ready.append(result_of(worker.job, found, worker.tail))
                    self._next(worker)
            case "death":
                self._lost(worker)

    def _next(self, worker: Worker) -> None:
        worker.job = None
        if worker.unsent():  # it answered before it had read everything
            self.selector.unregister(worker.jobs)
        waiting = self.waiting.get(worker.key)
        if waiting:
            self._give(worker, waiting.popleft())
            return
        worker.retire()

    def _lost(self, worker: Worker) -> None:
        """The child is dead, or has closed the pipe of results, which comes to the same."""
        died = worker.dead
        job, begun = worker.job, worker.begun
        code = self._end(worker)
        if job is None:
            return
        if found := worker.answer():
            self.ready.append(result_of(job, found, worker.tail))
        else:
            self.ready.append(ended(job, code if died else None, worker.tail, time.monotonic() - begun))

    def _stop(self, worker: Worker, reason: Literal["verifier", "memory"], message: str) -> None:
        job, begun = worker.job, worker.begun
        self._end(worker)
        if job is not None:
            said = f"{job.verifier} {message}"
            self.ready.append(failed(job, reason, said, tail=worker.tail, seconds=time.monotonic() - begun))

    def _late(self, worker: Worker) -> None:
        job, begun = worker.job, worker.begun
        self._end(worker)
        if job is not None:
            self.ready.append(late(job, self.limits.seconds, worker.tail, time.monotonic() - begun))

    def _end(self, worker: Worker) -> int:
        for descriptor in (*worker.descriptors, worker.death):
            if descriptor is not None and descriptor >= 0 and descriptor in self.selector.get_map():
                self.selector.unregister(descriptor)
        self.workers.remove(worker)
        return worker.end()

    def _look(self) -> None:
        """Hold every child to its limits."""
        now = time.monotonic()
        for worker in list(self.workers):
            if worker.lingers(now):
                self._lost(worker)
            elif worker.overdue(self.limits, now):
                self._late(worker)
        if now - self.looked < TICK or not self.workers:
            return
        self.looked = now
        processes = alive()
        for worker in list(self.workers):
            if worker.death is None and worker.dead:
                self._lost(worker)
                continue
            members = family(worker.process.pid, processes)
            if len(members) > self.limits.processes:
                self._stop(worker, "verifier", f"started more than {self.limits.processes} processes")
            elif sum(one.resident for one in members) > self.limits.memory < (held := memory(members)):
                limit = f"the limit is {self.limits.memory / 2**30:.1f} GiB"
                self._stop(worker, "memory", f"held {held / 2**30:.1f} GiB of memory; {limit}")
