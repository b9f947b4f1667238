"""Faults of the disk at every call, deaths at every step, and others who write at the same time."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from evidence_samples import EVIDENCE
from hostile import disk
from hostile.beside import GOOD, STATED, contents, holds
from measuring import evidence, measuring
from mini import Mini, claims
from trueup.audit.baseline import read_baseline, write_baseline
from trueup.audit.finding import Finding
from trueup.audit.run import audit
from trueup.diagnostics import TrueupError
from trueup.evidence.record import Evidence
from trueup.evidence.values import Outcome
from trueup.files import Root, write_whole
from trueup.quantity.value import Quantity
from trueup.store.directory import Store
from trueup.store.results import Cache

ERRORS = [errno.ENOSPC, errno.EACCES, errno.EIO]
HOME = "claims/evidence/a.b"


def later(minutes: int) -> Evidence:
    return replace(EVIDENCE, finished=EVIDENCE.finished + timedelta(minutes=minutes))


def results_of(root: Root) -> Cache:
    return Cache(root, ".cache", {"TRUEUP_CACHE_DIR": f"{root.path}-own"})


VALUE: Outcome = Quantity.exact(5)


def keep(root: Root) -> None:
    """A result and another one, in the cache."""
    results = results_of(root)
    results.put("second", VALUE, verifier="x.y")
    results.save()


@cache
def findings() -> tuple[Finding, ...]:
    with TemporaryDirectory() as folder:
        Path(folder, "a.md").write_text("5 of 10 = 60 %\n")
        return tuple(audit(("a.md",), Path(folder), strict_coverage=True).findings)


def note(root: Root) -> None:
    """The findings of a document, in a baseline."""
    write_baseline(root.path / "baseline.json", findings())


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """Something that writes to a project.

    :param act: does it
    :param codes: of the diagnostic that says it could not; empty where that costs only time
    :param new: what may be new in the project then
    :param whole: whether what stands there is something whole, old or new
    """

    act: Callable[[Root], object]
    codes: frozenset[str]
    new: Callable[[str], bool]
    whole: Callable[[Root], bool]


def documents_are_whole(root: Root) -> bool:
    return root.read_bytes("a.md", 1 << 20) in (b"5 of 10 = 60 %, old\n", b"new\n")


def evidence_is_whole(root: Root) -> bool:
    found = Store(root).read("a.b")
    return not found.diagnostics and found.evidence in ((later(1),), (later(1), EVIDENCE))


def results_are_whole(root: Root) -> bool:
    results = results_of(root)
    return results.get("first") in (VALUE, None) and results.get("second") in (VALUE, None)


def baseline_is_whole(root: Root) -> bool:
    read_baseline(root.path / "baseline.json")
    return True


WRITERS = {
    "evidence": Writer(
        act=lambda root: Store(root).write(EVIDENCE),
        codes=frozenset({"E434"}),
        new=lambda path: path == f"{HOME}/{EVIDENCE.digest}.json",
        whole=evidence_is_whole,
    ),
    "trying to write evidence": Writer(
        act=lambda root: Store(root).prepare("a.b"),
        codes=frozenset({"E434"}),
        new=lambda _: False,
        whole=evidence_is_whole,
    ),
    "first evidence of a claim": Writer(
        act=lambda root: Store(root).write(replace(EVIDENCE, claim="c.d")),
        codes=frozenset({"E434"}),
        new=lambda path: path.startswith("claims/evidence/c.d/"),
        whole=evidence_is_whole,
    ),
    "document": Writer(
        act=lambda root: write_whole(root, "a.md", root.read_bytes("a.md", 1 << 20), b"new\n"),
        codes=frozenset({"F601", "F602", "F607", "F609", "F610"}),
        new=lambda path: path == "a.md",
        whole=documents_are_whole,
    ),
    "results": Writer(
        act=keep,
        codes=frozenset(),
        new=lambda path: path.startswith(".cache/"),
        whole=results_are_whole,
    ),
    "baseline": Writer(
        act=note,
        codes=frozenset({"C831", "F602", "F607", "F603", "F601"}),
        new=lambda path: path == "baseline.json",
        whole=baseline_is_whole,
    ),
}


def fresh(folder: Path) -> Root:
    """A project in which something of each kind stands."""
    folder.mkdir()
    root = Root(folder)
    Store(root).write(later(1))
    (folder / "a.md").write_bytes(b"5 of 10 = 60 %, old\n")
    results = results_of(root)
    results.put("first", VALUE, verifier="x.y")
    results.save()
    note(root)
    return root


def leftover(path: str) -> bool:
    """A hidden file that nobody reads; its folder is left, too."""
    return Path(path).name.startswith((".a.md.", ".results-1.json.", ".baseline.json.", ".tried.")) or bool(
        re.fullmatch(r"\.[0-9a-f]{16}\.[0-9a-f]{16}\.tmp", Path(path).name)
    )


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208


def told(writer: Writer, root: Root) -> str:
    """What is said where something can't be written; empty where it could."""
    try:
        writer.act(root)
    except TrueupError as error:
        codes = {one.code for one in error.diagnostics}
        return str(error) if codes <= writer.codes else f"unexpected: {error}"
    return ""


