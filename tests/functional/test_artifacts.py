"""Claims that rest on the artifacts of runs, from the ledger to the verdict."""

from __future__ import annotations

import shutil

import pytest

from artifacts import DATA
from mini import Mini, claims, where

LEDGER = """
artifacts:
  bench: {path: claims/inputs/criterion}
  times: {path: claims/inputs/hyperfine.json}
  coverage: {path: claims/inputs/coverage.xml}
  totals: {path: claims/inputs/totals.json}
  table: {path: claims/inputs/table.csv}
  log: {path: claims/inputs/run.log}
hosts:
  here: {cpu: EPYC, cores: 2}
defaults: {basis: measured, scope: here}

claims:
  gather.change:
    {verify: criterion.change, with: {artifact: bench, benchmark: gather/f32/32x64}, says: Slower by}
  ls.time:
    {verify: artifact.json, with: {artifact: times, shape: hyperfine, benchmark: ls /usr/bin}, says: Listing}
  lines.ratio: {verify: coverage.ratio, with: {artifact: coverage}, says: Lines that tests run}
  branches.ratio: {verify: coverage.ratio, with: {artifact: coverage, of: branches}, says: Branches}
  hits.ratio: {verify: coverage.ratio, with: {artifact: totals}, says: Lines that tests run}
  mlas.ratio: {verify: artifact.json, with: {artifact: totals, pointer: /flags/mlas, unit: "%"}, says: A part}
  gather.base:
    {verify: artifact.csv, with: {artifact: table, key: scenario, row: gather.0, column: Base (µs)}, says: x}
  rows.count: {verify: artifact.text, with: {artifact: log, pattern: "^rows: ([0-9,]+)$"}, says: Rows}
  tests.count: {basis: model, verify: code.count, with: {files: tests/*.py, of: tests}, says: Tests}
"""
PAGE = """# Runs

Slower by [533–591 %](claim:gather.change), a listing takes [2.5–3.2 ms](claim:ls.time).
Tests run [80 %](claim:lines.ratio) of lines ([12 of 15](claim:lines.ratio)), [62.5 %](claim:branches.ratio)
of branches, or [80.88 %](claim:hits.ratio) ([85.19 %](claim:mlas.ratio) in one part).
Before it was [4.37 µs](claim:gather.base).
There are [160,728 rows](claim:rows.count) and [2 tests](claim:tests.count).
"""
TOTALS = '{"lines": 160728, "hits": 130003, "misses": 26070, "partials": 4655, "flags": {"mlas": "85.19"}}'


@pytest.fixture
def runs(project: Mini) -> Mini:
    """A project whose claims all hold."""
    inputs = project.path / "claims" / "inputs"
    shutil.copytree(DATA / "criterion" / "named", inputs / "criterion")
    shutil.copy(DATA / "timings" / "hyperfine.json", inputs)
    shutil.copy(DATA / "coverage" / "coverage.xml", inputs)
    project.write("claims/inputs/totals.json", TOTALS)
    project.write("claims/inputs/table.csv", "scenario,Base (µs)\ngather.0,4.37\n")
    project.write("claims/inputs/run.log", "rows: 160,728\n")
    project.write("tests/test_a.py", "def test_a(): ...\ndef test_b(): ...\ndef helper(): ...\n")
    project.write("claims/runs.yaml", LEDGER)
    return project.write("docs/runs.md", PAGE)


def test_what_rests_on_an_artifact_is_attested(runs: Mini) -> None:
    found = runs.check()
    assert found.code == 0, found.out
    statuses = found.statuses()
    assert statuses.pop("tests.count") == "verified"
    assert set(statuses.values()) == {"attested"}
    assert not found.json["diagnostics"]


def test_figures_that_the_artifacts_refute(runs: Mini) -> None:
    for right, wrong in (
        ("533–591 %", "520–530 %"),
        ("2.5–3.2 ms", "~3.8 ms"),
        ("80 %", "81 %"),
        ("12 of 15", "13 of 15"),
        ("85.19 %", "85.18 %"),
        ("4.37 µs", "4.37 ms"),
        ("160,728 rows", "160,782 rows"),
        ("2 tests", "3 tests"),
    ):
        runs.replace("docs/runs.md", f"[{right}]", f"[{wrong}]")
    found = runs.check()
    refuted = {one["figure"] for one in found.json["verdicts"] if one["status"] == "refuted"}
    expected = {"520–530 %", "~3.8 ms", "81 %", "13 of 15", "85.18 %", "4.37 ms", "160,782 rows", "3 tests"}
    assert (found.code, refuted) == (1, expected)
    assert found.verdict("tests.count")["expected"] == "2 tests"


