"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from trueup.diagnostics import TrueupError
from trueup.files import Overlay, Root, write_whole


def code(error: pytest.ExceptionInfo[TrueupError]) -> str:
    return error.value.diagnostics[0].code


def test_a_new_file_and_its_folders(tmp_path: Path) -> None:
    write_whole(Root(tmp_path), "claims/new/a.yaml", None, b"x\r\n")
    assert (tmp_path / "claims/new/a.yaml").read_bytes() == b"x\r\n"


def test_what_appeared_meanwhile_stays(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"theirs")
    with pytest.raises(TrueupError) as error:
        write_whole(Root(tmp_path), "a", None, b"mine")
    assert code(error) == "F610"
    assert (tmp_path / "a").read_bytes() == b"theirs"


def test_a_failed_write_leaves_the_old_content_and_no_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TrueupError) as error:
        write_whole(Root(tmp_path), "a", b"old", b"new")
    assert code(error) == "F609"
    assert "no space left on device" in str(error.value)
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("a", b"old")]


def test_a_link_inside_the_project_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_bytes(b"old")
    (tmp_path / "docs/b.md").symlink_to("a.md")
    write_whole(Root(tmp_path), "docs/b.md", b"old", b"new")
    assert (tmp_path / "docs/b.md").is_symlink()
    assert (tmp_path / "docs/a.md").read_bytes() == b"new"


@pytest.mark.parametrize("path", ["../a", "/etc/passwd", "out/a"])
def test_nothing_is_written_outside(tmp_path: Path, path: str) -> None:
    inner = tmp_path / "project"
    inner.mkdir()
    (inner / "out").symlink_to(tmp_path)
    with pytest.raises(TrueupError) as error:
        write_whole(Root(inner), path, None, b"x")
    assert code(error) == "F602"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["project"]


def test_an_overlay_reads_what_is_changed_and_touches_nothing(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_text("old")
    overlay = Overlay(Root(tmp_path).path, {"docs/a.md": b"new", "docs/deep/b.md": b"more"})
    assert overlay.read_text("docs/./a.md") == "new"
    assert overlay.read_text("docs/deep/b.md") == "more"
    assert overlay.glob("docs/**/*.md") == ["docs/a.md", "docs/deep/b.md"]
    assert (tmp_path / "docs/a.md").read_text() == "old"
