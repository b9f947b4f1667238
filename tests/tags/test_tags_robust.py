"""Whatever a document holds, it is read, in time that grows with its length."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tags.documents import documents
from tags.scanning import PATH, read
from trueup.diagnostics import Lines
from trueup.tags.model import Page

FILES = {"a": '[5](claim:k)\n\n--8<-- "b"', "b": '--8<-- "a"\n```'}
SIZE = 100_000
HOSTILE = [
    "[", "]", "`", "*", "**a", "*a_b", "_", "~", "~~a", ">", "> ", "(", "<", "<a ", "</", "<!--",
    "<!-- -->", "<b>", "{", "{{", "{{ claim(", '{{ claim("', "{%", "{#", "{% raw %}", "!", "![", "\\", "&",
    "&amp;", "#", "|", "-", "- ", "- - ", "1. ", "=", ":", '"', "'", "[]", "[[]", "](", "[](", "[a](",
    '[a](b "', "[a](claim:k", "[a](<b", "[a][b] ", "](claim:", "claim:k)", "<claim:", "[^a]", "[^a]: b\n",
    "[a]: b\n", "[a]: b\n\n", "*[a]: b\n", "| a ", "|a|b|\n", "<div>\n", "<div markdown>\n", "<p markdown>",
    '<a href="', "```\n", "~~~ a\n", '--8<-- "a"\n', '!!! a "b"\n    ', '=== "a"\n', "a\n: b\n", "---\n",
    "a\n=\n", "a  \n", "    ", "\t", "\n", "\r", "\u2028", "\x02", "(((", '"\'(',
]  # fmt: skip


def check(page: Page, text: str) -> None:
    """Every place is one in the document, and every tag stands where its figure is."""
    lines = Lines(PATH, text)
    ends = [*lines.starts[1:], len(text) + 1]
    places = [diagnostic.location for diagnostic in page.diagnostics] + [tag.location for tag in page.tags]
    places += [run[1] for block in page.blocks for run in block.runs]
    for at in places:
        assert at is not None
        if at.path == PATH:
            assert 1 <= at.line <= len(lines.starts)
            assert 1 <= at.column <= ends[at.line - 1] - lines.starts[at.line - 1] + 1
    for tag in page.tags:
        block = page.blocks[tag.block]
        assert tag.form == "table" or block.text[slice(*tag.span)] == tag.figure
    for block in page.blocks:
        assert all(0 <= mark.start < mark.end <= len(block.text) for mark in block.marks)
        assert block.text == block.text.strip(" \n\t") or block.kind == "row"


@given(text=st.text(), macros=st.booleans())
def test_any_text_is_read(text: str, *, macros: bool) -> None:
    check(read(text, macros=macros), text)


@given(text=st.text(st.sampled_from("[]()*_~`<>!|\\\"'{}#%-=: \t\n\r1.^ac&;/\u2028"), max_size=80))
@settings(max_examples=300)
def test_any_text_of_marks_is_read(text: str) -> None:
    check(read(text, macros=True), text)


@given(text=documents, macros=st.booleans())
@settings(max_examples=100)
def test_any_document_is_read_with_places_in_it(text: str, *, macros: bool) -> None:
    check(read(text + '\n--8<-- "a"\n', macros=macros, files=FILES), text + '\n--8<-- "a"\n')


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_text_is_read(unit: str) -> None:
    text = unit * (SIZE // len(unit))
    read(text, macros=True, files=FILES)
    read(f'[5](claim:k "p") {text}\n\n[6](claim:q)', macros=True)


@pytest.mark.parametrize("opener", ["[", "(", "> ", "- ", "*", "<b>", "<div markdown>\n", "!!! a\n"])
def test_deep_nesting_is_read(opener: str) -> None:
    deep = 3000
    closer = {"[": "]", "(": ")", "*": "*", "<b>": "</b>", "<div markdown>\n": "</div>"}.get(opener, "")
    read(f"{opener * deep}5{closer * deep}(claim:k)")
    steps = "".join(f"{'    ' * level}{opener}\n" for level in range(200))
    read(f"{steps}[5](claim:k)")
