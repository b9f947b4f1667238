"""Limits of this process's control groups, of either version."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from trueup.measure.reading import number, read


def quota(root: Path) -> float | None:
    """Processors' worth of time that its groups may use, the least of all that hold it; None: no limit."""
    limits: list[float] = []
    for folder in _folders(root, "cpu"):
        limit, _, period = read(folder / "cpu.max").partition(" ")
        limit = limit or read(folder / "cpu.cfs_quota_us")
        period = period or read(folder / "cpu.cfs_period_us")
        most, each = number(limit), number(period)
        if most and each and most > 0 and each > 0:
            limits.append(most / each)
    return min(limits, default=None)


def memory(root: Path) -> int | None:
    """Bytes that its groups may use, the least of all that hold it; None: no limit."""
    limits = [
        limit
        for folder in _folders(root, "memory")
        for name in ("memory.max", "memory.high", "memory.limit_in_bytes")
        if (limit := number(read(folder / name))) is not None and limit > 0
    ]
    return min(limits, default=None)


def _folders(root: Path, controller: str) -> Iterator[Path]:
    """The folders of its groups, from the innermost out; in a container only those of it can be seen."""
    mounted = root / "sys/fs/cgroup"
    yield from (mounted, mounted / controller)  # a container may not see the names of its own groups
    for line in read(root / "proc/self/cgroup").splitlines():
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        parts = PurePosixPath(path).parts[1:]
        if (controllers and controller not in controllers.split(",")) or ".." in parts:
            continue
        bases = (
            [mounted / controllers, mounted / controller] if controllers else [mounted, mounted / "unified"]
        )
        for base in bases:
            for count in range(len(parts), -1, -1):
                yield base.joinpath(*parts[:count])
