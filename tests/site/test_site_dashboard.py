"""The dashboard: what it counts, what it lists, and what its table is filtered and sorted by."""

from __future__ import annotations

import re
from typing import Any

import pytest

from recorded_verdicts import CLAIMS, HOSTILE, VERDICTS, claim, document, verdict
from trueup.diagnostics import TrueupError
from trueup.reports.html.board import SHOWN
from trueup.reports.html.dashboard import dashboard
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import Links
from trueup.reports.html.recorded import from_document

LINKS = Links(
    claim=lambda name: f"{name}.html",
    place=lambda at, anchor: f"../{at.path}#{anchor}" if at.path.startswith("docs/") else None,
    dashboard="index.html",
)


def shown(verdicts: list[dict[str, Any]], claims: dict[str, Any], **more: Any) -> str:
    return dashboard(Index(from_document(document(verdicts, claims, **more))), LINKS)


def section(page: str, name: str) -> str:
    """What stands below a heading."""
    return page.split(f'<h2 id="{name}">')[1].split("<h2", maxsplit=1)[0]


def rows(table: str) -> list[str]:
    return re.findall(r"<tr[ >].*?</tr>", table)


def words(html: str) -> str:
    return re.sub(r"<[^>]+>", "", html.replace("</td>", "|"))


def orders(page: str, column: int) -> dict[str, int]:
    """What the rows are sorted by in one column, by claim."""
    found = {}
    for row in rows(section(page, "all-claims"))[1:]:
        keys = re.findall(r'<td data-trueup-order="([^"]*)"', row)
        found[keys[0]] = int(keys[column])
    return found


def test_it_counts_figures_by_status_and_claims_by_basis_and_host() -> None:
    page = shown(VERDICTS, CLAIMS)
    for count, query in (
        ("1 open", "status=open"),
        ("3 attested", "status=attested"),
        ("3 measured", "basis=measured"),
        ("1 model", "basis=model"),
        ("1 laptop", "host=laptop"),
    ):
        assert f'href="?{query}">{count}</a>' in page


def test_an_open_question_is_listed_with_its_reason_and_place() -> None:
    listed = rows(section(shown(VERDICTS, CLAIMS), "open-questions"))[1:]
    assert [words(row) for row in listed] == [
        "gpu.time|The projection on the GPU|no device|docs/index.md:10|"
    ]
    assert 'href="../docs/index.md#claim-gpu.time"' in listed[0]


def test_waivers_are_listed_by_the_day_on_which_they_end() -> None:
    late, soon = ({"reason": day, "until": day} for day in ("2027-02-01", "2026-12-31"))
    page = shown(
        [verdict("a", "1", 1, "refuted", waived=late), verdict("b", "2", 2, waived=soon)],
        {"a": claim("refuted"), "b": claim()},
    )
    assert [words(row) for row in rows(section(page, "waivers"))[1:]] == [
        "2026-12-31|b|verified|2026-12-31|",
        "2027-02-01|a|refuted|2027-02-01|",
    ]


@pytest.mark.parametrize("count", [20, 21])
def test_many_open_questions_are_folded_above_all_claims(count: int) -> None:
    page = shown([], {f"a{number}": {**claim("open"), "how": "unmeasured"} for number in range(count)})
    questions = section(page, "open-questions")
    assert len(rows(questions)) == count + 1
    assert ("<details><summary>Show all 21</summary>" in questions) == (count > 20)


def test_where_nothing_is_open_or_waived_there_is_no_such_section() -> None:
    page = shown(VERDICTS[:1], {"lm_head.bytes": CLAIMS["lm_head.bytes"]})
    assert 'id="open-questions"' not in page
    assert 'id="waivers"' not in page


