"""Sites to build, and a browser to read them with."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from browsing import FLAGS
from sites import Site, make_site


@pytest.fixture
def small_site(tmp_path: Path) -> Site:
    """A small site, all of whose figures hold."""
    return make_site(tmp_path)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    assert path, "install chromium"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()
