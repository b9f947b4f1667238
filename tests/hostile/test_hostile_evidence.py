"""Evidence that was edited, copied, damaged or made up: each is refused for a reason of its own."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from hostile.beside import contents
from mini import Mini, claims
from trueup.engine.project import load
from trueup.evidence.record import Evidence, canonical
from trueup.files import Root
from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.store.directory import Store

TODAY = ("--today", "2026-08-01")
VERIFIER = """\
from trueup.verifier import Request, Samples, verifier


@verifier("cpu.rate", basis="measured")
def rate(request: Request, *, threads: int) -> Samples:
    open("ran", "w")
    raise RuntimeError("check measures nothing")
"""
ENTRY = (
    "{}: {{says: R, basis: measured, verify: cpu.rate, with: {{threads: 16}}, scope: {{cpu: i7-13800H}},"
    " watch: [path:kernel.c], max_age: 365 days}}"
)
LEDGER = claims(ENTRY.format("a.rate"), ENTRY.format("b.rate"))
PAGE = "It reads [5.6 GB/s](claim:a.rate), the other [5.6 GB/s](claim:b.rate).\n"

Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def site(project: Mini) -> Mini:
    """Two measured claims with evidence that holds."""
    project.write("verifiers/cpu.py", VERIFIER).write("claims/a.yaml", LEDGER).write("docs/a.md", PAGE)
    project.write("kernel.c", "for (;;) slow();\n")
    for claim in ("a.rate", "b.rate"):
        record(project, claim)
    run = project.check(*TODAY)
    assert (run.code, run.statuses()) == (0, {"a.rate": "attested", "b.rate": "attested"})
    return project


def record(site: Mini, claim: str, **more: Any) -> Path:
    root = Root(site.path)
    declared = load(site.path).registry.find("cpu.rate")
    assert declared
    spread = Interval(Fraction(5_590_000_000), Fraction(5_610_000_000))
    made = Evidence(
        claim=claim,
        verifier=declared.id,
        digest_of_verifier=declared.digest,
        value=Quantity(spread=spread, reach=spread, dimension=Dimension.of(B=1, s=-1)),
        unit="GB/s",
        parameters={"threads": "16"},
        watch={"path:kernel.c": {"kernel.c": root.digest("kernel.c")}},
        host={"cpu": "13th Gen Intel(R) Core(TM) i7-13800H", "cores": "20"},
        commit="0" * 40,
        started=datetime(2026, 7, 1, 10, tzinfo=UTC),
        finished=datetime(2026, 7, 1, 11, tzinfo=UTC),
    )
    return site.path / Store(root).write(replace(made, **more))


def file_of(site: Mini) -> Path:
    (file,) = (site.path / "claims/evidence/a.rate").glob("*.json")
    return file


def forge(site: Mini, change: Change) -> None:
    """Write other evidence in the old one's place, under the name that its content gives: a careful liar's."""
    old = file_of(site)
    found = json.loads(old.read_bytes())
    change(found)
    content = canonical(found)
    old.unlink()
    old.with_name(f"{hashlib.sha256(content).hexdigest()}.json").write_bytes(content)


def judged(site: Mini, *options: str) -> dict[str, Any]:
    """The verdict of the claim whose evidence was changed; the other one's stands, and nothing was run."""
    before = contents(site.path)
    run = site.check(*(options or TODAY))
    assert contents(site.path) == before
    assert "ran" not in before
    assert run.verdict("b.rate")["status"] == ("attested" if not options else run.verdict("b.rate")["status"])
    found = run.verdict("a.rate")
    assert run.code == (0 if found["status"] in ("attested", "inconclusive") else 1)
    return found


@pytest.mark.parametrize(
    ("old", "new"), [(b"5590000000", b"5690000000"), (b"}", b"}\n"), (b"i7", b"i9"), (b"{", b"\xef\xbb\xbf{")]
)
def test_evidence_that_was_edited(site: Mini, old: bytes, new: bytes) -> None:
    file = file_of(site)
    file.write_bytes(new.join(file.read_bytes().rsplit(old, 1)))
    verdict = judged(site)
    assert (verdict["status"], verdict["reason"]) == ("error", "evidence")
    assert f"{file.relative_to(site.path)}:1:1: E430" in verdict["because"][0]
    assert verdict["hint"]


