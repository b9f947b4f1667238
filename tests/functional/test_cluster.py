"""Measuring on the workers of a real cluster: placement, and what can go wrong with it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import dask
import distributed  # noqa: F401  it brings the settings that dask has defaults for
import pytest

from clusters import Cluster, site
from mini import Mini

LAPTOP, SERVER = "13th Gen Intel(R) Core(TM) i7-13800H", "AMD EPYC 9454 48-Core Processor"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A laptop and a server."""
    found = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        found.start()
        found.worker("laptop", LAPTOP)
        found.worker("server", SERVER)
        yield found
    finally:
        found.close()


def test_each_claim_is_measured_on_the_hardware_that_it_speaks_of(cluster: Cluster, tmp_path: Path) -> None:
    here = site(tmp_path).claim("mobile", "quick", "i7-13800H").claim("rack", "quick", "EPYC 9454")
    here.claim("old", "quick", "Z80")
    done = here.measure(cluster.address)
    assert (done.code, done.err) == (0, "")
    assert [one["host"]["cpu"] for one in here.evidence("mobile")] == [LAPTOP]
    assert [one["host"]["cpu"] for one in here.evidence("rack")] == [SERVER]
    assert "mobile | yes | yes |  | attested | first evidence" in done.out
    there = f"cpu {LAPTOP}; cpu {SERVER}"
    assert f"  old: no worker fits: it speaks of cpu Z80; there is {there}\n" in done.out
    assert here.evidence("old") == []


def test_a_checkout_with_another_verifier_is_not_used(cluster: Cluster, tmp_path: Path) -> None:
    here = site(tmp_path).claim("mobile", "quick", "i7-13800H")
    with (tmp_path / "verifiers" / "site.py").open("a") as file:
        file.write("\n# Changed.\n")
    done = here.measure(cluster.address)
    assert done.code == 0
    assert done.out.count("; not used: verifiers/site.py in its checkout is not the one here (update it") == 2
    assert "  mobile: no worker fits: it speaks of cpu i7-13800H; there is none\n" in done.out
    assert here.evidence("mobile") == []


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "ftp://127.0.0.1:8786"])
@pytest.mark.parametrize("command", [["measure", "--scheduler"], ["worker"]], ids=["measure", "worker"])
def test_a_scheduler_that_cannot_be_reached(project: Mini, command: list[str], address: str) -> None:
    project.write("docs/index.md", "# It\n")
    with dask.config.set({"distributed.comm.timeouts.connect": "0.2s"}):
        run = project.run(*command, address)
    assert (run.code, run.out) == (2, "")
    assert f"C820 the scheduler {address} can't be reached: " in run.err


def test_what_to_install_is_said(project: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write("docs/index.md", "# It\n")
    monkeypatch.setitem(sys.modules, "distributed", None)
    for name in [name for name in sys.modules if name.startswith("trueup.engine.cluster.")]:
        monkeypatch.delitem(sys.modules, name)
    for run in (project.run("measure", "--scheduler", "tcp://127.0.0.1:1"), project.run("worker", "x")):
        assert run.code == 2
        assert "C821 a cluster needs distributed, which is not installed" in run.err
        assert "pip install 'trueup[cluster]'" in run.err


def test_a_worker_needs_a_project_without_errors(project: Mini) -> None:
    run = project.run("worker", "tcp://127.0.0.1:1")
    assert run.code == 2
    assert "C810" in run.err
