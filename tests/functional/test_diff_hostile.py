"""``trueup diff`` with a base that means harm: names, links, sizes, text."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from mini import Mini
from repositories import Git
from reviewing import CLAIMS, LEDGER, PAGE, diff, told, under_git


@pytest.fixture
def git(project: Mini) -> Git:
    return under_git(project)


@pytest.fixture(autouse=True)
def _nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The private folder is gone when the command is."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    yield
    assert list(place.iterdir()) == []


def tree(git: Git, *entries: tuple[str, str, str, bytes]) -> str:
    """A tree object of ``(mode, type, id, name)``, written as it is, whatever git thinks of the names."""
    content = b"".join(
        mode.encode() + b" " + name + b"\0" + bytes.fromhex(id_) for mode, _, id_, name in entries
    )
    done = subprocess.run(
        ["git", "hash-object", "-t", "tree", "-w", "--literally", "--stdin"],
        cwd=git.path, input=content, capture_output=True, check=True,
    )  # fmt: skip
    return done.stdout.decode().strip()


def blob(git: Git, content: bytes) -> str:
    done = subprocess.run(
        ["git", "hash-object", "-w", "--stdin"], cwd=git.path, input=content, capture_output=True, check=True
    )
    return done.stdout.decode().strip()


@pytest.mark.parametrize(
    "name",
    [
        b"..",
        b".",
        b"../../planted.md",
        b"/planted.md",
        b".git",
        b"a\\b.md",
        b"\xff.md",
        b"a\x1b[2J.md",
        b"x" * 300 + b".md",
    ],
)
def test_a_base_with_names_that_are_no_paths(project: Mini, git: Git, tmp_path: Path, name: bytes) -> None:
    page = blob(git, b"The memory: [2 kB](claim:memory.bytes)\n")
    inner = tree(git, ("100644", "blob", page, b"planted.md"))
    entry = ("100644", "blob", page, name) if name.endswith(b".md") else ("40000", "tree", inner, name)
    docs = tree(git, ("100644", "blob", blob(git, PAGE.encode()), b"page.md"), entry)
    top = tree(
        git, ("40000", "tree", git("rev-parse", "HEAD:claims"), b"claims"), ("40000", "tree", docs, b"docs")
    )
    base = git("commit-tree", "-m", "Hostile", top)
    run = diff(project, base)
    assert run.code == 0
    assert "Traceback" not in run.err
    assert not list(tmp_path.rglob("planted.md"))
    assert "\x1b" not in project.run("diff", base).out


def test_a_base_with_links(project: Mini, git: Git, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("The memory: [2 kB](claim:memory.bytes)\n")
    (project.path / "docs/out.md").symlink_to(secret)
    (project.path / "docs/round.md").symlink_to("round.md")
    (project.path / "claims/inputs/export.txt").unlink()
    (project.path / "claims/inputs/export.txt").symlink_to("/etc/passwd")
    git.commit("Link", "2026-07-02")
    for path in ("docs/out.md", "docs/round.md", "claims/inputs/export.txt"):
        (project.path / path).unlink()
    project.write("claims/inputs/export.txt", "hello")
    run = diff(project)
    assert run.code == 0
    assert "memory.bytes" not in [claim for _, claim, *_ in told(run)]


def test_two_names_that_differ_in_case(project: Mini, git: Git) -> None:
    page = blob(git, PAGE.encode())
    docs = tree(git, ("100644", "blob", page, b"PAGE.md"), ("100644", "blob", page, b"page.md"))
    top = tree(
        git, ("40000", "tree", git("rev-parse", "HEAD:claims"), b"claims"), ("40000", "tree", docs, b"docs")
    )
    assert diff(project, git("commit-tree", "-m", "Clash", top)).code == 0


def test_a_folder_that_is_a_file_as_well(project: Mini, git: Git) -> None:
    page = blob(git, PAGE.encode())
    inner = tree(git, ("100644", "blob", page, b"page.md"))
    docs = tree(
        git,
        ("100644", "blob", page, b"a.md"),
        ("40000", "tree", inner, b"a.md/b"),
        ("100644", "blob", page, b"a.md/c.md"),
    )
    top = tree(
        git, ("40000", "tree", git("rev-parse", "HEAD:claims"), b"claims"), ("40000", "tree", docs, b"docs")
    )
    run = diff(project, git("commit-tree", "-m", "Clash", top))
    assert run.code == 0
    assert {one["code"] for one in run.json["diagnostics"]} == {"D902"}


def test_a_submodule_is_left_out(project: Mini, git: Git) -> None:
    git("update-index", "--add", "--cacheinfo", f"160000,{git('rev-parse', 'HEAD')},docs/sub.md")
    git("commit", "--quiet", "-m", "Add a submodule")
    run = diff(project)
    assert run.code == 0
    assert run.diagnostic("D902")["at"]["path"] == "docs/sub.md"


def test_files_that_are_too_large_are_left_out(
    project: Mini, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trueup.readers.git.process.LARGEST", 4000)
    project.write("claims/inputs/export.txt", "hello" * 1000)
    git.commit("Grow", "2026-07-02")
    run = diff(project)
    assert run.code == 0
    left_out = [one for one in run.json["diagnostics"] if one["code"] == "D902"]
    assert "claims/inputs/export.txt" in [one["at"]["path"] for one in left_out]
    assert "larger than" in left_out[0]["message"]


def test_a_base_that_is_too_large_as_a_whole(
    project: Mini, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trueup.engine.sides.export.TOTAL", len(LEDGER) + 100)
    run = diff(project)
    assert any(one["code"] == "D902" for one in run.json["diagnostics"])


def test_hostile_text_stays_text(project: Mini, git: Git) -> None:
    project.replace(CLAIMS, "a data sheet", "'x\\x1b[2J | <b> @someone #12 http://evil.example ::error::'")
    project.replace("docs/page.md", "[10 GB/s]", "[11 GB/s]")
    assert "\x1b" not in project.run("diff", "HEAD").out
    shown = project.run("diff", "HEAD", "--format", "markdown").out
    assert "<b>" not in shown
    assert "@someone" not in shown
    assert "http://" not in shown
