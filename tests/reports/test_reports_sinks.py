"""Reports for other programs, with hostile text in every field."""

from __future__ import annotations

import re

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import example, given
from hypothesis import strategies as st

from reports_of import (
    FAULT,
    GOOD,
    HOSTILE,
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
from trueup.verdict.model import Verdict


def test_github_annotates_the_figure() -> None:
    at, warned = "::error file=docs/a.md,line=3,col=8", "::warning file=docs/a.md,line=3,col=8"
    counts = "1 verified, 1 refuted, 1 outdated, 1 open"
    lines = rendered("github", report(STALE, GOOD, OPEN, WAIVED, diagnostics=(FAULT,))).splitlines()
    assert lines == [
        "::error file=docs/a.md,line=3,col=8,title=T130::nothing defines x (define it)",
        f"{at},title=size is refuted (value)::'3 B', expected '4 B'; computed: 4 B (write 4 B)",
        "::warning file=docs/a.md,line=3,col=8,title=question is open (unmeasured)::'unmeasured'",
        f"{warned},title=old is outdated (age)::waived until 2026-10-01: soon",
        f"{counts} (1 waived) in 1 document, 1 error in the input: does not hold",
    ]


def test_junit_has_a_case_per_figure() -> None:
    root = fromstring(rendered("junit", report(STALE, GOOD, OPEN, WAIVED, diagnostics=(FAULT,))))
    faults, suite = root.findall("testsuite")
    assert suite.attrib == {"name": "docs/a.md", "tests": "4", "failures": "1", "errors": "0", "skipped": "2"}
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == [
        "size at 3:8",
        "good at 3:8",
        "question at 3:8",
        "old at 3:8",
    ]
    failure = cases[0].find("failure")
    assert failure is not None
    assert failure.get("message") == "size is refuted (value): '3 B', expected '4 B'"
    assert failure.get("type") == "refuted (value)"
    assert failure.text == (
        "docs/a.md:3:8\nsize is refuted (value): '3 B', expected '4 B'\ncomputed: 4 B\nwrite 4 B"
    )
    assert list(cases[1]) == []
    assert cases[2].find("skipped") is not None
    error = faults.find("testcase/error")
    assert error is not None
    assert error.get("type") == "T130"


def check_github(text: str) -> None:
    for line in rendered("github", hostile(text)).split("\n")[:-1]:
        assert line.startswith(("::error file=", "::error title=C810::", "::warning file=")), line
        assert "\r" not in line
        assert "##[" not in line
        assert not re.search(
            r"::(?!error file=|error title=|warning file=)[a-z-]+(?: [^:]*)?::",
            line.partition("::")[2].partition("::")[2],
        )


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_forms_no_workflow_command(text: str) -> None:
    check_github(text)


@given(st.text(alphabet=st.sampled_from("ab:#[]%\r\n,; \x1b<>&\"'")))
def test_no_text_forms_a_workflow_command(text: str) -> None:
    check_github(text)


@given(anything)
@example("".join(HOSTILE))
def test_any_text_makes_well_formed_xml(text: str) -> None:
    root = fromstring(rendered("junit", hostile(text)).encode())
    names = [case.get("name") or "" for case in root.iter("testcase")]
    assert len(names) == 5


@pytest.mark.parametrize("text", [*HOSTILE, "\x9b31m", "\x1b]0;title\x07", "a\rb"])
@pytest.mark.parametrize("form", ["text", "github", "junit", "sarif", "markdown"])
def test_no_text_steers_the_terminal(text: str, form: str) -> None:
    shown = rendered(form, hostile(text))
    assert not set(shown) & set("\x1b\x9b\x07\r\x00")


def test_what_has_no_figure_is_annotated_where_it_is_defined() -> None:
    line = rendered("github", report(UNTAGGED)).splitlines()[0]
    assert line == (
        "::error file=claims/a.yaml,line=2,col=3,title=lost is missing (evidence)::lost is missing (evidence)"
    )
    suite = fromstring(rendered("junit", report(UNTAGGED))).find("testsuite")
    assert suite is not None
    assert (suite.get("name"), suite.get("errors")) == ("(untagged)", "1")


def test_a_very_long_message_is_cut() -> None:
    line = rendered("github", hostile("long " * 5000)).splitlines()[2]
    assert len(line) < 30_000
    assert line.endswith("…")


def test_strict_says_what_it_fails() -> None:
    found = report(GOOD, OPEN)
    assert "::warning " in rendered("github", found)
    assert "::error file=docs/a.md,line=3,col=8,title=question is open" in rendered(
        "github", found, strict=True
    )
    root = fromstring(rendered("junit", found, strict=True))
    assert root.find("testsuite/testcase/failure") is not None


def test_a_run_that_verifies_nothing_has_a_case_that_fails() -> None:
    root = fromstring(rendered("junit", report()))
    error = root.find("testsuite/testcase/error")
    assert error is not None
    assert error.get("type") == "G701"


def test_a_waiver_that_nothing_needs_is_not_spoken_of() -> None:
    waived = Verdict(claim="good", status="verified", figure="1", at=STALE.at, waived=WAIVED.waived)
    assert "good" not in rendered("github", report(waived))
    assert 'skipped="0"' in rendered("junit", report(waived))


@pytest.mark.parametrize("form", ["github", "junit", "sarif", "markdown"])
def test_the_same_bytes_for_the_same_report(form: str) -> None:
    assert rendered(form, mixed()) == rendered(form, mixed())
    assert NOWHERE.message in rendered(form, mixed())
