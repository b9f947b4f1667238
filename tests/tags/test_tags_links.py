"""Link-form tags: figure, id, formula and their places."""

from __future__ import annotations

import pytest

from tags.scanning import faults, marks, read, shape, spell, tags

INLINE = {
    "plain": ("a [5 B](claim:x.y) b", ["1:4 x.y 5 B"]),
    "long id": ("[5 B](claim:lm_head.bytes.q4)", ["1:2 lm_head.bytes.q4 5 B"]),
    "formula": ('a [5 B](claim:x.y "p / q") b', ["1:4 x.y 5 B = p / q @ 1:20"]),
    "formula in apostrophes": ("a [5 B](claim:k 'p * q') b", ["1:4 k 5 B = p * q @ 1:18"]),
    "parentheses in a formula": ("[5 B](claim:k \"a(b) / 'c'\")", ["1:2 k 5 B = a(b) / 'c' @ 1:16"]),
    "quotes in a formula": ("[5 B](claim:k 'a \"b\" c')", ['1:2 k 5 B = a "b" c @ 1:16']),
    "stars in a formula": ('*[5 B](claim:k "p*q") and*', ["1:3 k 5 B = p*q @ 1:17"]),
    "empty title": ('[5 B](claim:k "")', ["1:2 k 5 B"]),
    "blank title": ('[5 B](claim:k " ")', ["1:2 k 5 B"]),
    "blanks in the target": ("[5 B]( claim:k )", ["1:2 k 5 B"]),
    "angle brackets": ("[5 B](<claim:k>)", ["1:2 k 5 B"]),
    "angle brackets and formula": ('[5 B](<claim:k> "p+q")', ["1:2 k 5 B = p+q @ 1:18"]),
    "upper-case scheme": ("[5 B](CLAIM:k)", ["1:2 k 5 B"]),
    "two, and one that touches": (
        "[5 B](claim:k) and [6 B](claim:y)[7 B](claim:z)",
        ["1:2 k 5 B", "1:21 y 6 B", "1:35 z 7 B"],
    ),
    "bold around": ("**[5 B](claim:k)**", ["1:4 k 5 B"]),
    "bold inside": ("[**5** B](claim:k)", ["1:4 k 5 B"]),
    "bold and italic inside": ("[***5***](claim:k)", ["1:5 k 5"]),
    "code inside": ("[`MatMul`](claim:k)", ["1:3 k MatMul"]),
    "struck around": ("~~[5 B](claim:k)~~", ["1:4 k 5 B"]),
    "blanks inside": ("[ 5 B ](claim:k)", ["1:3 k 5 B"]),
    "brackets inside": ("[a [b] c](claim:k)", ["1:2 k a [b] c"]),
    "line end inside": ("[5\nB](claim:k)", ["1:2 k 5 B"]),
    "line end before the title": ('[5 B](claim:k\n"p / q")', ["1:2 k 5 B = p / q @ 2:2"]),
    "line end in the title": ('[5 B](claim:k "p /\nq")', ["1:2 k 5 B = p / q @ 1:16"]),
    "entity": ("[5 &lt; 6](claim:k)", ["1:2 k 5 < 6"]),
    "entity, a no-break space": ("[5&nbsp;MB](claim:k)", ["1:2 k 5\xa0MB"]),
    "power": ("[10<sup>3</sup>](claim:k)", ["1:2 k 10^3"]),
    "raw tag first": ("[<b>5</b> B](claim:k)", ["1:5 k 5 B"]),
    "inside a raw tag": ("a <span>[5](claim:k)</span> b", ["1:10 k 5"]),
    "escaped star": (r"[5 \* 6](claim:k)", ["1:2 k 5 * 6"]),
    "escaped first character": (r"[\~5](claim:k)", ["1:3 k ~5"]),
    "underscores in a word": ("[x_1_2](claim:k)", ["1:2 k x_1_2"]),
    "no attributes": ("`a`{[5](claim:k), b}", ["1:6 k 5"]),
    "no attributes on the last line": ("a\n{[5](claim:k) B}", ["2:3 k 5"]),
    "attributes behind": ("[5 B](claim:k){.big}", ["1:2 k 5 B"]),
    "footnote inside": ("[5 B[^n]](claim:k)\n\n[^n]: a", ["1:2 k 5 B"]),
    "comment before": ("a <!-- [5](claim:k) --> [6](claim:y)", ["1:26 y 6"]),
}
REFERENCES = {
    "full": ("[5 B][r]\n\n[r]: claim:k", ["1:2 k 5 B"]),
    "full, with a blank": ("[5 B] [r]\n\n[r]: claim:k", ["1:2 k 5 B"]),
    "collapsed, with a title": ('[5 B][]\n\n[5 B]: claim:k "p / q"', ["1:2 k 5 B = p / q @ 3:17"]),
    "shortcut, in another case": ("[5 B]\n\n[5 b]: claim:k", ["1:2 k 5 B"]),
    "title on a line of its own": ('[5][R  s]\n\n[r s]: <claim:k>\n   "p / q"', ["1:2 k 5 = p / q @ 4:5"]),
    "title in apostrophes": ("[5][r]\n\n[r]: claim:k 'p / q'", ["1:2 k 5 = p / q @ 3:15"]),
    "title that touches the target": ("[5][r]\n\n[r]: claim:k(p / q)", ["1:2 k 5 = p / q @ 3:14"]),
    "defined above": ("[r]: claim:k\n\n[5][r]", ["3:2 k 5"]),
    "used twice": ("[5][r] [6][r]\n\n[r]: claim:k", ["1:2 k 5", "1:9 k 6"]),
}
TEXT = {
    "escaped": r"\[5 B](claim:k)",
    "code span": "`[5](claim:k)` ``[6] ` (claim:k)``",
    "comment": "<!-- [5](claim:k) -->",
    "another scheme": "[5](http://claim:k)",
    "another word": "[5](claims:x)",
    "no scheme": "[5](claim/x.md)",
    "abbreviation": "*[API]: text [5](claim:k)\n\nAPI",
    "title of a link": '[a](b "[5](claim:k)")',
    "attribute": '<b title="[5](claim:k)">a</b>',
}


