"""A real scheduler and real workers, each a process of its own, and the small projects that they measure."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_trees import cpuinfo, plant

HERE = Path(__file__).parent
#: Seconds; nothing takes as long, unless it hangs.
PATIENCE = 180
VERIFIERS = '''\
"""Names, which come out after two runs, and marks that tell how far a run is."""

import os
import time
from pathlib import Path

from trueup.verifier import Request, verifier


@verifier("site.quick", basis="measured")
def quick(request: Request) -> str:
    return "yes"


@verifier("site.held", basis="measured")
def held(request: Request, *, mark: str) -> str:
    """Never ends by itself; tells which worker it is of, and its own process."""
    tell(mark)
    while True:
        time.sleep(60)


@verifier("site.once", basis="measured")
def once(request: Request, *, mark: str) -> str:
    """Never ends where it is asked for the first time."""
    return "yes" if Path(mark).exists() else held(request, mark=mark)


@verifier("site.alone", basis="measured")
def alone(request: Request, *, mark: str) -> str:
    """Fails where another one is at work."""
    os.mkdir(mark)
    time.sleep(0.3)
    os.rmdir(mark)
    return "yes"


def tell(mark: str) -> None:
    written = Path(mark).with_suffix(".new")
    written.write_text(f"{os.getppid()} {os.getpid()}")
    written.rename(mark)
'''


@dataclass(frozen=True, slots=True)
class Done:
    """A finished client."""

    code: int
    out: str
    err: str


@dataclass(slots=True)
class Site:
    """A checkout."""

    path: Path

    def claim(self, name: str, verifier: str, cpu: str, **parameters: str) -> Site:
        """One more claim about a processor, and a page that states it."""
        ledger = self.path / "claims" / f"{name}.yaml"
        ledger.parent.mkdir(exist_ok=True)
        entry = {"says": "It is", "basis": "measured", "scope": {"cpu": cpu}, "verify": f"site.{verifier}"}
        given = {"with": parameters} if parameters else {}
        watched = {"watch": ["path:kernel.c"]}
        ledger.write_text(json.dumps({"claims": {name: {**entry, **given, **watched}}}, indent=1))
        (self.path / "docs" / f"{name}.md").write_text(f"It is [yes](claim:{name}).\n")
        return self

    def evidence(self, claim: str) -> list[dict[str, Any]]:
        files = sorted((self.path / "claims" / "evidence" / claim).glob("*.json"))
        return [json.loads(file.read_text()) for file in files]

    @contextmanager
    def measuring(self, address: str, *names: str) -> Iterator[subprocess.Popen[str]]:
        """``trueup measure`` at work; killed where the test ends before it does."""
        # Tests that run in the background may ignore SIGINT, and what they start inherits that.
        command = ["env", "--default-signal=INT", sys.executable, "-m", "trueup", "measure"]
        with subprocess.Popen(
            [*command, "--scheduler", address, *names],
            cwd=self.path,
            env=environment(self.path),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as client:
            try:
                yield client
            finally:
                client.kill()

    def measure(self, address: str, *names: str) -> Done:
        with self.measuring(address, *names) as client:
            return finished(client)


@dataclass(slots=True)
class Cluster:
    """A scheduler, and the workers that were started at it."""

    folder: Path
    address: str = ""
    scheduler: subprocess.Popen[str] | None = None
    workers: dict[str, subprocess.Popen[str]] = field(default_factory=dict)

    def start(self, protocol: str = "tcp") -> Cluster:
        self.folder.mkdir(exist_ok=True)
        self.scheduler, self.address = self._process("scheduler", self.folder, "scheduler", protocol)
        return self

    def worker(
        self, name: str, cpu: str, *, machine: str = "", root: Path | None = None, lies: bool = False
    ) -> str:
        """Start one in a checkout of its own, unless it is given; its address.

        :param machine: told apart by this from others; its name where it is left out
        """
        tree = plant(self.folder / f"{name}-host", {
            "proc/cpuinfo": cpuinfo(cpu, "fpu"),
            "proc/sys/kernel/random/boot_id": f"{machine or name}\n",
        })  # fmt: skip
        root = root or site(self.folder / name).path
        options = ["lies"] if lies else []
        process, line = self._process(name, root, "worker", self.address, str(tree), *options)
        self.workers[name] = process
        return line.removeprefix("worker ").partition(": ")[0]

    def kill(self, name: str) -> None:
        self.workers[name].kill()

    def dismiss(self, *names: str) -> None:
        """Kill workers that no other test needs, and wait for their end."""
        for name in names:
            _end(self.workers.pop(name))

    def close(self) -> None:
        self.dismiss(*self.workers)
        if self.scheduler is not None:
            _end(self.scheduler)

    def _process(self, name: str, folder: Path, *arguments: str) -> tuple[subprocess.Popen[str], str]:
        log = self.folder / f"{name}.log"
        with log.open("w") as stderr:
            process = subprocess.Popen(
                [sys.executable, "-u", str(HERE / "cluster_process.py"), *arguments], cwd=folder,
                env=environment(self.folder), stdout=subprocess.PIPE, stderr=stderr, text=True,
            )  # fmt: skip
        assert process.stdout
        line = process.stdout.readline().strip()
        assert line, log.read_text()
        return process, line


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    assert process.stdout
    process.stdout.close()


def site(path: Path) -> Site:
    """A checkout without claims."""
    for name, text in {"verifiers/site.py": VERIFIERS, "kernel.c": "1\n", "docs/index.md": "# It\n"}.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(text)
    return Site(path)


def environment(folder: Path) -> dict[str, str]:
    """Ours, without what a user has set for dask."""
    own = {name: text for name, text in os.environ.items() if not name.startswith("DASK_")}
    return {
        **own,
        "PYTHONPATH": os.pathsep.join((str(HERE.parent / "src"), str(HERE))),
        "TRUEUP_CACHE_DIR": str(folder / ".cache"),
        "DASK_CONFIG": str(folder / "dask.yaml"),
        "DASK_TEMPORARY_DIRECTORY": str(folder / ".dask"),
    }


def finished(client: subprocess.Popen[str]) -> Done:
    out, err = client.communicate(timeout=PATIENCE)
    assert "Traceback" not in out + err, err
    return Done(client.returncode, out, err)


def until(true: Callable[[], bool]) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def marked(mark: Path) -> tuple[int, int]:
    """Once a verifier has left its mark: the process ids of its worker and of itself."""
    until(mark.exists)
    worker, own = mark.read_text().split()
    return int(worker), int(own)


def gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False
