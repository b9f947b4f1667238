"""Where a figure stands: line and column as an editor counts them, in the file it comes from."""

from __future__ import annotations

import pytest

from tags.scanning import PATH, faults, place, read, spell, tags
from trueup.diagnostics import Location
from trueup.files import Root

PLACES = {
    "CRLF": ("a\r\n[5](claim:k)\r\n\r\n[6](claim:q)", ["2:2 k 5", "4:2 q 6"]),
    "lone CR": ("a\r[5](claim:k)", ["2:2 k 5"]),
    "all three line ends": ("a\r\nb\rc\nd [5](claim:k)", ["4:4 k 5"]),
    "CRLF in a figure": ("[5\r\nB](claim:k)", ["1:2 k 5 B"]),
    "CRLF before a title": ('[5](claim:k\r\n  "p / q")', ["1:2 k 5 = p / q @ 2:4"]),
    "line separator": ("a\u2028[5](claim:k)", ["1:4 k 5"]),
    "next line, form feed": ("a\x85b\x0c[5](claim:k)", ["1:6 k 5"]),
    "wide characters": ("宽字 [5](claim:k)", ["1:5 k 5"]),
    "emoji": ('😀👍🏽 [5](claim:k "p/q")', ["1:6 k 5 = p/q @ 1:18"]),
    "combining accent": ("e\u0301 [5](claim:k)", ["1:5 k 5"]),
    "no-break space": ("a\xa0[5](claim:k)", ["1:4 k 5"]),
    "control characters": ("\x01\x02\x03 [5](claim:k)", ["1:6 k 5"]),
    "tab behind a bullet": ("-\t[5](claim:k)\t[6](claim:q)", ["1:4 k 5", "1:17 q 6"]),
    "tab as an indent": ('- b\n\n\t[5](claim:k "p / q")', ["3:3 k 5 = p / q @ 3:15"]),
    "two tabs": ("- b\n\n\t- c\n\n\t\t[5](claim:k)", ["5:4 k 5"]),
    "tab in a cell": ("| A | B |\n|---|---|\n| \t[5](claim:k) | c |", ["3:5 k 5"]),
    "front matter": ('---\ntitle: "[5](claim:k)"\n---\n[6](claim:q)', ["4:2 q 6"]),
    "front matter, CRLF": ("---\r\ntitle: a\r\n---\r\n\r\n[6](claim:q)", ["5:2 q 6"]),
    "front matter that ends in dots": ("---\ntitle: a\n...\n[6](claim:q)", ["4:2 q 6"]),
    "empty front matter": ("---\n---\n[6](claim:q)", ["3:2 q 6"]),
    "rules are no front matter": ("---\n\n[5](claim:k)\n\n---\n", ["3:2 k 5"]),
    "front matter that never ends": ("---\ntitle: [5](claim:k)\n", ["2:9 k 5"]),
    "leading blank lines": ("\n\n\n[5](claim:k)", ["4:2 k 5"]),
    "escaped pipe before": ((r"|A|B|" "\n|-|-|\n" r"|a \| b [5](claim:k)|c|"), ["3:10 k 5"]),
    "quote in a list": ("- a\n\n    > b [5](claim:k)", ["3:10 k 5"]),
    "quote in a list in an admonition": (
        "!!! note\n\n    - a\n\n        > b\n        > c [5](claim:k)",
        ["6:14 k 5"],
    ),
    "admonition in a list in a quote": (
        '> - a [5](claim:k)\n>\n>     !!! note "N [6](claim:q)"\n>         b [7](claim:r)',
        ["1:8 k 5", "3:20 q 6", "4:14 r 7"],
    ),
    "definition in an admonition in a tab": (
        '=== "T"\n\n    !!! note\n\n        Term\n        :   d [5](claim:k)',
        ["6:16 k 5"],
    ),
    "lazy lines of a quote": ("> a\nb [5](claim:k)", ["2:4 k 5"]),
    "hard line break": ("a  \n[5](claim:k)", ["2:2 k 5"]),
    "behind an entity": ("&lt;&amp; [5](claim:k)", ["1:12 k 5"]),
    "behind a fence": ("```\na\n```\n\n[5](claim:k)", ["5:2 k 5"]),
    "behind raw HTML": ("<div>\na\n</div>\n\n[5](claim:k)", ["5:2 k 5"]),
    "in the order of the source": ("[^n] [5](claim:k)\n\n[^n]: [6](claim:q)\n\n[7](claim:r)",
                                   ["1:7 k 5", "3:8 q 6", "5:2 r 7"]),
}  # fmt: skip
PARTS = {
    "a.md": "A [5](claim:k)\n",
    "nested.md": 'N\n\n--8<-- "a.md"\n',
    "section.md": "o\n--8<-- [start:one]\n[5](claim:k)\n--8<-- [end:one]\n[9](claim:p)\n",
    "lines.md": "[1](claim:p)\n[2](claim:k)\n[3](claim:p)\n",
    "crlf.md": "a\r\n[5](claim:k)\r\n",
    "tab.md": '-\t[5](claim:k "p / q")\n',
    "loop.md": 'L [6](claim:q)\n\n--8<-- "loop.md"\n',
    "one.md": '--8<-- "two.md"\n',
    "two.md": 'T [6](claim:q)\n\n--8<-- "one.md"\n',
}
SNIPPETS = {
    "between": ('[4](claim:p)\n\n--8<-- "a.md"\n\n[6](claim:q)',
                ["1:2 p 4", "parts/a.md:1:4 k 5", "5:2 q 6"]),
    "in an item": ('- i\n\n    --8<-- "a.md"', ["parts/a.md:1:4 k 5"]),
    "in a snippet": ('--8<-- "nested.md"', ["parts/a.md:1:4 k 5"]),
    "twice side by side": ('--8<-- "a.md"\n\n--8<-- "a.md"', ["parts/a.md:1:4 k 5"] * 2),
    "a section": ('--8<-- "section.md:one"', ["parts/section.md:3:2 k 5"]),
    "whole, with sections": ('--8<-- "section.md"', ["parts/section.md:3:2 k 5", "parts/section.md:5:2 p 9"]),
    "some lines": ('--8<-- "lines.md:2:2"', ["parts/lines.md:2:2 k 2"]),
    "CRLF": ('--8<-- "crlf.md"', ["parts/crlf.md:2:2 k 5"]),
    "tab, indented": ('!!! note\n    --8<-- "tab.md"', ["parts/tab.md:1:4 k 5 = p / q @ parts/tab.md:1:16"]),
    "a block of them": ("--8<--\na.md\n\n; lines.md\n--8<--", ["parts/a.md:1:4 k 5"]),
    "in a fence": ('```\n--8<-- "a.md"\n```', []),
    "escaped": (';--8<-- "a.md"', []),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), PLACES.values(), ids=PLACES)
