"""A scheduler or a worker in a process of its own; run as a script.

``scheduler [PROTOCOL]`` prints its address. ``worker ADDRESS TREE [lies]`` runs ``trueup worker`` on the host
whose ``/proc`` lies in a folder, as ``tests/host_trees.py`` plants it; one that lies tells of another host.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import nullcontext
from pathlib import Path
from unittest.mock import patch

from distributed import Scheduler

from trueup.cli.main import run
from trueup.evidence.record import Evidence, canonical
from trueup.measure.host import probe
from trueup.measure.identity import identity

TRUE = Evidence.content


async def schedule(protocol: str = "tcp") -> None:
    async with Scheduler(host="127.0.0.1", port=0, protocol=protocol, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)  # noqa: T201  the test reads it
        await scheduler.finished()


def work(address: str, tree: Path, *, lies: bool) -> int:
    with (
        patch("trueup.engine.cluster.station.probe", lambda: probe(tree, smi="")),
        patch("trueup.engine.cluster.station.identity", lambda: identity(tree)),
        patch.object(Evidence, "content", property(lied)) if lies else nullcontext(),
    ):
        return run(["worker", address])


def lied(evidence: Evidence) -> bytes:
    """As if it had been measured on another host, and properly named."""
    told = json.loads(TRUE.__get__(evidence))
    return canonical({**told, "host": {**told["host"], "cpu": "Z80"}})


if __name__ == "__main__":
    if sys.argv[1] == "scheduler":
        asyncio.run(schedule(*sys.argv[2:]))
    else:
        sys.exit(work(sys.argv[2], Path(sys.argv[3]), lies="lies" in sys.argv[4:]))
