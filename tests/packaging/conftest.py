"""What a release would publish, and an environment with nothing else; each made once."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from installed import Installed

ROOT = Path(__file__).parents[2]
PUBLISHED = ("src", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md")


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and the wheel that was made from it."""

    def make(folder: Path) -> None:
        source = folder / "source"
        for name in PUBLISHED:
            if (ROOT / name).is_dir():
                leave = shutil.ignore_patterns("__pycache__", "*.egg-info")
                shutil.copytree(ROOT / name, source / name, ignore=leave)
            else:
                shutil.copy(ROOT / name, source / name)
        command = [
            sys.executable,
            "-m",
            "build",
            "--no-isolation",
            "--outdir",
            str(folder / "dist"),
            str(source),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    return _once(tmp_path_factory, "published", make) / "dist"


@pytest.fixture(scope="session")
def installed(published: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel without extras, in an environment of its own."""

    def install(folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
        (wheel,) = published.glob("*.whl")
        pip = [
            str(folder / "venv/bin/python"),
            "-m",
            "pip",
            "--disable-pip-version-check",
            "install",
            "--quiet",
        ]
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        done = subprocess.run(
            [*pip, str(wheel)], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode and not os.environ.get("CI"):
            pytest.skip(f"its dependencies can't be had here: {done.stderr.strip().splitlines()[-1]}")
        assert done.returncode == 0, done.stderr

    return Installed(_once(tmp_path_factory, "installed", install) / "venv")


def _once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first worker fills, and the others wait for."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    with _locked(folder.with_suffix(".lock")):
        if not (folder / "ready").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            make(folder)
            (folder / "ready").touch()
    return folder


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