@pytest.mark.parametrize(
    ("figure", "status"),
    [
        ("533–591 %", "attested"),
        ("+558 %", "inconclusive"),
        ("550–600 %", "inconclusive"),
        ("6.33×", "refuted"),
    ],
)
def test_a_figure_inside_the_interval_is_inconclusive(figure: str, status: str, runs: Mini) -> None:
    runs.replace("docs/runs.md", "533–591 %", figure)
    assert runs.check().verdict("gather.change")["status"] == status


def test_noise_widens_what_is_claimed(runs: Mini) -> None:
    runs.replace("docs/runs.md", "533–591 %", "595–600 %")
    assert runs.check().verdict("gather.change")["status"] == "refuted"
    runs.replace("claims/runs.yaml", "verify: criterion.change", "noise: 2 %, verify: criterion.change")
    assert runs.check().verdict("gather.change")["status"] == "inconclusive"


def test_a_comparison_is_measured_whatever_the_claim_says(project: Mini) -> None:
    shutil.copytree(DATA / "criterion" / "named" / "sum", project.path / "claims" / "inputs" / "sum")
    call = "verify: criterion.change, with: {artifact: bench, statistic: median}"
    project.write("claims/a.yaml", "artifacts: {bench: {path: claims/inputs/sum}}\n")
    project.write("claims/b.yaml", claims(f"sum.change: {{basis: model, {call}, says: Change of the sum}}"))
    project.write("docs/a.md", "It changed by [-1–1 %](claim:sum.change).\n")
    assert project.check().verdict("sum.change")["status"] == "attested"


@pytest.mark.parametrize(
    ("claim", "path", "content", "message", "place"),
    [
        (
            "gather.base",
            "table.csv",
            "scenario,Base (µs)\ngather.0,NaN\n",
            "M635 the cell 'Base (µs)' of 'gather.0' is 'NaN': “NaN” is not a number that can be checked",
            "claims/inputs/table.csv:2:1",
        ),
        (
            "gather.base",
            "table.csv",
            "scenario,Base (µs)\ngather.0,4.37\ngather.0,5\n",
            "M633 'gather.0' stands twice in the column 'scenario', first on line 2",
            "claims/inputs/table.csv:3:1",
        ),
        (
            "mlas.ratio",
            "totals.json",
            TOTALS.replace('"85.19"', "NaN"),
            "M632 NaN is no number in JSON",
            "claims/inputs/totals.json:1:88",
        ),
        (
            "mlas.ratio",
            "totals.json",
            TOTALS.replace('"mlas"', '"mlas": 1, "mlas"'),
            "M633 the name 'mlas' stands twice in /flags",
            "claims/inputs/totals.json:1:91",
        ),
        (
            "mlas.ratio",
            "totals.json",
            TOTALS.replace("85.19", "85.19 ms"),
            "M635 the value at /flags/mlas is '85.19 ms', which is not in %",
            "claims/inputs/totals.json:1:88",
        ),
        (
            "lines.ratio",
            "coverage.xml",
            "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
            "M630 this is a Git LFS pointer, not the file itself",
            "claims/inputs/coverage.xml:1:1",
        ),
        (
            "gather.change",
            "criterion/gather_f32/32x64/new/sample.json",
            '{"iters": [], "times": []}',
            "M631 the list at /iters is empty",
            "claims/inputs/criterion/gather_f32/32x64/new/sample.json:1:11",
        ),
        (
            "rows.count",
            "run.log",
            "rows: 160,728\n".encode("utf-16"),
            "F605 the text is UTF-16",
            "claims/inputs/run.log:1:1",
        ),
    ],
)
def test_a_damaged_artifact_is_an_error_with_the_place(
    claim: str, path: str, content: str | bytes, message: str, place: str, runs: Mini
) -> None:
    assert runs.check().code == 0  # its result is recorded, and must not be used again
    runs.write(f"claims/inputs/{path}", content)
    found = runs.check()
    verdict = found.verdicts(claim)[0]
    assert (found.code, verdict["status"], verdict["reason"]) == (1, "error", "input")
    assert verdict["because"] == [f"{message} ({place})"]
    assert found.verdict("tests.count")["status"] == "verified"


