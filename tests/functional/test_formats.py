"""The formats of the command, on a project of its own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mini import Mini, claims
from repositories import repository

PAGE = """\
# Sizes of µ and 日本

It has **[3 B](claim:size)**, and 𝟛 of them are [~**3** kB](claim:size) long.\r
In two lines: [3
B](claim:size).

| size |
|---|
| [5 B](claim:size) \\| {{ claim("size", "6 B") }} |
"""


@pytest.fixture
def sized(project: Mini) -> Mini:
    project.write("trueup.toml", 'macros = ["docs/**"]\n')
    project.write("claims/a.yaml", claims("size: {says: A size, basis: model, expr: 2 B * 2}"))
    return project.write("docs/ä b.md", "\ufeff" + PAGE)


def test_a_region_of_sarif_is_the_figure_in_the_source(sized: Mini) -> None:
    run = sized.run("check", "--format", "sarif")
    assert run.code == 1
    results: list[dict[str, Any]] = json.loads(run.out)["runs"][0]["results"]
    lines = PAGE.replace("\r\n", "\n").split("\n")

    def seen(result: dict[str, Any]) -> str:
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "docs/%C3%A4%20b.md"
        region = place["region"]
        text = "\n".join(lines[region["startLine"] - 1 : region["endLine"]])
        left = len(lines[region["endLine"] - 1]) - region["endColumn"] + 1
        return text[region["startColumn"] - 1 : len(text) - left]

    assert [seen(result) for result in results] == ["3 B", "~**3** kB", "3\nB", "5 B", "6 B"]


@pytest.mark.parametrize("form", ["github", "sarif", "junit", "markdown"])
def test_the_exit_code_is_that_of_the_gate(sized: Mini, form: str) -> None:
    assert sized.run("check", "--format", form).code == 1
    sized.write("docs/ä b.md", "It has [4 B](claim:size).")
    assert sized.run("check", "--format", form).code == 0
    sized.write("claims/b.yaml", "claims: [")
    assert sized.run("check", "--format", form).code == 2


def test_lint_annotates_as_check_does(sized: Mini) -> None:
    sized.write("docs/b.md", "[4 B](claim:sise)")
    line = next(one for one in sized.run("lint", "--format", "github").out.splitlines() if "sise" in one)
    assert line.startswith("::error file=docs/b.md,line=1,col=2,title=T130::")
    assert line in sized.run("check", "--format", "github").out


def test_a_region_of_an_audit_is_the_figure_in_the_source(project: Mini) -> None:
    text = "# µ\n\nIt is\nlong.\n\n| a | b | c |\n|--|--|--|\n" + "".join(
        f"| {a} | {b} | {a * b + (a == 9)} |\n" for a, b in ((2, 3), (4, 5), (6, 7), (8, 3), (3, 7), (9, 5))
    )
    project.write("a.md", text.replace("| 46 |", "| *4*6 |"))
    run = project.run("audit", "a.md", "--strict-coverage", "--format", "sarif")
    lines = text.replace("| 46 |", "| *4*6 |").split("\n")
    regions = [
        one["locations"][0]["physicalLocation"]["region"] for one in json.loads(run.out)["runs"][0]["results"]
    ]
    seen = [
        lines[region["startLine"] - 1][region["startColumn"] - 1 : region["endColumn"] - 1]
        for region in regions
    ]
    assert "4*6" in seen
    assert "42" in seen


@pytest.mark.parametrize("form", ["github", "sarif", "junit", "markdown"])
def test_a_review_fails_only_where_asked(sized: Mini, form: str) -> None:
    git = repository(sized.path)
    git.commit("Begin", "2026-07-01")
    sized.write("docs/ä b.md", "It has 4 B.")
    run = sized.run("diff", "HEAD", "--format", form)
    assert run.code == 0
    assert "size" in run.out
    assert sized.run("diff", "HEAD", "--format", form, "--fail-on", "untagged").code == 1
