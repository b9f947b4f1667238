"""Measuring through the command: evidence that knows its host and notices when it is outdated."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from measuring import LEDGER, evidence, measuring, ratio, runs, samples
from mini import Mini, claims, where


@pytest.fixture
def site(project: Mini) -> Mini:
    return measuring(project)


def test_missing_before_attested_after_and_on_which_host(site: Mini) -> None:
    run = site.check()
    verdict = run.verdict("rate")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "missing", "evidence")
    assert "trueup measure rate" in verdict["hint"]
    measured = site.run("measure")
    assert measured.code == 0
    assert "rate | ~5.6 GB/s | 5.5" in measured.out
    assert "first evidence" in measured.out
    run = site.check()
    verdict = run.verdict("rate")
    assert (run.code, verdict["status"]) == (0, "attested")
    assert "recorded" in verdict["because"][0]
    assert run.verdict("pair")["status"] == "attested"


def test_evidence_is_one_file_named_by_its_content(site: Mini) -> None:
    site.run("measure")
    site.run("measure")
    first, second = evidence(site)
    found = json.loads(first.read_text())
    assert found["claim"] == "rate"
    assert len(found["samples"]["runs"]) == 7
    assert found["unit"] == "GB/s"
    assert found["host"]["cores"]
    assert set(found["watch"]["path:kernel.c"]) == {"kernel.c"}
    assert first.name != second.name


def test_a_watched_file_that_changes_makes_it_outdated(site: Mini) -> None:
    site.run("measure")
    site.write("kernel.c", "2\n")
    run = site.check()
    verdict = run.verdict("rate")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "outdated", "watch")
    assert "kernel.c" in verdict["because"][0]
    assert (run.verdict("pair")["status"], run.verdict("pair")["reason"]) == ("suspect", "upstream")
    assert "kernel.c has changed" in site.run("measure").out
    assert site.check().code == 0


@pytest.mark.parametrize(
    ("path", "old", "new", "reason"),
    [
        ("claims/a.yaml", "{name: rate}", "{name: other}", "parameters"),
        ("verifiers/site.py", "count + 1", "count + 2", "verifier"),
    ],
)
def test_what_else_makes_it_outdated(site: Mini, path: str, old: str, new: str, reason: str) -> None:
    site.run("measure")
    site.replace(path, old, new)
    verdict = site.check().verdict("rate")
    assert (verdict["status"], verdict["reason"]) == ("outdated", reason)


def test_a_figure_outside_is_refuted_only_with_a_repeat(site: Mini) -> None:
    samples(site, runs(11.2, 11.25, 11.22))
    assert site.run("measure").code == 1
    (file,) = evidence(site)
    assert len(json.loads(file.read_text())["samples"]["repeat"]) == 7
    run = site.check()
    assert (run.verdict("rate")["status"], run.verdict("rate")["reason"]) == ("refuted", "value")
    assert run.verdict("rate")["expected"] == "~11.2 GB/s"
    assert run.verdict("pair")["status"] == "refuted"


def test_a_repeat_that_disagrees_leaves_it_inconclusive(site: Mini) -> None:
    samples(site, runs(*[11.2] * 7, *[5.6] * 7))
    assert site.run("measure").code == 0
    verdict = site.check().verdict("rate")
    assert verdict["status"] == "inconclusive"
    assert "repeat" in verdict["because"][0]


def test_a_repeat_on_the_other_side_leaves_it_inconclusive(site: Mini) -> None:
    samples(site, runs(*[11.2] * 7, *[2.8] * 7))
    site.run("measure")
    verdict = site.check().verdict("rate")
    assert verdict["status"] == "inconclusive"
    assert "an independent repeat gave 2.8" in verdict["because"][0]


def test_a_repeat_takes_as_many_runs_as_it_needs(site: Mini) -> None:
    first, wide, narrow = [11.2] * 7, [5.0, 5.0, 5.0, 11.2, 11.0, 11.1, 11.2], [11.0, 11.1, 11.2] * 5
    samples(site, runs(*first, *wide, *narrow))
    site.run("measure")
    (file,) = evidence(site)
    found = json.loads(file.read_text())["samples"]
    assert (len(found["runs"]), len(found["repeat"])) == (7, 14)
    assert site.check().verdict("rate")["status"] == "refuted"


def test_runs_that_differ_beyond_any_number_are_inconclusive(site: Mini) -> None:
    samples(site, runs(1e-300, 1e300))
    site.run("measure")
    assert len(evidence(site)) == 1
    assert site.check().verdict("rate")["status"] == "inconclusive"


def test_noise_that_straddles_the_figure_takes_all_runs_and_is_inconclusive(site: Mini) -> None:
    samples(site, runs(4.6, 5.6, 6.6))
    assert site.run("measure").code == 0
    (file,) = evidence(site)
    assert len(json.loads(file.read_text())["samples"]["runs"]) == 21
    verdict = site.check().verdict("rate")
    assert verdict["status"] == "inconclusive"
    assert "straddles" in verdict["because"][0]
    assert site.check("--strict").code == 1


def test_a_figure_finer_than_the_noise_floor_cannot_be_verified(site: Mini) -> None:
    site.write("docs/a.md", "It reads [5.600 GB/s](claim:rate).\n")
    samples(site, runs(5.6))
    site.run("measure")
    verdict = site.check().verdict("rate")
    assert verdict["status"] == "inconclusive"
    assert "noise floor of 1.00%" in verdict["because"][0]


def test_a_ratio_has_its_floor_from_the_same_code_in_both_arms(site: Mini) -> None:
    site.write("docs/a.md", "It is [~2×](claim:rate) faster.\n")
    samples(site, ratio((2.0, 1.0), (2.02, 1.0)), unit="ms", same=ratio((1.0, 1.0), (1.01, 1.0), (1.0, 1.01)))
    assert site.run("measure").code == 0
    (file,) = evidence(site)
    assert len(json.loads(file.read_text())["samples"]["floor"]) == 7
    assert site.check().verdict("rate")["status"] == "attested"


def test_a_bias_below_the_floor_is_asked_for_again(site: Mini) -> None:
    site.write("docs/a.md", "It is [~2×](claim:rate) faster.\n")
    samples(site, ratio((2.0, 1.0)), unit="ms", same=ratio((1.003, 1.0), (1.0031, 1.0)))
    site.run("measure")
    (file,) = evidence(site)
    found = json.loads(file.read_text())
    assert len(found["samples"]["floor"]) == 14
    assert "twice" in found["unfit"]


def test_a_ratio_to_nothing_is_an_error_of_its_verifier(site: Mini) -> None:
    samples(site, ratio((2.0, 0.0)), unit="ms", same=ratio((1.0, 1.0)))
    run = site.run("measure")
    assert run.code == 1
    assert "rate: error (verifier): site.rate: the other arm's median is zero" in run.out
    assert evidence(site) == []


def test_without_scipy_it_says_what_to_install(site: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("scipy", "scipy.special"):
        monkeypatch.setitem(sys.modules, name, None)
    run = site.run("measure")
    assert run.code == 1
    assert "rate: missing (library)" in run.out
    assert "pip install 'trueup[measure]'" in run.out
    assert evidence(site) == []


def test_an_unfit_host_decides_nothing(site: Mini) -> None:
    site.write("docs/a.md", "It is [~3×](claim:rate) faster.\n")
    samples(site, ratio((2.0, 1.0)), unit="ms", same=ratio((1.0, 1.3), (1.3, 1.0), (1.0, 1.0)))
    site.run("measure")
    verdict = site.check().verdict("rate")
    assert verdict["status"] == "inconclusive"
    assert "unfit" in verdict["because"][0]


def test_what_rests_on_an_unfit_host_is_not_decided_either(site: Mini) -> None:
    site.write(
        "claims/b.yaml",
        "claims:\n"
        "  twice: {says: Twice of it, expr: 2 * rate}\n"
        "  bound: {says: It is slower, require: rate < 1}\n"
        "  faster: {says: Faster, decide: rate > 1, words: {true: faster, false: slower, null: open}}\n",
    )
    site.write(
        "docs/a.md", "[~2×](claim:rate), [~9×](claim:twice), [faster](claim:faster), [slower](claim:faster)\n"
    )
    samples(site, ratio((2.0, 1.0)), unit="ms", same=ratio((1.0, 1.3), (1.3, 1.0), (1.0, 1.0)))
    site.run("measure")
    check = site.check()
    assert check.code == 0
    for claim in ("rate", "twice", "bound", "faster"):
        found = check.verdicts(claim)
        assert {one["status"] for one in found} == {"inconclusive"}, claim
        assert "unfit to decide" in found[0]["because"][0]
    assert "inconclusive" in site.run("explain", "rate").out.splitlines()[1]


def test_a_claim_of_another_host_is_not_measured_here(site: Mini) -> None:
    site.replace(
        "claims/a.yaml", "name: rate}, watch", "name: rate}, scope: {cpu: Z80, gpu: Voodoo 2}, watch"
    )
    listed = site.run("measure", "--list")
    assert (listed.code, "rate: it speaks of cpu Z80, gpu Voodoo 2" in listed.out) == (0, True)
    site.run("measure")
    assert evidence(site) == []
    hint = site.check().verdict("rate")["hint"]
    assert "cpu Z80, gpu Voodoo 2" in hint
    assert "trueup measure rate" in hint


def test_evidence_of_a_changed_tree_says_so(site: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trueup.engine.bench.revision", lambda _: ("0123456789abcdef", True))
    assert "tracked files differed from commit 0123456789" in site.run("measure").out
    assert "tracked files differed from commit 0123456789" in site.run("explain", "rate").out


@pytest.mark.parametrize(
    ("found", "unit", "words"),
    [
        ([{"values": [float("nan")]}], "GB/s", "nan"),
        ([{"values": []}], "GB/s", ""),
        (runs(5.6), "GBps", "GBps"),
        (runs(5.6), "gb/s", "did you mean GB?"),
        ([{"values": ["5.6"]}], "GB/s", "'5.6' is a str"),
        ([{"values": [True]}], "GB/s", "True is a bool"),
    ],
    ids=["NaN", "no samples", "wrong unit", "unit with a remedy", "text", "truth"],
)
def test_samples_that_are_none(
    site: Mini, found: list[dict[str, list[float]]], unit: str, words: str
) -> None:
    samples(site, found, unit=unit)
    run = site.run("measure")
    assert run.code == 1
    assert "rate: error (verifier)" in run.out
    assert words in run.out
    assert evidence(site) == []


def test_two_at_once_lose_nothing(site: Mini) -> None:
    command = [sys.executable, "-m", "trueup", "measure"]
    both = [subprocess.Popen(command, cwd=site.path, stdout=subprocess.PIPE) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    for one in both:
        assert one.stdout
        one.stdout.close()
    assert len(evidence(site)) == 2
    assert site.check().code == 0


def test_what_could_be_measured_here_is_listed(site: Mini) -> None:
    run = site.run("measure", "--list")
    assert (run.code, "rate: can be measured here" in run.out) == (0, True)
    assert evidence(site) == []


def test_nothing_to_measure(project: Mini) -> None:
    project.write("claims/a.yaml", claims("a: {says: A, basis: model, expr: 1 + 1}"))
    run = project.run("measure")
    assert "nothing to measure" in run.out


def test_an_unknown_claim_is_bad_input(site: Mini) -> None:
    run = site.run("measure", "rte")
    assert run.code == 2
    assert "rate" in run.err


def test_bad_input_elsewhere_leaves_the_table(site: Mini) -> None:
    run = site.run("measure", "rate", "rte")
    assert run.code == 2
    assert "rate | ~5.6 GB/s | 5.5" in run.out


def test_check_reads_intervals_without_scipy(site: Mini) -> None:
    site.run("measure")
    script = (
        "import sys; from trueup.cli.main import run; run(['check']); "
        "print(sorted({'scipy', 'numpy', 'sympy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=site.path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_decision_within_the_noise_is_inconclusive(site: Mini) -> None:
    ledger = LEDGER + (
        "  move:\n    says: It is fast enough\n    decide: rate > 5.6 GB/s\n"
        "    words: {true: holds, false: inverts, null: undecided}\n"
    )
    site.write("claims/a.yaml", ledger).write(
        "docs/a.md", "It [undecided](claim:move), not [holds](claim:move).\n"
    )
    site.run("measure")
    open_word, wrong_word = site.check().verdicts("move")
    assert open_word["status"] == "inconclusive"
    assert (wrong_word["status"], wrong_word["reason"]) == ("refuted", "word")
    assert where(wrong_word) == ("docs/a.md", 1, 34)
