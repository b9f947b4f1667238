"""Counting by pattern."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from trueup.verifier import Input, Request, Unavailable, VerifierError
from trueup.verifiers import code


def count(pattern: str, *files: Path) -> int:
    source = Input(name="src/*.c", path=Path("/"), files=files, digest="sha256:0")
    return code.count(Request(claim="c", inputs={"files": source}), files="src/*.c", pattern=pattern)


def written(folder: Path, *contents: bytes | str) -> list[Path]:
    files = [folder / f"{index}.c" for index in range(len(contents))]
    for file, content in zip(files, contents, strict=True):
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return files


def test_matches_in_all_files(tmp_path: Path) -> None:
    files = written(
        tmp_path, "REGISTER_KERNEL(Add);\nREGISTER_KERNEL(Mul);\n", "REGISTER_KERNEL(Gather);\n", ""
    )
    assert count(r"REGISTER_KERNEL\(", *files) == 3


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("[A-Za-z]+", "Add\nMul\nMatMul\n", 3),
        ("^Add$", "Add\nAdd\r\nAdd", 3),
        ("aa", "aaaa", 2),
        ("(a)(b)?", "abab", 2),
        ("(?i)add", "Add ADD", 2),
        ("a|b", "ab", 2),
        ("^a|b", "xa\nab", 2),
        ("é", "éé", 2),
        ("x", "\ufeffx", 1),
        ("^x", "\ufeffx", 1),
        ("nothing", "text", 0),
    ],
)
def test_patterns(pattern: str, text: str, found: int, tmp_path: Path) -> None:
    assert count(pattern, *written(tmp_path, text)) == found


def test_a_file_that_is_not_utf_8(tmp_path: Path) -> None:
    assert count("KERNEL", *written(tmp_path, b"KERNEL \xff\xfe KERNEL")) == 2


def test_a_pattern_that_would_backtrack(tmp_path: Path) -> None:
    assert count("(a+)+b", *written(tmp_path, "a" * 200_000)) == 0


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(VerifierError, match=r"no file matches 'src/\*\.c'"):
        count("x")


@pytest.mark.parametrize("pattern", ["(", "(?=x)", r"(a)\1", "a{1000}{1000}", "[z-a]", "a)(b"])
def test_a_pattern_that_is_none(pattern: str, tmp_path: Path) -> None:
    with pytest.raises(VerifierError, match="is no regular expression") as caught:
        count(pattern, *written(tmp_path, "x"))
    assert caught.value.hint == "the syntax is RE2's"


@pytest.mark.parametrize("pattern", ["", "x*", "^", "a|"])
def test_a_pattern_that_matches_nothing_at_all(pattern: str, tmp_path: Path) -> None:
    with pytest.raises(VerifierError, match="matches where there is nothing"):
        count(pattern, *written(tmp_path, "abc"))


def test_a_huge_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "LARGEST", 1 << 20)
    with pytest.raises(VerifierError, match=r"0\.c is larger than 1 MiB"):
        count("x", *written(tmp_path, "x" * ((1 << 20) + 1)))


def test_without_re2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "re2", None)
    with pytest.raises(Unavailable) as caught:
        count("x", *written(tmp_path, "x"))
    assert (caught.value.needs, caught.value.hint) == ("library", "pip install google-re2")
