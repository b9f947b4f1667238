"""Reports for other programs, with hostile text in every field."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given
from hypothesis import strategies as st

from trueup import gate
from trueup.claim import Waiver
from trueup.diagnostics import Diagnostic, Location
from trueup.engine.report import Report
from trueup.reports import render
from trueup.settings import Settings
from trueup.verdict.model import Verdict

AT = Location(path="docs/a.md", line=3, column=8)


def report(*verdicts: Verdict, diagnostics: tuple[Diagnostic, ...] = ()) -> Report:
    return Report(
        root=Path(),
        settings=Settings(),
        today=date(2026, 9, 1),
        verdicts=verdicts,
        diagnostics=diagnostics,
    )


def rendered(form: str, found: Report) -> str:
    return render(form, found, gate.decide(found.verdicts, found.diagnostics))


STALE = Verdict(
    claim="size",
    status="refuted",
    reason="value",
    figure="3 B",
    at=AT,
    expected="4 B",
    because=("computed: 4 B",),
    hint="write 4 B",
)
GOOD = Verdict(claim="good", status="verified", figure="1", at=AT)
OPEN = Verdict(claim="question", status="open", reason="unmeasured", figure="unmeasured", at=AT)
WAIVED = Verdict(
    claim="old", status="outdated", reason="age", at=AT, waived=Waiver(reason="soon", until=date(2026, 10, 1))
)
FAULT = Diagnostic(code="T130", message="nothing defines x", location=AT, hint="define it")


def test_github_annotates_the_figure() -> None:
    at, warned = "::error file=docs/a.md,line=3,col=8", "::warning file=docs/a.md,line=3,col=8"
    counts = "1 verified, 1 refuted, 1 outdated, 1 open"
    lines = rendered("github", report(STALE, GOOD, OPEN, WAIVED, diagnostics=(FAULT,))).splitlines()
    assert lines == [
        "::error file=docs/a.md,line=3,col=8,title=T130::nothing defines x (define it)",
        f"{at},title=size is refuted (value)::'3 B'; expected '4 B'; computed: 4 B; write 4 B",
        "::warning file=docs/a.md,line=3,col=8,title=question is open (unmeasured)::'unmeasured'",
        f"{warned},title=old is outdated (age)::old; waived until 2026-10-01: soon",
        f"{counts} (1 waived) in 1 document, 1 error in the input: does not hold",
    ]


def test_junit_has_a_case_per_figure() -> None:
    root = fromstring(rendered("junit", report(STALE, GOOD, OPEN, WAIVED, diagnostics=(FAULT,))))
    suite, faults = root.findall("testsuite")
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
    assert failure.get("message") == "3 B: refuted (value), expected 4 B"
    assert failure.text is not None
    assert failure.text.startswith("docs/a.md:3:8\n")
    assert list(cases[1]) == []
    assert cases[2].find("skipped") is not None
    error = faults.find("testcase/error")
    assert error is not None
    assert error.get("type") == "T130"


HOSTILE = "x\r\n::error::pwned\n##[error]pwned\x1b[31m]]><script>&\"'\x00\ufffe, %0A"


def hostile(text: str) -> Report:
    return report(
        Verdict(
            claim="a",
            status="refuted",
            reason="value",
            figure=text,
            at=Location(path=text, line=1, column=1),
            expected=text,
            because=(text,),
            hint=text,
        ),
        diagnostics=(
            Diagnostic(code="T130", message=text, location=Location(path=text, line=1, column=1), hint=text),
        ),
    )


def check_github(text: str) -> None:
    for line in rendered("github", hostile(text)).split("\n")[:-1]:
        assert line.startswith(("::error file=", "::warning title=G701::")), line
        assert "\r" not in line
        assert "##[" not in line
        assert not re.search(
            r"::(?!error file=|warning title=)[a-z-]+(?: [^:]*)?::",
            line.partition("::")[2].partition("::")[2],
        )


def test_hostile_text_forms_no_workflow_command() -> None:
    check_github(HOSTILE)


@given(st.text(alphabet=st.sampled_from("ab:#[]%\r\n,; \x1b<>&\"'")))
def test_no_text_forms_a_workflow_command(text: str) -> None:
    check_github(text)


@given(st.text())
def test_any_text_makes_well_formed_xml(text: str) -> None:
    fromstring(rendered("junit", hostile(text)))


@pytest.mark.parametrize("text", [HOSTILE, "\x9b31m", "\x1b]0;title\x07", "a\rb"])
def test_no_text_steers_the_terminal(text: str) -> None:
    shown = rendered("text", hostile(text))
    assert not set(shown) & set("\x1b\x9b\x07\r\x00")
