"""A project's files: what is read, and what is refused without being read."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from trueup.diagnostics import TrueupError
from trueup.files import Root, matches

DIGEST = "sha256:" + "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.fixture
def root(tmp_path: Path) -> Root:
    project = tmp_path / "project"
    (project / "docs" / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / "outside.md").write_text("secret")
    (project / "README.md").write_text("# read me")
    for name in ("a.md", "deep/b.md", "deep/deeper/c.md", "deep/note.txt", ".hidden.md"):
        (project / "docs" / name).write_text("abc")
    for skipped in (".git", "node_modules", ".venv"):
        (project / "docs" / skipped).mkdir()
        (project / "docs" / skipped / "x.md").write_text("x")
    return Root(project)


def refusal(root: Root, path: str, cap: int | None = None) -> str:
    with pytest.raises(TrueupError) as caught:
        root.read_text(path) if cap is None else root.read_bytes(path, cap)
    return str(caught.value)


def test_reads_text_without_its_mark_and_with_line_ends_as_they_are(root: Root) -> None:
    (root.path / "docs/a.md").write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthr\xc3\xa9e")
    assert root.read_text("docs/a.md") == "one\r\ntwo\rthrée"
    assert root.read_text("./docs//a.md") == "one\r\ntwo\rthrée"


def test_digests_a_file(root: Root) -> None:
    assert root.digest("docs/a.md") == DIGEST


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("docs/aa.md", "docs/aa.md:1:1: F601 the file is not there (did you mean 'docs/a.md'?)"),
        ("dosc/a.md", "dosc/a.md:1:1: F601 the file is not there (did you mean 'docs'?)"),
        ("zzz", "zzz:1:1: F601 the file is not there (paths are relative to the project's folder)"),
        (
            "docs/a.md/x",
            "docs/a.md/x:1:1: F601 the file is not there (paths are relative to the project's folder)",
        ),
        (
            "/etc/passwd",
            (
                "/etc/passwd:1:1: F602 the path is absolute (paths are relative to the project's folder, "
                "and stay in it)"
            ),
        ),
        (
            "docs/../../outside.md",
            (
                "docs/../../outside.md:1:1: F602 the path climbs with '..' (paths are relative "
                "to the project's folder, and stay in it)"
            ),
        ),
        ("docs", "docs:1:1: F603 this is a folder, not a regular file (only regular files are read)"),
        ("", ":1:1: F608 a path is empty or holds a NUL character (write the path of a file of the project)"),
        (
            "a\0b",
            (
                "a\0b:1:1: F608 a path is empty or holds a NUL character "
                "(write the path of a file of the project)"
            ),
        ),
        (
            "x" * 5000,
            "x" * 5000 + ":1:1: F608 the path is too long (write the path of a file of the project)",
        ),
    ],
)
def test_says_why_a_path_is_refused(root: Root, path: str, said: str) -> None:
    assert refusal(root, path) == said


@pytest.mark.parametrize("target", ["/etc/passwd", "../../outside.md", "../README.md"])
def test_refuses_a_link_that_leads_out_of_its_folder(root: Root, target: str) -> None:
    (root.path / "docs/link.md").symlink_to(target)
    assert "docs/link.md:1:1: F602 the path is a link that leads outside" in refusal(root, "docs/link.md")


def test_refuses_a_folder_that_is_a_link_outside(root: Root) -> None:
    (root.path / "ext").symlink_to("/etc")
    (root.path / "docs/ext").symlink_to("/etc")
    for path in ("ext/passwd", "docs/ext/passwd"):
        assert "F602" in refusal(root, path)
    with pytest.raises(TrueupError, match="ext:1:1: F602"):
        root.glob("ext/**/*.md")


def test_follows_a_link_inside_its_folder(root: Root) -> None:
    (root.path / "docs/link.md").symlink_to("deep/b.md")
    assert root.read_text("docs/link.md") == "abc"


def test_refuses_links_in_a_circle_and_into_nothing(root: Root) -> None:
    (root.path / "docs/one.md").symlink_to("two.md")
    (root.path / "docs/two.md").symlink_to("one.md")
    (root.path / "docs/gone.md").symlink_to("nowhere.md")
    assert "this is a link, not a regular file" in refusal(root, "docs/one.md")
    assert "F601" in refusal(root, "docs/gone.md")


def test_refuses_pipes_sockets_and_devices_without_waiting(
    root: Root, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(root.path / "docs/pipe.md")
    assert "F603 this is a pipe" in refusal(root, "docs/pipe.md")
    monkeypatch.chdir(root.path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("docs/socket.md")
        assert "F603 this is a socket" in refusal(root, "docs/socket.md")
    assert "F603 this is a device" in refusal(Root(Path("/dev")), "null")


def test_refuses_what_is_too_large(root: Root) -> None:
    assert root.read_bytes("docs/a.md", 3) == b"abc"
    assert refusal(root, "docs/a.md", 2) == (
        "docs/a.md:1:1: F604 the file is larger than 2 bytes (split it, or leave it out)"
    )
    with (root.path / "docs/big.md").open("wb") as file:
        file.truncate(2**24 + 1)
    assert "F604 the file is larger than 16,777,216 bytes" in refusal(root, "docs/big.md")


def test_refuses_a_file_that_grows_past_its_size() -> None:
    """Files of ``/proc`` state a size of zero."""
    assert "F604" in refusal(Root(Path("/proc")), "version", 3)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            b"\xef\xbb\xbfone\r\n\xc3\xa9\xff",
            "2:2: F605 the text is not UTF-8: byte 0xff (save the file as UTF-8)",
        ),
        (b"one\rtwo\n\0", "3:1: F606 the text holds a NUL character (is it a binary file?)"),
        (b"\xff\xfeo\0", "1:1: F605 the text is not UTF-8: byte 0xff (save the file as UTF-8)"),
    ],
)
def test_says_where_a_text_is_no_text(root: Root, data: bytes, said: str) -> None:
    (root.path / "docs/a.md").write_bytes(data)
    assert refusal(root, "docs/a.md") == f"docs/a.md:{said}"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_says_that_a_file_may_not_be_read(root: Root) -> None:
    (root.path / "docs/a.md").chmod(0)
    assert "F607 the file can't be read: permission denied" in refusal(root, "docs/a.md")


def test_resolves_what_is_inside(root: Root) -> None:
    assert root.resolve("docs/deep") == root.path / "docs/deep"
    assert root.resolve("claims/evidence", exists=False) == root.path / "claims/evidence"
    assert root.relative(root.path / "docs" / "deep" / ".." / "a.md") == "docs/a.md"
    with pytest.raises(TrueupError, match="F601"):
        root.resolve("claims/evidence")
    with pytest.raises(TrueupError, match="F602"):
        root.relative(Path("/etc/passwd"))
    with pytest.raises(TrueupError, match="F602"):
        root.relative(root.path.with_name("project-2"))


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("docs/**/*.md", ["docs/a.md", "docs/deep/b.md", "docs/deep/deeper/c.md"]),
        ("docs/**", ["docs/a.md", "docs/deep/b.md", "docs/deep/deeper/c.md", "docs/deep/note.txt"]),
        ("**/*.md", ["README.md", "docs/a.md", "docs/deep/b.md", "docs/deep/deeper/c.md"]),
        ("**/**/deep/**/**/*.md", ["docs/deep/b.md", "docs/deep/deeper/c.md"]),
        ("docs/*", ["docs/a.md"]),
        ("docs/[ab].md", ["docs/a.md"]),
        ("docs/.*.md", ["docs/.hidden.md"]),
        ("./docs/a.md", ["docs/a.md"]),
        ("docs/deep", []),
        ("docs/a.md/*", []),
        ("nowhere/**/*.md", []),
    ],
)
def test_finds_files_by_pattern(root: Root, pattern: str, found: list[str]) -> None:
    assert root.glob(pattern) == found
    everything = root.glob("**") + root.glob("docs/.*")
    assert [path for path in sorted(everything) if matches(pattern, path)] == found


def test_passes_over_folders_by_name(root: Root) -> None:
    assert root.glob("docs/**/*.md", without={"deep"}) == ["docs/a.md"]


def test_names_what_will_be_refused_and_enters_no_link(root: Root) -> None:
    (root.path / "docs/loop").symlink_to(".")
    (root.path / "docs/link.md").symlink_to("/etc/passwd")
    os.mkfifo(root.path / "docs/pipe.md")
    assert root.glob("docs/*.md") == ["docs/a.md", "docs/link.md", "docs/pipe.md"]
    assert "docs/loop/a.md" not in root.glob("docs/**")


@pytest.mark.parametrize("pattern", ["/etc/*", "../*", "docs/../../*"])
def test_refuses_patterns_that_lead_outside(root: Root, pattern: str) -> None:
    with pytest.raises(TrueupError, match="F602"):
        root.glob(pattern)
