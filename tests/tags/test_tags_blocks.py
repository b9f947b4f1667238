"""The block of a figure: its kind, its text, what introduces it, and the heading above."""

from __future__ import annotations

import pytest

from tags.scanning import faults, marks, read, shape, spell, tags

SHAPES = {
    "paragraph of two lines": ("a\nb", ["paragraph: a b"]),
    "markup": ("a **b** *c* `d` [e](f) <b>g</b> ![h](i)", ["paragraph: a b c d e g"]),
    "comment": ("a <!-- b --> c", ["paragraph: a c"]),
    "comment alone": ("<!-- a -->", []),
    "heading": ("# A #\n\n## B {#b .c}\n\n###C", ["heading: A", "heading: B", "heading: C"]),
    "setext headings": ("A\n===\n\nB\n---", ["heading: A", "heading: B"]),
    "heading below a line": ("a\n# B\nc", ["paragraph: a", "heading: B", "paragraph: c"]),
    "rule": ("a\n\n---\n\nb", ["paragraph: a", "paragraph: b"]),
    "list": ("- a\n- b", ["item: a", "item: b"]),
    "ordered list": ("1. a\n2. b", ["item: a", "item: b"]),
    "item without its children": ("- a\n    - b\n\n        c", ["item: a", "item: b", "paragraph: c"]),
    "tasks": ("- [ ] a\n- [x] b", ["item: a", "item: b"]),
    "quote": ("> a\n> b", ["paragraph: a b"]),
    "table": ("| A | B |\n|---|:-:|\n| c | d |", ["row: A | B", "row: c | d"]),
    "table without borders": ("A | B\n--|--\nc | d", ["row: A | B", "row: c | d"]),
    "escaped pipe, code": ("|A|B|\n|-|-|\n|a \\| b|`c | d`|", ["row: A | B", "row: a | b | c | d"]),
    "short row": ("|A|B|\n|-|-|\n|c|", ["row: A | B", "row: c | "]),
    "long row": ("|A|B|\n|-|-|\n|c|d|e|", ["row: A | B", "row: c | d"]),
    "caption": ("Table 1: a", ["caption: Table 1: a"]),
    "admonition": ('!!! note "T"\n    a', ["caption: T", "paragraph: a"]),
    "admonition with a made title": ("!!! note\n    a", ["paragraph: a"]),
    "admonition without a title": ('!!! note ""\n    a', ["paragraph: a"]),
    "details": ('??? note "T"\n    a\n\n    b', ["caption: T", "paragraph: a", "paragraph: b"]),
    "tabs": ('=== "A"\n\n    a\n\n=== "B"\n\n    b',
             ["caption: A", "paragraph: a", "caption: B", "paragraph: b"]),
    "definition": ("T\n:   a\n\n    b", ["definition: T", "definition: a", "paragraph: b"]),
    "footnote": ("a[^n]\n\n[^n]: b\n\n    c", ["paragraph: a", "paragraph: b", "paragraph: c"]),
    "abbreviation": ("*[A]: b\n\nA", ["paragraph: A"]),
    "reference": ("[a]: b\n\nc", ["paragraph: c"]),
    "Markdown in HTML": ("<div markdown>\n\na\n\n</div>", ["paragraph: a"]),
    "span in HTML": ('<p markdown="1">a *b*</p>', ["paragraph: a b"]),
    "figure": ("<figure markdown>\na\n<figcaption markdown>b</figcaption>\n</figure>",
               ["paragraph: a", "caption: b"]),
    "raw HTML": ("<div>\n\na\n\n</div>", []),
    "indented code": ("    a\n\nb", ["paragraph: b"]),
    "fence": ("```\na\n```\nb", ["paragraph: b"]),
    "fence in struck text": ("<li markdown>\n~~a\n---\n\n\n```\nb\n```\n\nc~~", ["item: a --- c"]),
    "fence in a fence": ("~~~~\n```\na\n~~~\n~~~~\nb", ["paragraph: b"]),
    "fence in an item": ("- a\n\n    ```\n    b\n    ```\n\n    c", ["item: a", "paragraph: c"]),
    "fence in a quote": ("> ```\n> a\n> ```\n> b", ["paragraph: b"]),
    "fence with a title": ('``` py title="a"\nb\n```\nc', ["paragraph: c"]),
    "front matter": ("---\ntitle: a\n---\nb", ["paragraph: b"]),
    "attributes of a paragraph": ("a\n{: .b }", ["paragraph: a"]),
}  # fmt: skip
LEADS = {
    "paragraph before a list": ("a:\n\n- [5](claim:k)", "a:"),
    "parent item": ("a:\n\n- b\n    - [5](claim:k)", "b"),
    "no paragraph, but a heading": ("# H\n\n- [5](claim:k)", ""),
    "second list": ("a:\n\n- b\n\nc:\n\n1. [5](claim:k)", "c:"),
    "admonition's title": ('!!! note "T"\n    [5](claim:k)', "T"),
    "list in an admonition": ('!!! note "T"\n    a\n\n    - [5](claim:k)', "a"),
    "tab's label": ('=== "T"\n\n    [5](claim:k)', "T"),
    "term": ("T\n:   [5](claim:k)", "T"),
    "paragraph of a definition": ("T\n:   a\n\n    [5](claim:k)", "a"),
    "paragraph of an item": ("- a\n\n    [5](claim:k)", "a"),
    "caption above a table": ("a\n\nTable: b\n\n|A|B|\n|-|-|\n|[5](claim:k)|c|", "Table: b"),
    "caption below a table": ("a\n\n|A|B|\n|-|-|\n|[5](claim:k)|c|\n\nTable: *b* `c`", "Table: b c"),
    "paragraph before a table": ("a\n\n|A|B|\n|-|-|\n|[5](claim:k)|c|", "a"),
    "visible text only": ("a **b** [c](d):\n\n- [5](claim:k)", "a b c:"),
    "not across code": ("a:\n\n```\nb\n```\n\n- [5](claim:k)", ""),
    "across a comment": ("a:\n\n<!-- b -->\n\n- [5](claim:k)", "a:"),
}


