"""What is recorded beside a measurement: versions of packages, and the commit."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest

from trueup.measure.packages import versions
from trueup.measure.revision import revision


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b.invalid", "-c", "commit.gpgsign=false")
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet")
    (tmp_path / "kernel.c").write_text("1\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "one")
    return tmp_path


def test_versions_of_what_is_installed() -> None:
    assert versions(["pytest", "no-such-package-anywhere", "", "../x"]) == {
        "python": platform.python_version(),
        "pytest": version("pytest"),
    }


def test_a_package_that_is_half_removed_has_no_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half-1.0.dist-info").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "half" not in versions(["half"])


def test_the_commit_and_whether_files_differ(repository: Path) -> None:
    head = git(repository, "rev-parse", "HEAD")
    assert revision(repository) == (head, False)
    (repository / "notes").write_text("not tracked\n")
    assert revision(repository) == (head, False)
    (repository / "kernel.c").write_text("2\n")
    assert revision(repository) == (head, True)
    git(repository, "add", "kernel.c")
    assert revision(repository) == (head, True)


def test_a_file_that_was_only_touched_does_not_differ(repository: Path) -> None:
    """And git keeps nothing of having looked: another may be at work there."""
    os.utime(repository / "kernel.c", (1_600_000_000, 1_600_000_000))
    index = (repository / ".git/index").read_bytes()
    assert not revision(repository)[1]
    assert (repository / ".git/index").read_bytes() == index


def test_a_program_of_the_project_is_not_taken_for_git(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = repository / "trap"
    (repository / "git").write_text(f"#!/bin/sh\n: > '{trap}'\n")
    (repository / "git").chmod(0o755)
    monkeypatch.chdir(repository)
    monkeypatch.setenv("PATH", ".")
    assert revision(repository) == ("", False)
    assert not trap.exists()


def test_a_hook_of_another_repository_does_not_mislead_it(
    repository: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path_factory.mktemp("other")
    git(other, "init", "--quiet")
    head = git(repository, "rev-parse", "HEAD")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    assert revision(repository) == (head, False)


def test_settings_of_the_repository_start_no_program(repository: Path) -> None:
    trap = repository / "trap"
    git(repository, "config", "core.fsmonitor", f"touch {trap}; false")
    revision(repository)
    assert not trap.exists()


def test_without_git_or_commit_it_is_empty(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert revision(tmp_path / "missing") == ("", False)
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    git(fresh, "init", "--quiet")
    assert revision(fresh) == ("", False)
    monkeypatch.setenv("PATH", "")
    assert revision(repository) == ("", False)


def test_a_state_that_git_can_not_tell_counts_as_differing(repository: Path) -> None:
    (repository / ".git" / "index").write_bytes(b"broken")
    assert revision(repository) == (git(repository, "rev-parse", "HEAD"), True)
