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

import pytest

from recorded_verdicts import CLAIMS, PAGE, REFUTED, VERDICTS, document
from sites import SOURCE, Site

WATCHED = {"watched": ["verdicts.json", "claims/inputs/nothing.onnx", ".", "site", "../outside"]}
PATIENCE = 60


@pytest.fixture
def address(small_site: Site) -> Iterator[str]:
    """A server of the small site, started with a stale figure and strictly."""
    small_site.page(PAGE.replace("389,283,840", "389,283,480"))
    small_site.verdicts(document([REFUTED, *VERDICTS[1:]], CLAIMS, **WATCHED))
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    log = small_site.root / "serve.log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "-a", f"127.0.0.1:{port}"],
            cwd=small_site.root,
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
    builds = (small_site.root / "serve.log").read_text(encoding="utf-8").count("Building documentation")
    assert builds <= 6  # a build that wrote what it watches would go on for ever
