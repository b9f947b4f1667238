"""What is kept is believed only by the user who kept it, whole, and outside the project."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from mini import Mini
from recalled import Runs, counted, fill


@pytest.fixture
def runs(project: Mini, monkeypatch: pytest.MonkeyPatch) -> Runs:
    return counted(fill(project), monkeypatch)


def kept() -> list[Path]:
    return sorted((Path(os.environ["TRUEUP_CACHE_DIR"]) / "answers").iterdir())


def test_no_cache_neither_uses_nor_keeps(runs: Runs) -> None:
    runs.project.run("check", "--no-cache")
    assert not any(Path(os.environ["TRUEUP_CACHE_DIR"]).iterdir())


@pytest.mark.parametrize("at", [0, 10, 31, 32, 40, 200, -1])
def test_a_damaged_answer_is_none(runs: Runs, at: int) -> None:
    runs.check()
    for file in kept():
        data = bytearray(file.read_bytes())
        data[at] ^= 1
        file.write_bytes(data)
    assert runs.both()[1] == 1


@pytest.mark.parametrize("length", [0, 1, 32, 33, 100])
def test_a_truncated_answer_is_none(runs: Runs, length: int) -> None:
    runs.check()
    for file in kept():
        file.write_bytes(file.read_bytes()[:length])
    assert runs.both()[1] == 1


def test_damaged_parts_are_none(runs: Runs) -> None:
    runs.check()
    for file in kept():
        if file.suffix == ".parts":
            file.write_bytes(file.read_bytes()[:-1])
    runs.project.replace("docs/page.md", "819 ns", "999 ns")
    assert runs.both()[1] == 1


def test_parts_that_can_t_be_read_are_none(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    runs.check()

    def gone(_: bytes) -> None:
        raise AttributeError("of another version")

    monkeypatch.setattr("trueup.cli.again.pickle.loads", gone)
    runs.project.replace("docs/page.md", "819 ns", "999 ns")
    run, whole = runs.check()
    assert (run.code, run.err, whole) == (1, "", 1)


def test_other_code_takes_a_whole_run(runs: Runs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    code = tmp_path / "module.py"
    code.write_text("", encoding="utf-8")
    module = type(os)("a_module")
    module.__file__ = str(code)
    monkeypatch.setitem(sys.modules, "a_module", module)
    assert [runs.both()[1], runs.both()[1]] == [1, 0]
    code.write_text("changed = True\n", encoding="utf-8")
    assert runs.both()[1] == 1


def test_parts_of_an_earlier_answer_are_none(runs: Runs) -> None:
    runs.check()
    parts = next(file for file in kept() if file.suffix == ".parts")
    old = parts.read_bytes()
    runs.project.replace("docs/page.md", "819 ns", "999 ns")
    assert runs.both()[1] == 0
    parts.write_bytes(old)
    runs.project.write("docs/plain.md", "# Else\n")
    run, whole = runs.both()
    assert (run.code, whole) == (1, 1)


def test_what_another_user_kept_is_none(runs: Runs) -> None:
    runs.check()
    (Path(os.environ["TRUEUP_CACHE_DIR"]) / "key").write_bytes(b"0" * 64)
    assert runs.both()[1] == 1


@pytest.mark.parametrize("mode", [0o644, 0o620])
def test_an_answer_is_none_where_others_can_read_or_write_the_key(runs: Runs, mode: int) -> None:
    """As in a folder that all can write to: whoever has the key could sign an answer of their own."""
    runs.check()
    assert runs.both()[1] == 0
    (Path(os.environ["TRUEUP_CACHE_DIR"]) / "key").chmod(mode)
    assert runs.both()[1] == 1


def test_a_link_or_a_pipe_in_its_place_is_none(runs: Runs, tmp_path: Path) -> None:
    runs.check()
    for file in kept():
        file.rename(tmp_path / file.name)
        file.symlink_to(tmp_path / file.name)
    assert runs.both()[1] == 1
    for file in kept():
        file.unlink()
        os.mkfifo(file)
    assert runs.both()[1] == 1


def test_where_nothing_can_be_kept_every_run_is_whole(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("TRUEUP_CACHE_DIR", str(tmp_path / "file"))
    assert runs.both()[1] == 1
    assert runs.both()[1] == 1


def test_an_answer_that_lies_in_the_project_is_not_believed(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = os.environ["TRUEUP_CACHE_DIR"]
    runs.check()
    inside = runs.project.path / ".cache"
    shutil.copytree(outside, inside)
    monkeypatch.setenv("TRUEUP_CACHE_DIR", str(inside))
    assert runs.both()[1] == 1


def test_without_a_home_nothing_is_kept(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TRUEUP_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    assert [runs.both()[1], runs.both()[1]] == [1, 1]


def test_the_oldest_answers_go(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trueup.recall.question.MOST", 4)
    for day in range(1, 9):
        runs.check("--today", f"2026-08-0{day}")
    assert len(kept()) <= 4
    assert runs.check("--today", "2026-08-08")[1] == 0


def test_answers_of_other_days_go(runs: Runs) -> None:
    runs.check()
    for file in kept():
        os.utime(file, (0, 0))
    runs.check("--strict")
    assert len(kept()) == 2


def test_a_fault_of_the_input_is_said_again(runs: Runs) -> None:
    runs.project.write("claims/broken.yaml", "claims: {a: {b: c}}\n")
    first, _ = runs.check()
    again, whole = runs.check()
    assert (first.code, again.code, whole) == (2, 2, 0)
    assert again.out == first.out
