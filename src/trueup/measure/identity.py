"""Which machine this is, so that two processes can tell whether they share one."""

from __future__ import annotations

import platform
from pathlib import Path

from trueup.measure.reading import read

ROOT = Path("/")


def identity(root: Path = ROOT) -> str:
    """The same for all processes of one machine, in any container, and for no other machine.

    That of the kernel since it started; where it tells none, the machine's name in the network.
    """
    return read(root / "proc/sys/kernel/random/boot_id") or platform.node()
