"""A table that is checked cell by cell has a badge, and so has each wrong cell."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

import pytest
from defusedxml import ElementTree
from markdown import Markdown

from recorded_verdicts import claim, document, verdict
from trueup.markdown_ext import ClaimExtension, Place
from trueup.reports.html.matching import Index
from trueup.reports.html.recorded import Recorded, from_document

TABLE = "| a | b |\n|---|--:|\n| one | 1 B |\n| two | **2 B** |\n"
PAGE = f"# Sizes\n\n<!-- claims:table x -->\n\n{TABLE}"


def whole(line: int = 3, status: str = "verified", **more: Any) -> dict[str, Any]:
    return {**verdict("x", "", line, status, **more), "figure": None, "because": ["2 cells in 2 rows agree"]}


def wrong(figure: str, row: int, column: int = 2, *, line: int = 3, **more: Any) -> dict[str, Any]:
    """A verdict on a cell of the table whose directive stands on a line."""
    path = more.get("path", "docs/index.md")
    cell = {"table": {"path": path, "line": line, "column": 1}, "row": row, "column": column, "header": "b"}
    return {**verdict("x", figure, line + 3 + row, "refuted", reason="value", **more), "cell": cell}


def render(text: str, verdicts: list[dict[str, Any]], *, pages: str = "", **more: Any) -> Element:
    found = document(verdicts, {"x": claim(says="Sizes")}, **more)
    recorded = from_document(found) if verdicts else Recorded()
    place = Place(uri="index.md", path="docs/index.md")
    extension = ClaimExtension(index=Index(recorded, by_order=True), page=lambda: place, pages=pages)
    html = Markdown(extensions=["tables", "admonition", "md_in_html", extension]).convert(text)
    root: Element = ElementTree.fromstring(f"<div>{html}</div>")
    return root


def badges(page: Element) -> list[tuple[str, str, str]]:
    """Parent, status and text of each badge."""
    parents = {child: parent for parent in page.iter() for child in parent}
    return [
        (
            parents[link].tag,
            link.get("class", "").split()[1].removeprefix("trueup-"),
            "".join(link.itertext()),
        )
        for link in page.iter("a")
        if "trueup" in link.get("class", "").split()
    ]


@pytest.mark.parametrize(
    "text",
    [
        PAGE,
        PAGE.replace("-->\n\n", "-->\n"),
        PAGE.replace("# Sizes", "Words"),
        PAGE.replace("\n<!--", "\nWords <!--"),
        PAGE.replace("-->\n\n", "-->\n\n<!-- a remark -->\n\n"),
        "!!! note\n" + "".join(f"    {line}\n" for line in PAGE.splitlines()),
        "- item\n\n" + "".join(f"    {line}\n" for line in PAGE.splitlines()),
    ],
    ids=["plain", "close", "paragraph", "inline", "remark", "admonition", "item"],
)
def test_a_table_below_its_directive_has_a_badge(text: str) -> None:
    assert badges(render(text, [whole()])) == [("caption", "verified", "2 cells in 2 rows agree")]


@pytest.mark.parametrize(
    "text",
    [
        TABLE,
        f"<!-- claims:table x -->\n\nWords.\n\n{TABLE}",
        f"<!-- claims:on -->\n\n{TABLE}",
        f"`x`\n\n{TABLE}",
    ],
)
def test_other_tables_stay_as_they_are(text: str) -> None:
    assert badges(render(text, [whole()])) == []


def test_a_wrong_cell_is_marked_and_the_badge_says_how_many() -> None:
    page = render(PAGE, [wrong("2 B", 2, expected="3 B")], pages="claims")
    assert badges(page) == [
        ("caption", "refuted", "1 cell of this table does not hold"),
        ("td", "refuted", "2 B"),
    ]
    mark = page.findall(".//td/a")[0]
    assert mark.get("data-trueup-expected") == "3 B"
    assert (mark.get("id"), mark.get("href")) == ("claim-x", "claims/x.md")
    assert [child.tag for child in mark] == ["strong"]


def test_a_cell_with_a_link_of_its_own_is_marked_behind_it() -> None:
    text = PAGE.replace("1 B", "[1 B](https://example.org)")
    page = render(text, [wrong("1 B", 1)])
    assert badges(page)[1] == ("td", "refuted", "wrong")
    assert page.findall(".//a/a") == []


def test_a_cell_that_has_changed_since_is_not_marked() -> None:
    assert badges(render(PAGE, [wrong("5 B", 2)]))[1:] == []


def test_two_tables_of_one_claim_have_their_own_verdicts() -> None:
    page = render(PAGE + "\n" + PAGE, [whole(3), wrong("1 B", 1, line=12)])
    assert [status for _, status, _ in badges(page)] == ["verified", "refuted", "refuted"]


def test_a_table_of_a_snippet_is_found_in_the_included_file() -> None:
    assert badges(render(PAGE, [whole(path="parts/a.md")]))[0][1] == "verified"


def test_a_table_outside_the_documents_is_not_checked() -> None:
    assert badges(render(PAGE, [whole(path="parts/a.md")], documents=["docs/other.md"]))[0][1] == "unchecked"


def test_without_verdicts_a_table_is_not_checked() -> None:
    assert badges(render(PAGE, [])) == [("caption", "unchecked", "this table is not checked")]


def test_a_figure_takes_no_verdict_of_a_table() -> None:
    page = render("[1 B](claim:x)\n\n" + PAGE, [whole(), wrong("1 B", 1)])
    assert badges(page)[0] == ("p", "unchecked", "1 B")


def test_what_documents_say_is_inert_in_a_table_too() -> None:
    hostile = '"><script>alert(1)</script>'
    one = {**wrong("1 B", 1, expected=hostile), "because": [hostile]}
    page = render(PAGE, [one])
    assert page.findall(".//td/a")[0].get("data-trueup-expected") == hostile
    assert page.findall(".//script") == []
