"""Verdicts on small projects: what a figure claims, beside what, and of whom."""

from __future__ import annotations

import pytest

from mini import Mini, claims

HOSTS = "hosts: {laptop: {cpu: i7}}\n"
RATE = (
    "cpu.rate: {says: Rate of the host kernel, basis: measured, scope: laptop, source: a log, "
    "value: 6.71 GB/s, was: [0.78 GB/s, '867'], subject: [kernel]}"
)


def test_a_figure_of_another_dimension_is_not_said_to_have_the_right_digits(project: Mini) -> None:
    project.write("claims/a.yaml", claims("copy.time: {says: Time, basis: model, expr: 33.16 ms * 1}"))
    project.write("docs/a.md", "It takes [30 tok/s](claim:copy.time).\n")
    verdict = project.check().verdict("copy.time")
    assert (verdict["reason"], verdict["expected"]) == ("unit", "33.16 ms")
    assert not any("digits" in line for line in verdict["because"])


@pytest.mark.parametrize(
    ("row", "status"),
    [
        ("| a | [6.71 GB/s](claim:cpu.rate) | |", "attested"),
        ("| a | | [6.71 GB/s](claim:cpu.rate) |", "attested"),
        ("| gather | [6.71 GB/s](claim:cpu.rate) | |", "attested"),
    ],
)
def test_a_subject_may_stand_in_the_header_of_the_table(project: Mini, row: str, status: str) -> None:
    project.write("claims/a.yaml", HOSTS + claims(RATE))
    project.write("docs/a.md", f"| what | kernel | x |\n|---|---|---|\n{row}\n")
    assert project.check().verdict("cpu.rate")["status"] == status


def test_the_header_above_the_figure_comes_before_those_of_other_columns(project: Mini) -> None:
    other = "embed.rate: {says: Other, basis: model, expr: 5 GB/s * 1, subject: [embedding]}"
    project.write("claims/a.yaml", HOSTS + claims(RATE, other))
    row = "| x | [5 GB/s](claim:embed.rate) | [6.71 GB/s](claim:cpu.rate) |"
    project.write("docs/a.md", f"| what | embedding | kernel |\n|---|---|---|\n{row}\n")
    assert project.check().code == 0
    row = "| x | [6.71 GB/s](claim:cpu.rate) | [5 GB/s](claim:embed.rate) |"
    project.write("docs/a.md", f"| what | embedding | kernel |\n|---|---|---|\n{row}\n")
    run = project.check()
    assert {run.verdict(name)["reason"] for name in ("cpu.rate", "embed.rate")} == {"subject"}


@pytest.mark.parametrize(
    ("line", "figures"),
    [
        ("The kernel reads 780 MB/s.", ["780 MB/s"]),
        ("The kernel reads ~0.8 GB/s.", ["~0.8 GB/s"]),
        ("The kernel reads 0.78 GB/s per core.", ["0.78 GB/s per core"]),
        ("The kernel has 867 tensors.", ["867 tensors"]),
        ("The kernel never fell under 0.5 GB/s, nor to 0.7–0.9 GB/s; it reads at most 1 GB/s.", []),
        ("| kernel | rate |\n|---|---|\n| a | 0.78 GB/s |", ["0.78 GB/s"]),
        ("| kernel | rate (GB/s) |\n|---|---|\n| a | **0.78** |\n| b | 0.78 s |", ["0.78"]),
        ("| kernel | rate [MB/s] | n (GB/s) |\n|---|---|---|\n| a | ~780 | 0.78 → 6.71 |", ["~780"]),
    ],
)
def test_what_states_a_retracted_figure(project: Mini, line: str, figures: list[str]) -> None:
    project.write("claims/a.yaml", HOSTS + claims(RATE))
    project.write("docs/a.md", f"The kernel reads [6.71 GB/s](claim:cpu.rate).\n\n{line}\n")
    found = [one for one in project.check().verdicts("cpu.rate") if one["reason"] == "retracted"]
    assert [one["figure"] for one in found] == figures


def test_a_reported_figure_is_compared_as_it_is_reported(project: Mini) -> None:
    """The source says 5 ms: whoever reads 6 ms, or 5.4 ms, reads it nowhere."""
    entry = "cpu.time: {says: Time, basis: measured, scope: laptop, source: a log, value: 5 ms}"
    double = "both.time: {says: Twice, expr: 2 * cpu.time}"
    project.write("claims/a.yaml", HOSTS + claims(entry, double))
    project.write(
        "docs/a.md",
        "[5 ms](claim:cpu.time) [~5 ms](claim:cpu.time) [0.005 s](claim:cpu.time) [5.4 ms](claim:cpu.time) "
        "[6 ms](claim:cpu.time) [10.5 ms](claim:both.time)\n",
    )
    run = project.check()
    right = [one["figure"] for one in run.json["verdicts"] if one["status"] == "attested"]
    assert right == ["5 ms", "~5 ms", "0.005 s", "10.5 ms"]
    wrong = [one for one in run.json["verdicts"] if one["status"] == "refuted"]
    assert [(one["figure"], one["expected"]) for one in wrong] == [("5.4 ms", "5.0 ms"), ("6 ms", "5 ms")]
    assert wrong[0]["because"][0] == "as reported: 5 ms"