def test_a_folder_where_a_file_belongs(runs: Mini) -> None:
    runs.replace("claims/runs.yaml", "claims/inputs/totals.json", "claims/inputs/criterion")
    verdict = runs.check().verdict("mlas.ratio")
    assert (verdict["status"], verdict["reason"]) == ("error", "input")
    assert verdict["because"] == ["F603 this is a folder, not a regular file (claims/inputs/criterion:1:1)"]


def test_a_folder_that_is_empty(runs: Mini) -> None:
    shutil.rmtree(runs.path / "claims" / "inputs" / "criterion")
    (runs.path / "claims" / "inputs" / "criterion").mkdir()
    verdict = runs.check().verdict("gather.change")
    assert verdict["because"] == ["the folder claims/inputs/criterion is empty"]


def test_a_folder_that_is_not_there(runs: Mini) -> None:
    shutil.rmtree(runs.path / "claims" / "inputs" / "criterion")
    verdict = runs.check().verdict("gather.change")
    assert verdict["because"] == ["F601 claims/inputs/criterion: the file is not there"]


def test_a_folder_cannot_be_pinned(runs: Mini) -> None:
    runs.replace(
        "claims/runs.yaml",
        "path: claims/inputs/criterion}",
        f"path: claims/inputs/criterion, sha256: {'0' * 64}}}",
    )
    verdict = runs.check().verdict("gather.change")
    assert verdict["because"] == ["claims/inputs/criterion is a folder, which no sha256 can pin"]


def test_a_folder_whose_name_looks_like_a_pattern(runs: Mini) -> None:
    inputs = runs.path / "claims" / "inputs"
    (inputs / "criterion").rename(inputs / "run[1]")
    runs.write("claims/inputs/run1/other.txt", "a")
    runs.replace("claims/runs.yaml", "{path: claims/inputs/criterion}", '{path: "claims/inputs/run[1]"}')
    assert runs.check().verdict("gather.change")["status"] == "attested"


def test_a_result_is_used_again_until_a_file_in_the_folder_changes(runs: Mini) -> None:
    assert runs.check().code == 0
    path = "claims/inputs/criterion/gather_f32/32x64/change/estimates.json"
    runs.write(path, (runs.path / path).read_text().replace('"point_estimate":5.', '"point_estimate":6.'))
    verdict = runs.check().verdict("gather.change")
    assert (verdict["status"], verdict["reason"]) == ("error", "input")


def test_nothing_of_it_needs_code_of_the_project(runs: Mini) -> None:
    assert runs.check("--no-exec").code == 0


def test_an_artifact_that_the_ledger_does_not_name(runs: Mini) -> None:
    runs.replace("claims/runs.yaml", "artifact: bench,", "artifact: bensh,")
    found = runs.check()
    assert found.code == 2
    assert found.diagnostic("L234")["hint"] == "did you mean bench?"


def test_a_parameter_of_the_wrong_kind(runs: Mini) -> None:
    runs.replace("claims/runs.yaml", "of: branches", "of: statements")
    verdict = runs.check().verdict("branches.ratio")
    assert (verdict["status"], verdict["reason"]) == ("error", "input")
    assert "expected one of lines, branches, found 'statements'" in verdict["because"][0]


@pytest.mark.parametrize("name", ["gather_f32/32x64/old", "gather_f32/32x64/new/tukey.json"])
def test_a_link_out_of_a_folder_is_named(
    name: str, runs: Mini, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "tukey.json").write_text("[]", encoding="utf-8")
    link = runs.path / "claims/inputs/criterion" / name
    link.unlink(missing_ok=True)
    link.symlink_to(outside / "tukey.json" if link.suffix else outside)
    found = runs.check()
    fault = found.diagnostic("F602")
    assert found.code == 2
    assert (
        fault["message"] == f"claims/inputs/criterion/{name}: the path is a link that leads outside claims/"
    )
    assert where(fault)[0] == "claims/runs.yaml"


def test_a_link_within_a_folder_is_passed_over(runs: Mini) -> None:
    (runs.path / "claims/inputs/criterion/latest").symlink_to("gather_f32")
    assert runs.check().code == 0