def stays(root: Root, before: dict[str, bytes | str], writer: Writer) -> dict[str, bytes | str]:
    """What is new in the project; all that was there stands as it stood, but for what the writer replaces."""
    now = contents(root.path)
    for path, text in before.items():
        assert now.get(path) == text or writer.new(path), path
    new = {path: text for path, text in now.items() if path not in before and text != str(0o040000)}
    assert {path for path in new if not writer.new(path) and not leftover(path)} == set()
    assert writer.whole(root)
    return new


@pytest.mark.parametrize("code", ERRORS, ids=errno.errorcode.get)
@pytest.mark.parametrize("name", WRITERS)
def test_one_call_that_fails(tmp_path: Path, name: str, code: int) -> None:
    """Each in turn: what was there stands, it is said what could not be written, and the next try works."""
    writer = WRITERS[name]
    count = len(disk.calls(tmp_path, lambda: writer.act(fresh(tmp_path / "counted"))))
    start = len(disk.calls(tmp_path, lambda: fresh(tmp_path / "prepared")))
    assert count - start > 3, "nothing is written"
    for number in range(count - start):
        root = fresh(tmp_path / str(number))
        before, opened = contents(root.path), descriptors()
        with disk.failing(tmp_path, number, code).installed() as seen:
            said = told(writer, root)
            assert not said or os.strerror(code).lower() in said.lower() or "F6" in said, said
        assert descriptors() == opened, (number, seen.names)
        new = stays(root, before, writer)
        left = [path for path in new if leftover(path)]
        assert not left or seen.names[number] in ("unlink", "close", "flush"), (number, left, seen.names)
        writer.act(root)
        stays(root, before, writer)


@pytest.mark.parametrize("name", WRITERS)
def test_a_disk_that_stays_full(tmp_path: Path, name: str) -> None:
    """From each call on; what was begun is taken away, since that needs no room."""
    writer = WRITERS[name]
    start = len(disk.calls(tmp_path, lambda: fresh(tmp_path / "prepared")))
    count = len(disk.calls(tmp_path, lambda: writer.act(fresh(tmp_path / "counted")))) - start
    for number in range(count):
        root = fresh(tmp_path / str(number))
        before = contents(root.path)
        with disk.broken(tmp_path, number, errno.ENOSPC).installed():
            told(writer, root)
        assert not [path for path in stays(root, before, writer) if leftover(path)]


@pytest.mark.parametrize("name", WRITERS)
def test_a_death_at_every_step(tmp_path: Path, name: str) -> None:
    writer = WRITERS[name]
    number = 0
    while True:
        root = fresh(tmp_path / str(number))
        before = contents(root.path)
        died = disk.killed(tmp_path, number, lambda: writer.act(root))  # noqa: B023  it runs at once
        stays(root, before, writer)
        writer.act(root)
        stays(root, before, writer)
        if not died:
            break
        number += 1
    assert number > 3


