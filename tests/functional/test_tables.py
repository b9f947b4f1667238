"""Tables, checked cell by cell, as a user sees it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mini import Mini, claims, where

PAGE = """\
# Benchmarks

<!-- claims:table bench -->

| Status | Scenario | Base | PR | Change |
|:-:|---|---:|---:|---:|
| 🔴 | gather | 4.37 µs | 6.00 µs | +37.2 % |
| ⚠️ | masking | 82.62 µs | 107.01 µs | +29.5 % |
| ✅ | add | 428.3 ns | 422.5 ns | −1.4 % |
| 🟢 | matmul | 12.51 ms | 9.33 ms | -25.4% |
"""
LEDGER = """\
claims:
  bench:
    says: What became slower
    columns: {Change: "'PR' / Base - 1"}
    classes: {Status: {of: Change, "≥ 30 %": 🔴, "≥ 15 %": ⚠️, "≤ -15 %": 🟢, else: ✅}}
"""
SITE = """\
import csv

from trueup.quantity.table import Table
from trueup.verifier import Request, verifier


@verifier("site.table")
def table(request: Request, *, artifact: str, key: str) -> Table:
    rows = list(csv.reader(request.inputs["artifact"].path.read_text(encoding="utf-8").splitlines()))
    return Table(key=key, columns=tuple(rows[0]), rows=tuple(tuple(row) for row in rows[1:]))
"""
CSV = """\
scenario,base,pr,change
gather,4.37 µs,6.00 µs,+37.2%
masking,82.62 µs,107.01 µs,+29.5%
add,428.3 ns,422.5 ns,-1.4%
matmul,12.51 ms,9.33 ms,-25.4%
"""
LOOKED_UP = """\
artifacts:
  comparison: {path: claims/inputs/comparison.csv}
claims:
  bench:
    says: What became slower
    basis: model
    verify: site.table
    with: {artifact: comparison, key: scenario}
