"""Counting by pattern."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from artifacts import refusal
from trueup.diagnostics import TrueupError
from trueup.verifier import Input, Request, Unavailable, VerifierError
from trueup.verifiers import code
from trueup.verifiers.definitions import Kind


def count(pattern: str, *files: Path) -> int:
    source = Input(name="src/*.c", path=Path("/"), files=files, digest="sha256:0")
    root = files[0].parent if files else Path()
    return code.count(
        Request(claim="c", inputs={"files": source}, root=root), files="src/*.c", pattern=pattern
    )


def defined(of: Kind, *files: Path) -> int:
    source = Input(name="src/*.py", path=Path("/"), files=files, digest="sha256:0")
    request = Request(claim="c", inputs={"files": source}, root=files[0].parent)
    return code.count(request, files="src/*.py", of=of)


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
    assert (caught.value.needs, caught.value.hint) == ("library", "pip install 'trueup[patterns]'")


SOURCE = """
import sys

if sys.platform == "linux":
    def test_one(): ...
else:
    def test_one(): ...
try:
    async def test_two(): ...
except ImportError:
    class TestNone:
        def test_in_handler(self): ...

def test_two():  # hides the one before
    def test_inside(): ...

def helper(): ...

@parametrize("x", range(100))
def test_many(x): ...

class TestKernels:
    def test_add(self): ...
    def test_add_again(self): ...
    def helper(self): ...
    class TestInner:
        def test_inner(self): ...

class TestMade:
    def __init__(self): ...
    def test_not_collected(self): ...

class Kernels(unittest.TestCase):
    def test_mul(self): ...
    def setUp(self): ...

class Other:
    def test_other(self): ...
"""


@pytest.mark.parametrize(("of", "found"), [("functions", 17), ("classes", 6), ("tests", 8)])
def test_definitions(of: Kind, found: int, tmp_path: Path) -> None:
    assert defined(of, *written(tmp_path, SOURCE, "x = 1\n")) == found


def test_definitions_in_another_encoding(tmp_path: Path) -> None:
    latin = "# -*- coding: latin-1 -*-\ndef é(): ...\n".encode("latin-1")
    files = written(tmp_path, b"\xef\xbb\xbfdef a(): ...\r\n", latin)
    assert defined("functions", *files) == 2


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("def a(:\n", "0.c:1:", "this is no Python: invalid syntax"),
        ("x = 1\n  y = 2\n", "0.c:2:", "this is no Python: unexpected indent"),
        (b"x = '\xff'\n", "0.c:1:", "this is no Python: (unicode error)"),
        ("x = 1\0", "0.c:1:1", "this is no Python: source code string cannot contain null bytes"),
        ("x = " + "(" * 300 + ")" * 300, "0.c:1:", "this is no Python: too many nested parentheses"),
        ("x = " + "-" * 100_000 + "1", "0.c:1:1", "this is no Python: it is nested too deeply"),
    ],
)
def test_a_file_that_is_no_python(text: str | bytes, place: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(TrueupError) as caught:
        defined("functions", *written(tmp_path, text))
    code_, at, said = refusal(caught)
    assert code_ == "M632"
    assert at.startswith(place)
    assert said.startswith(message)


def test_a_pattern_and_definitions(tmp_path: Path) -> None:
    source = Input(name="*.py", path=Path("/"), files=(), digest="sha256:0")
    request = Request(claim="c", inputs={"files": source})
    with pytest.raises(VerifierError, match="pattern and of exclude each other"):
        code.count(request, files="*.py")
    with pytest.raises(VerifierError, match="pattern and of exclude each other"):
        code.count(request, files="*.py", pattern="x", of="tests")


@pytest.mark.parametrize("text", ["foo\r\nbar\r\n", "foo\rbar\r", "\ufefffoo\nbar"])
def test_a_line_ends_as_its_file_has_it(text: str, tmp_path: Path) -> None:
    assert count("^(foo|bar)$", *written(tmp_path, text)) == 2


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "M630"),
        ("REGISTER(Add)".encode("utf-16"), "F605"),
    ],
)
@pytest.mark.parametrize("of", [None, "functions"])
def test_what_stands_in_for_a_file_is_not_counted_as_none(
    content: str | bytes, problem: str, of: Kind | None, tmp_path: Path
) -> None:
    files = written(tmp_path, "REGISTER = 1", content)
    with pytest.raises(TrueupError) as caught:
        defined(of, *files) if of else count("REGISTER", *files)
    assert refusal(caught)[:2] == (problem, "1.c:1:1")