def test_a_record_is_not_asked_to_be_fresh(project: Mini) -> None:
    old = "as_of: 2020-01-01, max_age: 180 days, "
    ledger = HOSTS + "frozen: docs/2020.md\n" + claims(RATE.replace("value:", f"{old}value:"))
    project.write("claims/a.yaml", ledger)
    text = 'The kernel: [6.71 GB/s](claim:cpu.rate), [~2 s](claim:read.time "13.42 GB / cpu.rate")'
    project.write("docs/2020.md", f"{text}, [0.78 GB/s](claim:cpu.rate), [6.9 GB/s](claim:cpu.rate).\n")
    run = project.check()
    assert [one["status"] for one in run.json["verdicts"]] == ["attested", "attested", "attested", "refuted"]
    project.write("docs/now.md", f"{text.replace('~2', '2')}.\n")
    run = project.check()
    now = [one for one in run.json["verdicts"] if one["at"]["path"] == "docs/now.md"]
    assert [(one["status"], one["reason"]) for one in now] == [("outdated", "age"), ("suspect", "upstream")]


@pytest.mark.parametrize("command", ["check", "lint"])
def test_a_pattern_that_freezes_nothing_is_warned_of(project: Mini, command: str) -> None:
    project.write("docs/2020.md", "[4](claim:a.b).\n")
    project.write(
        "claims/a.yaml", "frozen: [docs/2020.md, docs/2021-*.md]\n" + claims("a.b: {says: A, expr: 2 + 2}")
    )
    run = project.run(command)
    said = run.out + run.err
    assert run.code == 0
    assert "claims/a.yaml:1:24" in said
    assert "L236" in said
    assert "no document fits 'docs/2021-*.md'" in said
    assert "docs/2020.md'" not in said


@pytest.mark.parametrize(
    ("entry", "tag"),
    [
        ("x.truth: {says: A number, expr: d.words}", "[77 B](claim:x.truth)"),
        ("y.any: {says: y, expr: 2 + 2}", '[77 B](claim:x.truth "d.words")'),
        ("x.truth: {says: A requirement, require: cpu.rate}", ""),
        ("x.truth: {says: A decision, decide: cpu.rate, words: {true: a, false: b}}", "[a](claim:x.truth)"),
    ],
)
def test_a_number_is_no_decision_and_a_decision_no_number(project: Mini, entry: str, tag: str) -> None:
    decision = "d.words: {says: d, decide: cpu.rate > 5 GB/s, words: {true: inverts, false: holds}}"
    project.write("claims/a.yaml", HOSTS + claims(RATE, decision, entry))
    project.write("docs/a.md", f"{tag} of the kernel [inverts](claim:d.words)\n")
    run = project.check()
    verdict = run.verdict("x.truth")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "error", "arithmetic")
    assert verdict["hint"]


def test_an_irrational_result_is_expected_as_one_number(project: Mini) -> None:
    project.write("docs/a.md", 'It is [4](claim:root.two "2 ** 0.5").\n')
    assert project.check().verdict("root.two")["expected"] == "1.4"


def test_a_literal_of_the_ledger_is_shown_as_one(project: Mini) -> None:
    project.write("claims/a.yaml", claims("some.count: {says: A count, expr: 867}"))
    project.write("docs/a.md", "[867](claim:some.count)\n")
    assert project.check().verdict("some.count")["because"] == ["867: from literals only"]


def test_a_long_chain_of_doubt_shows_where_it_begins(project: Mini) -> None:
    entries = ["c0.b: {says: x, basis: model, expr: 1 B / 0}"]
    entries += [f"c{i}.b: {{says: x, basis: model, expr: c{i - 1}.b * 1}}" for i in range(1, 60)]
    project.write("claims/a.yaml", claims(*entries))
    project.write("docs/a.md", "[1 B](claim:c59.b)\n")
    because = project.check().verdict("c59.b")["because"]
    assert len(because) < 25
    assert because[0] == "rests on c58.b, which is suspect (upstream)"
    assert "…" in because
    assert because[-2:] == [
        "rests on c0.b, which is error (arithmetic)",
        "1 B / 0: the divisor 0 may be zero",
    ]


@pytest.mark.parametrize(
    ("today", "status"),
    [
        ("2026-08-14", "attested"),
        ("2026-08-13", "outdated"),
        ("2026-08-16", "attested"),
        ("2026-08-17", "outdated"),
    ],
)
def test_a_figure_is_reported_neither_long_ago_nor_in_the_future(
    project: Mini, today: str, status: str
) -> None:
    entry = RATE.replace("value:", "as_of: 2026-08-15, max_age: 1 day, value:")
    project.write("claims/a.yaml", HOSTS + claims(entry))
    project.write("docs/a.md", "The kernel reads [6.71 GB/s](claim:cpu.rate).\n")
    verdict = project.check("--today", today).verdict("cpu.rate")
    assert (verdict["status"], verdict["reason"]) == (status, "age" if status == "outdated" else None)


def test_a_count_that_is_written_as_a_share_is_expected_as_the_count(project: Mini) -> None:
    project.write("docs/a.md", 'There are [867/867 keys](claim:all.keys "800 + 67").\n')
    assert project.check().verdict("all.keys")["expected"] == "867"