def test_coverage_is_counted_by_document_and_summed_up() -> None:
    documents = [
        {"path": "docs/index.md", "numbers": 10, "tagged": 6, "set_aside": 2},
        {"path": "docs/other.md", "numbers": 1000, "tagged": 0, "set_aside": 0},
        {"path": "docs/quiet.md", "numbers": 0, "tagged": 0, "set_aside": 0},
    ]
    page = shown(VERDICTS, CLAIMS, coverage={"documents": documents})
    assert [words(row) for row in rows(section(page, "documents"))[1:]] == [
        "docs/index.md|10|6|2|2| 75 %|6|0|",
        "docs/other.md|1,000|0|0|1,000| 0 %|0|0|",
        "docs/quiet.md|0|0|0|0|–|0|0|",
        "3 documents|1,010|6|2|1,002| 0 %|6|0|",
    ]


def test_a_document_whose_figures_nobody_counted_shows_its_tags() -> None:
    assert words(rows(section(shown(VERDICTS, CLAIMS), "documents"))[1]) == "docs/index.md|–|–|–|–|–|6|0|"


def test_stale_figures_are_counted_by_document() -> None:
    found = [verdict("a", "1", 1, "refuted"), verdict("a", "2", 1, "outdated", path="docs/b & c.md")]
    page = shown(found, {"a": claim("refuted")})
    assert 'href="?document=docs%2Fb%20%26%20c.md&amp;status=stale">1</a>' in section(page, "documents")


@pytest.mark.parametrize(
    "wrong",
    [{"documents": [{}]}, {"documents": [{"path": "a", "numbers": "1"}]}, {"documents": 1}, []],
)
def test_coverage_of_another_shape_is_refused(wrong: object) -> None:
    with pytest.raises(TrueupError, match="C851"):
        shown(VERDICTS, CLAIMS, coverage=wrong or [1])


def test_values_are_sorted_by_size_within_a_dimension_and_words_come_last() -> None:
    def one(value: str, low: str | None = None, **dimension: int) -> dict[str, Any]:
        ends = [low, low]
        quantity = {"spread": ends, "reach": ends, "dimension": dimension} if low else None
        return claim(value=value, quantity=quantity)

    page = shown(
        [],
        {
            "a": one("inverts"),
            "b": one("2 GB", "2000000000", B=1),
            "c": one("3 MB", "3000000", B=1),
            "d": one("1 s", "1", s=1),
            "e": one("5 ms", "1/200", s=1),
        },
    )
    found = orders(page, 2)
    assert sorted(found, key=lambda name: found[name]) == ["c", "b", "e", "d", "a"]


def test_a_claim_shows_with_the_status_of_each_of_its_figures() -> None:
    page = shown([verdict("a", "1", 1, "refuted"), verdict("a", "2", 2)], {"a": claim()})
    assert 'data-trueup-status="refuted&#10;verified&#10;stale"' in page


def test_a_claim_that_no_document_tags_is_found_by_its_status() -> None:
    untagged = {**verdict("a", "", 1, "missing"), "figure": None, "at": None}
    page = shown([untagged], {"a": claim("missing")})
    assert 'data-trueup-status="missing&#10;stale"' in page


def test_of_many_claims_the_first_are_laid_out() -> None:
    page = shown([], {f"c{number}": claim() for number in range(SHOWN + 7)})
    first, rest = section(page, "all-claims").split("<noscript")
    assert len(rows(first)) == SHOWN + 1
    assert len(rows(rest)) == 7 + 1
    assert f'data-trueup-rows="{SHOWN + 7}"' in first


def test_hostile_text_stays_text_in_rows_choices_and_links() -> None:
    hostile = claim("refuted", says=HOSTILE, value=HOSTILE, hosts=[HOSTILE], how="unmeasured", why=HOSTILE)
    waived = {"reason": HOSTILE, "until": HOSTILE}
    many = {f"c{number}": claim() for number in range(SHOWN)}
    page = shown(
        [verdict("x", HOSTILE, 1, "refuted", path=HOSTILE, waived=waived)],
        {**many, "x": hostile},
        coverage={"documents": [{"path": HOSTILE, "numbers": 1}]},
    )
    assert "\n" not in page
    assert "<script" not in page
    assert "<img" not in page
    assert "{{" not in page
    assert len(re.findall(r"</noscript>", page)) == 1
    assert page.count("&lt;script&gt;") >= 8
