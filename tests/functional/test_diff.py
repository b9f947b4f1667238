"""``trueup diff``: which revision, which files of it, and what runs."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from mini import Mini, claims, where
from repositories import Git, repository
from reviewing import CLAIMS, EVIDENCE, LEDGER, PAGE, diff, only, told, under_git


@pytest.fixture
def git(project: Mini) -> Git:
    return under_git(project)


def test_a_revision_that_is_not_there(project: Mini, git: Git) -> None:
    run = diff(project, "elsewhere")
    assert run.code == 2
    assert (
        "M641 this repository does not have revision elsewhere\n"
        "    do        fetch it: git fetch origin elsewhere\n" in run.err
    )


def test_a_shallow_clone(project: Mini, git: Git, tmp_path: Path) -> None:
    first = git("rev-parse", "HEAD")
    git.commit("Go on", "2026-07-02")
    subprocess.run(
        ["git", "clone", "--quiet", "--depth=1", f"file://{git.path}", str(tmp_path / "shallow")], check=True
    )
    run = diff(Mini(tmp_path / "shallow", project.capture), first)
    assert run.code == 2
    assert "git fetch --unshallow" in run.err


def test_a_clone_without_contents(project: Mini, git: Git, tmp_path: Path) -> None:
    project.replace("docs/page.md", "10 GB/s", "10.0 GB/s")
    git.commit("Go on", "2026-07-02")
    git("config", "uploadpack.allowFilter", "true")
    subprocess.run(
        ["git", "clone", "--quiet", "--filter=blob:none", f"file://{git.path}", str(tmp_path / "partial")],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    run = diff(Mini(tmp_path / "partial", project.capture), "HEAD^")
    assert run.code == 2
    assert "M643 this clone leaves out the content of docs/page.md" in run.err
    assert "--refetch --no-filter" in run.err


def test_no_repository(project: Mini) -> None:
    project.write(CLAIMS, claims("a.b: {expr: 1 + 1}")).write("docs/a.md", "[2](claim:a.b)")
    run = diff(project)
    assert run.code == 2
    assert "D901 the project is in no git repository" in run.err


def test_no_commit_yet(project: Mini) -> None:
    repository(project.path)
    run = diff(project)
    assert run.code == 2
    assert "M641" in run.err


def test_a_revision_is_never_an_option(project: Mini, git: Git) -> None:
    run = project.run("diff", "--", "--upload-pack=touch planted")
    assert run.code == 2
    assert "can't be a git revision" in run.err


def test_a_project_below_the_repository_s_top(tmp_path: Path, project: Mini) -> None:
    git = repository(tmp_path)
    project.write(CLAIMS, LEDGER).write("docs/page.md", PAGE)
    git.commit("Begin", "2026-07-01")
    project.replace("docs/page.md", "[10 GB/s]", "[11 GB/s]")
    assert where(only(diff(project), "stale"))[0] == "docs/page.md"


def test_a_project_that_the_revision_does_not_have(tmp_path: Path, project: Mini) -> None:
    git = repository(tmp_path)
    (tmp_path / "README").write_text("nothing yet")
    git.commit("Begin", "2026-07-01")
    project.write(CLAIMS, claims("a.b: {says: Two, expr: 1 + 1}")).write("docs/a.md", "[2](claim:a.b)\n")
    run = diff(project)
    assert run.code == 0
    assert told(run) == [("claim-added", "a.b", None, "2")]
    assert run.diagnostic("D903")["severity"] == "warning"


def test_a_worktree(project: Mini, git: Git, tmp_path: Path) -> None:
    git("worktree", "add", "--quiet", str(tmp_path / "tree"))
    tree = Mini(tmp_path / "tree", project.capture)
    tree.replace("docs/page.md", "[10 GB/s]", "[11 GB/s]")
    assert only(diff(tree, "main"), "stale")["claim"] == "link.rate"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_repository_with_a_pipe_is_refused_before_git_waits_for_it(project: Mini, git: Git) -> None:
    head = git.path / ".git/HEAD"
    head.unlink()
    os.mkfifo(head)
    run = diff(project)
    assert run.code == 2
    assert "M642 HEAD of the repository is a pipe, for which git would wait" in run.err


def test_untracked_files_are_part_of_the_head(project: Mini, git: Git) -> None:
    project.write("docs/new.md", "The memory: [2 kB](claim:memory.bytes)\n")
    run = diff(project)
    assert where(only(run, "stale")) == ("docs/new.md", 1, 14)
    assert only(run, "stale")["before"] is None


# The base is judged as it was


def test_a_base_with_a_broken_ledger_is_said(project: Mini, git: Git) -> None:
    project.replace(CLAIMS, "  link.rate:\n", "  link.rate:\n    sayz: twice\n")
    git.commit("Break it", "2026-07-02")
    project.replace(CLAIMS, "    sayz: twice\n", "")
    project.replace("docs/page.md", "[1,000 B]", "[1,100 B]")
    run = diff(project)
    assert run.code == 0
    assert [one["at"]["path"] for one in run.json["base"]["diagnostics"]] == [CLAIMS]
    assert only(run, "stale")["claim"] == "memory.bytes"
    assert "in the base: claims/all.yaml" in project.run("diff", "HEAD").out


def test_a_base_whose_ledger_is_no_yaml(project: Mini, git: Git) -> None:
    project.write(CLAIMS, "\x00[[[")
    git.commit("Break it", "2026-07-02")
    project.write(CLAIMS, LEDGER)
    run = diff(project)
    assert run.code == 0
    assert run.json["base"]["diagnostics"]
    assert {kind for kind, *_ in told(run)} >= {"claim-added"}


def test_the_revision_of_a_reported_figure_is_looked_up_for_the_base_as_well(project: Mini, git: Git) -> None:
    first = git("rev-parse", "HEAD")
    project.replace(
        CLAIMS, "a log\n    as_of: 2026-07-01", f"a log\n    as_of: {first}\n    watch: [path:kernel.c]"
    )
    git.commit("Name the revision", "2026-07-02")
    assert told(diff(project)) == []
    project.write("kernel.c", "go();\n")
    assert ("stale", "link.rate", "10 GB/s, attested", "10 GB/s, outdated (watch)") in told(diff(project))
    git.commit("Rewrite the kernel", "2026-07-03")
    project.replace("docs/page.md", "# Memory", "# The memory")
    assert told(diff(project)) == []


def test_snippets_are_read_from_the_base(project: Mini, git: Git) -> None:
    project.write("trueup.toml", 'docs = ["docs"]\nsnippets = ["parts"]\n')
    project.write("docs/second.md", '--8<-- "one.md"\n').write("parts/one.md", '--8<-- "two.md"\n')
    project.write("parts/two.md", "The memory: [1 kB](claim:memory.bytes)\n")
    git.commit("Include", "2026-07-02")
    assert told(diff(project)) == []
    project.replace("parts/two.md", "[1 kB]", "[2 kB]")
    assert where(only(diff(project), "stale")) == ("parts/two.md", 1, 14)


def test_line_ends_are_no_change(project: Mini, git: Git) -> None:
    for path in (CLAIMS, "docs/page.md", EVIDENCE, "verifiers/site.py"):
        project.write(path, (project.path / path).read_bytes().replace(b"\n", b"\r\n"))
    assert told(diff(project)) == []


def test_a_file_of_git_lfs_is_what_it_points_to(project: Mini, git: Git) -> None:
    content = b"hello"
    oid = hashlib.sha256(content).hexdigest()
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize {len(content)}\n"
    project.write("claims/inputs/export.txt", pointer)
    project.replace(
        CLAIMS,
        "  lines:",
        "  text.lines:\n    says: Lines\n    verify: code.count\n"
        "    with: {files: claims/inputs/*.txt, pattern: hello}\n  lines:",
    )
    project.write("docs/lines.md", "There is [1](claim:text.lines) line.\n")
    git.commit("Point", "2026-07-02")
    project.write("claims/inputs/export.txt", content)
    assert told(diff(project)) == []
    project.write("claims/inputs/export.txt", b"hallo")
    run = diff(project)
    assert [kind for kind, *_ in told(run)] == ["stale", "input"]
    assert only(run, "stale")["message"].startswith("it is stale now; expected 0")
    assert run.diagnostic("D902")["message"].endswith(
        "git LFS keeps it, and the working tree has another one"
    )
    project.write("claims/inputs/export.txt", pointer)
    assert told(diff(project)) == []


# What is run, and what is not


def test_with_exec_the_head_is_run_and_the_base_is_not(project: Mini, git: Git) -> None:
    project.replace("verifiers/site.py", 'PLANTED = open(__file__ + ".ran", "w")\n', "")
    project.replace("verifiers/site.py", "return 42", "return 43")
    run = diff(project, "HEAD", "--exec")
    assert ("stale", "answer", "42, open (not-run)", "42, refuted (value)") in told(run)


def test_what_the_base_was_asked_before_is_not_asked_again(project: Mini, git: Git) -> None:
    project.replace("verifiers/site.py", 'PLANTED = open(__file__ + ".ran", "w")\n', "")
    git.commit("Keep quiet", "2026-07-02")
    project.check()
    project.replace("verifiers/site.py", "return 42", "return 43")
    run = diff(project)
    assert ("verdict", "answer", "42, verified", "42, open (not-run)") in told(run)


def test_filters_and_hooks_never_run(project: Mini, git: Git) -> None:
    planted = project.path / "planted"
    for name in (
        "filter.evil.clean",
        "filter.evil.smudge",
        "filter.evil.process",
        "diff.evil.textconv",
        "core.fsmonitor",
    ):
        git("config", name, f"touch {planted}; cat")
    project.write(".gitattributes", "*.md filter=evil diff=evil\n")
    git("config", "--unset", "core.fsmonitor")
    (git.path / ".git/info/attributes").write_text("* filter=evil diff=evil\n")
    git("config", "core.fsmonitor", f"touch {planted}")
    project.replace("docs/page.md", "[10 GB/s]", "[11 GB/s]")
    assert only(diff(project), "stale")
    assert not planted.exists()


def test_what_the_environment_says_of_git_is_ignored(
    project: Mini, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(tmp_path / "nowhere"))
    assert diff(project).code == 0
