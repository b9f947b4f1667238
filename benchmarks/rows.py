"""All that is measured."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping

from benchmarks.bench import Bench, Row
from benchmarks.checks import audit, check, cold, evidence, tests
from benchmarks.graphs import external, inline
from benchmarks.site_build import site

ROWS: Mapping[str, Callable[[Bench], Row]] = {
    "check": check,
    "cold": cold,
    "inline": inline,
    "external": external,
    "evidence": evidence,
    "pytest": tests,
    "audit": audit,
    "site": site,
}


def measure(bench: Bench, names: tuple[str, ...]) -> Iterator[Row]:
    """Each row in a folder of its own, which is removed behind it."""
    for name in names or tuple(ROWS):
        folder = bench.folder / name
        folder.mkdir()
        yield ROWS[name](Bench(folder=folder, rounds=bench.rounds))
        shutil.rmtree(folder)
