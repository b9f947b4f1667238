"""A document of which only some blocks are wanted says the same of those as the whole."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tags.documents import documents
from tags.scanning import read
from tags.test_tags_corpus import CHOSEN, DOCUMENTS, tagged
from tags.test_tags_sections import PIECES
from trueup.audit.coverage import coverage
from trueup.engine.stated import stated_on
from trueup.tags.model import Page
from trueup.tags.scan import scan
from trueup.tags.wanted import Keeps

ROOT = Path(__file__).parents[2]

texts = st.one_of(documents, st.lists(st.sampled_from(PIECES), max_size=24).map("".join))
#: What else stands around tags: leads, captions and tables that hold none themselves.
NEAR = (
    "The **4 layers** of `it`:\n\n", "* an item\n", "    * [5 B](claim:k)\n", "Table 1: sizes\n\n",
    "text\n\n",
    "**Table 2:** more\n\n", "| a | b |\n|---|---|\n| x | [3 B](claim:t) |\n\n", "<br>\n\n", "![](i.png)\n\n",
    "| a | b |\n|---|---|\n| x | y |\n\n", "<!-- claims:table t -->\n", "&nbsp;\n\n", "# Head\n\n", "term\n",
    ":   [6 B](claim:d) of it\n\n", "!!! note \"Title\"\n\n    [7 B](claim:n)\n\n", "\\*\n\n", "`x`\n\n",
)  # fmt: skip


def said(page: Page) -> list[Any]:
    """All that is said of the tags of a page, and of what stands around them."""
    found: list[Any] = []
    for tag in page.tags:
        one = stated_on(page, tag)
        found.append((tag.claim, tag.figure, tag.location, tag.formula, tag.span))
        found.extend(map(astuple, (one.block, *one.rows)))
    return found


def alike(text: str, keeps: Keeps, *, macros: bool = False) -> None:
    whole = scan("doc.md", text, macros=macros)
    part = scan("doc.md", text, macros=macros, keeps=keeps)
    assert said(part) == said(whole)
    if part.blocks or keeps == "numbers":  # of one that can hold no tag nothing is said
        assert part.diagnostics == whole.diagnostics


@given(texts, st.sampled_from(["tags", "numbers"]), st.booleans())
@example("[a]: claim:k\n\nSee [a] here.", "tags", False)
@example("Layers:\n\n* [5 B](claim:k)\n", "tags", False)
@example("Of it [5 B](claım:k) or [6 B](CLAİM:k).\n\n[7 B](claim:k)\n", "tags", False)
def test_of_tags_the_same_is_said(text: str, keeps: Keeps, macros: bool) -> None:
    alike(text, keeps, macros=macros)


@given(st.lists(st.sampled_from(NEAR), max_size=12).map("".join), st.sampled_from(["tags", "numbers"]))
def test_of_what_stands_around_tags_the_same_is_said(text: str, keeps: Keeps) -> None:
    alike(text, keeps)


@pytest.mark.parametrize("name", CHOSEN)
def test_of_tags_in_a_written_document(name: str) -> None:
    alike(tagged(DOCUMENTS[name], name), "tags")
    alike(tagged(DOCUMENTS[name], name), "numbers")


@given(texts)
@example("a ` 5 ms `` here\n")
@example("up to 1](5 ms) of it\n")
@example("[a\\](5 ms) of it\n")
@example("fixed in 12345e10 by https://example.com/pull/5.\n")
@example("In 5 ms, see https://example.com/7/8 and 12345e10.\n")
def test_numbers_are_counted_alike(text: str) -> None:
    assert coverage(scan("doc.md", text, keeps="numbers")) == coverage(read(text))


def test_what_holds_no_tag_is_left_out() -> None:
    text = "# Head\n\nsome 4 words\n\n[5 B](claim:k) of it\n\nmore words\n"
    shown = {
        keeps: [block.text for block in scan("doc.md", text, keeps=keeps).blocks]
        for keeps in ("tags", "numbers", "tagged")
    }
    assert shown == {
        "tags": ["Head", "5 B of it"],
        "numbers": ["Head", "some 4 words", "5 B of it"],
        "tagged": ["Head", "some 4 words", "5 B of it", "more words"],
    }


def test_no_number_stands_in_an_address_or_in_the_name_of_a_commit() -> None:
    text = "In 5 ms, see https://example.com/pull/7 (https://example.com/8/9) and 12345e10 or 689949e5.\n"
    assert [coverage(scan("doc.md", text, keeps=keeps)).numbers for keeps in ("numbers", "text")] == [1, 1]
