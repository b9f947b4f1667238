"""A small project that measures, and what its verifier is told to give."""

from __future__ import annotations

import json
from pathlib import Path

from mini import Mini, claims

VERIFIER = '''\
"""Reads its samples from a file, so that every machine measures the same."""

import json
from pathlib import Path

from trueup.verifier import Request, Samples, verifier

HERE = Path(__file__).resolve().parent


@verifier("site.rate", basis="measured")
def rate(request: Request, *, name: str) -> Samples:
    found = json.loads((HERE.parent / f"{name}.json").read_text())
    turn = HERE.parent / f"{name}.{request.arm[-1]}.turn"
    count = int(turn.read_text() or 0) if turn.exists() else 0
    turn.write_text(str(count + 1))
    runs = found["same"] if request.arm == "A/A" else found["runs"]
    run = runs[count % len(runs)]
    return Samples(values=run["values"], unit=found["unit"], against=run.get("against"))
'''

LEDGER = claims(
    "rate: {says: A rate, basis: measured, verify: site.rate, with: {name: rate}, watch: ['path:kernel.c']}",
    "pair: {says: Twice the rate, expr: 2 * rate}",
)


def runs(*values: float, spread: float = 0.0) -> list[dict[str, list[float]]]:
    """One run per value, its iterations around it."""
    return [{"values": [value * (1 + spread * offset) for offset in (-1, 0, 0, 0, 1)]} for value in values]


def measuring(project: Mini) -> Mini:
    """A project with one claim to measure, one derived from it, and a page that states both."""
    project.write("verifiers/site.py", VERIFIER).write("claims/a.yaml", LEDGER).write("kernel.c", "1\n")
    samples(project, runs(5.6, 5.61, 5.59))
    return project.write("docs/a.md", "It reads [~5.6 GB/s](claim:rate), two [~11.2 GB/s](claim:pair).\n")


def samples(
    project: Mini, found: list[dict[str, list[float]]], *, unit: str = "GB/s", same: object = ()
) -> None:
    project.write("rate.json", json.dumps({"unit": unit, "runs": found, "same": same}))


def evidence(project: Mini, claim: str = "rate") -> list[Path]:
    return sorted((project.path / "claims" / "evidence" / claim).glob("*.json"))


def ratio(*pairs: tuple[float, float]) -> list[dict[str, list[float]]]:
    return [{"values": [one] * 5, "against": [other] * 5} for one, other in pairs]
