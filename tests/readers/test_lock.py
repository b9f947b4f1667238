"""Lock files are read for the versions that they pin."""

from __future__ import annotations

import pytest

from trueup.diagnostics import TrueupError
from trueup.readers.lock import read_lock


@pytest.mark.parametrize(
    ("line", "pinned"),
    [
        ("torch==2.3.0+cu121", {"torch": ("2.3.0+cu121",)}),
        ("Foo_Bar.baz [x, y] === 1!2.0 \\", {"foo-bar-baz": ("1!2.0",)}),
        ("  a==1;python_version<'3.9'\na==2 ; python_version>='3.9'", {"a": ("1", "2")}),
        ("a==1 --hash=sha256:00", {"a": ("1",)}),
        ("a==1\nb>=2\n-r more.txt\n# c==3\nd @ https://example.com/d.whl\ne==1.*\n", {"a": ("1",)}),
    ],
)
def test_pinned_requirements(line: str, pinned: dict[str, tuple[str, ...]]) -> None:
    assert read_lock("requirements.txt", line) == pinned


def test_a_lock_of_several_platforms_keeps_each_version() -> None:
    text = "".join(f'[[package]]\nname = "numpy"\nversion = "{one}"\n' for one in ("1.26.4", "2.1.0"))
    assert read_lock("uv.lock", text + '[[package]]\nname = "own"\n') == {"numpy": ("1.26.4", "2.1.0")}


@pytest.mark.parametrize("text", ["[", "package = 3\n", "[package]\nname = 'x'\n", "[[package]]\nname = 1\n"])
def test_what_is_no_lock_file_is_refused(text: str) -> None:
    with pytest.raises(TrueupError, match="M650"):
        read_lock("poetry.lock", text)
