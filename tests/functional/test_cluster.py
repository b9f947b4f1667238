"""Measuring on the workers of a real cluster: placement, and what can go wrong with it."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import dask
import distributed  # noqa: F401  it brings the settings that dask has defaults for
import pytest

from clusters import Cluster, finished, gone, marked, site, until
from mini import Mini
from trueup.engine.cluster.workers import Cluster as Workers
from trueup.engine.measure import Session
from trueup.runner.job import Limits

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
    assert f"  old: no worker fits: it speaks of cpu Z80; there is {there}" in done.out
    assert here.evidence("old") == []


def test_a_checkout_with_another_verifier_is_not_used(cluster: Cluster, tmp_path: Path) -> None:
    here = site(tmp_path).claim("mobile", "quick", "i7-13800H")
    with (tmp_path / "verifiers" / "site.py").open("a") as file:
        file.write("\n# Changed.\n")
    done = here.measure(cluster.address)
    assert done.code == 0
    assert done.out.count("; not used: verifiers/site.py in its checkout is not the one here (update it") >= 2
    assert "  mobile: no worker fits: it speaks of cpu i7-13800H; there is none\n" in done.out
    assert here.evidence("mobile") == []


def test_workers_that_die_or_send_something_else(cluster: Cluster, tmp_path: Path) -> None:
    doomed = cluster.worker("doomed", "Doomed")
    twins = {cluster.worker(name, "Twin"): name for name in ("castor", "pollux")}
    liar = cluster.worker("liar", "Liar", lies=True)
    stale = cluster.worker("stale", "Stale")
    (cluster.folder / "stale" / "kernel.c").write_text("2\n")
    here = site(tmp_path / "here").claim("mobile", "quick", "i7-13800H")
    here.claim("lost", "held", "Doomed", mark=str(tmp_path / "lost"))
    here.claim("again", "once", "Twin", mark=str(tmp_path / "again"))
    here.claim("false", "quick", "Liar").claim("other", "quick", "Stale")
    here.claim("broken", "alone", "i7-13800H", mark=str(tmp_path / "nowhere" / "mark"))
    with here.measuring(cluster.address) as client:
        child = marked(tmp_path / "lost")[1]
        cluster.kill("doomed")
        first = marked(tmp_path / "again")[0]
        (dead,) = (name for name in twins.values() if cluster.workers[name].pid == first)
        cluster.kill(dead)
        done = finished(client)
    assert done.code == 1
    lost = f"{doomed} was lost while it measured; no further worker fits cpu Doomed"
    assert f"  lost: missing (device): {lost}\n" in done.out
    assert "  broken: error (verifier): on tcp://127.0.0.1:" in done.out
    assert "site.alone raised FileNotFoundError" in done.out
    refused = f"what {liar} sent is refused: it is of another host"
    assert f"  false: error (evidence): {refused}\n" in done.out
    unlike = f"{stale} did not measure: kernel.c in its checkout is not the one here"
    assert f"  other: missing (device): {unlike}; no further worker fits cpu Stale\n" in done.out
    assert [len(here.evidence(name)) for name in ("mobile", "again", "lost", "false", "other")] == [
        1,
        1,
        0,
        0,
        0,
    ]
    until(lambda: gone(child))
    cluster.dismiss("doomed", "castor", "pollux", "liar", "stale")


def test_one_measurement_at_a_time_on_a_machine_with_two_workers_and_two_clients(
    cluster: Cluster, tmp_path: Path
) -> None:
    one, two = site(tmp_path / "one"), site(tmp_path / "two")
    (two.path / "verifiers" / "more.py").write_text("")  # so that each client has a worker of its own
    cluster.worker("guest", LAPTOP, machine="laptop", root=two.path)
    for name, here in {"a": one, "b": one, "c": two, "d": two}.items():
        here.claim(name, "alone", "i7-13800H", mark=str(tmp_path / "mark"))
    with one.measuring(cluster.address) as first, two.measuring(cluster.address) as second:
        assert [finished(first).code, finished(second).code] == [0, 0]
    cluster.dismiss("guest")
    assert [len(here.evidence(name)) for name, here in {"a": one, "b": one, "c": two, "d": two}.items()] == [
        1
    ] * 4


def test_a_client_that_goes_leaves_its_worker_free_and_its_evidence_there(
    cluster: Cluster, tmp_path: Path
) -> None:
    here = site(tmp_path / "here").claim("mobile", "quick", "i7-13800H")
    here.claim("rack", "held", "EPYC 9454", mark=str(tmp_path / "killed"))
    with here.measuring(cluster.address, "rack") as client:
        child = marked(tmp_path / "killed")[1]
        client.kill()
    until(lambda: gone(child))
    here.claim("rack", "held", "EPYC 9454", mark=str(tmp_path / "interrupted"))
    with here.measuring(cluster.address) as client:
        child = marked(tmp_path / "interrupted")[1]
        until(lambda: bool(here.evidence("mobile")))
        client.send_signal(signal.SIGINT)
        done = finished(client)
    assert done.code == 130
    assert "interrupted; what was finished is kept" in done.err
    assert (len(here.evidence("mobile")), here.evidence("rack")) == (1, [])
    until(lambda: gone(child))


def test_a_scheduler_that_ends_is_said_and_nothing_hangs(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path / "cluster").start()
    try:
        cluster.worker("laptop", LAPTOP)
        here = site(tmp_path / "here").claim("mobile", "held", "i7-13800H", mark=str(tmp_path / "mark"))
        with here.measuring(cluster.address) as client:
            child = marked(tmp_path / "mark")[1]
            assert cluster.scheduler
            cluster.scheduler.kill()
            done = finished(client)
        assert done.code == 1
        said = f"the scheduler {cluster.address} does not answer any more"
        assert f"  mobile: missing (device): {said}\n" in done.out
        until(lambda: gone(child))
        assert cluster.workers["laptop"].wait() == 0
    finally:
        cluster.close()


@pytest.mark.parametrize("asked", ["scheduler_info", "submit"])
def test_a_client_that_gives_up_between_two_looks_is_as_one_without_a_scheduler(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    here = site(tmp_path).claim("mobile", "quick", "i7-13800H")
    session = Session.open(here.path, ())
    workers = Workers(cluster.address, session.bench.project)
    client = workers._client
    candidates = session.candidates(workers)
    call = getattr(client, asked)

    def gives_up(*given: object, **more: object) -> object:
        client.sync(client._close)  # as it does where it could not connect again for long
        return call(*given, **more)

    monkeypatch.setattr(client, asked, gives_up)
    (done,) = session.measure(workers, candidates, Limits(), None)
    workers.close()
    assert done.failure
    assert done.failure.message == f"the scheduler {cluster.address} does not answer any more"


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "ftp://127.0.0.1:8786"])
@pytest.mark.parametrize("command", [["measure", "--scheduler"], ["worker"]], ids=["measure", "worker"])
def test_a_scheduler_that_cannot_be_reached(project: Mini, command: list[str], address: str) -> None:
    project.write("docs/index.md", "# It\n")
    with dask.config.set({"distributed.comm.timeouts.connect": "0.2s"}):
        run = project.run(*command, address)
    assert (run.code, run.out) == (2, "")
    assert f"C840 the scheduler {address} can't be reached: " in run.err


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl, which makes the certificates")
def test_certificates_are_taken_from_the_configuration_of_dask(tmp_path: Path) -> None:
    tls = certificates(tmp_path)
    for name in ("cluster", "here"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "dask.yaml").write_text(tls)
    cluster = Cluster(tmp_path / "cluster")
    here = site(tmp_path / "here").claim("mobile", "quick", "i7-13800H")
    try:
        cluster.start("tls")
        assert cluster.address.startswith("tls://")
        cluster.worker("laptop", LAPTOP)
        done = here.measure(cluster.address)
        assert (done.code, done.err) == (0, "")
        assert len(here.evidence("mobile")) == 1
        in_the_clear = here.measure(cluster.address.replace("tls:", "tcp:"))
        assert in_the_clear.code == 2
        assert "do        the address that dask scheduler prints begins with tls://" in in_the_clear.err
        (tmp_path / "here/dask.yaml").unlink()
        without = here.measure(cluster.address)
        assert without.code == 2
        assert "dask's configuration has to name certificates for TLS" in without.err
    finally:
        cluster.close()


def certificates(folder: Path) -> str:
    """An authority and a certificate that it signed, as the guide makes them; dask's settings for them."""
    for command in (
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=measuring -keyout ca.key -out ca.pem",
        "req -newkey rsa:2048 -nodes -subj /CN=laptop -keyout host.key -out host.csr",
        "x509 -req -days 2 -in host.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out host.pem",
    ):
        subprocess.run(["openssl", *command.split()], cwd=folder, check=True, capture_output=True)
    role = {"cert": str(folder / "host.pem"), "key": str(folder / "host.key")}
    tls = {"ca-file": str(folder / "ca.pem"), "scheduler": role, "worker": role, "client": role}
    return json.dumps({"distributed": {"comm": {"require-encryption": True, "tls": tls}}})


def test_what_to_install_is_said(project: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write("docs/index.md", "# It\n")
    monkeypatch.setitem(sys.modules, "distributed", None)
    for name in [name for name in sys.modules if name.startswith("trueup.engine.cluster.")]:
        monkeypatch.delitem(sys.modules, name)
    for run in (project.run("measure", "--scheduler", "tcp://127.0.0.1:1"), project.run("worker", "x")):
        assert run.code == 2
        assert "C841 a cluster needs distributed, which is not installed" in run.err
        assert "pip install 'trueup[cluster]'" in run.err


def test_a_worker_needs_a_project_without_errors(project: Mini) -> None:
    run = project.run("worker", "tcp://127.0.0.1:1")
    assert run.code == 2
    assert "C810" in run.err