"""


@pytest.fixture
def table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mini:
    """A table whose columns follow from each other."""
    return Mini(tmp_path, capsys).write("docs/bench.md", PAGE).write("claims/bench.yaml", LEDGER)


@pytest.fixture
def looked_up(table: Mini) -> Mini:
    """The same table, looked up in an artifact; there is no rule for its status."""
    page = PAGE.replace("| Status | ", "| ").replace("|:-:", "")
    for icon in ("🔴", "⚠️", "✅", "🟢"):
        page = page.replace(f"| {icon} ", "")
    table.write("docs/bench.md", page).write("claims/bench.yaml", LOOKED_UP)
    return table.write("verifiers/site.py", SITE).write("claims/inputs/comparison.csv", CSV)


def wrong(found: Any) -> list[tuple[str, str, int, int]]:
    """Reason, figure and place of each verdict that refutes."""
    refuted = (one for one in found.json["verdicts"] if one["status"] == "refuted")
    return [(one["reason"], one["figure"], *where(one)[1:]) for one in refuted]


def test_a_table_in_which_all_agree_has_one_verdict_at_its_directive(table: Mini) -> None:
    found = table.check()
    verdict = found.verdict("bench")
    assert found.code == 0
    assert (verdict["status"], verdict["figure"], where(verdict)) == (
        "verified",
        None,
        ("docs/bench.md", 3, 1),
    )
    assert verdict["because"] == ["8 cells in 4 rows agree"]


def test_a_wrong_cell_is_refuted_where_it_stands_with_what_its_operands_allow(table: Mini) -> None:
    found = table.replace("docs/bench.md", "+37.2 %", "+37.9 %").check()
    assert found.code == 1
    verdict = found.verdict("bench")
    assert (verdict["reason"], verdict["figure"], verdict["expected"]) == ("value", "+37.9 %", "+37.3 %")
    assert where(verdict) == ("docs/bench.md", 7, 36)
    assert verdict["because"] == [
        "Change of gather is 'PR' / Base - 1",
        "6.00 µs / 4.37 µs − 1 is 37.03 … 37.57 %",
    ]
    assert verdict["hint"] == "write +37.3 %"
    assert verdict["cell"] == {
        "table": {"path": "docs/bench.md", "line": 3, "column": 1},
        "row": 1,
        "column": 5,
        "header": "Change",
    }


def test_each_wrong_cell_is_a_finding_of_its_own(table: Mini) -> None:
    table.replace("docs/bench.md", "+37.2 %", "+73.2 %").replace("docs/bench.md", "| ✅ |", "| ⚠️ |")
    assert wrong(table.check()) == [("value", "+73.2 %", 7, 36), ("word", "⚠️", 9, 3)]


def test_one_slip_is_one_finding_though_another_cell_follows_from_it(table: Mini) -> None:
    """The status is judged by what the change should be."""
    assert wrong(table.replace("docs/bench.md", "+29.5 %", "+59.5 %").check()) == [
        ("value", "+59.5 %", 8, 41)
    ]


def test_a_figure_under_another_prefix_is_said_to_be(table: Mini) -> None:
    table.write("claims/bench.yaml", 'claims:\n  bench: {says: Sum, columns: {PR: "Base * (1 + Change)"}}\n')
    verdict = table.replace("docs/bench.md", "6.00 µs", "6.00 ms").check().verdict("bench")
    assert (verdict["reason"], verdict["figure"], verdict["expected"]) == ("unit", "6.00 ms", "6.00 µs")


def test_what_states_no_figure_is_passed_over_and_counted(table: Mini) -> None:
    table.replace("docs/bench.md", "| 422.5 ns | −1.4 % |", "| 422.5 ns | – |")
    table.replace("docs/bench.md", "| 12.51 ms |", "| 12.51 / 12.49 / 12.50 ms |")
    table.replace("docs/bench.md", "| +29.5 % |", "| ~~+2.95 %~~ |")
    found = table.check()
    assert found.code == 0
    assert found.verdict("bench")["because"] == [
        "3 cells in 4 rows agree",
        "5 cells passed over: 3 an operand is missing, 1 empty, 1 struck through",
    ]


def test_a_table_of_which_nothing_is_compared_does_not_pass(table: Mini) -> None:
    found = table.write(
        "claims/bench.yaml", "claims:\n  bench: {says: None, columns: {Chance: PR / Bass}}\n"
    ).check()
    assert found.code == 1
    assert (found.verdict("bench")["status"], found.verdict("bench")["reason"]) == ("error", "input")
    said = [(one["message"], where(one)[1:], one["hint"]) for one in found.json["diagnostics"]]
    assert said == [
        ("the table at docs/bench.md:3:1 has no column 'Bass'", (2, 41), "did you mean 'Base'?"),
        ("the table at docs/bench.md:3:1 has no column 'Chance'", (2, 41), "did you mean 'Change'?"),
    ]
    assert {one["code"] for one in found.json["diagnostics"]} == {"T142"}


def test_rules_that_no_document_has_a_table_for_check_nothing(table: Mini) -> None:
    found = table.replace("docs/bench.md", "<!-- claims:table bench -->\n", "").check()
    assert found.code == 1  # nothing else is verified
    verdict = found.verdict("bench")
    assert (verdict["status"], verdict["reason"], verdict["at"]) == ("open", "not-run", None)
    assert verdict["hint"] == "write <!-- claims:table bench --> before the table, or remove the claim"


def test_a_header_that_stands_twice_is_no_slip_of_the_pen(table: Mini) -> None:
    table.replace("docs/bench.md", "| Status |", "| PR |")
    found = table.check().json["diagnostics"]
    assert "several columns 'PR'" in found[0]["message"]
    assert found[0]["hint"] == "give each header a name of its own"


def test_lint_knows_the_headers_without_running_anything(table: Mini) -> None:
    table.replace("docs/bench.md", "| Change |", "| Chance |")
    found = table.run("lint", "--format", "json")
    assert {one["code"] for one in found.json["diagnostics"]} == {"T142"}


@pytest.mark.parametrize(
    ("cell", "places"),
    [("1,5 %", (7, 36)), ("nan", (7, 36)), ("🔴 1,5 %", (7, 38))],
)
def test_a_number_that_cant_be_read_is_an_error_at_its_place(
    table: Mini, cell: str, places: tuple[int, int]
) -> None:
    found = table.replace("docs/bench.md", "+37.2 %", cell).check()
    assert found.code == 2
    (error,) = [one for one in found.json["diagnostics"] if one["severity"] == "error"]
    assert error["code"].startswith("Q30")
    assert where(error)[1:] == places


TOTALS = """\
# Sizes