@pytest.mark.parametrize(("text", "expected"), SHAPES.values(), ids=SHAPES)
def test_blocks_are_what_a_reader_sees(text: str, expected: list[str]) -> None:
    page = read(text)
    assert [shape(block) for block in page.blocks] == expected
    assert faults(page) == []


@pytest.mark.parametrize(("text", "expected"), LEADS.values(), ids=LEADS)
def test_lead_in(text: str, expected: str) -> None:
    page = read(text)
    [tag] = page.tags
    assert page.blocks[tag.block].lead_in == expected


def test_heading_is_the_nearest_above() -> None:
    page = read("a\n\n# B [1](claim:k)\n\nc\n\n## D\n\n> e\n\nF\n=\n\n- g")
    assert [(block.text, block.heading) for block in page.blocks] == [
        ("a", ""),
        ("B 1", ""),
        ("c", "B 1"),
        ("D", "B 1"),
        ("e", "D"),
        ("F", "D"),
        ("g", "F"),
    ]


def test_row_has_the_header_above_each_cell() -> None:
    page = read(
        "| Name | **Size** [1](claim:p) |\n|---|--:|\n| a \\| b | `c|d` [5](claim:k) |\n| [6](claim:q) |"
    )
    assert [spell(tag) for tag in page.tags] == ["1:20 p 1", "3:19 k 5", "4:4 q 6"]
    rows = [(block.header, [block.text[slice(*cell)] for cell in block.cells]) for block in page.blocks]
    assert rows == [
        ((), ["Name", "Size 1"]),
        (("Name", "Size 1"), ["a | b", "c|d 5"]),
        (("Name", "Size 1"), ["6", ""]),
    ]
    assert marks(page.blocks[1]) == [("code", "c|d"), ("tag", "5")]


DIRECTIVES = {
    "before a blank line": "<!-- claims:table a.b -->\n\n|A|B|\n|-|-|\n|1|2|",
    "right above": "<!-- claims:table a.b -->\n|A|B|\n|-|-|\n|1|2|",
    "below a caption": "Table: c\n\n<!-- claims:table a.b -->\n\n|A|B|\n|-|-|\n|1|2|",
    "in an item": "- a\n\n    <!-- claims:table a.b -->\n\n    |A|B|\n    |-|-|\n    |1|2|",
    "over two lines": "<!-- claims:table\n     a.b -->\n\n|A|B|\n|-|-|\n|1|2|",
}


@pytest.mark.parametrize("text", DIRECTIVES.values(), ids=DIRECTIVES)
def test_table_directive_tags_the_table(text: str) -> None:
    page = read(text)
    assert faults(page) == []
    [tag] = page.tags
    before = text[: text.index("<!--")]
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    assert (tag.claim, tag.form, tag.figure) == ("a.b", "table", "")
    assert (tag.location.line, tag.location.column) == (line, column)
    assert page.blocks[tag.block].text == "A | B"


def test_two_directives_for_two_tables() -> None:
    table = "\n\n|A|B|\n|-|-|\n|1|2|\n\n"
    page = read(f"<!-- claims:table a.b -->{table}c\n\n<!-- claims:table c.d -->{table}")
    assert [(tag.claim, page.blocks[tag.block].text) for tag in page.tags] == [
        ("a.b", "A | B"),
        ("c.d", "A | B"),
    ]
    assert [tag.block for tag in page.tags] == [0, 3]


def test_passage_set_aside_keeps_its_tags() -> None:
    text = "a\n\n<!-- claims:off -->\n\nb [5](claim:k)\n\n- c\n\n<!-- claims:on -->\n\nd"
    page = read(text)
    assert [spell(tag) for tag in page.tags] == ["5:4 k 5"]
    assert [marks(block) for block in page.blocks] == [
        [],
        [("aside", "b 5"), ("tag", "5")],
        [("aside", "c")],
        [],
    ]


def test_passage_within_a_paragraph() -> None:
    page = read("a <!-- claims:off --> b **c** <!-- claims:on --> d")
    assert [shape(block) for block in page.blocks] == ["paragraph: a b c d"]
    assert [(kind, text.strip()) for kind, text in marks(page.blocks[0])] == [("aside", "b c")]


def test_directives_in_code_are_text() -> None:
    assert (
        tags("`<!-- claims:off -->`\n\n```\n<!-- claims:table a.b -->\n```\n\n    <!-- claims:on -->") == []
    )


def test_page_that_can_hold_no_tag_is_not_read_without_need() -> None:
    from trueup.tags.scan import scan  # noqa: PLC0415  the only test that leaves blocks out

    assert scan("doc.md", "# A\n\nb", keeps="tagged").blocks == ()
    assert len(scan("doc.md", "# A\n\n[5](claim:k)", keeps="tagged").tags) == 1
