"""How much memory this process may use."""

from __future__ import annotations

from pathlib import Path

from trueup.measure import groups
from trueup.measure.reading import field, number, read
from trueup.measure.reading import size as written


def size(root: Path) -> str:
    """The machine's memory, or its control group's where that is less; empty where neither is known."""
    total = number(field(read(root / "proc/meminfo"), "MemTotal").removesuffix(" kB"))
    if not total or total < 0:
        return ""  # a limit alone may be larger than the machine
    return written(min(total << 10, groups.memory(root) or total << 10))