<!-- claims:table sizes -->

| Part | Size (MiB) | Share |
|---|---:|---:|
| weights | 371.25 | 88.9 % |
| scales | 46.41 | 11.1 % |
| **all** | **417.66** | 100 % |
"""


@pytest.mark.parametrize("row", ["last row", "all", "ALL"])
def test_a_total_sums_up_the_rows_above_it(table: Mini, row: str) -> None:
    table.write("docs/bench.md", TOTALS)
    table.write("claims/bench.yaml", f"claims:\n  sizes: {{says: Sizes, totals: {{Size: {row}}}}}\n")
    assert table.check().verdict("sizes")["because"] == ["1 cell in 3 rows agrees"]
    verdict = table.replace("docs/bench.md", "417.66", "417.77").check().verdict("sizes")
    assert (verdict["figure"], verdict["expected"], where(verdict)[1:]) == ("417.77", "417.66", (9, 15))
    assert verdict["because"] == ["the sum of 2 rows is 417.650 … 417.670 MiB"]


def test_a_total_on_top_sums_up_the_rows_below(table: Mini) -> None:
    page = TOTALS.replace("| **all** | **417.66** | 100 % |\n", "")
    page = page.replace("| weights", "| all | 417.66 | 100 % |\n| weights")
    table.write("docs/bench.md", page)
    table.write("claims/bench.yaml", "claims:\n  sizes: {says: Sizes, totals: {Size: first row}}\n")
    assert table.check().code == 0
    assert wrong(table.replace("docs/bench.md", "417.66", "417.65").check()) == []
    assert wrong(table.replace("docs/bench.md", "417.65", "417.75").check()) == [("value", "417.75", 7, 9)]


def test_a_total_in_a_row_that_is_not_there_is_an_error_at_its_place(table: Mini) -> None:
    table.write("docs/bench.md", TOTALS)
    table.write("claims/bench.yaml", "claims:\n  sizes: {says: Sizes, totals: {Size: weight}}\n")
    found = table.check()
    assert found.code == 2
    error = found.diagnostic("T144")
    assert (where(error), error["hint"]) == (("claims/bench.yaml", 2, 39), "did you mean 'weights'?")


def test_units_of_a_column_and_of_a_cell(table: Mini) -> None:
    """The cell's own comes before that of the header, and that before the one of the ledger."""
    table.write(
        "docs/bench.md",
        "# Sizes\n\n<!-- claims:table sizes -->\n\n| Part | Size (KiB) | Half |\n|---|---|---|\n"
        "| a | 4 | 2,048 |\n| b | 4 MiB | 2 MiB |\n| c | 1 | 0.5 KiB |\n",
    )
    ledger = "claims:\n  sizes: {{says: Sizes, columns: {{Half: 'Size / 2'}}, units: {{{units}}}}}\n"
    table.write("claims/bench.yaml", ledger.format(units="Half: B"))
    found = table.check()
    assert (found.code, found.verdict("sizes")["because"]) == (0, ["3 cells in 3 rows agree"])
    table.write("claims/bench.yaml", ledger.format(units="Half: B, Size: ms"))
    assert table.check().diagnostic("T145")["severity"] == "warning"


def test_formulas_may_name_claims(table: Mini) -> None:
    table.write(
        "docs/bench.md",
        "# Parts\n\nAll [8 B](claim:parts.all).\n\n<!-- claims:table parts -->\n\n"
        "| Part | Size | Share |\n|---|---|---|\n| a | 2 B | 25 % |\n| b | 6 B | 75 % |\n",
    )
    ledger = (
        "claims:\n  parts.all: {says: All, basis: model, expr: 2 * 4 B}\n"
        '  parts: {says: Parts, columns: {Share: "Size / parts.all"}}\n'
    )
    assert table.write("claims/bench.yaml", ledger).check().code == 0
    table.write("claims/bench.yaml", ledger.replace("2 * 4 B", "2 * 6 B").replace("expr", "expr"))
    assert wrong(table.check()) == [
        ("value", "8 B", 3, 6),
        ("value", "25 %", 9, 13),
        ("value", "75 %", 10, 13),
    ]
    table.write("claims/bench.yaml", ledger.replace("parts.all}", "parts.al}").replace('all"}', 'al"}'))
    found = table.check()
    assert (found.codes(), where(found.diagnostic("L230"))[1:]) == (["L230"], (3, 49))


