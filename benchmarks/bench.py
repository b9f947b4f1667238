"""A kind of work that is measured, and where and how often it is."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.processes import Arm, Taken, environment

PYTHON = sys.executable
TRUEUP = [PYTHON, "-m", "trueup"]
ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """
    :param work: what is done, in words
    :param taken: what each arm took, by round
    :param figures: what is concluded, by name
    """

    name: str
    work: str
    taken: Taken
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """Where and how often things are measured."""

    folder: Path
    rounds: int

    def arm(self, name: str, command: list[str], folder: Path | None = None, **more: object) -> Arm:
        place = folder or self.folder
        kept = environment(self.folder / "cache")
        return Arm(name=name, command=command, folder=place, environment=kept, **more)  # type: ignore[arg-type]

    def bare(self) -> Arm:
        return self.arm("python -c pass", [PYTHON, "-c", "pass"])

    def few(self, most: int) -> int:
        """Rounds of what takes long."""
        return min(self.rounds, most)
