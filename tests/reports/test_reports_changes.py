"""A review in the formats that are made of a listing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given, settings
from jsonschema import Draft4Validator

from reports_of import anything
from sarif_schema import SCHEMA
from trueup.diagnostics import Diagnostic, Location
from trueup.gate import Exit
from trueup.gate.change import KINDS, Change
from trueup.gate.review import Review
from trueup.reports import write
from trueup.reports.review import render
from trueup.reports.review.entries import listing
from trueup.reports.rules import rule_of

AT = Location(path="docs/a.md", line=3, column=8)
STALE = Change(
    kind="stale",
    claim="size",
    at=AT,
    before="verified",
    after="refuted (value)",
    message="the figure '3 B' is stale",
)
GONE = Change(
    kind="untagged",
    claim="old",
    at=Location(path="docs/b.md", line=9, column=1),
    gone=True,
    message="a tag is gone",
)
ADDED = Change(kind="claim-added", claim="new", message="a claim is new")


def review(*changes: Change, failing: tuple[Change, ...] = (), **more: Any) -> Review:
    return Review(
        exit=Exit.STALE if failing else Exit.HOLDS,
        revision="main",
        hash="0123456789",
        day="2026-09-01",
        changes=changes,
        diagnostics=more.get("diagnostics", ()),
        base_faults=more.get("base_faults", ()),
        counts={},
        failing=frozenset(failing),
    )


def test_github_has_a_level_for_each_weight() -> None:
    at, gone = "file=docs/a.md,line=3,col=8", "file=docs/b.md,line=9,col=1"
    stale = "a figure is stale that held%2C or that is new"
    lines = render("github", review(STALE, GONE, ADDED, failing=(GONE,))).splitlines()
    assert lines[:3] == [
        f"::warning {at},title=size%3A {stale}::the figure '3 B' is stale; was verified; now refuted (value)",
        f"::error {gone},title=old%3A a tag is gone::a tag is gone; the place is one of the base",
        "::notice title=new%3A a claim is new::a claim is new",
    ]


def test_junit_fails_what_was_asked_to_fail() -> None:
    root = fromstring(render("junit", review(STALE, GONE, ADDED, failing=(STALE,))))
    assert [(suite.get("name"), suite.get("failures")) for suite in root] == [
        ("docs/a.md", "1"),
        ("docs/b.md", "0"),
        ("(project)", "0"),
    ]


def test_sarif() -> None:
    fault = Diagnostic(code="T130", message="nothing defines x", location=AT)
    log = json.loads(render("sarif", review(STALE, GONE, ADDED, base_faults=(fault,))))
    Draft4Validator(SCHEMA).validate(log)
    (run,) = log["runs"]
    assert [(one["ruleId"], one["level"]) for one in run["results"]] == [
        ("T130", "warning"),
        ("diff/stale", "warning"),
        ("diff/untagged", "warning"),
    ]
    assert run["results"][0]["message"]["text"] == "T130 in the base: nothing defines x"
    (said,) = run["invocations"][0]["toolExecutionNotifications"]
    assert said["level"] == "note"


def test_each_kind_of_change_has_a_rule() -> None:
    for kind in KINDS:
        assert rule_of(f"diff/{kind}").title[0].isupper()


@given(anything)
@settings(max_examples=30, deadline=None)
def test_any_text(text: str) -> None:
    change = Change(
        kind="figure",
        claim="a",
        at=Location(path=text, line=1, column=1),
        before=text,
        after=text,
        message=text,
    )
    found = review(change, failing=(change,))
    Draft4Validator(SCHEMA).validate(json.loads(render("sarif", found).encode()))
    fromstring(render("junit", found).encode())
    assert len(render("github", found).split("\n")) == 2
    assert write("markdown", listing(found)).count("\n|") == 3


@pytest.mark.parametrize("form", ["github", "sarif", "junit"])
def test_the_same_bytes(form: str) -> None:
    assert render(form, review(STALE, GONE)) == render(form, review(STALE, GONE))
