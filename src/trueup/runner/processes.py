"""The processes of a child: how many, how much memory, and their end. Linux's ``/proc``."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

PROC = Path("/proc")
#: Environment variable that marks all descendants of a child, even those that left its session.
MARKER = "TRUEUP_CHILD"
_PAGE = os.sysconf("SC_PAGE_SIZE")
_ROUNDS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    pid: int
    parent: int
    session: int
    resident: int


def alive() -> list[Process]:
    """Every process of the machine that is no zombie; empty where there is no ``/proc``."""
    found = []
    for pid in _pids():
        # Read by hand: this runs ten times a second beside what is being measured.
        try:
            descriptor = os.open(f"/proc/{pid}/stat", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            text = os.read(descriptor, 1024)
        except OSError:
            continue
        finally:
            os.close(descriptor)
        fields = text[text.rfind(b")") + 2 :].split()
        if len(fields) > 21 and fields[0] not in (b"Z", b"X"):
            found.append(
                Process(
                    pid=pid, parent=int(fields[1]), session=int(fields[3]), resident=int(fields[21]) * _PAGE
                )
            )
    return found


def family(pid: int, processes: list[Process]) -> list[Process]:
    """The child ``pid``, its session, and all that descends from them."""
    known = {pid}
    members = {one.pid: one for one in processes if pid in (one.pid, one.session)}
    known |= set(members)
    grown = True
    while grown:
        more = {one.pid: one for one in processes if one.parent in known and one.pid not in members}
        members |= more
        known |= set(more)
        grown = bool(more)
    return list(members.values())


def memory(members: list[Process]) -> int:
    """Resident bytes held by the processes together.

    Pages that forked processes share are counted once where the kernel tells, else in each.
    """
    total = 0
    for one in members:
        share = None
        if len(members) > 1:
            with suppress(OSError, ValueError, IndexError):
                text = (PROC / str(one.pid) / "smaps_rollup").read_text(encoding="ascii")
                share = int(text.partition("\nPss:")[2].split()[0]) * 1024
        total += one.resident if share is None else share
    return total


def kill(pid: int, marker: str) -> None:
    """Kill the child ``pid``, its group, and whatever else bears its mark, until nothing is left.

    The child must not have been waited for: until then its number belongs to nobody else.
    """
    for _ in range(_ROUNDS):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        found = False
        for other in chain((one.pid for one in family(pid, alive())), _marked(marker)):
            if other != pid:
                found = True
                # At once: whoever is found late has had time to start more.
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(other, signal.SIGKILL)
        if not found:
            return
        time.sleep(0.002)


def _pids() -> Iterator[int]:
    with suppress(OSError):
        for name in os.listdir(PROC):  # noqa: PTH208  a Path for each of them costs more than the rest
            if name.isdigit():
                yield int(name)


def _marked(marker: str) -> Iterator[int]:
    needle = f"{MARKER}={marker}".encode()
    own = os.getpid()
    for pid in _pids():
        with suppress(OSError):
            if pid != own and needle in (PROC / str(pid) / "environ").read_bytes():
                yield pid
