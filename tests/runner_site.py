"""A small site of verifiers, and what running one of them gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent

from trueup.claim import Basis, Parameter
from trueup.quantity.value import Quantity
from trueup.runner.job import Failure, Job, Limits, Result
from trueup.runner.pool import run
from trueup.runner.processes import alive
from trueup.verifier import Input

HEAD = "from trueup.verifier import Request, Refuted, Samples, Unavailable, VerifierError, verifier\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    root: Path
    limits: Limits = field(default_factory=lambda: Limits(seconds=20))

    def write(self, path: str, text: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text), encoding="utf-8")
        return file

    def verifiers(self, text: str, module: str = "site") -> None:
        self.write(f"verifiers/{module}.py", HEAD + dedent(text))

    def job(
        self,
        function: str,
        *,
        module: str = "site",
        claim: str = "a.claim",
        basis: Basis = "model",
        inputs: Mapping[str, Input] | None = None,
        fresh: bool = False,
        **parameters: Parameter,
    ) -> Job:
        return Job(
            claim=claim,
            verifier=f"{module}.{function}",
            module=str(self.root / "verifiers" / f"{module}.py"),
            function=function,
            folder=self.root / "verifiers",
            root=self.root,
            parameters=parameters,
            inputs=inputs or {},
            basis=basis,
            fresh=fresh,
        )

    def living(self) -> list[int]:
        """Processes that run in this site, zombies aside."""
        found = []
        for process in alive():
            with suppress(OSError):
                if Path(f"/proc/{process.pid}/cwd").readlink() == self.root:
                    found.append(process.pid)
        return found

    def results(
        self, jobs: Sequence[Job], *, parallel: int = 2, limits: Limits | None = None
    ) -> list[Result]:
        """In the order of the jobs."""
        found = list(run(jobs, limits or self.limits, parallel=parallel))
        assert len(found) == len(jobs)
        return sorted(found, key=lambda result: jobs.index(result.job))

    def call(self, body: str, *, basis: Basis = "model", limits: Limits | None = None) -> Result:
        """What a verifier of that body gives."""
        lines = dedent(body).strip().replace("\n", "\n    ")
        self.verifiers(
            f"import os, signal, sys, time\n\n@verifier('site.it', basis={basis!r})\n"
            f"def it(request: Request):\n    {lines}\n"
        )
        return self.results([self.job("it", basis=basis)], limits=limits)[0]

    def fails(self, body: str, *, basis: Basis = "model", limits: Limits | None = None) -> Failure:
        failure = self.call(body, basis=basis, limits=limits).failure
        assert failure is not None
        return failure


def number(result: Result) -> int:
    assert isinstance(result.value, Quantity)
    assert result.value.spread.is_point
    return int(result.value.spread.low or 0)
