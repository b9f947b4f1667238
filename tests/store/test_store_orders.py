"""The newest evidence is known without reading all of it, and what changed is read again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from evidence_samples import EVIDENCE
from trueup.evidence.reading import read_evidence
from trueup.evidence.record import Evidence
from trueup.files import Root
from trueup.recall import sights
from trueup.store import directory
from trueup.store.directory import Recorded, Store
from trueup.store.orders import Orders

HOME = "claims/evidence/a.b"


def later(minutes: int) -> Evidence:
    return replace(EVIDENCE, finished=EVIDENCE.finished + timedelta(minutes=minutes))


@pytest.fixture
def root(tmp_path: Path) -> Root:
    root = Root(tmp_path)
    for minutes in (0, 3, 1, 2):
        Store(root).write(later(minutes))
    return root


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are read."""
    seen: list[str] = []
    original = read_evidence

    def reading(content: bytes, path: str) -> Evidence:
        seen.append(path)
        return original(content, path)

    monkeypatch.setattr(directory, "read_evidence", reading)
    return seen


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sights, "SETTLED", -(10**18))


@contextmanager
def run(root: Root) -> Iterator[Recorded]:
    """What one run knows of the claim, and keeps."""
    orders = Orders(root, None, os.environ)
    yield Store(root, orders=orders).read("a.b")
    orders.save()


def test_only_what_is_asked_for_is_read_again(root: Root, read: list[str]) -> None:
    with run(root) as first:
        assert len(read) == 4
    read.clear()
    with run(root) as second:
        assert len(second.evidence) == 4
        assert not read
        assert second.evidence[0] == later(3)
        assert len(read) == 1
    assert list(second.evidence) == list(first.evidence)
    assert second.evidence[1:3] == list(first.evidence[1:3])
    assert second.evidence[-1] == later(0)


@pytest.mark.parametrize("what", ["added", "edited", "in secret", "removed", "renamed"])
def test_what_changed_is_read_again(root: Root, what: str) -> None:
    with run(root):
        pass
    file = root.path / HOME / f"{later(1).digest}.json"
    before = file.stat()
    match what:
        case "added":
            Store(root).write(later(9))
        case "edited":
            file.write_bytes(b"{}")
        case "in secret":
            file.write_bytes(file.read_bytes()[:-1] + b" ")
            os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
        case "removed":
            (root.path / HOME / f"{later(3).digest}.json").unlink()
        case _:
            file.rename(file.with_name(f"{'0' * 64}.json"))
    with run(root) as found:
        if what in ("added", "removed"):
            assert list(found.evidence) == list(Store(root).read("a.b").evidence)
            assert found.evidence[0] == later(9 if what == "added" else 2)
        else:
            assert [one.code for one in found.diagnostics] == ["E430"]


def test_a_fault_is_said_each_time(root: Root) -> None:
    (root.path / HOME / f"{'0' * 64}.json").write_bytes(b"{}")
    for _ in range(2):
        with run(root) as found:
            assert [one.code for one in found.diagnostics] == ["E430"]


def test_what_a_link_leads_to_is_read_each_time(root: Root, read: list[str]) -> None:
    file = root.path / HOME / f"{later(1).digest}.json"
    file.rename(root.path / "claims" / "elsewhere")
    file.symlink_to(root.path / "claims" / "elsewhere")
    for _ in range(2):
        read.clear()
        with run(root) as found:
            assert len(found.evidence) == len(read) == 4


def test_times_of_what_has_just_been_written_are_not_believed(
    root: Root, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sights, "SETTLED", 10**12)
    for _ in range(2):
        read.clear()
        with run(root):
            assert len(read) == 4
