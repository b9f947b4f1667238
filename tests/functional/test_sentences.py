"""What a check reads in the sentence around a tagged figure."""

from __future__ import annotations

from pathlib import Path

import pytest

from mini import Mini, claims

HEAD = "The head is [389,283,840 B](claim:lm_head.bytes) (152064 × 5120 × 0.5)."
CELL = "| bytes | from |\n|---|---|\n| [389 MB](claim:lm_head.bytes) (152064 × 5120 × 0.5) | x |"
TIME = "389,283,840 B at 5 GB/s is [~78 ms](claim:stream.time)."
LEDGER = claims(
    "lm_head.bytes: {expr: 152064 * 5120 * 0.5 B}",
    "link.rate: {value: 5 GB/s, source: a record, basis: hardware}",
    "stream.time: {expr: lm_head.bytes / link.rate}",
    "coverage: {expr: 130003 / 160728}",
    "change: {expr: 6.00 / 4.37 - 1}",
    "threads.used: {expr: 2 * 8}",
    "speed: {expr: 128 tok / 10 s}",
)


@pytest.fixture
def mini(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mini:
    return Mini(path=tmp_path, capture=capsys).write("claims/all.yaml", LEDGER)


def statuses(mini: Mini, text: str) -> dict[str, tuple[str, str | None]]:
    run = mini.write("docs/page.md", text + "\n").check()
    return {one["claim"]: (one["status"], one["reason"]) for one in run.json["verdicts"] if one["at"]}


@pytest.mark.parametrize(
    ("right", "old", "new", "claim"),
    [
        (HEAD, "5120", "5210", "lm_head.bytes"),
        (HEAD, "0.5", "0.6", "lm_head.bytes"),
        ("It covers 130003 of 160728 rows, [80.88 %](claim:coverage).", "130003", "130103", "coverage"),
        ("It covers [80.88 %](claim:coverage) (130003/160728).", "160728", "160278", "coverage"),
        ("It went from 4.37 µs to 6.00 µs, [+37.3 %](claim:change).", "6.00", "6.10", "change"),
        ("It went 4.37 µs → 6.00 µs ([+37.3 %](claim:change)).", "4.37", "4.73", "change"),
        (TIME, "389,283,840", "839,283,840", "stream.time"),
        ("[389,283,840 B](claim:lm_head.bytes) at 5 GB/s: 78 ms.", "78 ms", "97 ms", "lm_head.bytes"),
        (CELL, "5120", "8120", "lm_head.bytes"),
        (
            "The head is [389,283,840 B](claim:lm_head.bytes) (152064×5120×0.5).",
            "5120",
            "5210",
            "lm_head.bytes",
        ),
        ("[389,283,840 B](claim:lm_head.bytes), i.e. 152064 × 5120 × 0.5.", "0.5", "0.6", "lm_head.bytes"),
        ("[80.88 %](claim:coverage) of the rows (130003 of 160728).", "130003", "130103", "coverage"),
        ("It went 4.37 µs => 6.00 µs: [37.3 %](claim:change).", "6.00", "6.10", "change"),
        ("It is 6.00 µs (was 4.37 µs, [+37.3 %](claim:change)).", "4.37", "4.73", "change"),
        ("It made [12.8 tok/s](claim:speed) (78 ms/token).", "78", "87", "speed"),
        ("It made 128 tokens in 10.0 s, i.e. [12.8 tok/s](claim:speed).", "10.0", "11.0", "speed"),
    ],
)
def test_an_operand_changed_beside_a_right_figure_refutes_it(
    mini: Mini, right: str, old: str, new: str, claim: str
) -> None:
    assert statuses(mini, right) == {claim: ("verified" if claim != "stream.time" else "attested", None)}
    assert right.count(old) == 1
    assert statuses(mini, right.replace(old, new)) == {claim: ("refuted", "arithmetic")}


def test_the_recomputation_is_shown_at_the_figure(mini: Mini) -> None:
    text = "It covers 130103 of 160728 rows, [80.88 %](claim:coverage)."
    run = mini.write("docs/page.md", text).check()
    verdict = run.verdict("coverage")
    assert run.code == 1
    assert verdict["at"] == {"path": "docs/page.md", "line": 1, "column": 35}
    assert verdict["expected"] == "80.95 %"
    assert verdict["because"][0] == "in this sentence 130103 of 160728 rows gives 80.95 %, not 80.88 %"
    assert "agrees with its claim" in verdict["hint"]


def test_a_disagreement_with_the_claim_is_said_first_and_alone(mini: Mini) -> None:
    text = "It covers 130003 of 160728 rows, [81.88 %](claim:coverage)."
    assert statuses(mini, text) == {"coverage": ("refuted", "value")}
    text = "[389,283,841 B](claim:lm_head.bytes) at [5 GB/s](claim:link.rate): [78 ms](claim:stream.time)."
    assert statuses(mini, text)["lm_head.bytes"] == ("refuted", "value")
    text = "[389,283,840 B](claim:lm_head.bytes) at [5 GB/s](claim:link.rate): [178 ms](claim:stream.time)."
    assert statuses(mini, text) == {
        "lm_head.bytes": ("verified", None),
        "link.rate": ("attested", None),
        "stream.time": ("refuted", "value"),
    }


@pytest.mark.parametrize(
    "text",
    [
        "The head is [389,283,840 B](claim:lm_head.bytes); ~~389,283,840 B (152064 × 5210 × 0.5)~~.",
        "The head is [389,283,840 B](claim:lm_head.bytes). A tile of 12 is 3 × 5.",
        "The head is [389,283,840 B](claim:lm_head.bytes) (3 × 3 tiles).",
        "The head is [389,283,840 B](claim:lm_head.bytes) (half of it on each of 2 hosts).",
        "3 + 4 = 8, and the head is [389,283,840 B](claim:lm_head.bytes).",
    ],
)
def test_what_is_not_of_the_figure_does_not_refute_it(mini: Mini, text: str) -> None:
    assert statuses(mini, text) == {"lm_head.bytes": ("verified", None)}


def test_passages_set_aside_are_so_for_sweeps_never_for_tags(mini: Mini) -> None:
    wrong = "It covers 130103 of 160728 rows, [80.88 %](claim:coverage)."
    text = f"<!-- claims:off -->\n\n{wrong}\n\n<!-- claims:on -->"
    assert statuses(mini, text) == {"coverage": ("refuted", "arithmetic")}


def warnings(mini: Mini, text: str) -> list[str]:
    run = mini.write("docs/page.md", text + "\n").check()
    return [one["message"] for one in run.json["diagnostics"] if one["code"] == "Q312"]


def test_an_operand_stated_with_another_value_is_warned_of(mini: Mini) -> None:
    text = "At 6 GB/s the projection takes [~78 ms](claim:stream.time)."
    run = mini.write("docs/page.md", text).check()
    assert run.verdict("stream.time")["status"] == "attested"
    warning = run.diagnostic("Q312")
    assert (warning["severity"], warning["at"]["column"]) == ("warning", 4)
    assert warning["message"] == "the sentence says 6 GB/s, where stream.time rests on link.rate (5.000 GB/s)"
    inline = 'At 6 GB/s it takes [~78 ms](claim:there "lm_head.bytes / 5 GB/s").'
    assert warnings(mini, inline) == ["the sentence says 6 GB/s, where there rests on 5 GB/s (5.000 GB/s)"]


@pytest.mark.parametrize(
    "text",
    [
        "At 5 GB/s the projection takes [~78 ms](claim:stream.time).",
        "At ~5 GB/s the projection takes [~78 ms](claim:stream.time).",
        "Memory gives 49 GB/s, the link less: [~78 ms](claim:stream.time).",
        "It takes [~78 ms](claim:stream.time), not at 6 GB/s.",
        "It takes [~78 ms](claim:stream.time) with 16 GB/s of DRAM behind it.",
        "It takes [~78 ms](claim:stream.time) on a 24 GB card.",
        "It takes [~78 ms](claim:stream.time) with a 2 MB buffer.",
        "At 6 GB/s, not at 5 GB/s, it would be less than [~78 ms](claim:stream.time).",
        "The device reads at 200 GB/s. The link takes [~78 ms](claim:stream.time).",
        "At `6 GB/s` the projection takes [~78 ms](claim:stream.time).",
        "At [5 GB/s](claim:link.rate), and at 6 GB/s elsewhere, it takes [~78 ms](claim:stream.time).",
        "At 6 GB/step the projection takes [~78 ms](claim:stream.time).",
        "At 20 ms a step it takes [~78 ms](claim:stream.time).",
    ],
)
def test_what_need_not_be_the_operand_is_not_warned_of(mini: Mini, text: str) -> None:
    assert warnings(mini, text) == []