WORKERS = """\
claims:
  workers: {says: Workers of a run, basis: model, expr: 2 * 4}
  bench: {says: Per worker, columns: {Each: "'All' / workers"}}
"""
EACH = """\
<!-- claims:table bench -->

| Run | All | Each |
|---|---|---|
| a | 48.0 ms | 6.0 ms |
| b | 80.0 ms | 10.0 ms |
"""


def test_a_bare_word_that_is_no_header_names_a_claim(table: Mini) -> None:
    table.write("claims/bench.yaml", WORKERS).write("docs/bench.md", EACH)
    assert table.check().code == 0
    assert wrong(table.replace("docs/bench.md", "10.0 ms", "11.0 ms").check()) == [
        ("value", "11.0 ms", 6, 17)
    ]
    assert table.replace("claims/bench.yaml", "2 * 4", "2 * 8").check().code == 1


def test_a_bare_word_that_is_a_header_and_a_claim_is_an_error(table: Mini) -> None:
    page = EACH.replace("| Run |", "| Workers |").replace("| a |", "| 8 |").replace("| b |", "| 8 |")
    found = table.write("claims/bench.yaml", WORKERS).write("docs/bench.md", page).check()
    fault = found.diagnostic("L237")
    assert found.code == 2
    assert fault["at"] == {"path": "claims/bench.yaml", "line": 3, "column": 54}
    assert fault["message"] == "workers is a column of the table at docs/bench.md:1:1, and a claim"
    assert fault["hint"].startswith("write 'workers' in quotes for the column")
    assert wrong(found) == []  # the column counts
    assert table.replace("claims/bench.yaml", "/ workers", "/ 'workers'").check().code == 0


def test_a_table_that_rests_on_an_open_question_is_open(table: Mini) -> None:
    table.write(
        "claims/bench.yaml",
        "claims:\n  rate.now: {says: Rate, unmeasured: nobody knows}\n"
        '  bench: {says: T, columns: {Change: "PR / Base - rate.now"}}\n',
    )
    found = table.check().verdict("bench")
    assert (found["status"], found["reason"]) == ("open", "unmeasured")


def test_cells_are_looked_up_by_key_and_header(looked_up: Mini) -> None:
    found = looked_up.check()
    assert found.code == 0
    assert found.verdict("bench")["because"] == ["12 cells in 4 rows agree"]
    looked_up.replace("docs/bench.md", "+29.5 %", "+25.9 %").replace("docs/bench.md", "9.33 ms", "9.39 ms")
    found = looked_up.check()
    assert wrong(found) == [("value", "+25.9 %", 8, 36), ("value", "9.39 ms", 10, 23)]
    assert [one["expected"] for one in found.verdicts("bench")] == ["+29.5 %", "9.33 ms"]


def test_a_row_that_the_artifact_does_not_have_is_refuted(looked_up: Mini) -> None:
    verdict = looked_up.replace("docs/bench.md", "| masking |", "| maskign |").check().verdict("bench")
    assert (verdict["reason"], verdict["figure"], verdict["expected"]) == ("identity", "maskign", "masking")
    assert where(verdict)[1:] == (8, 3)


def test_a_column_that_the_artifact_does_not_have_is_warned_of(looked_up: Mini) -> None:
    found = looked_up.replace("docs/bench.md", "| Change |", "| Chance |").check()
    assert found.code == 0
    warning = found.diagnostic("T142")
    assert (warning["severity"], where(warning), warning["hint"]) == (
        "warning",
        ("docs/bench.md", 3, 1),
        "did you mean 'change'?",
    )


def test_a_column_of_the_artifact_that_the_table_leaves_out_is_warned_of(looked_up: Mini) -> None:
    rows = [line.rsplit("|", 2)[0] + "|" if line.startswith("|") else line for line in PAGE.splitlines()]
    found = looked_up.write("docs/bench.md", "\n".join(rows) + "\n").check()
    warning = found.diagnostic("T146")
    assert (found.code, warning["severity"], where(warning)) == (0, "warning", ("docs/bench.md", 3, 1))
    assert warning["message"] == "the table leaves out 'change' of what the verifier gave"