def test_place_is_what_an_editor_shows(text: str, expected: list[str]) -> None:
    assert tags(text) == expected


@pytest.mark.parametrize(("text", "expected"), SNIPPETS.values(), ids=SNIPPETS)
def test_place_in_a_snippet_is_that_in_its_file(text: str, expected: list[str]) -> None:
    assert tags(text, files=PARTS) == expected


def test_snippet_is_text_where_none_are_set_up() -> None:
    page = read('--8<-- "a.md"')
    assert [block.text for block in page.blocks] == ['--8<-- "a.md"']


def test_each_snippet_once_in_a_chain() -> None:
    page = read('--8<-- "loop.md"', files=PARTS)
    assert [spell(tag) for tag in page.tags] == ["parts/loop.md:1:4 q 6"]
    assert faults(page) == [
        (
            "parts/loop.md:3:9: T121 snippet `parts/loop.md` includes itself:"
            " doc.md > parts/loop.md > parts/loop.md (take one of these inclusions out)"
        )
    ]
    longer = read('--8<-- "one.md"', files=PARTS)
    assert [spell(tag) for tag in longer.tags] == ["parts/two.md:1:4 q 6"]
    assert faults(longer) == [
        (
            "parts/two.md:3:9: T121 snippet `parts/one.md` includes itself:"
            " doc.md > parts/one.md > parts/two.md > parts/one.md (take one of these inclusions out)"
        )
    ]


def test_byte_order_mark_is_no_character(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("bom")
    (folder / PATH).write_bytes("\ufeff[5](claim:k)".encode())
    assert tags(Root(folder).read_text(PATH)) == ["1:2 k 5"]


@pytest.mark.parametrize(
    "text",
    [
        "a&amp;b **c**\n> d\n\n- 宽 `e`\r\n\tf",
        "a&amp;b cde\nf [g\nh *i\nj*](claim:k) l\nm\n\n> n\n> o\np\n\n- q\n  r\n\n  s\n  t",
    ],
)
def test_every_character_of_a_block_can_be_located(text: str) -> None:
    page = read(text)
    lines = text.replace("\r\n", "\n").split("\n")
    for block in page.blocks:
        for offset, character in enumerate(block.text):
            at = block.locate(offset)
            if character not in " &":
                assert lines[at.line - 1][at.column - 1] == character, place(at)
    assert page.blocks[0].locate(1) == Location(path=PATH, line=1, column=2)
    assert page.blocks[0].locate(2) == Location(path=PATH, line=1, column=7)