FORGED: dict[str, tuple[Change, str, str, str]] = {
    "of another claim": (lambda e: e.update(claim="b.rate"), "error", "evidence", "E432"),
    "other parameters": (lambda e: e["parameters"].update(threads="32"), "outdated", "parameters", "threads"),
    "more parameters": (lambda e: e["parameters"].update(k="1"), "outdated", "parameters", "k"),
    "another verifier": (lambda e: e["verifier"].update(id="gpu.rate"), "outdated", "verifier", "cpu.rate"),
    "another version": (lambda e: e["verifier"].update(digest="sha256:aa"), "outdated", "verifier", "cpu.rate"),
    "another host": (lambda e: e["host"].update(cpu="Z80"), "missing", "scope", "Z80"),
    "no host": (lambda e: e.update(host={}), "missing", "scope", ""),
    "another input": (lambda e: e.update(subject={"model": "sha256:aa"}), "outdated", "subject", "model"),
    "another watched file": (lambda e: e["watch"]["path:kernel.c"].update({"kernel.c": "sha256:aa"}), "outdated", "watch", "kernel.c"),
    "no watched file": (lambda e: e.update(watch={}), "outdated", "watch", "kernel.c"),
    "from the future": (lambda e: e.update(finished="2099-01-01T00:00:00+00:00"), "outdated", "age", "future"),
    "too old": (lambda e: e.update(finished="2020-01-01T00:00:00+00:00"), "outdated", "age", "365"),
    "of a later schema": (lambda e: e.update(schema="trueup/evidence/2"), "error", "evidence", "trueup/evidence/2"),
    "of no schema": (lambda e: e.pop("schema"), "error", "evidence", "E431"),
    "another unit of measure": (lambda e: e["value"].update(dimension={"s": 1}), "refuted", "unit", " s"),
    "a value of no kind": (lambda e: e["value"].update(kind="code"), "error", "evidence", "E431"),
    "a descending interval": (lambda e: e["value"].update(spread=["9", "1"]), "error", "evidence", "E431"),
    "divided by zero": (lambda e: e["value"].update(spread=["1/0", "1"]), "error", "evidence", "E431"),
    "endless digits": (lambda e: e["value"].update(spread=["9" * 10_000, None]), "error", "evidence", "E431"),
    "no time zone": (lambda e: e.update(finished="2026-07-01T11:00:00"), "error", "evidence", "E431"),
    "no date": (lambda e: e.update(finished="yesterday"), "error", "evidence", "E431"),
    "year ten thousand": (lambda e: e.update(finished="9999-12-31T23:59:59-23:59"), "error", "evidence", "E431"),
    "year one": (lambda e: e.update(finished="0001-01-01T00:00:00+23:59"), "error", "evidence", "E431"),
    "dirty, as text": (lambda e: e.update(dirty="no"), "error", "evidence", "E431"),
    "a list for a mapping": (lambda e: e.update(host=[]), "error", "evidence", "E431"),
    "a field left out": (lambda e: e.pop("samples"), "error", "evidence", "E431"),
    "samples of text": (lambda e: e["samples"].update(runs=[{"values": ["5"]}]), "error", "evidence", "E431"),
    "an interval that its samples don't give": (
        lambda e: (e["value"].update(noise="1/100"), e["samples"].update(runs=[{"values": [9.9]}] * 7)), "error", "evidence", "samples",
    ),
    "fewer runs than are taken": (
        lambda e: (e["value"].update(noise="1/100"), e["samples"].update(runs=[{"values": [5.6]}])), "error", "evidence", "runs",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "status", "reason", "said"), FORGED.values(), ids=FORGED)
def test_evidence_that_was_made_up(site: Mini, change: Change, status: str, reason: str, said: str) -> None:
    forge(site, change)
    verdict = judged(site)
    assert (verdict["status"], verdict["reason"]) == (status, reason)
    assert said in " ".join(verdict["because"])
    assert verdict["hint"]


def test_evidence_of_a_tree_with_changes_says_so(site: Mini) -> None:
    """All that went into it is compared by digest; that the rest of the tree had changed is shown."""
    forge(site, lambda e: e.update(dirty=True))
    assert judged(site)["status"] == "attested"
    assert "tracked files differed from commit" in site.run("explain", "a.rate", *TODAY).out


def test_a_verifier_that_changed_since(site: Mini) -> None:
    site.replace("verifiers/cpu.py", "measures nothing", "measures nothing at all")
    run = site.check(*TODAY)
    assert {run.verdict(name)["reason"] for name in ("a.rate", "b.rate")} == {"verifier"}


