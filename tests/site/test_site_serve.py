"""A server that goes on: it watches what verdicts depend on, shows what is stale, and recovers."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from recorded_verdicts import CLAIMS, PAGE, REFUTED, VERDICTS, document
from sites import SOURCE, Site

WATCHED = {"watched": ["verdicts.json", "claims/inputs/nothing.onnx", ".", "site", "../outside"]}
PATIENCE = 60


@contextmanager
def serving(root: Path, *options: str) -> Iterator[str]:
    """A server of a project; it has to be there at the end, and must not have shown a traceback."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    log = root / "serve.log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "-a", f"127.0.0.1:{port}", *options],
            cwd=root,
            env={
                **os.environ,
                "NO_MKDOCS_2_WARNING": "1",
                "PYTHONPATH": str(SOURCE),
                "PYTHONUNBUFFERED": "1",
            },
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            yield f"http://127.0.0.1:{port}/"
            assert server.poll() is None, log.read_text(encoding="utf-8")
            assert "Traceback" not in log.read_text(encoding="utf-8")
        finally:
            server.terminate()
            server.wait(PATIENCE)


@pytest.fixture
def address(small_site: Site) -> Iterator[str]:
    """A server of the small site, started with a stale figure and strictly."""
    small_site.page(PAGE.replace("389,283,840", "389,283,480"))
    small_site.verdicts(document([REFUTED, *VERDICTS[1:]], CLAIMS, **WATCHED))
    with serving(small_site.root) as found:
        yield found


def builds(root: Path) -> int:
    return (root / "serve.log").read_text(encoding="utf-8").count("Building documentation")


def wait_for(address: str, wanted: str) -> None:
    """Ask for a page until it holds a text."""
    end, seen = time.monotonic() + PATIENCE, ""
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310  our own
                seen = answer.read().decode("utf-8")
        except (urllib.error.URLError, ConnectionError) as error:
            seen = str(error)
        if wanted in seen:
            return
        time.sleep(0.1)
    pytest.fail(f"{wanted!r} never came; the last answer was: {seen[:2000]}")


def test_a_server_shows_what_is_stale_and_follows_every_change(small_site: Site, address: str) -> None:
    wait_for(address, "1 thing does not hold on this page")
    small_site.page(PAGE).verdicts(document(VERDICTS, CLAIMS, **WATCHED))
    wait_for(address, 'class="trueup trueup-verified')
    (small_site.root / "verdicts.json").write_text("{", encoding="utf-8")
    wait_for(address, "the figures could not be checked")
    small_site.verdicts(document(VERDICTS, CLAIMS, **WATCHED))
    wait_for(f"{address}claims/move.html", "holds from cpu.rate")
    assert builds(small_site.root) <= 6  # a build that wrote what it watches would go on for ever


LEDGER = """claims:
  of.one:
    says: The first
    basis: model
    verify: counted.lines
    with: {artifact: one}
  of.two:
    says: The second
    basis: model
    verify: counted.lines
    with: {artifact: two}
artifacts:
  one: {path: inputs/one.txt}
  two: {path: inputs/two.txt}
"""
VERIFIER = """from pathlib import Path

from trueup.verifier import Request, verifier


@verifier("counted.lines")
def lines(request: Request, *, artifact: str) -> int:
    with (Path(__file__).parents[1] / "runs.log").open("a") as log:
        log.write(request.inputs["artifact"].path.name + "\\n")
    return len(request.inputs["artifact"].path.read_text().splitlines())
"""


