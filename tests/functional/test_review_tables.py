"""What a reviewer is told of tables that are checked cell by cell."""

from __future__ import annotations

import pytest

from mini import Mini, where
from repositories import Git, repository
from reviewing import CLAIMS, diff, only, told

PAGE = """\
# Benchmarks

<!-- claims:table bench -->

| Status | Scenario | Base | PR | Change |
|:-:|---|---:|---:|---:|
| red | gather | 4.37 µs | 6.00 µs | +37.2 % |
| amber | masking | 82.62 µs | 107.01 µs | +29.5 % |
| green | add | 428.3 ns | 422.5 ns | −1.4 % |
"""
LEDGER = """\
claims:
  bench:
    says: What became slower
    columns: {Change: "'PR' / Base - 1"}
    classes: {Status: {of: Change, "≥ 30 %": red, "≥ 15 %": amber, else: green}}
"""


@pytest.fixture
def git(project: Mini) -> Git:
    git = repository(project.path)
    project.write(CLAIMS, LEDGER).write("docs/page.md", PAGE)
    git.commit("Begin", "2026-07-01")
    return git


def test_a_cell_is_stale_and_mended_again(project: Mini, git: Git) -> None:
    project.replace("docs/page.md", "+29.5 %", "+92.5 %")
    stale = only(diff(project), "stale")
    assert (where(stale), stale["after"]) == (("docs/page.md", 8, 44), "+92.5 %, refuted (value)")
    assert stale["message"].startswith("it is stale now")
    git.commit("Mistype it", "2026-07-02")
    assert told(diff(project)) == []
    project.replace("docs/page.md", "+92.5 %", "+29.5 %")
    mended = only(diff(project), "mended")
    assert (mended["before"], mended["in"]) == ("+92.5 %, refuted (value)", "base")


def test_one_cell_is_mended_while_another_breaks(project: Mini, git: Git) -> None:
    project.replace("docs/page.md", "+29.5 %", "+92.5 %")
    git.commit("Mistype it", "2026-07-02")
    project.replace("docs/page.md", "+92.5 %", "+29.5 %").replace("docs/page.md", "−1.4 %", "−4.1 %")
    assert [(kind, after or before) for kind, _, before, after in told(diff(project))] == [
        ("stale", "−4.1 %, refuted (value)"),
        ("mended", "+92.5 %, refuted (value)"),
    ]


def test_a_table_is_checked_no_longer(project: Mini, git: Git) -> None:
    project.replace("docs/page.md", "<!-- claims:table bench -->\n\n", "")
    assert where(only(diff(project), "untagged")) == ("docs/page.md", 3, 1)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "'PR' / Base - 1", "('PR' - Base) / Base",
            ("rewritten", "bench", "'PR' / Base - 1", "('PR' - Base) / Base"),
        ),
        ("'PR' / Base - 1", "'PR' / Base", ("formula", "bench", "'PR' / Base - 1", "'PR' / Base")),
        (
            '"≥ 15 %": amber', '"≥ 20 %": amber',
            (
                "definition", "bench",
                "of Change: ≥ 30 %: red; ≥ 15 %: amber; else green",
                "of Change: ≥ 30 %: red; ≥ 20 %: amber; else green",
            ),
        ),
        (
            '    classes: {Status: {of: Change, "≥ 30 %": red, "≥ 15 %": amber, else: green}}\n', "",
            ("proof", "bench", "of Change: ≥ 30 %: red; ≥ 15 %: amber; else green", None),
        ),
        ("    classes", "    totals: {Base: last row}\n    classes", ("stricter", "bench", None, "last row")),
        ("says: What", "# a line more\n    says: What", None),
    ],
)  # fmt: skip
def test_what_a_table_is_held_against_changes(
    project: Mini, git: Git, old: str, new: str, expected: tuple[str, ...] | None
) -> None:
    project.replace(CLAIMS, old, new)
    found = [one for one in told(diff(project)) if one[0] != "stale"]
    assert found == ([expected] if expected else [])
