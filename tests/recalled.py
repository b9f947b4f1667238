"""A project with every kind of input, and a count of the runs that looked at all of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from mini import Mini, Run
from tiny_model import tiny
from trueup.cli import commands
from trueup.engine.project import load
from trueup.evidence.record import Evidence
from trueup.files import Root
from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.recall import sights
from trueup.recall.question import Question
from trueup.store.directory import Store

_run = commands.run
KERNEL = "kernels/gemv.c"
LEDGER = """\
models:
  tiny: {path: claims/inputs/tiny.onnx}
artifacts:
  run: {path: claims/inputs/run.json}
claims:
  size: {says: The weights, basis: model, value: 4096 B, source: a record, subject: [weights]}
  half: {says: Half of the weights, basis: model, expr: size / 2}
  speed: {says: A reported rate, basis: measured, scope: {cpu: i7}, value: 5 GB/s, source: a record,
          was: ["7.25 GB/s"]}
  time: {says: How long it takes, expr: size / speed}
  cases: {says: How many cases ran, verify: artifact.json, with: {artifact: run, pointer: /cases}}
  head: {says: The projection, basis: model, verify: onnx.tensor,
         with: {model: tiny, tensor: lm_head.weight_Q4, consumed_by: MatMulNBits, read: bytes}}
  answer: {says: What a verifier of the project gives, basis: model, verify: site.answer}
  rate: {says: What was measured, basis: measured, scope: {cpu: i7}, verify: site.rate,
         watch: ["path:kernels/gemv.c"]}
"""
VERIFIERS = """\
from trueup.verifier import Request, Samples, verifier


@verifier("site.answer", basis="model")
def answer(request: Request) -> int:
    return 42


@verifier("site.rate", basis="measured")
def rate(request: Request) -> Samples:
    raise RuntimeError("a check measures nothing")
"""
PAGE = """\
# Weights

The weights take [4,096 B](claim:size), half of them [2,048 B](claim:half).
At 2 × 3 = 6 they are read in [819 ns](claim:time).
"""
OTHER = """\
# Runs

It ran [17](claim:cases) cases at [5 GB/s](claim:speed), [0.78 GB/s](claim:rate) before.

--8<-- "shared.md"
"""
SHARED = "The answer is [42](claim:answer); the projection has [3,072 B](claim:head).\n"
SETTINGS = 'docs = ["docs"]\nsnippets = ["parts"]\n'


def record(project: Mini, rate: str, day: int = 1) -> str:
    """Evidence of the claim ``rate``; its path."""
    root = Root(project.path)
    declared = load(project.path).registry.find("site.rate")
    assert declared
    spread = Interval.point(Fraction(rate) * 10**9)
    return Store(root).write(
        Evidence(
            claim="rate",
            verifier=declared.id,
            digest_of_verifier=declared.digest,
            value=Quantity(spread=spread, reach=spread, dimension=Dimension.of(B=1, s=-1)),
            unit="GB/s",
            watch={f"path:{KERNEL}": {KERNEL: root.digest(KERNEL)}},
            host={"cpu": "i7", "cores": "20"},
            started=datetime(2026, 7, day, 10, tzinfo=UTC),
            finished=datetime(2026, 7, day, 11, tzinfo=UTC),
        )
    )


def fill(project: Mini) -> Mini:
    """Write the project."""
    project.write("trueup.toml", SETTINGS).write("claims/all.yaml", LEDGER)
    project.write("claims/inputs/tiny.onnx", tiny()).write("claims/inputs/run.json", '{"cases": 17}')
    project.write("verifiers/site.py", VERIFIERS).write(KERNEL, "for (;;) slow();\n")
    project.write("docs/page.md", PAGE).write("docs/runs.md", OTHER).write("parts/shared.md", SHARED)
    project.write("docs/plain.md", "# Nothing here\n")
    record(project, "0.78")
    return project


@dataclass(slots=True)
class Runs:
    """Counts whole runs of the command; answers that are given again are none."""

    project: Mini
    whole: list[list[str]] = field(default_factory=list)

    def check(self, *arguments: str) -> tuple[Run, int]:
        """A check, and how many whole runs it took."""
        before = len(self.whole)
        return self.project.run("check", *arguments), len(self.whole) - before

    def both(self, *arguments: str) -> tuple[Run, int]:
        """A check that says what a whole run says, and how many whole runs it took."""
        run, whole = self.check(*arguments)
        anew = self.project.call(_run, "check", "--project", str(self.project.path), *arguments)
        assert (run.out, run.code) == (anew.out, anew.code)
        return run, whole


def counted(project: Mini, monkeypatch: pytest.MonkeyPatch, *, settled: bool = True) -> Runs:
    """The project, with whole runs counted.

    :param settled: believe the times of files that have just been written, as if they had been for long
    """
    runs = Runs(project)

    def counting(arguments: list[str], question: Question | None = None) -> int:
        runs.whole.append(list(arguments))
        return _run(arguments, question)

    monkeypatch.setattr(commands, "run", counting)
    if settled:
        monkeypatch.setattr(sights, "SETTLED", -(10**18))
    return runs
