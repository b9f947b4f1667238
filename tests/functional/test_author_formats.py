"""The formats of the commands for authors, as a user sees them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring
from jsonschema import Draft4Validator

from mini import Mini
from sarif_schema import SCHEMA

LEDGER = """\
claims:
  total: {says: A sum, basis: model, expr: 1 B + 2 B}
  fast: {says: A rate that varies, value: 1–3 GB/s, source: a record, scope: {host: one}}
  move: {says: Whether it is fast enough, decide: fast > 2 GB/s, words: {true: holds, false: fails}}
"""
PAGE = "The sum is [4 B](claim:total), and at [1–3 GB/s](claim:fast) it [holds](claim:move).\n"
MUTATE, FIX, SUGGEST = COMMANDS = (("mutate",), ("fix", "--diff"), ("suggest", "docs/a.md"))


@pytest.fixture
def site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mini:
    return Mini(tmp_path, capsys).write("claims/a.yaml", LEDGER).write("docs/a.md", PAGE)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_sarif_log_of_it_is_one_by_the_schema(site: Mini, command: tuple[str, ...]) -> None:
    found = run(site, command, "sarif")
    log = json.loads(found)
    Draft4Validator(SCHEMA).validate(log)
    assert log["runs"][0]["automationDetails"]["id"] == f"trueup/{command[0]}/"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_test_report_of_it_counts_what_it_holds(site: Mini, command: tuple[str, ...]) -> None:
    suites = fromstring(run(site, command, "junit"))
    for suite in suites:
        assert int(suite.get("tests", "0")) == len(suite.findall("testcase"))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_comment_on_it_says_which_command(site: Mini, command: tuple[str, ...]) -> None:
    assert f"trueup {command[0]}" in run(site, command, "markdown").splitlines()[0]


def test_a_fix_says_in_each_format_what_it_would_write(site: Mini) -> None:
    found = json.loads(run(site, FIX, "json"))
    (one,) = found["rewritten"]
    assert (one["claim"], one["figure"], one["text"]) == ("total", "4 B", "3 B")
    assert "+The sum is [3 B](claim:total)" in found["patch"]
    assert found["written"] is False
    results = json.loads(run(site, FIX, "sarif"))["runs"][0]["results"]
    (rewritten,) = [one for one in results if one["ruleId"] == "fix/rewritten"]
    region = rewritten["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"], region["endColumn"]) == (1, 13, 16)
    assert "::notice file=docs/a.md,line=1,col=13" in run(site, FIX, "github")


def test_what_does_not_bite_is_an_error_in_each_format(site: Mini) -> None:
    results = json.loads(run(site, MUTATE, "sarif"))["runs"][0]["results"]
    (accepts,) = [one for one in results if one["level"] == "error"]
    assert (accepts["ruleId"], accepts["properties"]["claim"]) == ("mutate/accepts", "move")
    (line,) = [line for line in run(site, MUTATE, "github").splitlines() if line.startswith("::error ")]
    assert "move accepts" in line


def test_a_proposal_is_a_note_with_its_markup(site: Mini) -> None:
    site.write("claims/a.yaml", "claims: {}\n")
    site.write("docs/a.md", "It moves 152064 × 5120 × 0.5 = 389,283,840 B at a time.\n")
    found = json.loads(run(site, SUGGEST, "json"))
    assert found["proposals"]
    results = json.loads(run(site, SUGGEST, "sarif"))["runs"][0]["results"]
    assert {one["level"] for one in results} == {"note"}
    assert found["proposals"][0]["markup"].startswith("[")


def run(site: Mini, command: tuple[str, ...], form: str) -> str:
    return site.run(command[0], *command[1:], "--format", form).out
