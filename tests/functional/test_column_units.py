"""Tagged figures that leave the unit to the header of their column."""

from __future__ import annotations

from pathlib import Path

import pytest

from mini import Mini, claims, where

LEDGER = claims(
    "gather.base: {value: 4.37 µs, source: a record, basis: hardware, was: [9.99 µs]}",
    "head.size: {expr: 152064 * 5120 * 0.5 B}",
)
PAGE = """\
| kernel | Base (µs) | Size (MB) |
|---|---:|---:|
| gather | [4.37](claim:gather.base) | [389](claim:head.size) |
"""


@pytest.fixture
def mini(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mini:
    made = Mini(path=tmp_path, capture=capsys)
    return made.write("claims/all.yaml", LEDGER).write("docs/page.md", PAGE)


def test_a_bare_figure_is_in_the_unit_of_its_column(mini: Mini) -> None:
    run = mini.check()
    assert (run.code, run.statuses()) == (0, {"gather.base": "attested", "head.size": "verified"})
    assert mini.run("lint").code == 0


def test_what_should_stand_there_leaves_it_out_too(mini: Mini) -> None:
    verdict = mini.replace("docs/page.md", "[4.37]", "[4.73]").check().verdict("gather.base")
    assert (verdict["reason"], verdict["figure"], verdict["expected"]) == ("value", "4.73", "4.37")
    assert where(verdict) == ("docs/page.md", 3, 13)
    assert verdict["difference"] == "−360.0 ns (−7.6 %)"
    assert mini.run("fix").code == 0
    assert (mini.path / "docs/page.md").read_text(encoding="utf-8") == PAGE


def test_a_unit_of_its_own_wins(mini: Mini) -> None:
    mini.replace("docs/page.md", "[389]", "[371.25 MiB]").replace("docs/page.md", "[4.37]", "[4,370 ns]")
    assert mini.check().code == 0


@pytest.mark.parametrize("cell", ["[4.37](claim:gather.base) ms", "2 × [4.37](claim:gather.base)"])
def test_what_stands_beside_it_in_the_cell_says_more_than_the_header(mini: Mini, cell: str) -> None:
    verdict = mini.replace("docs/page.md", "[4.37](claim:gather.base)", cell).check().verdict("gather.base")
    assert (verdict["status"], verdict["reason"]) == ("refuted", "unit")


def test_a_header_with_the_wrong_unit_is_a_slip_of_the_unit(mini: Mini) -> None:
    verdict = mini.replace("docs/page.md", "(MB)", "(MiB)").check().verdict("head.size")
    assert (verdict["reason"], verdict["expected"]) == ("unit", "389 MB")


def test_outside_of_a_table_a_bare_figure_has_no_unit(mini: Mini) -> None:
    mini.write("docs/page.md", "# Base (µs)\n\nIt takes [4.37](claim:gather.base).\n")
    assert mini.check().verdict("gather.base")["reason"] == "unit"


def test_a_changed_figure_bites(mini: Mini) -> None:
    run = mini.run("mutate", "--format", "json")
    found = {one["figure"]: (one["result"], one["changed"]) for one in run.json["figures"]}
    assert found == {"4.37": ("bites", "4.38"), "389": ("bites", "390")}


def test_what_was_retracted_is_at_home_in_a_record(mini: Mini) -> None:
    mini.write("claims/all.yaml", "frozen: docs/*.md\n" + LEDGER).replace("docs/page.md", "[4.37]", "[9.99]")
    verdict = mini.check().verdict("gather.base")
    assert (verdict["status"], verdict["because"][0].split(";")[0]) == ("attested", "a record states it")


def test_two_figures_of_one_claim_are_compared_in_their_units(mini: Mini) -> None:
    mini.write("docs/other.md", "It takes [4.37 µs](claim:gather.base).\n")
    assert mini.run("audit", "docs").code == 0
    mini.replace("docs/page.md", "[4.37]", "[4.73]")
    found = mini.run("audit", "--format", "json", "docs").json["findings"]
    assert [(one["code"], one["figure"]) for one in found] == [("A402", "4.73")]