RAW: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "conflict markers": (lambda e: b"<<<<<<< ours\n" + e + b"\n=======\n" + e + b"\n>>>>>>> theirs\n", "conflict markers"),
    "LFS pointer": (lambda _: b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n", "LFS"),
    "empty": (lambda _: b"", "E43"),
    "truncated": (lambda e: e[: len(e) // 2], "E43"),
    "no UTF-8": (lambda e: e.replace(b"GB", b"\xff\xfe"), "E43"),
    "deep": (lambda _: b"[" * 100_000, "E43"),
    "key twice": (lambda e: e.replace(b"{", b'{"claim": "b.rate", ', 1), "E43"),
    "no JSON": (lambda e: e.replace(b"{", b'{"more": NaN, ', 1), "E43"),
    "zip": (lambda _: b"PK\x03\x04" + bytes(1000), "E43"),
    "pickle": (lambda _: b"cos\nsystem\n(S'touch ran'\ntR.", "E43"),
}  # fmt: skip


@pytest.mark.parametrize("named", [False, True], ids=["under its old name", "under its own"])
@pytest.mark.parametrize(("damage", "said"), RAW.values(), ids=RAW)
def test_a_file_that_is_no_evidence(
    site: Mini, damage: Callable[[bytes], bytes], said: str, *, named: bool
) -> None:
    file = file_of(site)
    content = damage(file.read_bytes())
    file.write_bytes(content)
    if named:
        file = file.rename(file.with_name(f"{hashlib.sha256(content).hexdigest()}.json"))
    verdict = judged(site)
    assert (verdict["status"], verdict["reason"]) == ("error", "evidence")
    assert said in verdict["because"][0]
    assert str(file.relative_to(site.path)) in verdict["because"][0]
    assert verdict["hint"]


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_evidence_that_is_no_file(site: Mini, kind: str) -> None:
    file = file_of(site)
    whole = file.read_bytes()
    file.unlink()
    if kind == "link":
        outside = site.path.parent / "outside.json"
        outside.write_bytes(whole)
        file.symlink_to(outside)
    elif kind == "pipe":
        os.mkfifo(file)
    else:
        file.mkdir()
    verdict = judged(site)
    assert (verdict["status"], verdict["reason"]) == ("error", "evidence")
    assert verdict["hint"]


def test_evidence_elsewhere_is_neither_read_nor_written(site: Mini) -> None:
    outside = site.path.parent / "outside"
    (site.path / "claims/evidence/a.rate").rename(outside)
    (site.path / "claims/evidence/a.rate").symlink_to(outside)
    verdict = judged(site)
    assert (verdict["status"], verdict["reason"]) == ("error", "evidence")
    before = contents(outside)
    site.run("measure", "a.rate")
    assert contents(outside) == before


def test_one_bad_file_among_good_ones_is_not_passed_over(site: Mini) -> None:
    """Else whoever may add a file could take evidence away without a word."""
    record(site, "a.rate", finished=datetime(2026, 7, 2, tzinfo=UTC))
    (site.path / "claims/evidence/a.rate" / f"{'0' * 64}.json").write_text("{}")
    verdict = judged(site)
    assert (verdict["status"], verdict["reason"]) == ("error", "evidence")
    assert "0" * 64 in verdict["because"][0]


def test_what_is_hidden_such_as_what_a_killed_writer_left_is_passed_over(site: Mini) -> None:
    folder = file_of(site).parent
    (folder / ".0123456789abcdef.0011.tmp").write_bytes(b'{"half')
    (folder / "._of another system.json").write_bytes(b"\0\5\x16\7")
    assert judged(site)["status"] == "attested"


def test_more_evidence_of_a_claim_than_is_read(site: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of it is opened; what other claims have is not even listed."""
    folder = file_of(site).parent
    for number in range(3):
        (folder / f"{number:064x}.json").write_text("{")
        (folder.with_name("b.more") / "x").parent.mkdir(exist_ok=True)
        (folder.with_name("b.more") / f"{number:064x}.json").write_text("{")
    monkeypatch.setattr("trueup.store.directory.MOST", 3)
    verdict = judged(site)
    assert (verdict["status"], verdict["reason"]) == ("error", "evidence")
    assert "claims/evidence/a.rate:1:1: E433 4 files of evidence" in verdict["because"][0]


def test_evidence_without_any_claim_is_not_read(site: Mini) -> None:
    site.write("claims/evidence/nobody/x.json", "{").write("claims/evidence/stray.json", "{")
    assert judged(site)["status"] == "attested"


def test_a_figure_is_judged_by_the_newest_in_scope(site: Mini) -> None:
    slow = Interval(Fraction(4_000_000_000), Fraction(4_100_000_000))
    value = Quantity(spread=slow, reach=slow, dimension=Dimension.of(B=1, s=-1))
    record(site, "a.rate", finished=datetime(2026, 6, 1, tzinfo=UTC), value=value)
    assert judged(site)["status"] == "attested"
    record(site, "a.rate", finished=datetime(2026, 7, 3, tzinfo=UTC), value=value)
    assert judged(site)["status"] == "refuted"
    record(site, "a.rate", finished=datetime(2026, 7, 4, tzinfo=UTC), host={"cpu": "Z80"})
    assert judged(site)["status"] == "refuted"
