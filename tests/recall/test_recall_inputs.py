"""A check notices each change of what it rests on, and where there is none says the same again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mini import Mini
from recalled import KERNEL, OTHER, PAGE, SHARED, Runs, counted, fill, record
from tiny_model import tiny


@pytest.fixture
def runs(project: Mini, monkeypatch: pytest.MonkeyPatch) -> Runs:
    return counted(fill(project), monkeypatch)


@pytest.mark.parametrize(
    "options",
    [
        (), ("--verbose",), ("--strict",), ("--no-exec",), ("--today", "2026-08-01"), ("docs/page.md",),
        ("half",), *(("--format", form) for form in ("json", "github", "sarif", "junit", "markdown")),
    ],
)  # fmt: skip
def test_nothing_changed_nothing_runs(runs: Runs, options: tuple[str, ...]) -> None:
    first, whole = runs.both(*options)
    assert whole == 1
    again, whole = runs.check(*options)
    assert whole == 0
    assert (again.out, again.err, again.code) == (first.out, first.err, first.code)


def test_what_does_not_hold_is_said_again_too(runs: Runs) -> None:
    runs.project.replace("docs/page.md", "2,048 B", "2,049 B")
    first, _ = runs.check()
    again, whole = runs.check()
    assert (again.out, again.code, whole) == (first.out, 1, 0)
    assert "2,049 B" in again.out


def test_other_options_are_another_question(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    runs.check()
    assert runs.both("--strict")[1] == 1
    assert runs.both("--today", "2030-01-01")[1] == 1
    monkeypatch.setattr("trueup.cli.main.in_colour", lambda: True)
    assert runs.check()[1] == 1


def _evidence(path: Path) -> Path:
    return next((path / "claims/evidence/rate").iterdir())


def _mistype(name: str, old: str, new: str) -> Callable[[Mini], object]:
    return lambda project: project.replace(name, old, new)


def _write(name: str, text: str | bytes) -> Callable[[Mini], object]:
    return lambda project: project.write(name, text)


def _removed(name: str) -> Callable[[Mini], object]:
    return lambda project: (project.path / name).unlink()


def _renamed(name: str, other: str) -> Callable[[Mini], object]:
    return lambda project: (project.path / name).rename(project.path / other)


def _in_secret(name: str, old: str, new: str) -> Callable[[Mini], object]:
    """An edit of the same length, after which the file has the time that it had."""

    def edit(project: Mini) -> None:
        assert len(old) == len(new)
        file = project.path / name
        before = file.stat()
        project.replace(name, old, new)
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))

    return edit


def _swapped(name: str, old: str, new: str) -> Callable[[Mini], object]:
    """Another file of the same size and time, renamed into place."""

    def edit(project: Mini) -> None:
        file = project.path / name
        other = project.path / "other.tmp"
        other.write_bytes(file.read_bytes().replace(old.encode(), new.encode()))
        shutil.copystat(file, other)
        other.replace(file)

    return edit


EDITS: dict[str, Callable[[Mini], object]] = {
    "a document": _mistype("docs/page.md", "4,096 B", "4,097 B"),
    "a document without tags gets one": _write("docs/plain.md", "[1](claim:cases)\n"),
    "a document in secret": _in_secret("docs/page.md", "4,096 B", "4,097 B"),
    "a document swapped": _swapped("docs/page.md", "4,096 B", "4,097 B"),
    "a document is added": _write("docs/deep/new.md", "It is [1 B](claim:size).\n"),
    "a document is removed": _removed("docs/page.md"),
    "a document is renamed": _renamed("docs/page.md", "docs/a.md"),
    "an included file": _mistype("parts/shared.md", "[42]", "[43]"),
    "the ledger": _mistype("claims/all.yaml", "value: 4096 B", "value: 4098 B"),
    "the ledger in secret": _in_secret("claims/all.yaml", "value: 4096 B", "value: 4098 B"),
    "a ledger file is added": _write("claims/b.yaml", "claims:\n  size: {expr: 1 B}\n"),
    "settings": _mistype("trueup.toml", 'snippets = ["parts"]\n', ""),
    "settings in another file": _write("pyproject.toml", "[tool.trueup]\n"),
    "an artifact": _mistype("claims/inputs/run.json", "17", "18"),
    "an artifact in secret": _in_secret("claims/inputs/run.json", "17", "18"),
    "an artifact is removed": _removed("claims/inputs/run.json"),
    "a model": _write("claims/inputs/tiny.onnx", tiny().replace(b"lm_head", b"lm_haed")),
    "evidence is added": lambda project: record(project, "0.91", day=2),
    "evidence is edited": lambda project: _evidence(project.path).write_bytes(
        _evidence(project.path).read_bytes().replace(b"i7", b"i9")
    ),
    "evidence is removed": lambda project: _evidence(project.path).unlink(),
    "a verifier": _mistype("verifiers/site.py", "return 42", "return 43"),
    "a verifier in secret": _in_secret("verifiers/site.py", "return 42", "return 43"),
    "a verifier of that name is added": lambda project: project.write(
        "verifiers/two.py", (project.path / "verifiers/site.py").read_bytes()
    ),
    "a watched file": _mistype(KERNEL, "slow", "fast"),
    "a watched file in secret": _in_secret(KERNEL, "slow", "fast"),
    "a watched file is removed": _removed(KERNEL),
}  # fmt: skip


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_each_change_is_noticed(runs: Runs, edit: Callable[[Mini], object]) -> None:
    questions = ((), ("--format", "json"))
    before = [runs.check(*options)[0] for options in questions]
    assert [runs.check(*options)[1] for options in questions] == [0, 0]
    edit(runs.project)
    after = [runs.both(*options)[0] for options in questions]
    assert [one.out for one in after] != [one.out for one in before]
    assert after[1].out != before[1].out
    assert [runs.both(*options)[0].out for options in questions] == [one.out for one in after]


def test_a_link_in_the_place_of_the_folder_that_it_leads_to(runs: Runs) -> None:
    runs.check()
    docs, moved = runs.project.path / "docs", runs.project.path / "moved"
    docs.rename(moved)
    docs.symlink_to(moved, target_is_directory=True)
    run, whole = runs.both()
    assert (run.code, whole) == (0, 1)
    assert runs.both()[1] == 1  # what a link leads to is looked at anew each time


def test_a_project_in_the_place_of_another(runs: Runs) -> None:
    runs.check()
    shutil.copytree(runs.project.path, runs.project.path.parent / "copy")
    runs.project.path.rename(runs.project.path.parent / "old")
    (runs.project.path.parent / "copy").rename(runs.project.path)
    assert runs.both()[1] == 1


def test_times_of_what_has_just_been_written_are_not_believed(
    project: Mini, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = counted(fill(project), monkeypatch, settled=False)
    runs.check("--format", "json")
    assert runs.check("--format", "json")[1] == 1


def test_a_verifier_that_failed_runs_again(runs: Runs) -> None:
    runs.project.replace("verifiers/site.py", "return 42", "raise RuntimeError('no')")
    assert runs.check()[1] == 1
    assert runs.check()[1] == 1


def test_git_is_asked_again(runs: Runs) -> None:
    runs.project.write(
        "claims/c.yaml",
        "claims:\n  old: {says: Once, basis: measured, scope: {cpu: i7}, value: 1 B, source: a record,\n"
        "        as_of: abc1234, watch: ['path:docs/**']}\n",
    )
    assert [runs.check()[1], runs.check()[1]] == [1, 1]


def test_packages_of_this_host_are_looked_at_again(runs: Runs) -> None:
    runs.project.replace("claims/all.yaml", '["path:kernels/gemv.c"]', '["package:click@8"]')
    assert [runs.check()[1], runs.check()[1]] == [1, 1]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("docs/page.md", PAGE.replace("Weights\n", "The weights\n")),
        ("docs/page.md", PAGE.replace("819 ns", "999 ns")),
        ("docs/page.md", PAGE.replace("4,096 B", "1,5 B")),
        ("docs/page.md", PAGE.replace("2 × 3 = 6 they", "2 × 3 = 7 they")),
        ("docs/page.md", PAGE.replace("take", "take 7.25 GB/s as reported rate, and")),
        ("docs/page.md", "\n\n" + PAGE + "\n[unused](claim:"),
        ("docs/page.md", PAGE.replace("The weights take", "The rows take")),
        ("docs/plain.md", "# Something\n\nWithout a tag.\n"),
    ],
    ids=["prose", "figure", "unreadable", "arithmetic", "retracted", "a fault", "subject", "no tags"],
)
def test_a_document_is_judged_alone(runs: Runs, name: str, text: str) -> None:
    for options in ((), ("--verbose",), ("--strict",)):
        runs.check(*options)
        before = (runs.project.path / name).read_text(encoding="utf-8")
        runs.project.write(name, text)
        assert runs.both(*options)[1] == 0
        assert runs.both(*options)[1] == 0
        runs.project.write(name, before)
        assert runs.both(*options)[1] == 0


def test_documents_are_judged_one_after_the_other(runs: Runs) -> None:
    runs.check()
    runs.project.replace("docs/page.md", "819 ns", "999 ns")
    assert "999 ns" in runs.both()[0].out
    runs.project.write("docs/plain.md", "# Else\n")
    run, whole = runs.both()
    assert whole == 0
    assert "999 ns" in run.out
    runs.project.write("docs/page.md", PAGE)
    assert runs.both()[0].code == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("docs/page.md", PAGE + "\nAnd [17](claim:cases).\n"),
        ("docs/page.md", PAGE.replace("[2,048 B](claim:half)", "2,048 B")),
        ("docs/page.md", PAGE.replace("(claim:half)", "(claim:halves)")),
        ("docs/page.md", PAGE + '\nOr [8 kB](claim:twice "2 * size").\n'),
        ("docs/page.md", PAGE + '\n--8<-- "shared.md"\n'),
        ("docs/page.md", b"\xff\xfe"),
        ("docs/page.md", b"a\0b"),
        ("docs/page.md", b""),
        ("docs/runs.md", OTHER.replace("# Runs", "# All runs")),
        ("parts/shared.md", SHARED.replace("The answer", "An answer")),
    ],
    ids=[
        "another claim", "a tag less", "an unknown claim", "a formula", "an inclusion", "no UTF-8", "NUL",
        "empty", "it includes", "it is included",
    ],
)  # fmt: skip
def test_a_document_on_which_more_rests_takes_a_whole_run(runs: Runs, name: str, text: str | bytes) -> None:
    runs.check()
    runs.project.write(name, text)
    assert runs.both()[1] == 1


def test_a_document_that_is_an_input_too_takes_a_whole_run(runs: Runs) -> None:
    runs.project.write(
        "claims/d.yaml",
        "claims:\n"
        "  lines: {says: Lines, verify: code.count, with: {files: 'docs/page.md', pattern: '2,048'}}\n",
    ).write("docs/count.md", "There is [1](claim:lines).\n")
    assert runs.check()[0].code == 0
    runs.project.write("docs/page.md", PAGE + "\n2,048 B are half of it.\n")
    run, whole = runs.both()
    assert (run.code, whole) == (1, 1)


def test_a_figure_that_may_be_right_for_another_tensor_takes_a_whole_run(runs: Runs) -> None:
    runs.project.write("docs/head.md", "The projection has [3,072 B](claim:head).\n")
    runs.check()
    runs.project.replace("docs/head.md", "3,072 B", "3,071 B")
    assert runs.both()[1] == 1
