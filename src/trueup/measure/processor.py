"""The processor: its model, how much of it this process may use, its caches, its power."""

from __future__ import annotations

import math
import os
import platform
import re
from pathlib import Path

from trueup.measure import groups
from trueup.measure.reading import field, names, number, read
from trueup.measure.reading import size as written

_CPUS = "sys/devices/system/cpu"
_UNITS = {"": 0, "K": 10, "M": 20, "G": 30}


def model(root: Path) -> str:
    """As the kernel names it: x86, s390 and POWER in ``cpuinfo``, ARM by its board or its part numbers."""
    text = read(root / "proc/cpuinfo")
    named = field(text, "model name") or field(text, "cpu") or field(text, "cpu model")
    if named:
        return named
    board = field(text, "Model") or read(root / "proc/device-tree/model")
    part, maker = field(text, "CPU part"), field(text, "CPU implementer")
    arm = f"ARM {maker}/{part}" if part and maker else ""
    return ", ".join(filter(None, (board, arm))) or ("" if text else _platform())


def cores(root: Path) -> int:
    """Processors that this process may run on, or as many as its group's quota fills; one at least."""
    affinity = _affinity()
    quota = groups.quota(root)
    return affinity if quota is None else max(1, min(affinity, math.floor(quota)))


def caches(root: Path) -> str:
    """``L2 8 × 2 MiB, L3 24 MiB``: of each level the largest, and how many of that size there are.

    A cache that several processors share counts once.
    """
    found: dict[int, dict[int, set[str]]] = {}
    for index in names(root / _CPUS, "cpu[0-9]*/cache/index[0-9]*"):
        level, count = number(read(index / "level")), _bytes(read(index / "size"))
        if level in (2, 3) and count:
            shared = read(index / "shared_cpu_list") or index.parts[-3]
            found.setdefault(level, {}).setdefault(count, set()).add(shared)
    parts: list[str] = []
    for level, sizes in sorted(found.items()):
        largest = max(sizes)
        times = len(sizes[largest])
        parts.append(f"L{level} {f'{times} × ' if times > 1 else ''}{written(largest)}")
    return ", ".join(parts)


def power(root: Path) -> str:
    """The governor of its frequency, and ``on battery`` where that is so."""
    governors = {read(path) for path in names(root / _CPUS, "cpu[0-9]*/cpufreq/scaling_governor")}
    mains = [
        read(supply / "online")
        for supply in names(root / "sys/class/power_supply", "*")
        if read(supply / "type") == "Mains"
    ]
    battery = "on battery" if mains and "1" not in mains else ""
    return ", ".join(filter(None, (*sorted(governors), battery)))


def _affinity() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except (AttributeError, OSError):
        return os.cpu_count() or 1


def _bytes(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,12})([KMG]?)", text)
    return int(found[1]) << _UNITS[found[2]] if found else 0


def _platform() -> str:
    """Where there is no ``/proc`` to ask."""
    try:
        return platform.processor() or platform.machine()
    except OSError:
        return ""
