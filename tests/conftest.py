"""Fixtures that all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from mini import Mini

pytest_plugins = ["pytester"]

SOURCE = Path(__file__).parent.parent / "src"

# A derandomised run is the same everywhere; deadlines are timings, which don't belong in tests.
settings.register_profile("trueup", deadline=None, derandomize=True, print_blob=True)
# What `make fuzz` runs: longer, and otherwise each time.
settings.register_profile("fuzz", deadline=None, max_examples=5_000, print_blob=True)
settings.load_profile("trueup")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test starts without recorded results."""
    monkeypatch.setenv("TRUEUP_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setenv("NO_COLOR", "1")
    # An empty entry would be the current folder.
    path = os.pathsep.join(filter(None, (str(SOURCE), os.environ.get("PYTHONPATH"))))
    monkeypatch.setenv("PYTHONPATH", path)


@pytest.fixture
def project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mini:
    """An empty project."""
    folder = tmp_path / "project"
    folder.mkdir()
    return Mini(folder, capsys)