@pytest.fixture
def counted(tmp_path: Path) -> Site:
    """A project judged by the engine, whose verifier notes each of its runs."""
    for path, text in {
        "claims/all.yaml": LEDGER,
        "verifiers/counted.py": VERIFIER,
        "inputs/one.txt": "1\n",
        "inputs/two.txt": "1\n2\n",
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    site = Site(tmp_path).page("# One\n\nThere is [1](claim:of.one).\n")
    return site.page("# Two\n\nThere are [2](claim:of.two).\n", "two.md").config(hooks=[])


def runs(site: Site) -> list[str]:
    return (site.root / "runs.log").read_text(encoding="utf-8").split()


def test_an_edit_verifies_only_what_changed_and_nothing_loops(counted: Site) -> None:
    with serving(counted.root) as address:
        wait_for(address, "trueup-verified")
        assert sorted(runs(counted)) == ["one.txt", "two.txt"]
        counted.page("# One\n\nEdited: [2](claim:of.one).\n")
        wait_for(address, "trueup-refuted")
        assert sorted(runs(counted)) == ["one.txt", "two.txt"]
        (counted.root / "inputs/one.txt").write_text("1\n2\n", encoding="utf-8")
        wait_for(address, "trueup-verified")
        assert sorted(runs(counted)) == ["one.txt", "one.txt", "two.txt"]
        time.sleep(3)  # a loop would go on meanwhile
        assert builds(counted.root) <= 5


def test_a_broken_ledger_is_shown_with_its_place_and_mended_under_the_server(counted: Site) -> None:
    ledger = counted.root / "claims/all.yaml"
    with serving(counted.root, "--strict") as address:
        wait_for(address, "trueup-verified")
        ledger.write_text(LEDGER.replace("claims:", "claims: ["), encoding="utf-8")
        wait_for(address, "claims/all.yaml:")
        wait_for(f"{address}claims/index.html", "trueup-error-line")
        ledger.unlink()
        wait_for(address, "T130")
        ledger.write_text(LEDGER, encoding="utf-8")
        wait_for(address, "trueup-verified")
        (counted.root / "trueup.toml").write_text("docs = [", encoding="utf-8")
        counted.page("# One\n\nOnce more: [1](claim:of.one).\n")
        wait_for(f"{address}claims/index.html", "trueup.toml:")
        (counted.root / "trueup.toml").unlink()
        counted.page("# One\n\nAnd again: [1](claim:of.one).\n")
        wait_for(address, "And again")
        wait_for(f"{address}claims/index.html", "Every figure holds")


def test_a_ledger_that_was_away_for_a_while_is_watched_again(counted: Site) -> None:
    ledger = counted.root / "claims"
    with serving(counted.root) as address:
        wait_for(address, "trueup-verified")
        ledger.rename(counted.root / "away")
        counted.page("# One\n\nOn a branch: [1](claim:of.one).\n")
        wait_for(address, "T130")
        time.sleep(3)  # until whoever watches has seen that it is gone
        (counted.root / "away").rename(ledger)
        counted.page("# One\n\nBack: [1](claim:of.one).\n")
        wait_for(address, "trueup-verified")
        (ledger / "all.yaml").write_text("claims: [", encoding="utf-8")
        wait_for(address, "this is not YAML")


def test_a_ledger_that_comes_and_goes_is_noticed_without_an_edit(counted: Site) -> None:
    ledger, away = counted.root / "claims", counted.root / "away"
    with serving(counted.root) as address:
        wait_for(address, "trueup-verified")
        ledger.rename(away)
        wait_for(address, "T130")
        away.rename(ledger)
        wait_for(address, "trueup-verified")
        (ledger / "all.yaml").write_text("claims: [", encoding="utf-8")
        wait_for(address, "this is not YAML")
        time.sleep(3)  # a loop would go on meanwhile
        assert builds(counted.root) <= 6


def test_what_was_never_there_is_noticed_when_it_is_made(counted: Site) -> None:
    (counted.root / "claims").rename(counted.root / "away")
    with serving(counted.root) as address:
        wait_for(address, "T130")
        (counted.root / "claims").mkdir()
        (counted.root / "away/all.yaml").rename(counted.root / "claims/all.yaml")
        wait_for(address, "trueup-verified")
        (counted.root / "trueup.toml").write_text("docs = [", encoding="utf-8")
        wait_for(f"{address}claims/index.html", "trueup.toml:")


def test_a_dirty_server_says_that_badges_may_be_old(counted: Site) -> None:
    with serving(counted.root, "--dirty") as address:
        wait_for(address, "trueup-verified")
    log = (counted.root / "serve.log").read_text(encoding="utf-8")
    assert "with --dirty, pages that were not edited keep the badges of an earlier build" in log
