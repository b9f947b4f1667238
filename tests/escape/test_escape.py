"""Hostile text is inert wherever it is shown."""

from __future__ import annotations

import html as html_module
import json
import re
import xml.etree.ElementTree as ET

import markdown as python_markdown
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trueup import escape

HOSTILE = [
    "<script>alert(1)</script>",
    '" onmouseover="alert(1)',
    "' onclick='x",
    "javascript:alert(1)",
    "{{ 7*7 }}",
    "{: onclick=alert(1)}",
    "]]>",
    "`code`",
    "a | b",
    "[x](javascript:y)",
    "![x](y)",
    "**b** _i_ ~~s~~",
    "# title",
    "- item",
    "1. item",
    "> quote",
    "<!-- x -->",
    "&lt;",
    "line\n::error::x",
    "\x1b[31mred\x1b[0m",
    "a\rb",
    "\x9b31m",
    "\x1b]8;;http://evil\x07link\x1b]8;;\x07",
    "\u202eabc\u2066",
    "a\u200bb",
    "##[error]x",
    "###[x",
    ":::",
    "100%",
    "::stop-commands::t",
    "%0A::error::x",
    "@everyone",
    "@org/team",
    "#7 GH-7",
    "http://evil.example",
    "www.evil.example",
    "a\x85b\u2028c",
    "\ufffe\ud800\0",
]
hostile = st.sampled_from(HOSTILE) | st.text() | st.lists(st.sampled_from(HOSTILE)).map("".join)
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("389,283,840 B — 45–90 µs, 🔴 ⚠️ 日本", "389,283,840 B — 45–90 µs, 🔴 ⚠️ 日本"),
        ("a\u202fb\u00a0c\td", "a\u202fb\u00a0c\td"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("a\rb\nc", "a\\rb\\nc"),
        ("\x9b31m\x85", "\\x9b31m\\x85"),
        ("\u202eevil\u2066", "\\u202eevil\\u2066"),
        ("a ##[error]b", "a #\\x23[error]b"),
        ("::error::a ::b", "\\x3a:error::a ::b"),
        (" ::add-mask::a", " \\x3a:add-mask::a"),
        ("\U000e0041\ud800", "\\U000e0041\\ud800"),
    ],
)
def test_terminal(text: str, shown: str) -> None:
    assert escape.terminal(text) == shown


def test_terminal_keeps_line_feeds_where_asked() -> None:
    assert escape.terminal("a\r\nb\x1b", lines=True) == "a\\r\nb\\x1b"


@given(hostile)
def test_nothing_steers_a_terminal(text: str) -> None:
    assert not UNSEEN.search(escape.terminal(text))
    assert "\n" not in escape.terminal(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('<b title="x">', "&lt;b title=&quot;x&quot;&gt;"),
        ("it's & {{ 7*7 }}", "it&#x27;s &amp; &#123;&#123; 7*7 &#125;&#125;"),
        ("a | `b`", "a &#124; &#96;b&#96;"),
        ("\x1b[0m", "\\x1b[0m"),
    ],
)
def test_html(text: str, shown: str) -> None:
    assert escape.html(text) == shown


@given(hostile)
def test_html_reads_back_and_holds_no_markup(text: str) -> None:
    shown = escape.html(text)
    assert not set("<>\"'{}`|") & set(shown)
    if text.isprintable():
        assert html_module.unescape(shown) == text


@given(hostile)
def test_json_that_is_printed_reads_back_and_steers_nothing(text: str) -> None:
    shown = escape.json_text(json.dumps({text: [text]}, ensure_ascii=False, indent=1))
    assert json.loads(shown) == {text: [text]}
    assert not UNSEEN.search(shown)
    assert "##[" not in shown


@given(hostile)
def test_json_in_a_script_reads_back_and_ends_no_element(text: str) -> None:
    whole = escape.json_script(json.dumps({"figure": text}, ensure_ascii=False))
    assert json.loads(whole) == {"figure": text}
    assert "<" not in whole
    assert "\u2028" not in whole


@given(hostile)
@example("::error::x ##[error]y")
def test_xml_is_well_formed(text: str) -> None:
    shown = escape.xml(text)
    element = ET.fromstring(f'<a b="{shown}">{shown}</a>')  # noqa: S314  what is parsed is our own
    assert element.text or not text
    if text.isprintable():
        assert element.text == (text or None)
        assert element.get("b") == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("100 %\r\n::error::x", "100 %25%0D%0A:\u200b:error:\u200b:x"),
        ("say ##[error]x", "say ##\u200b[error]x"),
        ("###[x", "###\u200b[x"),
        ("a:::b", "a:\u200b:\u200b:b"),
        ("\x1b[31m", "\\x1b[31m"),
    ],
)
def test_github(text: str, shown: str) -> None:
    assert escape.github(text) == shown


def test_github_property() -> None:
    assert escape.github_property("docs/a:b,c%\n::x##[y") == "docs/a%3Ab%2Cc%25%0A%3A%3Ax##\u200b[y"


@given(hostile)
def test_no_workflow_command_begins(text: str) -> None:
    for shown in (escape.github(text), escape.github_property(text)):
        assert "::" not in shown
        assert "##[" not in shown
        assert not set("\r\n\x1b") & set(shown)
    assert not set(":,") & set(escape.github_property(text))


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_is_text_in_a_table_and_in_a_paragraph(text: str) -> None:
    shown = escape.markdown(text)
    row = f"| a | b |\n|---|---|\n| {shown} | x |\n"
    page = python_markdown.markdown(row, extensions=["tables", "attr_list", "sane_lists"])
    assert page.count("<td>") == 2
    tags = set(re.findall(r"</?(\w+)", page)) - {"table", "thead", "tbody", "tr", "th", "td"}
    assert not tags
    alone = python_markdown.markdown(shown, extensions=["tables", "attr_list", "def_list", "footnotes"])
    assert set(re.findall(r"</?(\w+)", alone)) <= {"p"}


def test_markdown_shows_what_was_written() -> None:
    shown = escape.markdown("lm_head.bytes: 389 MB | ~78 ms\n- 1")
    page = python_markdown.markdown(shown)
    assert html_module.unescape(page) == "<p>lm_head.bytes: 389 MB | ~78 ms - 1</p>"
