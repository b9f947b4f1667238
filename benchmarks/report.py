"""The report of a run: JSON for claims to rest on, Markdown for people."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.bench import Row
from benchmarks.processes import Took


def document(rows: Sequence[Row], rounds: int) -> dict[str, Any]:
    """All that was measured, rounded to what repeats."""
    return {
        "host": {
            "cpu": _processor(),
            "cores": os.cpu_count(),
            "system": platform.platform(terse=True),
            "python": platform.python_version(),
            "load": round(os.getloadavg()[0], 1),
        },
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": _commit(),
        "rounds": rounds,
        "rows": {row.name: _row(row) for row in rows},
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "work": row.work,
        "figures": {name: _round(value) for name, value in row.figures.items()},
        "arms": {name: _arm(runs) for name, runs in row.taken.items()},
    }


def _arm(runs: Sequence[Took]) -> dict[str, Any]:
    walls = sorted(one.wall * 1000 for one in runs)
    return {
        "runs": len(runs),
        "wall_ms": _round(median(walls)),
        "fastest_ms": _round(walls[0]),
        "slowest_ms": _round(walls[-1]),
        "processor_ms": _round(median(one.processor for one in runs) * 1000),
        "peak_mb": _round(max(one.peak for one in runs) / 1e6),
        **{f"{key}_ms": _round(median(one.said[key] for one in runs)) for key in runs[0].said},
    }


def _round(value: float) -> float:
    """Three digits: a fourth never repeats."""
    return float(f"{value:.3g}")


def markdown(found: dict[str, Any]) -> str:
    """The same as tables."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: dict[str, Any]) -> Iterator[str]:
    host = found["host"]
    yield "# Benchmarks"
    yield ""
    yield (
        f"{host['cpu']}, {host['cores']} cores, {host['system']}, Python {host['python']}; {found['date']}, "
        f"commit {found['commit']}; load {host['load']} at the end. Medians of whole processes; each round "
        "runs all arms of a table, and ratios are medians of the rounds' own. A process that holds less than "
        "the one that started it shows that one's peak."
    )
    for row in found["rows"].values():
        yield from ("", f"## {row['work']}", "")
        yield "| arm | runs | wall, ms | fastest | slowest | processor, ms | peak, MB | its own clock, ms |"
        yield "|---|---:|---:|---:|---:|---:|---:|---:|"
        for name, arm in row["arms"].items():
            own = next((f"{arm[key]:,}" for key in ("read_ms", "own_ms") if key in arm), "")
            cells = (arm[key] for key in ("wall_ms", "fastest_ms", "slowest_ms", "processor_ms", "peak_mb"))
            yield f"| {name} | {arm['runs']} | {' | '.join(f'{cell:,}' for cell in cells)} | {own} |"
        yield ""
        for name, value in row["figures"].items():
            yield f"* `{name}`: {value:,}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")


def _commit() -> str:
    ran = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=False
    )
    return ran.stdout.strip()