@pytest.mark.parametrize(("text", "expected"), INLINE.values(), ids=INLINE)
def test_link_is_a_tag(text: str, expected: list[str]) -> None:
    assert tags(text) == expected


@pytest.mark.parametrize(("text", "expected"), REFERENCES.values(), ids=REFERENCES)
def test_reference_is_a_tag(text: str, expected: list[str]) -> None:
    assert tags(text) == expected


@pytest.mark.parametrize("text", TEXT.values(), ids=TEXT)
def test_text_is_no_tag(text: str) -> None:
    assert tags(text) == []


def test_figure_spans_its_text_in_the_block() -> None:
    page = read("a **[5 B](claim:k)** and [6](claim:y)")
    assert [shape(block) for block in page.blocks] == ["paragraph: a 5 B and 6"]
    assert [page.blocks[tag.block].text[slice(*tag.span)] for tag in page.tags] == ["5 B", "6"]
    assert marks(page.blocks[0]) == [("tag", "5 B"), ("tag", "6")]


def test_code_and_struck_text_are_marked() -> None:
    page = read("`a` ~~b [5](claim:k)~~ <del>c</del> <kbd>d</kbd>")
    assert marks(page.blocks[0]) == [
        ("code", "a"),
        ("struck", "b 5"),
        ("tag", "5"),
        ("struck", "c"),
        ("code", "d"),
    ]


def test_a_bad_tag_leaves_the_others_alone() -> None:
    page = read("[1](claim:a) [2](claim:B) [3](claim:c)")
    assert [spell(tag) for tag in page.tags] == ["1:2 a 1", "1:28 c 3"]
    assert [fault[:9] for fault in faults(page)] == ["1:15: T10"]
