"""Each rendered figure gets the verdict that speaks of it."""

from __future__ import annotations

from typing import Any

import pytest

from recorded_verdicts import claim, document, verdict
from trueup.reports.html.matching import Index, Shown, comparable
from trueup.reports.html.recorded import from_document


def statuses(
    verdicts: list[dict[str, Any]],
    figures: list[str],
    *,
    path: str | None = "docs/index.md",
    by_order: bool = False,
) -> list[str | None]:
    index = Index(from_document(document(verdicts, {"x": claim()})), by_order=by_order)
    matches = index.match(path, [Shown(claim="x", figure=figure) for figure in figures])
    return [one.verdict.status if one.verdict else None for one in matches]


def test_equal_figures_are_told_apart_by_their_order() -> None:
    found = [
        verdict("x", "1 B", 9, "refuted"),
        verdict("x", "1 B", 2),
        verdict("x", "1 B", 9, "open", column=30),
    ]
    assert statuses(found, ["1 B", "1 B", "1 B"]) == ["verified", "refuted", "open"]


def test_another_page_with_the_same_figure_has_its_own_verdict() -> None:
    found = [verdict("x", "1 B", 1, path="docs/a.md"), verdict("x", "1 B", 1, "refuted")]
    assert statuses(found, ["1 B"]) == ["refuted"]
    assert statuses(found, ["1 B"], path="docs/a.md") == ["verified"]


def test_a_snippet_is_found_by_its_text_and_the_worst_is_shown() -> None:
    found = [verdict("x", "1 B", 1, path="parts/a.md"), verdict("x", "1 B", 1, "refuted", path="parts/b.md")]
    assert statuses(found, ["1 B"]) == ["refuted"]


def test_a_page_outside_the_documents_takes_no_verdict_from_elsewhere() -> None:
    found = document([verdict("x", "1 B", 1)], {"x": claim()}, documents=["docs/index.md", "docs/parts.md"])
    index = Index(from_document(found))
    shown = [Shown(claim="x", figure="1 B")]
    taken = {path: index.match(path, shown)[0].verdict for path in ("docs/out.md", "docs/parts.md", None)}
    assert taken["docs/out.md"] is None
    # A document may have its figures from a snippet, and of an unknown page only the text is known.
    assert taken["docs/parts.md"] is not None
    assert taken[None] is not None


def test_without_a_page_the_text_decides() -> None:
    assert statuses([verdict("x", "1 B", 1), verdict("x", "2 B", 2, "refuted")], ["2 B"], path=None) == [
        "refuted"
    ]


def test_another_text_is_another_figure() -> None:
    assert statuses([verdict("x", "1 B", 1)], ["2 B"]) == [None]


def test_verdicts_of_these_very_pages_may_be_taken_in_order() -> None:
    assert statuses([verdict("x", "one odd text", 1)], ["as rendered"], by_order=True) == ["verified"]
    assert statuses([verdict("x", "odd", 1)], ["odd", "looped"], by_order=True) == ["verified", None]


@pytest.mark.parametrize("reason", ["retracted", "arithmetic"])
def test_a_verdict_beside_the_tags_takes_no_figure(reason: str) -> None:
    found = [verdict("x", "1 B", 1, "refuted", reason=reason), verdict("x", "1 B", 2)]
    assert statuses(found, ["1 B"], by_order=True) == ["verified"]


def test_anchors_are_numbered_by_page() -> None:
    found = [verdict("x", "1 B", 1), verdict("x", "2 B", 2), verdict("x", "3 B", 1, path="docs/a.md")]
    index = Index(from_document(document(found, {"x": claim()})))
    assert [index.anchor(one) for one in index.places("x")] == ["claim-x", "claim-x", "claim-x-2"]
    shown = [Shown(claim="x", figure=figure) for figure in ("2 B", "9 B", "1 B")]
    assert [one.anchor for one in index.match("docs/index.md", shown)] == [
        "claim-x-2",
        "claim-x-3",
        "claim-x",
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("45–90 µs", "45--90 μs"),
        ("2^-24", "2−24"),
        ("1 000 B", "1000 B"),
        ("“it”", '"it"'),
        ("½", "1/2"),
        ("Inverts", "inverts"),
    ],
)
def test_typography_makes_no_other_figure(one: str, other: str) -> None:
    assert comparable(one) == comparable(other)


def test_a_footnote_takes_no_verdict_of_the_text_behind_it() -> None:
    found = [verdict("x", "7 B", 1), verdict("x", "8 B", 3, "refuted"), verdict("x", "7 B", 5)]
    # The footnote, of line 3, is shown last.
    assert statuses(found, ["7 B", "7 B", "8 B"], by_order=True) == ["verified", "verified", "refuted"]


def test_a_footnote_that_reads_as_another_figure_does_casts_its_doubt_on_both() -> None:
    found = [verdict("x", "7 B", 1), verdict("x", "7 B", 3, "refuted"), verdict("x", "7 B", 5)]
    index = Index(from_document(document(found, {"x": claim()})), by_order=True)
    shown = [Shown(claim="x", figure="7 B", moved=moved) for moved in (False, False, True)]
    matches = index.match("docs/index.md", shown)
    assert [one.verdict.status for one in matches if one.verdict] == ["refuted"] * 3
    assert len({one.anchor for one in matches}) == 3


def test_a_snippet_has_the_verdict_of_a_file_that_is_no_document() -> None:
    found = [
        verdict("x", "7 B", 1),
        verdict("x", "8 B", 2, path="docs/other.md"),
        verdict("x", "8 B", 4, "refuted", path="parts/a.md"),
    ]
    recorded = document(found, {"x": claim()}, documents=["docs/index.md", "docs/other.md"])
    index = Index(from_document(recorded), by_order=True)
    shown = [Shown(claim="x", figure=figure) for figure in ("8 B", "7 B")]
    places = [str(one.verdict.at) for one in index.match("docs/index.md", shown) if one.verdict]
    assert places == ["parts/a.md:4:1", "docs/index.md:1:1"]
