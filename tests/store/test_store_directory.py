"""Evidence appears whole or not at all, and what was recorded stays."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import trueup
from evidence_samples import EVIDENCE
from trueup.diagnostics import TrueupError
from trueup.evidence.record import Evidence
from trueup.files import Root
from trueup.store import directory
from trueup.store.directory import Store

HOME = "claims/evidence/a.b"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(Root(tmp_path))


def later(minutes: int) -> Evidence:
    return replace(EVIDENCE, finished=EVIDENCE.finished + timedelta(minutes=minutes))


def contents(store: Store) -> dict[str, bytes]:
    return {
        str(file.relative_to(store.root.path)): file.read_bytes() for file in store.root.path.rglob("*.json")
    }


def codes(store: Store) -> list[str]:
    return [one.code for one in store.read("a.b").diagnostics]


def test_what_is_written_is_read_newest_first(store: Store) -> None:
    paths = [store.write(later(minutes)) for minutes in (0, 2, 1)]
    found = store.read("a.b")
    assert found.evidence == (later(2), later(1), later(0))
    assert not found.diagnostics
    assert paths[0] == f"{HOME}/{EVIDENCE.digest}.json"
    assert contents(store)[paths[0]] == EVIDENCE.content


def test_writing_twice_is_writing_once(store: Store) -> None:
    assert store.write(EVIDENCE) == store.write(EVIDENCE)
    assert len(contents(store)) == 1


def test_a_claim_without_evidence_has_none(store: Store) -> None:
    assert store.read("a.b") == store.read("../..") == directory.Recorded()


def test_only_the_claim_s_own_files_are_read(store: Store) -> None:
    store.write(EVIDENCE)
    other = store.root.path / "claims/evidence/a/broken.json"
    other.parent.mkdir()
    other.write_text("{", encoding="utf-8")
    assert store.read("a.b").evidence == (EVIDENCE,)


def test_an_edited_file_is_told_and_is_left_alone(store: Store) -> None:
    file = store.root.path / store.write(EVIDENCE)
    file.write_bytes(EVIDENCE.content.replace(b"5.6", b"9.6"))
    assert codes(store) == ["E430"]
    before = contents(store)
    with pytest.raises(TrueupError, match="E430"):
        store.write(EVIDENCE)
    assert contents(store) == before


def test_evidence_of_another_claim_is_refused(store: Store) -> None:
    file = store.root.path / store.write(EVIDENCE)
    moved = store.root.path / "claims/evidence/x.y" / file.name
    moved.parent.mkdir()
    file.rename(moved)
    found = store.read("x.y")
    assert not found.evidence
    assert [(one.code, one.message) for one in found.diagnostics] == [
        ("E432", "recorded for a.b, not for x.y")
    ]


def test_a_broken_file_does_not_hide_the_others(store: Store) -> None:
    store.write(EVIDENCE)
    (store.root.path / HOME / "notes.json").write_text("{}", encoding="utf-8")
    found = store.read("a.b")
    assert found.evidence == (EVIDENCE,)
    assert [one.code for one in found.diagnostics] == ["E430"]


def test_leftovers_and_other_files_are_passed_over(store: Store) -> None:
    store.write(EVIDENCE)
    for name in (".abc.tmp", ".half.json", "README.md", "x.json.orig"):
        (store.root.path / HOME / name).write_bytes(b"half")
    assert store.read("a.b") == directory.Recorded(evidence=(EVIDENCE,))


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_what_is_no_regular_file_is_refused_without_waiting(store: Store, tmp_path: Path, kind: str) -> None:
    store.write(later(1))
    file = tmp_path / HOME / f"{EVIDENCE.digest}.json"
    if kind == "link":
        outside = tmp_path.parent / f"{tmp_path.name}-outside.json"
        outside.write_bytes(EVIDENCE.content)
        file.symlink_to(outside)
    elif kind == "pipe":
        os.mkfifo(file)
    else:
        file.mkdir()
    found = store.read("a.b")
    assert found.evidence == (later(1),)
    assert len(found.diagnostics) == 1


def test_a_folder_that_leads_outside_is_neither_read_nor_written(store: Store, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (tmp_path / "claims/evidence").mkdir(parents=True)
    (tmp_path / HOME).symlink_to(outside)
    with pytest.raises(TrueupError, match="E434"):
        store.write(EVIDENCE)
    assert not list(outside.iterdir())
    assert store.read("a.b").diagnostics


def test_more_files_than_are_read_are_told_quickly(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directory, "MOST", 1)
    store.write(EVIDENCE)
    store.write(later(1))
    assert codes(store) == ["E433"]


def failing(call: Callable[..., Any], number: int, code: int) -> Callable[..., Any]:
    """``call``, which fails the ``number``-th time."""
    calls = iter(range(1_000_000))

    def wrapped(*args: Any, **options: Any) -> Any:
        if next(calls) == number:
            raise OSError(code, os.strerror(code))
        return call(*args, **options)

    return wrapped


@pytest.mark.parametrize(("name", "number"), [("write", 0), ("fsync", 0), ("open", 4), ("mkdir", 0)])
def test_whether_it_can_be_written_is_known_before_it_is_measured(
    store: Store, monkeypatch: pytest.MonkeyPatch, name: str, number: int
) -> None:
    store.write(EVIDENCE)
    with monkeypatch.context() as patch:
        patch.setattr(os, name, failing(getattr(os, name), number, errno.ENOSPC))
        with pytest.raises(TrueupError, match="E434 could not be written: No space left"):
            store.prepare("a.b")
    store.prepare("a.b")
    assert [file.name for file in (store.root.path / HOME).iterdir()] == [f"{EVIDENCE.digest}.json"]


def test_a_disk_that_writes_a_little_at_a_time_gets_it_all(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda descriptor, data: write(descriptor, bytes(data[:7])))
        store.write(EVIDENCE)
    assert store.read("a.b").evidence == (EVIDENCE,)


@pytest.mark.parametrize("there", [False, True])
def test_a_file_system_without_links_is_written_all_the_same(
    store: Store, monkeypatch: pytest.MonkeyPatch, *, there: bool
) -> None:
    if there:
        store.write(EVIDENCE)
    monkeypatch.setattr(os, "link", failing(os.link, 0, errno.EPERM))
    store.write(EVIDENCE)
    assert store.read("a.b").evidence == (EVIDENCE,)


def writer(store: Store, body: str) -> subprocess.Popen[bytes]:
    """Another process that writes."""
    lines = f"""
        import os, signal, sys
        from dataclasses import replace
        from datetime import timedelta
        from pathlib import Path
        from evidence_samples import EVIDENCE
        from trueup.files import Root
        from trueup.store.directory import Store

        store = Store(Root(Path({str(store.root.path)!r})))
    """
    paths = os.pathsep.join(map(str, [Path(trueup.__file__).parent.parent, Path(__file__).parent.parent]))
    environment = {**os.environ, "PYTHONPATH": paths}
    return subprocess.Popen([sys.executable, "-c", dedent(lines) + dedent(body)], env=environment)


def test_writers_side_by_side_all_get_their_files(store: Store) -> None:
    body = """
        for minutes in range(10):
            store.write(replace(EVIDENCE, finished=EVIDENCE.finished + timedelta(minutes=minutes)))
    """
    writers = [writer(store, body) for _ in range(3)]
    assert [one.wait() for one in writers] == [0, 0, 0]
    assert store.read("a.b").evidence == tuple(later(minutes) for minutes in reversed(range(10)))


def test_a_claim_that_is_no_id_is_not_written(store: Store) -> None:
    with pytest.raises(ValueError, match="no claim id"):
        store.write(replace(EVIDENCE, claim="../x"))
