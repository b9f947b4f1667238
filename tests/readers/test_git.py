"""Git's objects are read as they are, and a revision's text is never anything else."""

from __future__ import annotations

import hashlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from repositories import Git, repository
from trueup.diagnostics import TrueupError
from trueup.files import Root
from trueup.readers.git import Repository

FILES = (
    "a.c", "b.h", ".hidden.c", "kernels/a.c", "kernels/b.c", "kernels/.cache/c.c", "kernels/deep/er/d.c",
    "node_modules/e.c", "kernels/node_modules/f.c", "späce und Ümlaut/g.c",
)  # fmt: skip


@pytest.fixture
def git(tmp_path: Path) -> Git:
    git = repository(tmp_path / "top")
    for path in FILES:
        (git.path / path).parent.mkdir(parents=True, exist_ok=True)
        (git.path / path).write_text(path)
    (git.path / "linked").symlink_to("kernels")
    (git.path / "kernels/link.c").symlink_to("b.c")
    git.commit("Begin\nand go on\n\nThe body.", "2026-07-01")
    return git


@pytest.fixture
def opened(git: Git) -> Iterator[Repository]:
    found = Repository.find(git.path)
    assert found
    yield found
    found.close()


@pytest.mark.parametrize(
    "pattern",
    [
        "a.c", "*.c", "**", "**/*.c", "kernels", "kernels/*", "kernels/**", "kernels/*/**/*.c", ".hidden.c",
        ".*", "kernels/.cache/*", "sp*/g.c", "nothing", "linked/a.c", "kernels/link.c", "./kernels//a.c",
        "[ab].?",
    ],
)  # fmt: skip
def test_a_pattern_finds_what_it_finds_in_the_working_tree(
    git: Git, opened: Repository, pattern: str
) -> None:
    assert sorted(opened.files(opened.resolve("HEAD"), pattern)) == Root(git.path).glob(pattern)


def test_a_folder_sees_its_own_files_only(git: Git) -> None:
    found = Repository.find(git.path / "kernels")
    assert found
    files = found.files(found.resolve("main"), "*.c")
    assert sorted(files) == ["a.c", "b.c", "link.c"]
    assert found.content(files["b.c"]) == b"kernels/b.c"
    assert found.content(files["link.c"]) == b"kernels/b.c"
    found.close()


def test_a_commit(git: Git, opened: Repository) -> None:
    git("tag", "-m", "A release", "v1")
    commit = opened.resolve("v1")
    assert commit.hash == git("rev-parse", "HEAD")
    assert (commit.date.isoformat(), commit.subject, commit.parents) == ("2026-07-01", "Begin and go on", ())
    assert opened.resolve(commit.hash[:8]) == commit


@pytest.mark.parametrize(
    "text", ["--output=x", "-1", "HEAD:a.c", ":/Begin", "a b", "a\nb", "", "\0", "x" * 300, "HEAD^{tree}"]
)
def test_what_is_no_revision_is_refused(opened: Repository, text: str) -> None:
    with pytest.raises(TrueupError, match="M641"):
        opened.resolve(text)


def test_a_revision_that_fits_several_commits(git: Git, opened: Repository) -> None:
    tree = git("rev-parse", "HEAD^{tree}")
    seen: dict[str, int] = {}
    for number in range(5000):
        who = "A. Author <author@example.com> 1782907200 +0000"
        content = f"tree {tree}\nauthor {who}\ncommitter {who}\n\n{number}\n".encode()
        short = hashlib.sha1(b"commit %d\0" % len(content) + content, usedforsecurity=False).hexdigest()[:4]
        if seen.setdefault(short, number) != number:
            break
    hashes = [git("commit-tree", "-m", str(one), tree) for one in (seen[short], number)]
    assert [hash_[:4] for hash_ in hashes] == [short, short]
    with pytest.raises(TrueupError, match="several commits"):
        opened.resolve(short)


def test_a_folder_without_a_repository(tmp_path: Path) -> None:
    """A bare repository that somebody put among the files is none."""
    Git(tmp_path)("init", "--quiet", "--bare", "bare")
    assert Repository.find(tmp_path / "bare") is None


def test_a_missing_object_is_said(git: Git, opened: Repository) -> None:
    tree = git("rev-parse", "HEAD^{tree}")
    (git.path / ".git/objects" / tree[:2] / tree[2:]).unlink()
    with pytest.raises(TrueupError, match="M642"):
        opened.files(opened.resolve("HEAD"), "*")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize(
    "path",
    [
        ".git",
        "HEAD",
        "config",
        "packed-refs",
        "refs/heads/main",
        "objects/info/alternates",
        "objects/pack/a.idx",
    ],
)
def test_a_pipe_in_a_repository_is_not_waited_for(git: Git, path: str) -> None:
    place = git.path / ".git" / ("" if path == ".git" else path)
    if path == ".git":
        place.rename(git.path / "git")
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    with pytest.raises(TrueupError, match="M642") as refused:
        Repository.find(git.path)
    assert f"{place.name} of the repository is a pipe" in str(refused.value)
    assert str(place) in (refused.value.diagnostics[0].hint or "")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("where", ["behind a link", "in the repository of a linked working tree"])
def test_a_pipe_elsewhere_in_a_repository(git: Git, tmp_path: Path, where: str) -> None:
    git("worktree", "add", "--quiet", str(tmp_path / "tree"))
    head = git.path / ".git/refs/heads/main"
    head.unlink()
    if where == "behind a link":
        os.mkfifo(tmp_path / "pipe")
        head.symlink_to(tmp_path / "pipe")
    else:
        os.mkfifo(head)
    for top in (git.path, tmp_path / "tree"):
        with pytest.raises(TrueupError, match="main of the repository is a pipe"):
            Repository.find(top)


def test_what_else_may_stand_in_a_repository(git: Git, tmp_path: Path) -> None:
    """The socket of git's own file monitor, hooks of any kind, links that lead nowhere or in a circle."""
    git("worktree", "add", "--quiet", str(tmp_path / "tree"))
    with socket.socket(socket.AF_UNIX) as ear:
        # The name of a socket may not be long.
        here = Path.cwd()
        os.chdir(git.path / ".git")
        try:
            ear.bind("fsmonitor--daemon.ipc")
        finally:
            os.chdir(here)
    (git.path / ".git/gone").symlink_to("nowhere")
    (git.path / ".git/refs/heads/round").symlink_to("../..")
    for top in (git.path, tmp_path / "tree"):
        found = Repository.find(top)
        assert found
        assert found.resolve("main").subject == "Begin and go on"
        found.close()