@pytest.mark.parametrize("name", ["evidence", "document", "results"])
def test_another_who_writes_at_every_step(tmp_path: Path, name: str) -> None:
    """Both get what they wrote, or one is told; and a reader in between never sees half of it."""
    writer = WRITERS[name]
    start = len(disk.calls(tmp_path, lambda: fresh(tmp_path / "prepared")))
    count = len(disk.calls(tmp_path, lambda: writer.act(fresh(tmp_path / "counted")))) - start
    for number in range(count):
        root = fresh(tmp_path / str(number))
        busy = False

        def meanwhile(at: int, _: str) -> None:
            nonlocal busy
            if at < number or busy:  # noqa: B023
                return
            busy = True
            assert writer.whole(root)  # noqa: B023
            if at == number:  # noqa: B023
                if name == "evidence":
                    Store(root).write(EVIDENCE)  # noqa: B023
                elif name == "results":
                    other = results_of(root)  # noqa: B023
                    other.put("third", VALUE, verifier="x.y")
                    other.save()
                elif (root.path / "a.md").read_bytes() != b"new\n":  # noqa: B023
                    write_whole(root, "a.md", b"5 of 10 = 60 %, old\n", b"new\n")  # noqa: B023
            busy = False

        with disk.Disk(tmp_path, meanwhile).installed():
            said = told(writer, root)
        assert not said or "F610" in said or "F607" in said
        assert writer.whole(root)
        if name == "evidence":
            assert Store(root).read("a.b").evidence == (later(1), EVIDENCE)
        if name == "results":
            assert results_of(root).get("second") == VALUE, "the one who is last keeps his own"


# Whole commands.

COMMANDS = {
    "check": ("check", "--format", "json"),
    "lint": ("lint", "--format", "json"),
    "audit": ("audit", "docs", "--format", "json"),
    "fix": ("fix", "--format", "json"),
}


def project_for(folder: Path, capture: pytest.CaptureFixture[str]) -> Mini:
    """Two documents and a ledger in two files; one figure is wrong."""
    folder.mkdir()
    made = Mini(folder, capture)
    made.write("claims/good.yaml", GOOD).write("docs/good.md", STATED)
    made.write(
        "claims/bad.yaml", claims("b: {says: B, expr: 2 * 3}", "c: {says: C, basis: measured, verify: s.c}")
    )
    made.write("docs/bad.md", "It is [7](claim:b), [5 B](claim:c).\n")
    made.write(
        "verifiers/s.py",
        "from trueup.verifier import verifier\n\n@verifier('s.c', basis='measured')\ndef c(request): ...\n",
    )
    made.write("claims/evidence/c/x.json", "{}")
    return made


@pytest.mark.parametrize(
    ("name", "code"),
    [(name, errno.EIO) for name in COMMANDS] + [("check", errno.ENOENT)],
    ids=lambda one: errno.errorcode.get(one, one),
)
def test_a_command_on_a_disk_that_fails_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, code: int
) -> None:
    """Whatever can't be read is said, with its place; all that was read is judged; never a traceback."""
    command, *options = COMMANDS[name]
    reference = project_for(tmp_path / "counted", capsys)
    count = len(disk.calls(reference.path, lambda: reference.run(command, *options)))
    assert count > 20
    for number in range(count):
        made = project_for(tmp_path / str(number), capsys)
        before = contents(made.path)
        with disk.failing(made.path, number, code).installed() as seen:
            run = made.run(command, *options)
        where = (number, seen.names[number : number + 1], run.err)
        assert run.code in (0, 1, 2), where
        now = contents(made.path)
        fixed = {**before, "docs/bad.md": b"It is [6](claim:b), [5 B](claim:c).\n"}
        assert now in ((before, fixed) if name == "fix" else (before,)), where
        if run.out:
            found = json.loads(run.out)
            for one in found["diagnostics"]:
                assert one["hint"], one
        else:
            assert run.code == 2, where
            assert run.err.count("\n") < 10


@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES], ids=errno.errorcode.get)
def test_a_checkout_that_can_not_be_written(
    project: Mini, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """It is checked as any other; what has to write says that it can't, before it takes any time."""
    site = measuring(project)
    site.write("claims/good.yaml", GOOD).write("docs/good.md", STATED)
    site.write("docs/b.md", 'It is [7](claim:six "2 * 3").\n')
    assert site.run("measure").code == 0
    (old,) = evidence(site)
    before = contents(site.path)
    monkeypatch.setenv("TRUEUP_CACHE_DIR", str(site.path / ".own"))
    with disk.read_only(site.path, code).installed():
        run = site.check()
        holds(run)
        assert (run.code, run.verdict("rate")["status"], run.verdict("six")["status"]) == (
            1,
            "attested",
            "refuted",
        )
        measured = site.run("measure")
        assert measured.code == 1
        assert "rate: error (evidence)" in measured.out
        fixed = site.run("fix", "--format", "json")
        assert fixed.code == 2
        assert "F609" in fixed.out
        assert site.run("lint").code == 0
        assert site.run("audit", "docs").code == 0
    assert contents(site.path) == before
    assert old.exists()
