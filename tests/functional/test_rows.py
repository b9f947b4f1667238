"""What a check reads in the rows of a table that holds tags."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mini import Mini, claims, where

TABLE = """\
| case | base | head | change |
|---|---|---|---|
| gather | 10.0 ms | 12.0 ms | [+20.0 %](claim:gather.change) |
| mask | 25.0 ms | 26.0 ms | +4.0 % |
| add | 31.0 ms | [38.0 ms](claim:add.head) | +22.6 % |
| norm | 50.0 ms | 41.0 ms | -18.0 % |
| copy | 7.50 ms | 9.00 ms | +20.0 % |
"""
TOTAL = """\
| stage | items | bytes |
|---|---|---|
| queued | 1,204 | 3,001 |
| done | 30,551 | 5,002 |
| total | [31,755](claim:items) | 8,003 |
"""
LEDGER = claims(
    "gather.change: {value: 20.0 %, source: a record, basis: hardware}",
    "add.head: {value: 38.0 ms, source: a record, basis: hardware}",
    "items: {expr: 31700 + 55}",
    "change: {columns: {change: head / base - 1}}",
    "base: {columns: {base: head / (change + 1)}}",
    "speed: {classes: {case: {of: head, ≥ 1 s: slow, else: quick}}}",
)


@pytest.fixture
def mini(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mini:
    return Mini(path=tmp_path, capture=capsys).write("claims/all.yaml", LEDGER)


def verdicts(mini: Mini, text: str) -> list[dict[str, Any]]:
    run = mini.write("docs/page.md", text).check()
    return [one for one in run.json["verdicts"] if one["at"]]


def statuses(mini: Mini, text: str) -> dict[str, tuple[str, str | None]]:
    return {one["claim"]: (one["status"], one["reason"]) for one in verdicts(mini, text)}


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


HOLDS = ("attested", None)
BROKEN = ("refuted", "arithmetic")


def test_a_table_that_adds_up_refutes_nothing(mini: Mini) -> None:
    assert statuses(mini, TABLE) == {"gather.change": HOLDS, "add.head": HOLDS}


@pytest.mark.parametrize("old", ["10.0 ms", "12.0 ms"])
def test_an_operand_changed_in_the_row_of_a_right_figure_refutes_it(mini: Mini, old: str) -> None:
    text = changed(TABLE, old, f"9{old}")
    assert statuses(mini, text) == {"gather.change": BROKEN, "add.head": HOLDS}


def test_a_result_changed_refutes_the_operand_that_is_tagged(mini: Mini) -> None:
    text = changed(TABLE, "+22.6 %", "+32.6 %")
    assert statuses(mini, text) == {"gather.change": HOLDS, "add.head": BROKEN}


def test_a_row_without_a_tag_is_for_audits(mini: Mini) -> None:
    assert statuses(mini, changed(TABLE, "-18.0 %", "-28.0 %")) == {"gather.change": HOLDS, "add.head": HOLDS}


def test_the_recomputation_is_shown_at_the_figure(mini: Mini) -> None:
    run = mini.write("docs/page.md", changed(TABLE, "12.0 ms", "13.0 ms")).check()
    verdict = run.verdict("gather.change")
    assert run.code == 1
    assert (verdict["figure"], where(verdict)) == ("+20.0 %", ("docs/page.md", 3, 33))
    assert verdict["expected"] == "+30.0 %"
    assert verdict["because"][0] == (
        "in this row +20.0 % does not follow: the change 13.0 ms / 10.0 ms − 1 is 28.86 … 31.16 %; "
        "the column follows so in 4 of 5 rows"
    )
    assert verdict["hint"] == "the figure agrees with its claim: mend the other numbers of the row"


def test_of_an_operand_nothing_is_expected(mini: Mini) -> None:
    text = changed(TABLE, "+22.6 %", "+32.6 %")
    (verdict,) = (one for one in verdicts(mini, text) if one["claim"] == "add.head")
    assert (verdict["figure"], verdict["expected"]) == ("38.0 ms", None)


def test_a_disagreement_with_the_claim_is_said_first_and_alone(mini: Mini) -> None:
    text = changed(TABLE, "[38.0 ms]", "[83.0 ms]")
    assert statuses(mini, text) == {"gather.change": HOLDS, "add.head": ("refuted", "value")}
    text = changed(TABLE, "[+20.0 %]", "[+30.0 %]")
    assert statuses(mini, text)["gather.change"] == ("refuted", "value")


def test_a_tagged_figure_that_takes_no_part_stands(mini: Mini) -> None:
    tagged = "| [+20.0 %](claim:gather.change) | 10.0 ms | 12.0 ms | +30.0 % |"
    text = changed(TABLE, "| gather | 10.0 ms | 12.0 ms | [+20.0 %](claim:gather.change) |", tagged)
    assert statuses(mini, text)["gather.change"] == HOLDS


def test_what_is_only_possible_never_counts(mini: Mini) -> None:
    # No header says that the last column follows from the others.
    text = changed(TABLE, "change |", "α |").replace("12.0 ms", "13.0 ms")
    text += "".join(f"| r{row} | {row}.00 ms | {row}.50 ms | +{50 / row:.1f} % |\n" for row in range(2, 9))
    found = mini.write("docs/page.md", text).run("audit", "--format", "json", "docs").json["findings"]
    assert [(one["code"], one["certainty"]) for one in found] == [("A201", "possible")]
    assert statuses(mini, text)["gather.change"] == HOLDS


def test_two_wrong_rows_of_five_prove_nothing(mini: Mini) -> None:
    text = changed(changed(TABLE, "12.0 ms", "13.0 ms"), "+4.0 %", "+9.0 %")
    assert statuses(mini, text)["gather.change"] == HOLDS


def test_a_table_set_aside_is_not_looked_at(mini: Mini) -> None:
    wrong = changed(TABLE, "12.0 ms", "13.0 ms")
    text = f"<!-- claims:off -->\n\n{wrong}\n<!-- claims:on -->\n"
    assert statuses(mini, text)["gather.change"] == HOLDS


def test_a_record_keeps_its_arithmetic(mini: Mini) -> None:
    mini.write("claims/all.yaml", "frozen: docs/*.md\n" + LEDGER)
    assert statuses(mini, changed(TABLE, "12.0 ms", "13.0 ms"))["gather.change"] == BROKEN


def test_a_tagged_total_is_refuted_where_its_rows_have_changed(mini: Mini) -> None:
    assert statuses(mini, TOTAL) == {"items": ("verified", None)}
    assert statuses(mini, changed(TOTAL, "30,551", "30,561")) == {"items": BROKEN}


def test_a_total_is_right_where_a_tagged_row_disagrees(mini: Mini) -> None:
    ledger = LEDGER + "  done: {value: '30,551', source: a record, basis: hardware}\n"
    mini.write("claims/all.yaml", ledger)
    text = changed(TOTAL, "30,551", "[30,561](claim:done)")
    assert statuses(mini, text) == {"items": ("verified", None), "done": ("refuted", "value")}


class TestDirective:
    def page(self, claim: str, *changes: tuple[str, str]) -> str:
        text = f"<!-- claims:table {claim} -->\n\n{TABLE}"
        for old, new in changes:
            text = changed(text, old, new)
        return text

    def quick(self, *changes: tuple[str, str]) -> str:
        """The table of a directive that speaks of its first column alone."""
        text = self.page("speed", *changes)
        for name in ("gather", "mask", "add", "norm", "copy"):
            text = changed(text, f"| {name} |", "| quick |")
        return text

    def refuted(self, mini: Mini, text: str) -> list[tuple[str, str, str, int, int]]:
        found = [one for one in verdicts(mini, text) if one["status"] == "refuted"]
        return [(one["claim"], one["reason"], one["figure"], *where(one)[1:]) for one in found]

    def test_what_it_has_a_formula_for_is_said_once(self, mini: Mini) -> None:
        text = self.page("change", ("-18.0 %", "-28.0 %"))
        assert self.refuted(mini, text) == [("change", "value", "-28.0 %", 8, 30)]
        text = self.page("change", ("+22.6 %", "+32.6 %"))
        assert self.refuted(mini, text) == [("change", "value", "+32.6 %", 7, 47)]

    def test_the_same_formula_for_another_of_its_columns_is_enough(self, mini: Mini) -> None:
        text = self.page("base", ("-18.0 %", "-28.0 %"))
        assert self.refuted(mini, text) == [("base", "value", "50.0 ms", 8, 10)]

    def test_a_column_without_a_rule_is_checked_by_its_rows(self, mini: Mini) -> None:
        text = self.quick()
        assert statuses(mini, text)["speed"] == ("verified", None)
        text = self.quick(("-18.0 %", "-28.0 %"))
        assert self.refuted(mini, text) == [("speed", "arithmetic", "-28.0 %", 8, 31)]
        (verdict,) = (one for one in verdicts(mini, text) if one["claim"] == "speed")
        assert verdict["expected"] == "-18.0 %"
        assert (verdict["cell"]["row"], verdict["cell"]["header"]) == (4, "change")

    def test_a_tagged_figure_of_the_row_says_it_alone(self, mini: Mini) -> None:
        text = self.quick(("12.0 ms", "13.0 ms"))
        assert self.refuted(mini, text) == [("gather.change", "arithmetic", "+20.0 %", 5, 32)]
        assert statuses(mini, text)["speed"] == ("verified", None)
