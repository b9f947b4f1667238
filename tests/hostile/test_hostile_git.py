"""Repositories that would have git run something, fetch something, or say what is not so.

Each stands against one setting with which git is started: without it, the planted program runs or the verdict lies.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mini import Mini
from repositories import Git, repository

KERNEL = "kernels/gemv.c"
FASTER = "“Faster”"


@pytest.fixture
def git(project: Mini) -> Git:
    """A kernel that was measured and made faster since."""
    git = repository(project.path)
    project.write(KERNEL, "for (;;) slow();\n").write("notes.txt", "one\n")
    project.write("docs/a.md", "It reads [0.78 GB/s](claim:cpu.rate).\n")
    measured = git.commit("Begin", "2026-07-01")
    told(project, measured)
    project.write(KERNEL, "for (;;) fast();\n")
    git.commit("Faster", "2026-07-02")
    return git


def told(project: Mini, revision: str, watch: str = KERNEL) -> None:
    project.write(
        "claims/a.yaml",
        "claims:\n  cpu.rate: {says: R, basis: measured, scope: {cpu: Z80}, value: 0.78 GB/s, source: a record,"
        f" as_of: {revision}, watch: ['path:{watch}']}}\n",
    )


def verdict(project: Mini) -> tuple[str, str, str]:
    """Status and reason of the claim, and what is said of it."""
    found = project.check("--no-exec").verdict("cpu.rate")
    return found["status"], found["reason"], " ".join(found["because"])


def instead(folder: Path, before: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another git: a script that does something, and goes on as the real one."""
    place = folder / "programs/git"
    place.parent.mkdir()
    place.write_text(f'#!/bin/sh\n{before}\nexec {shutil.which("git")} "$@"\n')
    place.chmod(0o755)
    monkeypatch.setenv("PATH", str(place.parent), prepend=":")


#: Where a partial clone fetches what it lacks, and what a repository's configuration may run for it.
REMOTES = {
    "any program": {"remote.origin.url": "ext::{}", "protocol.ext.allow": "always"},
    "upload-pack": {"remote.origin.url": "/", "remote.origin.uploadpack": "{}"},
    "ssh": {"remote.origin.url": "host.invalid:x", "core.sshCommand": "{}"},
    "proxy": {"remote.origin.url": "git://host.invalid/x", "core.gitProxy": "{}"},
}


@pytest.fixture(params=REMOTES)
def partial(request: pytest.FixtureRequest, project: Mini, git: Git) -> Path:
    """A partial clone that lacks the kernel as it was; the file that its planted program writes."""
    started = project.path.parent / "started"
    program = project.path.parent / "planted.sh"
    program.write_text(f"#!/bin/sh\ntouch '{started}'\nexit 1\n")
    program.chmod(0o755)
    missing = git("rev-parse", f"HEAD~:{KERNEL}")
    (project.path / ".git/objects" / missing[:2] / missing[2:]).unlink()
    settings = {
        "core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
    }  # fmt: skip
    for key, value in {**settings, **REMOTES[request.param]}.items():
        git("config", key, value.format(program))
    return started