SPEEDUPS = """\
<!-- claims:table speed -->

| name | before | after | diff | speedup |
|---|---|---|---|---|
| insert | 18,865 | 8,020 | -10,845 | x 2.35 |
| lookup | 17,419 | 4,817 | -12,602 | x 3.62 |
"""


def test_a_column_in_which_nothing_can_be_compared_is_warned_of(project: Mini) -> None:
    rule = "speed: {says: S, columns: {diff: after - before, speedup: before / after}}"
    project.write("claims/a.yaml", claims(rule)).write("docs/a.md", SPEEDUPS)
    assert project.check("--strict").code == 0
    found = project.replace("docs/a.md", "x 3.62", "x 3.26").check()
    assert found.verdict("speed")["expected"] == "x 3.62"
    found = project.write("docs/a.md", SPEEDUPS.replace("| x ", "| by ")).check()
    warning = found.diagnostic("T147")
    assert (found.code, warning["severity"], where(warning)) == (0, "warning", ("docs/a.md", 5, 39))
    assert warning["message"] == "no cell below 'speedup' could be compared: 2 no number"
    assert project.check("--strict").code != 0


def test_without_the_key_column_nothing_can_be_looked_up(looked_up: Mini) -> None:
    found = looked_up.replace("docs/bench.md", "| Scenario |", "| Scenarios |").check()
    assert found.code == 2
    assert found.diagnostic("T143")["hint"] == "did you mean 'Scenarios'?"


def test_formulas_go_with_a_table_that_is_looked_up(looked_up: Mini) -> None:
    """What the artifact holds is the operand, with its digits; a slip in it is no second finding."""
    looked_up.write("claims/bench.yaml", LOOKED_UP + '    columns: {Change: "PR / Base - 1"}\n')
    assert looked_up.check().code == 0
    looked_up.replace("docs/bench.md", "| 82.62 µs |", "| 83 µs |")
    assert looked_up.check().code == 0
    looked_up.replace("docs/bench.md", "| 83 µs |", "| 28.62 µs |")
    assert wrong(looked_up.check()) == [("value", "28.62 µs", 8, 13)]


def test_without_running_the_verifier_a_table_is_open(looked_up: Mini) -> None:
    found = looked_up.replace("docs/bench.md", "+29.5 %", "+25.9 %").check("--no-exec")
    assert (found.verdict("bench")["status"], found.verdict("bench")["reason"]) == ("open", "not-run")
    looked_up.write("claims/bench.yaml", LOOKED_UP + '    columns: {Change: "PR / Base - 1"}\n')
    assert wrong(looked_up.check("--no-exec")) == [("value", "+25.9 %", 8, 36)]


def test_a_tag_in_a_cell_is_judged_by_itself_as_well(table: Mini) -> None:
    table.replace("docs/bench.md", "| +37.2 % |", '| [+37.9 %](claim:change "6.00 / 4.37 - 1") |')
    found = table.check()
    assert [(one["claim"], one["status"], one["figure"]) for one in found.json["verdicts"]] == [
        ("bench", "refuted", "+37.9 %"),
        ("change", "refuted", "+37.9 %"),
    ]


def test_a_table_and_a_figure_are_not_each_other(table: Mini) -> None:
    table.write(
        "docs/more.md", "# More\n\n[1 B](claim:bench)\n\n<!-- claims:table one -->\n\n|A|\n|-|\n|1 B|\n"
    )
    table.write("claims/more.yaml", "claims:\n  one: {says: One, basis: model, expr: 2 * 0.5 B}\n")
    for command in ("check", "lint"):
        found = table.run(command, "--format", "json")
        assert found.code == 2
        assert where(found.diagnostic("T141")) == ("docs/more.md", 3, 2)
        assert where(found.diagnostic("T140")) == ("docs/more.md", 5, 1)


def test_a_table_is_no_operand(looked_up: Mini) -> None:
    looked_up.write("claims/more.yaml", 'claims:\n  twice: {says: Twice, expr: "2 * bench"}\n')
    looked_up.write("docs/more.md", "# More\n\n[2 B](claim:twice)\n")
    verdict = looked_up.check().verdict("twice")
    assert (verdict["status"], verdict["reason"]) == ("error", "arithmetic")
    assert verdict["because"] == ["bench is a table, no number"]


