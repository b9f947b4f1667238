"""A review as a comment on a pull request: text stays text, and it fits."""

from __future__ import annotations

import re

import markdown as python_markdown
from hypothesis import given
from hypothesis import strategies as st

from trueup.diagnostics import Diagnostic, Location
from trueup.gate import Exit
from trueup.gate.change import KINDS, Change
from trueup.gate.review import Review
from trueup.reports.review import render
from trueup.reports.review.markdown import LARGEST

HOSTILE = (
    "a|b `x` <img src=x onerror=y> @someone [l](javascript:z) "
    "www.evil.example https://evil.example\n| c | \x1b[2J\u202e"
)
TEXT = st.one_of(st.text(max_size=60), st.just(HOSTILE))
CHANGES = st.builds(
    Change,
    kind=st.sampled_from(list(KINDS)),
    message=TEXT,
    claim=st.none() | TEXT,
    at=st.none() | st.builds(Location, path=TEXT, line=st.integers(1, 9), column=st.integers(1, 9)),
    gone=st.booleans(),
    before=st.none() | TEXT,
    after=st.none() | TEXT,
)


def reviewed(*changes: Change, revision: str = "main", faults: tuple[Diagnostic, ...] = ()) -> Review:
    return Review(
        exit=Exit.HOLDS,
        revision=revision,
        hash="0123456789",
        day="2026-07-01",
        changes=changes,
        diagnostics=faults,
        base_faults=faults,
        counts={"weakened": len(changes)},
        failing=frozenset(changes[:1]),
    )


@given(st.lists(CHANGES, max_size=4), TEXT)
def test_each_change_is_one_row_and_nothing_is_markup(changes: list[Change], revision: str) -> None:
    fault = Diagnostic(code="D902", message=revision, location=Location(path=revision, line=1, column=1))
    shown = render("markdown", reviewed(*changes, revision=revision, faults=(fault,)))
    page = python_markdown.markdown(shown, extensions=["tables", "attr_list"])
    assert len(re.findall(r"<tr>", page)) == (len(changes) + 1 if changes else 0)
    assert len(re.findall(r"<td>", page)) == 7 * len(changes)
    allowed = {"h3", "p", "ul", "li", "code", "strong", "table", "thead", "tbody", "tr", "th", "td"}
    assert set(re.findall(r"</?([a-zA-Z0-9]+)", page)) <= allowed
    assert not re.search(r"@\w|https?://|www\.\w", shown)


@given(st.lists(CHANGES, max_size=4))
def test_text_of_a_terminal_holds_no_controls(changes: list[Change]) -> None:
    shown = render("text", reviewed(*changes))
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", shown)


def test_what_does_not_fit_is_counted() -> None:
    changes = [Change(kind="stale", message=f"{number} {HOSTILE}" * 9) for number in range(1000)]
    shown = render("markdown", reviewed(*changes))
    assert len(shown.encode()) < LARGEST
    rows = shown.count("\n| ") - 1
    assert rows > 50
    left = f"{1000 - rows:,} more changes are left out here"
    assert shown.endswith(f"{left}; <code>trueup diff main</code> shows all.")


def test_many_faults_are_counted() -> None:
    faults = tuple(Diagnostic(code="T130", message=HOSTILE * 50) for _ in range(500))
    shown = render("markdown", reviewed(faults=faults))
    assert len(shown.encode()) < LARGEST
    assert "- and 980 more" in shown


def test_one_row() -> None:
    change = Change(
        kind="tolerance",
        message="it is wider",
        claim="link.rate",
        at=Location(path="claims/a.yaml", line=3, column=5),
        before="3 %",
        after="5 %",
    )
    *head, row = render("markdown", reviewed(change)).splitlines()
    assert head == [
        "### trueup: 1 weakened",
        "",
        "Compared with <code>main</code>, commit <code>0123456789</code> of 2026-07-01.",
        "",
        "| | kind | claim | what | before | after | where |",
        "|---|---|---|---|---|---|---|",
    ]
    assert row.strip("| ").split(" | ") == [
        "▼",
        "**tolerance**",
        "<code>link.rate</code>",
        "it is wider",
        "<code>3 %</code>",
        "<code>5 %</code>",
        "<code>claims/a.yaml:3:5</code>",
    ]
