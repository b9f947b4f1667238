"""Whole processes, timed one after the other, so that what slows the machine slows all of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

SOURCE = Path(__file__).parents[1] / "src"


def environment(cache: Path) -> dict[str, str]:
    """Of a user who has run trueup before: compiled modules are kept, and results in ``cache``."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "GIT_"))}
    path = os.pathsep.join(filter(None, (str(SOURCE), os.environ.get("PYTHONPATH"))))
    return {**kept, "PYTHONPATH": path, "TRUEUP_CACHE_DIR": str(cache), "NO_COLOR": "1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """One command, run once a round.

    :param before: what is done before each run, untimed, with the number of the round
    :param exit: the exit code that it has to have
    """

    name: str
    command: Sequence[str]
    folder: Path
    environment: Mapping[str, str]
    before: Callable[[int], object] = lambda _: None
    exit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """What one process took.

    :param wall: seconds
    :param processor: seconds, of all its threads and children
    :param peak: bytes of resident memory
    :param said: the last line it printed, where that is JSON
    """

    wall: float
    processor: float
    peak: int
    said: Mapping[str, float] = field(default_factory=dict)


Taken = dict[str, list[Took]]


def interleave(arms: Sequence[Arm], rounds: int, *, warm: bool = True) -> Taken:
    """Run all arms in each round; an arm that fails ends the benchmark.

    :param warm: run each once before, untimed
    """
    taken: Taken = {arm.name: [] for arm in arms}
    for number in range(-1 if warm else 0, rounds):
        for arm in arms:
            arm.before(number)
            took = _run(arm)
            if number >= 0:
                taken[arm.name].append(took)
    return taken


def _run(arm: Arm) -> Took:
    with tempfile.TemporaryFile() as out:
        began = perf_counter()
        process = subprocess.Popen(
            list(arm.command), cwd=arm.folder, env=dict(arm.environment), stdout=out, stderr=out
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode("utf-8", "replace")
    if process.returncode != arm.exit:
        raise SystemExit(f"{arm.name} exits {process.returncode}, not {arm.exit}:\n{text[-2000:]}")
    return Took(
        wall=wall,
        processor=usage.ru_utime + usage.ru_stime,
        peak=usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
        said=_json(text),
    )


def _json(text: str) -> dict[str, float]:
    last = text.strip().rpartition("\n")[2]
    if not last.startswith("{"):
        return {}
    found: dict[str, Any] = json.loads(last)
    return {key: float(value) for key, value in found.items()}


def processor(runs: Sequence[Took]) -> float:
    """The median time of the processor, in seconds: other work on the machine does not lengthen it much."""
    return median(one.processor for one in runs)


def said(runs: Sequence[Took], key: str) -> float:
    """The median of what the processes themselves measured."""
    return median(one.said[key] for one in runs)


def ratio(taken: Taken, one: str, other: str) -> float:
    """How many times as long one arm takes as another by the clock on the wall: the median of the rounds."""
    return median(a.wall / b.wall for a, b in zip(taken[one], taken[other], strict=True))


def peak(runs: Sequence[Took]) -> float:
    """The most, in MB."""
    return max(one.peak for one in runs) / 1e6