def test_a_divisor_that_may_be_zero_is_an_error_of_that_cell(table: Mini) -> None:
    verdict = table.replace("docs/bench.md", "4.37 µs", "0.00 µs").check().verdict("bench")
    assert (verdict["status"], verdict["reason"], where(verdict)[1:]) == ("error", "arithmetic", (7, 36))


def test_the_subject_must_be_named_around_the_table(table: Mini) -> None:
    table.write("claims/bench.yaml", LEDGER + "    subject: [criterion]\n")
    verdict = table.check().verdict("bench")
    assert (verdict["reason"], where(verdict)[1:]) == ("subject", (3, 1))
    assert table.replace("docs/bench.md", "# Benchmarks", "# Criterion").check().code == 0


def test_a_wrong_cell_may_be_waived(table: Mini) -> None:
    more = "    waive: {reason: soon, until: 2100-01-01}\n  one: {says: One, basis: model, expr: 1 + 0}\n"
    table.write("claims/bench.yaml", LEDGER + more).write("docs/more.md", "# More\n\n[1](claim:one)\n")
    found = table.replace("docs/bench.md", "+37.2 %", "+39.2 %").check()
    assert (found.code, found.verdict("bench")["waived"]["reason"]) == (0, "soon")


def test_other_reports_name_the_cell(table: Mini) -> None:
    table.replace("docs/bench.md", "+37.2 %", "+37.9 %")
    text = table.run("check").out
    assert "docs/bench.md:7:36: ✗ refuted (value) bench +37.9 %" in text
    assert "file=docs/bench.md,line=7,col=36" in table.run("check", "--format", "github").out
    assert 'file="docs/bench.md" line="7"' in table.run("check", "--format", "junit").out
    explained = table.run("explain", "bench").out
    assert "Change = 'PR' / Base - 1; Status by Change: ≥ 30 %: 🔴" in explained
    assert "docs/bench.md:7:36  +37.9 %" in explained


def test_two_tables_of_one_claim_are_told_apart(table: Mini) -> None:
    table.write(
        "docs/bench.md", PAGE + "\n" + PAGE.replace("# Benchmarks\n\n", "").replace("-25.4%", "-24.5%")
    )
    found = table.check()
    assert [(one["status"], where(one)[1]) for one in found.verdicts("bench")] == [
        ("verified", 3),
        ("refuted", 19),
    ]
    assert found.verdicts("bench")[1]["cell"]["table"]["line"] == 12


def test_a_table_of_a_snippet_is_judged_where_it_is_written(table: Mini) -> None:
    part = PAGE.split("\n\n", 1)[1].replace("+37.2 %", "+37.9 %")
    table.write("parts/bench.txt", part).write("trueup.toml", 'snippets = ["parts"]\n')
    table.write("docs/bench.md", '# Benchmarks\n\n--8<-- "bench.txt"\n')
    assert where(table.check().verdict("bench")) == ("parts/bench.txt", 5, 36)


def test_a_table_of_a_record_is_not_asked_for_freshness_but_for_arithmetic(table: Mini) -> None:
    ledger = "frozen: docs/bench.md\ndefaults: {source: a record, as_of: 2020-01-01}\n" + LEDGER.replace(
        "'PR' / Base - 1", "'PR' / Base - rate.one"
    )
    table.write("claims/bench.yaml", ledger + "  rate.one: {says: One, value: 1, max_age: 1 day}\n")
    assert table.check().verdict("bench")["status"] == "attested"
    assert wrong(table.replace("docs/bench.md", "+37.2 %", "+37.9 %").check()) == [
        ("value", "+37.9 %", 7, 36)
    ]
    current = table.write("claims/bench.yaml", table_of(table).replace("frozen: docs/bench.md\n", ""))
    current.replace("docs/bench.md", "+37.9 %", "+37.2 %")
    assert current.check().verdict("bench")["status"] == "suspect"


def table_of(project: Mini) -> str:
    return (project.path / "claims/bench.yaml").read_text(encoding="utf-8")
