"""Measuring when something is wrong: nothing is lost, and nothing is recorded that should not be."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from measuring import evidence, measuring, ratio, runs, samples
from mini import Mini

MOODY = """\
from pathlib import Path

from trueup.verifier import Request, Samples, verifier

TURN = Path(__file__).with_name("turn")


@verifier("site.mood", basis="measured")
def mood(request: Request) -> object:
    count = int(TURN.read_text()) if TURN.exists() else 0
    TURN.write_text(str(count + 1))
    return (FIRST) if count == 0 else (THEN)
"""

SLOW = """\
import time

from trueup.verifier import Request, Samples, verifier


@verifier("site.slow", basis="measured")
def slow(request: Request) -> Samples:
    time.sleep(60)
"""


@pytest.fixture
def site(project: Mini) -> Mini:
    return measuring(project)


def add(site: Mini, name: str) -> None:
    """A second claim to measure, by the verifier of the same name."""
    site.replace(
        "claims/a.yaml",
        "  pair:",
        f"  {name}: {{says: S, basis: measured, verify: site.{name}}}\n  pair:",
    )


@pytest.mark.parametrize(
    ("first", "then", "said"),
    [
        ("'yes'", "'no'", "site.mood gave yes before and no now"),
        ("3", "4", "site.mood gave 3 before and 4 now"),
        ("'fast'", "Samples(values=[1.0], unit='s')", "site.mood gave fast before and samples now"),
        ("Samples(values=[1.0], unit='s')", "'fast'", "site.mood gave samples before and fast now"),
        (
            "Samples(values=[1.0], unit='s')",
            "Samples(values=[1.0], unit='GB/s')",
            "site.mood gave s before and GB/s now",
        ),
        (
            "Samples(values=[1.0], unit='')",
            "Samples(values=[1.0], unit='s')",
            "site.mood gave no unit before and s now",
        ),
        (
            "Samples(values=[1.0], unit='s')",
            "Samples(values=[1.0], unit='s', against=[1.0])",
            "some runs are ratios, others are not",
        ),
        ("'yes'", "1 / 0", "ZeroDivisionError"),
    ],
)
def test_a_different_answer_each_time_is_not_recorded(site: Mini, first: str, then: str, said: str) -> None:
    site.write("verifiers/mood.py", MOODY.replace("FIRST", first).replace("THEN", then))
    add(site, "mood")
    run = site.run("measure", "mood")
    assert run.code == 1
    assert "mood: error (verifier): " in run.out
    assert said in run.out
    assert evidence(site, "mood") == []


def test_a_name_that_comes_out_again_is_recorded(site: Mini) -> None:
    site.write("verifiers/mood.py", MOODY.replace("FIRST", "'illegal'").replace("THEN", "'illegal'"))
    add(site, "mood")
    site.write("docs/b.md", "Inside a capture it is [illegal](claim:mood).\n")
    assert site.run("measure", "mood").code == 0
    assert len(evidence(site, "mood")) == 1
    assert site.check().verdict("mood")["status"] == "attested"


@pytest.mark.parametrize("unit", ["\\ud800", "s" * 10_000])
def test_a_unit_that_is_none_is_an_error_of_a_ratio_too(site: Mini, unit: str) -> None:
    answer = f"Samples(values=[1.0], unit='{unit}', against=[1.0])"
    site.write("verifiers/mood.py", MOODY.replace("FIRST", answer).replace("THEN", answer))
    add(site, "mood")
    run = site.run("measure", "mood")
    assert run.code == 1
    assert "mood: error (verifier)" in run.out
    assert evidence(site, "mood") == []


def test_a_full_disk_is_said_and_the_next_claim_is_measured(
    site: Mini, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.run("measure", "rate")
    (old,) = evidence(site)
    before = old.read_bytes()
    site.write("verifiers/mood.py", MOODY.replace("FIRST", "'yes'").replace("THEN", "'yes'"))
    add(site, "mood")
    link, full = os.link, iter([True])

    def failing(*arguments: object, **options: object) -> None:
        if next(full, False):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        link(*arguments, **options)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(os, "link", failing)
        run = site.run("measure")
    assert run.code == 1
    assert "rate: error (evidence): " in run.out
    assert "could not be written: No space left on device" in run.out
    assert run.out.count("nothing that was recorded before has changed") == 1
    assert run.out.count("make room") == 1
    assert [file.read_bytes() for file in evidence(site)] == [before]
    assert len(evidence(site, "mood")) == 1
    assert site.check().verdict("rate")["status"] == "attested"


def test_what_cannot_be_recorded_is_not_measured(site: Mini) -> None:
    site.write("claims/evidence", "a file where a folder belongs\n")
    run = site.run("measure", "rate")
    assert "rate: error (evidence): claims/evidence/rate:1:1: E434" in run.out
    assert not list(site.path.glob("rate.*.turn")), "the verifier never ran"


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_it_keeps_what_is_done(site: Mini, how: signal.Signals) -> None:
    add(site, "slow")
    site.write("verifiers/slow.py", SLOW)
    # Tests that run in the background may ignore SIGINT, and what they start inherits that.
    command = ["env", "--default-signal=INT", sys.executable, "-m", "trueup", "measure"]
    with subprocess.Popen(command, cwd=site.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        for _ in range(1200):
            if evidence(site):
                break
            time.sleep(0.05)
        os.kill(running.pid, how)
        out, err = running.communicate(timeout=60)
    assert b"Traceback" not in out + err
    if how is signal.SIGINT:
        assert running.returncode == 130
        assert b"interrupted" in err
    assert site.check().verdict("rate")["status"] == "attested"
    assert site.check().verdict("slow")["status"] == "missing"


def test_measuring_again_does_not_hide_a_file_that_was_edited(site: Mini) -> None:
    site.run("measure")
    (file,) = evidence(site)
    file.write_text(file.read_text().replace("5.6", "5.7", 1))
    run = site.run("measure")
    assert run.code == 1
    assert "| error (evidence) |" in run.out
    assert len(evidence(site)) == 2
    file.unlink()
    assert site.check().code == 0


def test_evidence_needs_no_git(site: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(site.path))
    assert site.run("measure").code == 0
    (file,) = evidence(site)
    found = json.loads(file.read_text())
    assert (found["commit"], found["dirty"]) == ("", False)
    assert site.check().code == 0


def test_evidence_that_is_too_old_says_how_old(site: Mini) -> None:
    site.replace("claims/a.yaml", "name: rate}, watch", "name: rate}, max_age: 30 days, watch")
    site.run("measure")
    assert site.check().verdict("rate")["status"] == "attested"
    verdict = site.check("--today", "2099-01-01").verdict("rate")
    assert (verdict["status"], verdict["reason"]) == ("outdated", "age")
    assert "30 days" in verdict["because"][0]
    assert "trueup measure rate" in verdict["hint"]


@pytest.mark.parametrize(("noise", "taken", "repeated"), [("1 %", 7, 7), ("0.1 %", 7, 7), ("100 %", 21, 0)])
def test_the_noise_of_a_claim_raises_the_floor_while_it_is_measured(
    site: Mini, noise: str, taken: int, repeated: int
) -> None:
    site.replace("claims/a.yaml", "name: rate}, watch", f"name: rate}}, noise: {noise}, watch")
    samples(site, runs(8.4, 8.41, 8.39))
    site.run("measure")
    (file,) = evidence(site)
    found = json.loads(file.read_text())
    assert len(found["samples"]["runs"]) == taken
    assert len(found["samples"]["repeat"]) == repeated
    assert found["value"]["noise"] == "1/100"
    assert site.check().verdict("rate")["status"] == ("refuted" if repeated else "inconclusive")


def test_what_there_is_to_doubt_in_the_samples_is_shown(site: Mini) -> None:
    found = runs(*[5.5] * 3, 5.6, *[5.7] * 3, spread=0.01)
    found[2]["values"] = [5.49, 5.5, 5.5, 5.5, 5.5, 5.5, 5.51, 99.0]
    samples(site, found)
    said = "7 runs, 1 outlying iteration kept (Tukey), drift +4 % from the first to the second half"
    assert f" GB/s | {said} | " in site.run("measure").out
    assert f"samples   {said}\n" in site.run("explain", "rate").out
    assert site.check().json["claims"]["rate"]["samples"] == [said]
    assert site.check().json["claims"]["pair"]["samples"] == []


def test_the_repeat_and_the_runs_with_the_same_code_are_counted_apart(site: Mini) -> None:
    site.write("docs/a.md", "It is [~3×](claim:rate) faster.\n")
    samples(site, ratio((2.0, 1.0)), unit="ms", same=ratio((1.0, 1.0)))
    said = "7 runs; independent repeat: 7 runs; same code in both arms: 7 runs"
    assert said in site.run("measure").out
