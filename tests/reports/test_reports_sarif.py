"""SARIF: valid against the schema of 2.1.0, and what the schema can't say."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import example, given, settings
from jsonschema import Draft4Validator
from write_diagnostics import tables

from reports_of import (
    AT,
    FAULT,
    GOOD,
    HOSTILE,
    LEDGER,
    NOWHERE,
    OPEN,
    STALE,
    UNTAGGED,
    WAIVED,
    anything,
    hostile,
    mixed,
    rendered,
    report,
)
from sarif_schema import SCHEMA
from trueup.diagnostics import Diagnostic, Location
from trueup.engine.report import Report
from trueup.reports.rules import VERDICTS, rule_of
from trueup.verdict.model import PASSING, REASONS, STATUSES, Verdict

URI = re.compile(r"(?:file:///)?(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})*")


def run_of(found: Report, *, strict: bool = False) -> dict[str, Any]:
    """The one run of a log that is valid."""
    text = rendered("sarif", found, strict=strict)
    log = json.loads(text.encode("utf-8"))
    Draft4Validator(SCHEMA).validate(log)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert "suppressions" in result
        for location in (*result["locations"], *result.get("relatedLocations", ())):
            place = location["physicalLocation"]
            assert URI.fullmatch(place["artifactLocation"]["uri"])
            region = place["region"]
            end = region.get("endLine", region["startLine"]), region.get("endColumn", region["startColumn"])
            assert end >= (region["startLine"], region["startColumn"])
    return dict(run)


def result_of(*verdicts: Verdict, diagnostics: tuple[Diagnostic, ...] = ()) -> dict[str, Any]:
    (result,) = run_of(report(*verdicts, diagnostics=diagnostics))["results"]
    return dict(result)


def place_of(result: dict[str, Any]) -> tuple[str, dict[str, int]]:
    place = result["locations"][0]["physicalLocation"]
    return place["artifactLocation"]["uri"], place["region"]


def test_a_refuted_figure() -> None:
    result = result_of(STALE)
    assert (result["ruleId"], result["level"]) == ("refuted/value", "error")
    assert result["message"] == {
        "text": "size is refuted (value): '3 B', expected '4 B'; computed: 4 B (write 4 B)"
    }
    region = {"startLine": 3, "startColumn": 8, "endLine": 3, "endColumn": 11}
    assert place_of(result) == ("docs/a.md", region)
    assert result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == LEDGER.path
    assert result["suppressions"] == []
    assert result["properties"] == {
        "claim": "size",
        "status": "refuted",
        "reason": "value",
        "figure": "3 B",
        "expected": "4 B",
    }


def test_the_run() -> None:
    run = run_of(mixed())
    assert run["columnKind"] == "unicodeCodePoints"
    assert "SRCROOT" in run["originalUriBaseIds"]
    assert "artifacts" not in run
    (invocation,) = run["invocations"]
    assert (invocation["exitCode"], invocation["executionSuccessful"]) == (2, False)
    assert [result["ruleId"] for result in run["results"]] == [
        "T130",
        "refuted/value",
        "open/unmeasured",
        "outdated/age",
        "missing/evidence",
    ]


@pytest.mark.parametrize(("verdict", "code"), [(GOOD, 0), (STALE, 1)])
def test_exit_codes_of_a_run_that_went_well(verdict: Verdict, code: int) -> None:
    (invocation,) = run_of(report(verdict))["invocations"]
    assert (invocation["exitCode"], invocation["executionSuccessful"]) == (code, True)


def test_what_has_no_place_is_a_notification() -> None:
    run = run_of(report(GOOD, diagnostics=(NOWHERE,)))
    assert run["results"] == []
    (said,) = run["invocations"][0]["toolExecutionNotifications"]
    assert said["descriptor"]["id"] == "C810"
    assert said["message"]["text"] == "C810: no documents (write one)"
    assert [one["id"] for one in run["tool"]["driver"]["notifications"]] == ["C810"]


def test_a_claim_without_a_tag_stands_where_it_is_defined() -> None:
    assert place_of(result_of(UNTAGGED)) == ("claims/a.yaml", {"startLine": 2, "startColumn": 3})


def test_a_waiver_is_a_suppression() -> None:
    result = result_of(WAIVED)
    assert result["level"] == "warning"
    (suppression,) = result["suppressions"]
    assert suppression["status"] == "accepted"
    assert suppression["justification"] == "soon (until 2026-10-01)"


def test_what_strict_fails_is_an_error() -> None:
    assert result_of(OPEN)["level"] == "warning"
    assert run_of(report(OPEN), strict=True)["results"][0]["level"] == "error"


def test_a_figure_whose_end_is_not_known_is_as_long_as_its_text() -> None:
    found = Verdict(claim="a", status="refuted", reason="value", figure="3 µs", at=AT)
    assert place_of(result_of(found))[1] == {"startLine": 3, "startColumn": 8, "endLine": 3, "endColumn": 12}


def moved(one: Verdict, line: int) -> Verdict:
    return replace(one, at=Location(path="docs/a.md", line=line, column=1), end=None)


def prints(*verdicts: Verdict) -> list[str]:
    return [one["partialFingerprints"]["trueup/v1"] for one in run_of(report(*verdicts))["results"]]


def test_fingerprints_survive_a_move_and_tell_two_tags_apart() -> None:
    before, after = prints(moved(STALE, 3), moved(STALE, 9)), prints(moved(STALE, 30), moved(STALE, 90))
    assert before == after
    assert len(set(before)) == 2


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("docs/a b.md", "docs/a%20b.md"),
        ("docs/ä#?%.md", "docs/%C3%A4%23%3F%25.md"),
        ("a:b.md", "a%3Ab.md"),
        ("raw\udcff.md", "raw%FF.md"),
        ("/elsewhere/a.md", "file:///elsewhere/a.md"),
        ("docs/\ud800.md", "docs/%5Cud800.md"),
    ],
)
def test_uris(path: str, uri: str) -> None:
    fault = Diagnostic(code="T130", message="x", location=Location(path=path, line=1, column=1))
    (result,) = run_of(report(GOOD, diagnostics=(fault,)))["results"]
    artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact["uri"] == uri
    assert ("uriBaseId" in artifact) is not path.startswith("/")


@given(anything)
@example("".join(HOSTILE))
@settings(max_examples=30, deadline=None)
def test_any_text_makes_a_valid_log(text: str) -> None:
    run = run_of(hostile(text))
    for one in (*run["results"], *run["invocations"][0]["toolExecutionNotifications"]):
        said = one["message"]["text"]
        assert "](" not in said
        assert not re.search(r"\{\d", said)
        assert not set(said) & set("\x00\x1b\r\n\u202e\u2066")
    if text.isprintable() and not text.startswith("/"):
        assert unquote(place_of(run["results"][0])[0]) == text


def test_every_verdict_that_fails_or_warns_has_a_rule_of_its_own() -> None:
    pairs = {f"{status}/{reason}" for status, reasons in REASONS.items() for reason in reasons}
    warned = {status for status in STATUSES if status not in PASSING or status == "inconclusive"}
    assert set(VERDICTS) == (pairs | warned) - {"suspect/upstream"}
    assert rule_of("suspect/upstream").title == rule_of("suspect").title
    assert rule_of("missing/evidence").name == "MissingEvidence"


def test_every_code_has_a_title() -> None:
    elsewhere = ("trueup.reports.html", "trueup.site", "trueup.lsp")  # a site and an editor get no log
    codes = {code for name, table in tables() if not name.startswith(elsewhere) for code in table}
    assert {code for code in codes if rule_of(code).title == code} == set()
    assert rule_of(FAULT.code).title == "A tag names a claim that nothing defines"