def test_a_partial_clone_fetches_nothing(
    project: Mini, partial: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even the process is begun that would."""
    trace = tmp_path / "trace"
    instead(tmp_path, f"export GIT_TRACE='{trace}'", monkeypatch)
    status, reason, _ = verdict(project)
    assert (status, reason) == ("outdated", "watch")
    assert "cat-file" in trace.read_text()
    assert "fetch" not in trace.read_text()
    assert not partial.exists()


def test_nor_with_a_git_that_would(
    project: Mini, partial: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older one, which doesn't know that it is not to fetch: no way to do it is open."""
    instead(tmp_path, "unset GIT_NO_LAZY_FETCH", monkeypatch)
    assert verdict(project)[:2] == ("outdated", "watch")
    assert not partial.exists()


def test_an_object_that_is_replaced_by_another(project: Mini, git: Git) -> None:
    """Else the kernel looks as if it had been fast when it was measured."""
    git("replace", git("rev-parse", f"HEAD~:{KERNEL}"), git("rev-parse", f"HEAD:{KERNEL}"))
    assert verdict(project)[:2] == ("outdated", "watch")


def test_a_commit_with_other_parents_than_its_own(project: Mini, git: Git) -> None:
    """Else the history leaves out who changed the kernel, and another's commit is named."""
    project.write(KERNEL, "for (;;) faster();\n")
    git.commit("Later", "2026-07-03")
    later, _, begin = git("rev-list", "HEAD").split()
    (project.path / ".git/info/grafts").write_text(f"{later} {begin}\n")
    assert FASTER in verdict(project)[2]


@pytest.mark.parametrize("folder", ["../..", "/"])
def test_a_working_tree_elsewhere(project: Mini, git: Git, folder: str) -> None:
    """Else paths count from there, and no commit is found that changed them."""
    git("config", "core.worktree", folder)
    assert FASTER in verdict(project)[2]


def test_a_folder_that_is_no_repository_inside_of_one(tmp_path: Path, project: Mini) -> None:
    """Else git looks further up, and answers for another project."""
    git = repository(tmp_path)
    project.write(KERNEL, "slow\n").write("docs/a.md", "It reads [0.78 GB/s](claim:cpu.rate).\n")
    told(project, git.commit("Begin", "2026-07-01"))
    assert verdict(project)[0] == "attested"
    (project.path / ".git").mkdir()
    status, reason, said = verdict(project)
    assert (status, reason) == ("error", "input")
    assert "git" in said


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GIT_COMMON_DIR", "/nowhere"),
        ("GIT_OBJECT_DIRECTORY", "/nowhere"),
        ("GIT_ICASE_PATHSPECS", "1"),
    ],
)
def test_what_the_caller_s_environment_says_of_another_repository(
    project: Mini, git: Git, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    """As in a hook, which git starts with its own."""
    monkeypatch.setenv(name, value)
    status, reason, said = verdict(project)
    assert (status, reason, FASTER in said) == ("outdated", "watch", True), said


@pytest.mark.parametrize("name", [":x.c", ":(top)x.c", ":/x.c"])
def test_a_name_that_git_takes_for_more_than_a_name(project: Mini, git: Git, name: str) -> None:
    project.write(name, "slow\n")
    told(project, git.commit("Begin again", "2026-07-03"), watch="**/*x.c")
    project.write(name, "fast\n")
    git.commit("Faster", "2026-07-04")
    assert FASTER in verdict(project)[2]


def test_a_program_beside_the_project_that_is_called_git(
    project: Mini, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a relative entry of the search path finds is not started."""
    instead(project.path, f": > '{tmp_path}/started'", monkeypatch)
    monkeypatch.chdir(project.path)
    monkeypatch.setenv("PATH", "programs")
    status, reason, said = verdict(project)
    assert (status, reason) == ("error", "input")
    assert "git is not installed" in said
    assert not (tmp_path / "started").exists()


def test_a_git_that_speaks_another_language(
    project: Mini, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on systems where the user's settings alone make it: what is said of a fault is the same everywhere."""
    says = '[ "$LC_ALL" = C ] && echo "fatal: bad" >&2 || echo "fatal: kaputt" >&2'
    instead(tmp_path, f'case "$*" in *rev-list*) {says}; exit 128;; esac', monkeypatch)
    assert "git rev-list failed: fatal: bad" in verdict(project)[2]


def test_an_object_that_git_never_ends_to_read(
    project: Mini, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    instead(tmp_path, 'case "$*" in *cat-file*) exec sleep 600;; esac', monkeypatch)
    monkeypatch.setattr("trueup.readers.git.process.SECONDS", 1.0)
    status, reason, said = verdict(project)
    assert (status, reason) == ("error", "input")
    assert "too slow" in said


def test_a_history_that_git_never_ends_to_walk(
    project: Mini, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That the kernel has changed is known all the same."""
    instead(tmp_path, 'case "$*" in *rev-list*) exec sleep 600;; esac', monkeypatch)
    monkeypatch.setattr("trueup.readers.git.process.SECONDS", 1.0)
    status, reason, said = verdict(project)
    assert (status, reason) == ("outdated", "watch")
    assert "git rev-list took longer than 1 s" in said
