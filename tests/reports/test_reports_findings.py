"""An audit in the formats that are made of a listing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given, settings
from jsonschema import Draft4Validator

from reports_of import FAULT, anything
from sarif_schema import SCHEMA
from trueup.audit.covered import Coverage
from trueup.audit.finding import Certainty, Finding
from trueup.audit.run import Audit
from trueup.diagnostics import Location
from trueup.reports.audit import render


def finding(
    certainty: Certainty = "certain", line: int = 3, text: str = "37.9 %", path: str = "docs/a.md"
) -> Finding:
    return Finding(
        code="A201",
        kind="table",
        at=Location(path=path, line=line, column=8),
        figure=text,
        message="6.00 µs / 4.37 µs − 1 = 37.3 %",
        certainty=certainty,
        expected="37.3 %",
        hint="write 37.3 %",
        within="a row",
    )


AUDIT = Audit(
    findings=(finding(), finding("possible", line=9)),
    coverage=(Coverage(path="docs/a.md", numbers=4), Coverage(path="docs/b.md", numbers=2)),
    diagnostics=(FAULT,),
)


def run_of(audit: Audit, fail_on: Certainty = "certain") -> dict[str, Any]:
    log = json.loads(render("sarif", audit, fail_on=fail_on).encode())
    Draft4Validator(SCHEMA).validate(log)
    return dict(log["runs"][0])


def test_github() -> None:
    said = "'37.9 %25', expected '37.3 %25'; 6.00 µs / 4.37 µs − 1 = 37.3 %25 (write 37.3 %25)"
    assert render("github", AUDIT).splitlines()[1:3] == [
        f"::error file=docs/a.md,line=3,col=8,title=A201 table::{said}",
        f"::warning file=docs/a.md,line=9,col=8,title=A201 table::{said}",
    ]


def test_junit_names_every_document() -> None:
    root = fromstring(render("junit", AUDIT))
    counts = [(one.get("name"), one.get("tests"), one.get("failures"), one.get("skipped")) for one in root]
    assert counts == [("(input)", "1", "0", "0"), ("docs/a.md", "2", "1", "1"), ("docs/b.md", "1", "0", "0")]


@pytest.mark.parametrize(("fail_on", "level"), [("certain", "warning"), ("possible", "error")])
def test_sarif(fail_on: Certainty, level: str) -> None:
    run = run_of(AUDIT, fail_on)
    assert run["automationDetails"]["id"] == "trueup/audit/"
    _, certain, possible = run["results"]
    assert (certain["level"], possible["level"]) == ("error", level)
    assert certain["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 3,
        "startColumn": 8,
        "endLine": 3,
        "endColumn": 14,
    }
    assert certain["properties"]["certainty"] == "certain"
    (rule,) = (one for one in run["tool"]["driver"]["rules"] if one["id"] == "A201")
    assert rule["shortDescription"]["text"] != "A201"


def test_fingerprints_survive_a_move() -> None:
    def prints(*findings: Finding) -> list[str]:
        results = run_of(Audit(findings=findings))["results"]
        return [one["partialFingerprints"]["trueup/v1"] for one in results]

    first = prints(finding(line=3), finding(line=9))
    assert first == prints(finding(line=30), finding(line=90))
    assert len(set(first)) == 2


def test_markdown() -> None:
    text = render("markdown", AUDIT)
    assert text.startswith("### ✗ trueup audit\n\n1 certain, 1 possible in 2 documents, 1 error in the input")
    assert "| docs/a.md:3:8 | A201 | 37.9 % | 37.3 % | table; 6.00 µs / 4.37 µs − 1 &#61; 37.3 %;" in text
    assert "<summary>1 warning</summary>" in text


@given(anything)
@settings(max_examples=30, deadline=None)
def test_any_text(text: str) -> None:
    found = Audit(findings=(finding(text=text, path=text),), coverage=(Coverage(path=text),))
    run_of(found)
    fromstring(render("junit", found).encode())
    assert len(render("github", found).split("\n")) == 2
    assert render("markdown", found).count("\n|") == 3
