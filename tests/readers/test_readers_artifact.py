"""Reading the text of an artifact: what is refused, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from artifacts import Place, diagnostic, refusal
from trueup.diagnostics import TrueupError
from trueup.files import Root
from trueup.readers import artifact

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12345\n"


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    found = Place(tmp_path).read(b"\xef\xbb\xbfa\r\nb\r\n")
    assert (found.path, found.text) == ("run.txt", "a\r\nb\r\n")
    assert str(found.locate(3)) == "run.txt:2:1"


@pytest.mark.parametrize(
    ("content", "code", "at", "message"),
    [
        (POINTER, "M630", "run.txt:1:1", "this is a Git LFS pointer, not the file itself"),
        ("", "M631", "run.txt:1:1", "the file is empty"),
        (b"\xef\xbb\xbf \r\n", "M631", "run.txt:1:1", "the file is empty"),
        ("a".encode("utf-16"), "F605", "run.txt:1:1", "the text is UTF-16"),
        ("a\nµs".encode("latin-1"), "F605", "run.txt:2:1", "the text is not UTF-8: byte 0xb5"),
        ("a\nb\0", "F606", "run.txt:2:2", "the text holds a NUL character"),
    ],
)
def test_what_is_no_text(content: str | bytes, code: str, at: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(TrueupError) as caught:
        Place(tmp_path).read(content)
    assert refusal(caught) == (code, at, message)
    assert diagnostic(caught).hint


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "run.txt").mkdir()
    with pytest.raises(TrueupError, match="F603 this is a folder, not a regular file"):
        artifact.read_artifact(Root(tmp_path), tmp_path / "run.txt")


def test_a_huge_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artifact, "LARGEST", 10)
    with pytest.raises(TrueupError, match="F604 the file is larger than 10 bytes"):
        Place(tmp_path).read("x" * 11)


def test_a_link_that_leads_outside(tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text("{}")
    inside = tmp_path / "project"
    inside.mkdir()
    (inside / "run.json").symlink_to(outside)
    with pytest.raises(TrueupError, match="F602"):
        artifact.read_artifact(Root(inside), inside / "run.json")
