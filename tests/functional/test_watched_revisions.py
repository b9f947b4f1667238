"""A figure reported elsewhere is outdated once a watched file is no longer what it was at its revision."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from mini import Mini, where
from repositories import Git, repository

KERNEL = "kernels/gemv.c"
PAGE = "The host kernel reads [0.78 GB/s](claim:cpu.rate).\n"


def ledger(as_of: str, watch: str = f"path:{KERNEL}", more: str = "") -> str:
    return (
        "claims:\n  cpu.rate:\n    says: Weight bytes that the host kernel reads per second\n"
        "    basis: measured\n    scope: {cpu: i7-13800H}\n"
        "    value: 0.78 GB/s\n    source: a public record\n"
        f"    as_of: {as_of}\n    watch: [{watch}]\n{more}"
    )


@pytest.fixture
def git(project: Mini) -> Git:
    """A kernel of the first of July, measured that day."""
    git = repository(project.path)
    project.write(KERNEL, "for (;;) slow();\n").write("docs/page.md", PAGE)
    git.commit("Write a kernel", "2026-07-01")
    return git


def test_the_second_fault_of_the_story(project: Mini, git: Git) -> None:
    """The kernel is rewritten; three days later the page is corrected, with the rate of the old one."""
    measured = git("rev-parse", "HEAD")
    project.write("claims/a.yaml", ledger(measured[:12]))
    quiet = project.check()
    assert quiet.code == 0
    assert quiet.verdict("cpu.rate")["status"] == "attested"

    project.write(KERNEL, "for (;;) fast();\n")
    rewrite = git.commit("Rewrite the int4 kernel\n\nIt streams now.", "2026-07-12")
    project.write("docs/page.md", f"Corrected. {PAGE}")
    git.commit("Correct the page", "2026-07-15")

    run = project.check()
    verdict = run.verdict("cpu.rate")
    assert run.code == 1
    assert (verdict["status"], verdict["reason"]) == ("outdated", "watch")
    assert where(verdict) == ("docs/page.md", 1, 35)
    assert verdict["because"][0] == (
        f"{KERNEL} has changed since {measured[:12]}: "
        f"commit {rewrite[:10]} of 2026-07-12, “Rewrite the int4 kernel”"
    )
    explained = project.run("explain", "cpu.rate").out
    assert rewrite[:10] in explained


def test_a_change_that_was_undone_is_not_the_one(project: Mini, git: Git) -> None:
    project.write("claims/a.yaml", ledger(git("rev-parse", "HEAD")))
    project.write(KERNEL, "for (;;) fast();\n")
    git.commit("Try it", "2026-07-02")
    project.write(KERNEL, "for (;;) slow();\n")
    git.commit("Undo it", "2026-07-03")
    assert project.check().code == 0
    project.write(KERNEL, "for (;;) faster();\n")
    last = git.commit("Do it", "2026-07-04")
    project.write(KERNEL, "for (;;) fastest();\n")
    git.commit("Do more", "2026-07-05")
    (first, *_) = project.check().verdict("cpu.rate")["because"]
    assert f"commit {last[:10]} of 2026-07-04" in first


def test_a_merged_branch_names_the_commit_on_it(project: Mini, git: Git) -> None:
    project.write("claims/a.yaml", ledger(git("rev-parse", "HEAD"), "'path:kernels/*.c'"))
    git.commit("Claim it", "2026-07-02")
    git("switch", "--quiet", "-c", "faster")
    project.write(KERNEL, "for (;;) fast();\n")
    moved = git.commit("Faster", "2026-07-03")
    git("switch", "--quiet", "main")
    project.write("kernels/other.c", "\n")
    other = git.commit("Another kernel", "2026-07-04")
    git("merge", "--quiet", "--no-ff", "-m", "Merge it", "faster", day="2026-07-05")
    because = project.check().verdict("cpu.rate")["because"]
    assert f"{KERNEL} has changed since" in because[0]
    assert f"commit {moved[:10]} of 2026-07-03, “Faster”" in because[0]
    assert "kernels/other.c was not there at" in because[1]
    assert other[:10] in because[1]


def test_a_change_that_is_not_committed(project: Mini, git: Git) -> None:
    project.write("claims/a.yaml", ledger("main"))
    project.write(KERNEL, "for (;;) fast();\n")
    verdict = project.check().verdict("cpu.rate")
    assert verdict["reason"] == "watch"
    assert verdict["because"][0] == f"{KERNEL} has changed since main: in the working tree, not committed yet"


def test_a_file_that_is_gone(project: Mini, git: Git) -> None:
    project.write("claims/a.yaml", ledger(git("rev-parse", "HEAD")))
    (project.path / KERNEL).rename(project.path / "kernels/new.c")
    git.commit("Rename it", "2026-07-09")
    (first, *_) = project.check().verdict("cpu.rate")["because"]
    assert f"{KERNEL} is gone since" in first
    assert "of 2026-07-09, “Rename it”" in first


def test_line_ends_and_what_a_build_leaves_are_no_change(project: Mini, git: Git) -> None:
    project.write("claims/a.yaml", ledger("HEAD", "'path:kernels/**'"))
    project.write(KERNEL, "for (;;) slow();\r\n").write("kernels/gemv.o", b"\0")
    assert project.check().statuses() == {"cpu.rate": "attested"}


def test_a_file_of_lfs_is_compared_by_its_pointer(project: Mini, git: Git) -> None:
    pointer = (
        "version https://git-lfs.github.com/spec/v1\n"
        "oid sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\nsize 3\n"
    )
    project.write("kernels/big.bin", pointer)
    project.write("claims/a.yaml", ledger(git.commit("A large file", "2026-07-02"), "path:kernels/big.bin"))
    project.write("kernels/big.bin", "abc")
    assert project.check().code == 0
    project.write("kernels/big.bin", "abd")
    assert project.check().verdict("cpu.rate")["reason"] == "watch"


def test_the_project_is_a_folder_of_the_repository(tmp_path: Path, project: Mini) -> None:
    git = repository(tmp_path)
    project.write(KERNEL, "slow\n").write("docs/page.md", PAGE)
    project.write("claims/a.yaml", ledger(git.commit("Write a kernel", "2026-07-01")))
    assert project.check().code == 0
    project.write(KERNEL, "fast\n")
    moved = git.commit("Faster", "2026-07-02")
    (first, *_) = project.check().verdict("cpu.rate")["because"]
    assert first.startswith(f"{KERNEL} has changed")
    assert moved[:10] in first


def test_a_repository_of_long_ids(project: Mini) -> None:
    git = repository(project.path, "--object-format=sha256")
    project.write(KERNEL, "slow\n").write("docs/page.md", PAGE)
    project.write("claims/a.yaml", ledger(git.commit("Write a kernel", "2026-07-01")))
    assert project.check().code == 0
    project.write(KERNEL, "fast\n")
    git.commit("Faster", "2026-07-02")
    assert "“Faster”" in project.check().verdict("cpu.rate")["because"][0]


def test_the_age_counts_from_the_commit(project: Mini, git: Git) -> None:
    project.write("claims/a.yaml", ledger(git("rev-parse", "HEAD"), more="    max_age: 10 days\n"))
    assert project.check("--today", "2026-07-11").code == 0
    verdict = project.check("--today", "2026-07-12").verdict("cpu.rate")
    assert (verdict["status"], verdict["reason"]) == ("outdated", "age")
    assert "2026-07-01" in verdict["because"][0]


def test_what_rests_on_it_is_suspect(project: Mini, git: Git) -> None:
    project.write(
        "claims/a.yaml",
        ledger("HEAD", more="  cpu.half: {says: Half of it, expr: cpu.rate / 2}\n"),
    ).write("docs/half.md", "[0.39 GB/s](claim:cpu.half)\n")
    assert project.check().statuses() == {"cpu.rate": "attested", "cpu.half": "attested"}
    project.write(KERNEL, "fast\n")
    verdict = project.check().verdict("cpu.half")
    assert (verdict["status"], verdict["reason"]) == ("suspect", "upstream")
    assert any(KERNEL in line for line in verdict["because"])


def test_a_shallow_clone_says_what_to_fetch(tmp_path: Path, project: Mini) -> None:
    origin = repository(tmp_path / "origin")
    (tmp_path / "origin/kernels").mkdir()
    (tmp_path / "origin" / KERNEL).write_text("slow\n")
    first = origin.commit("Write a kernel", "2026-07-01")
    origin.commit("Something else", "2026-07-02")
    (tmp_path / "origin" / KERNEL).write_text("fast\n")
    moved = origin.commit("Faster", "2026-07-03")
    clone = Git(project.path)
    clone("clone", "--quiet", "--depth", "1", f"file://{tmp_path}/origin", ".")
    project.write("docs/page.md", PAGE).write("claims/a.yaml", ledger(first))
    verdict = project.check().verdict("cpu.rate")
    assert (verdict["status"], verdict["reason"]) == ("error", "input")
    assert f"this clone is shallow and does not have revision {first}" in verdict["because"][0]
    assert "git fetch --unshallow" in verdict["hint"]

    clone("fetch", "--quiet", "--depth", "1", "origin", first)
    verdict = project.check().verdict("cpu.rate")
    assert verdict["reason"] == "watch"
    assert "too shallow to name the commit" in verdict["because"][0]

    clone("fetch", "--quiet", "--unshallow")
    assert moved[:10] in project.check().verdict("cpu.rate")["because"][0]


@pytest.mark.parametrize(
    ("revision", "hint"),
    [
        ("v1.2", "git fetch origin v1.2"),
        ("4f2a91c", "git fetch --all --tags"),
        ("0" * 40, "git fetch origin 0"),
    ],
)
def test_a_revision_that_is_not_there(project: Mini, git: Git, revision: str, hint: str) -> None:
    project.write("claims/a.yaml", ledger(revision))
    verdict = project.check().verdict("cpu.rate")
    assert (verdict["status"], verdict["reason"]) == ("error", "input")
    assert f"does not have revision {revision}" in verdict["because"][0]
    assert hint in verdict["hint"]


def test_a_revision_from_another_branch(project: Mini, git: Git) -> None:
    git("switch", "--quiet", "-c", "aside")
    project.write(KERNEL, "aside\n")
    aside = git.commit("Aside", "2026-07-02")
    git("switch", "--quiet", "main")
    project.write("claims/a.yaml", ledger(aside))
    (first, *_) = project.check().verdict("cpu.rate")["because"]
    assert "not in the history of what is checked out" in first


def test_no_repository(project: Mini) -> None:
    project.write("docs/page.md", PAGE).write("claims/a.yaml", ledger("4f2a91c"))
    verdict = project.check().verdict("cpu.rate")
    assert (verdict["status"], verdict["reason"]) == ("error", "input")
    assert "in no git repository" in verdict["because"][0]


def test_no_git(project: Mini, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write("claims/a.yaml", ledger("HEAD"))
    monkeypatch.setenv("PATH", str(project.path))
    verdict = project.check().verdict("cpu.rate")
    assert (verdict["status"], verdict["reason"]) == ("error", "input")
    assert "git is not installed" in verdict["because"][0]


@pytest.mark.parametrize(
    ("watch", "hint"),
    [
        ("path:kernels", "path:kernels/**"),
        ("path:kernel/gemv.c", "mend the path"),
        ("path:kernels/new.c", "git does not hold what is there"),
    ],
)
def test_a_watch_that_nothing_fits_is_warned_of(project: Mini, git: Git, watch: str, hint: str) -> None:
    project.write("claims/a.yaml", ledger("HEAD", watch)).write("kernels/new.c", "\n")
    run = project.check()
    assert run.code == 0
    assert hint in run.diagnostic("L235")["hint"]


def test_a_watched_package_is_said_to_have_no_effect(project: Mini, git: Git) -> None:
    watch = f"path:{KERNEL}, package:onnxruntime@1"
    project.write("claims/a.yaml", ledger(git("rev-parse", "HEAD"), watch))
    run = project.check()
    assert (run.code, run.statuses()) == (0, {"cpu.rate": "attested"})
    found = run.diagnostic("L225")
    assert "'package:onnxruntime@1'" in found["message"]
    assert "watch paths" in found["hint"]
    assert where(found) == ("claims/a.yaml", 9, 34)


def test_a_watch_that_leads_outside(project: Mini, git: Git) -> None:
    project.write("claims/a.yaml", ledger("HEAD", "path:../secret.c"))
    run = project.check()
    assert run.code == 2
    assert where(run.diagnostic("F602")) == ("claims/a.yaml", 2, 3)


def test_a_submodule_holds_its_own_files(tmp_path: Path, project: Mini, git: Git) -> None:
    inner = repository(tmp_path / "inner")
    inner.commit("Empty", "2026-07-01")
    git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.path), "kernels/vendor")
    project.write("claims/a.yaml", ledger(git.commit("Add it", "2026-07-02"), "path:kernels/vendor/x.c"))
    verdict = project.check().verdict("cpu.rate")
    assert (verdict["status"], verdict["reason"]) == ("error", "input")
    assert "kernels/vendor is a submodule" in verdict["because"][0]


def test_a_link_is_followed_at_the_revision_too(project: Mini, git: Git) -> None:
    (project.path / "kernels/current").symlink_to("gemv.c")
    project.write("claims/a.yaml", ledger(git.commit("Link", "2026-07-02"), "path:kernels/current"))
    assert project.check().code == 0
    project.write(KERNEL, "fast\n")
    assert project.check().verdict("cpu.rate")["reason"] == "watch"


def test_a_hostile_repository_runs_nothing(project: Mini, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its configuration, hooks and attributes name is left alone, and so is the caller's own."""
    started = project.path / "started"
    touch = project.path / "touch.sh"
    project.write("touch.sh", f"#!/bin/sh\ntouch '{started}'\nexit 1\n")
    touch.chmod(0o755)
    measured = git("rev-parse", "HEAD")
    project.write(KERNEL, "fast\n").write(".gitattributes", "* filter=run diff=run\n")
    git.commit("Faster", "2026-07-02")
    for key in (
        "core.fsmonitor", "core.pager", "core.sshCommand", "core.gitProxy", "core.askPass", "core.editor",
        "filter.run.clean", "filter.run.smudge", "filter.run.process", "diff.run.textconv",
        "diff.run.command", "diff.external", "gpg.program", "remote.origin.uploadpack", "credential.helper",
    ):  # fmt: skip
        git("config", key, str(touch))
    for command in ("cat-file", "rev-list", "rev-parse"):
        git("config", f"alias.{command}", f"!{touch}")
    git("config", "core.worktree", "/")
    git("config", "log.showSignature", "true")
    git("config", "protocol.ext.allow", "always")
    git("config", "extensions.partialClone", "origin")
    git("config", "remote.origin.promisor", "true")
    git("config", "remote.origin.url", f"ext::{touch}")
    hooks = project.path / ".git/hooks"
    for hook in ("post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-auto-gc"):
        (hooks / hook).write_bytes(touch.read_bytes())
        (hooks / hook).chmod(0o755)
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", str(touch))
    project.write(
        "claims/a.yaml",
        ledger(measured, more=ledger("1" * 40).replace("claims:\n", "").replace("cpu.rate", "other.rate")),
    )
    run = project.check("--no-exec")
    assert run.statuses() == {"cpu.rate": "outdated", "other.rate": "error"}
    assert "“Faster”" in run.verdict("cpu.rate")["because"][0]
    assert not started.exists()


def test_a_damaged_repository_is_said(project: Mini, git: Git) -> None:
    project.write("claims/a.yaml", ledger("HEAD"))
    (project.path / ".git/config").write_text("[core\n")
    verdict = project.check().verdict("cpu.rate")
    assert (verdict["status"], verdict["reason"]) == ("error", "input")


def test_many_claims_share_the_processes(project: Mini, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    first = git("rev-parse", "HEAD")
    entries = [
        f"  r.c{i}: {{says: A rate, value: 1 GB/s, source: s, as_of: {first}, watch: ['path:{KERNEL}']}}\n"
        for i in range(300)
    ]
    project.write("claims/a.yaml", "claims:\n" + "".join(entries))
    project.write(KERNEL, "fast\n")
    git.commit("Faster", "2026-07-02")
    started: list[object] = []
    original = subprocess.Popen.__init__

    def counted(self: object, *arguments: object, **options: object) -> None:
        started.append(arguments)
        original(self, *arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess.Popen, "__init__", counted)
    statuses = project.check().statuses()
    assert [statuses[f"r.c{i}"] for i in range(300)] == ["outdated"] * 300
    assert len(started) == 2
