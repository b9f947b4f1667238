"""Macro tags: read lexically, as Jinja would see them."""

from __future__ import annotations

import pytest

from tags.scanning import faults, read, shape, tags

ANYWHERE = {
    "plain": ('a {{ claim("x.y", "5 B") }} b', ["1:20 x.y 5 B"]),
    "formula": ('{{ claim("k", "5 B", "p / q") }}', ["1:16 k 5 B = p / q @ 1:23"]),
    "empty formula": ('{{ claim("k", "5 B", "") }}', ["1:16 k 5 B"]),
    "apostrophes": ("{{ claim('k', '5 B') }}", ["1:16 k 5 B"]),
    "no blanks": ('{{claim("k","5 B")}}', ["1:14 k 5 B"]),
    "many blanks": ('{{  claim (  "k" , "5" , )  }}', ["1:21 k 5"]),
    "blank control": ('{{- claim("k", "5 B") -}}', ["1:17 k 5 B"]),
    "two lines": ('{{ claim("k",\n   "5 B") }}', ["2:5 k 5 B"]),
    "escapes": (r'{{ claim("k", "a\tb \"c\" \u00b5s") }}', ['1:16 k a b "c" µs']),
    "closing braces in a string": ('{{ claim("k", "5 }}") }}', ["1:16 k 5 }}"]),
    "in emphasis": ('*{{ claim("k", "2*3*4") }}*', ["1:17 k 2*3*4"]),
    "brackets in a string": ('{{ claim("k", "[5](claim:y)") }}', ["1:16 k [5](claim:y)"]),
    "beside a link": ('{{ claim("k", "5") }} and [6](claim:y)', ["1:16 k 5", "1:28 y 6"]),
    "in a heading": ('# H {{ claim("k", "5") }}', ["1:20 k 5"]),
    "in a cell, with a pipe": ('| A | B |\n|---|---|\n| {{ claim("k", "1 | 2") }} | 3 |', ["3:18 k 1 | 2"]),
    "below a heading's id": ('# H {#id}\n\n{{ claim("k", "1") }}', ["3:16 k 1"]),
    "raw": ('{% raw %}`{{ claim("k", "1") }}`{% endraw %}', []),
    "raw with blank control": ('{%- raw -%}{{ claim("k", "1") }}{%- endraw -%}', []),
    "comment of Jinja": ('{# {{ claim("k", "1") }} #}', []),
    "comment of HTML": ('<!-- {{ claim("k", "1") }} -->', []),
    "link in a loop": ("{% for i in x %}[5](claim:k){% endfor %}", ["1:18 k 5"]),
    "link in raw": ("{% raw %}[5](claim:k){% endraw %}", ["1:11 k 5"]),
    "literal in a loop": ('{% for i in x %}{{ claim("k", "5") }}{% endfor %}', ["1:32 k 5"]),
    "another macro": ('{{ claims("x", "1") }}', []),
}
PLACED = {
    "code span": ('`{{ claim("k", "1") }}`', "1:2"),
    "fence": ('```\n{{ claim("k", "1") }}\n```', "2:1"),
    "indented code": ('    {{ claim("k", "1") }}', "1:5"),
    "raw HTML": ('<div>\n{{ claim("k", "1") }}\n</div>', "2:1"),
    "title of a link": ("[a](b \"{{ claim('k', '1') }}\")", "1:8"),
}
FORM = 'write {{ claim("id", "figure") }}, or with a formula as the third string'
BAD = {
    "a name": ('{{ claim(var, "1") }}', "1:10", "macro arguments must be string literals"),
    "an f-string": ('{{ claim("k", f"1") }}', "1:15", "macro arguments must be string literals"),
    "a concatenation": ('{{ claim("k", "1" ~ "2") }}', "1:19", "macro arguments must be string literals"),
    "a splat": ("{{ claim(**a) }}", "1:10", "macro arguments must be string literals"),
    "a filter": ('{{ claim("k", "5") | upper }}', "1:18", "macro arguments must be string literals"),
    "a number": ('{{ claim("k", 5) }}', "1:15", "macro arguments must be string literals"),
    "in a loop": (
        '{% for i in x %}{{ claim(i, "1") }}{% endfor %}',
        "1:26",
        "macro arguments must be string literals",
    ),
    "one argument": ('{{ claim("k") }}', "1:1", "a macro takes two or three strings, not 1"),
    "none": ("{{ claim() }}", "1:1", "a macro takes two or three strings, not 0"),
    "four": ('{{ claim("k", "1", "a", "b") }}', "1:1", "a macro takes two or three strings, not 4"),
}
LARGER = {
    "an argument": ('{{ other(claim("k","1")) }}', "1:10"),
    "a variable": ('{% set a = claim("k", "1") %}', "1:12"),
}


@pytest.mark.parametrize("macros", [False, True])
@pytest.mark.parametrize(("text", "expected"), ANYWHERE.values(), ids=ANYWHERE)
def test_macro_is_a_tag(text: str, expected: list[str], *, macros: bool) -> None:
    assert tags(text, macros=macros) == expected


@pytest.mark.parametrize(("text", "where"), PLACED.values(), ids=PLACED)
def test_macro_where_no_tag_can_stand(text: str, where: str) -> None:
    assert tags(text) == []
    page = read(text, macros=True)
    assert page.tags == ()
    assert faults(page) == [
        (
            f"{where}: T113 mkdocs-macros runs this macro, though no tag can stand here"
            " (put it between {% raw %} and {% endraw %})"
        )
    ]


@pytest.mark.parametrize("macros", [False, True])
@pytest.mark.parametrize(("text", "where", "message"), BAD.values(), ids=BAD)
def test_arguments_are_string_literals(text: str, where: str, message: str, *, macros: bool) -> None:
    page = read(text, macros=macros)
    assert page.tags == ()
    assert faults(page) == [f"{where}: T106 {message} ({FORM})"]


@pytest.mark.parametrize(("text", "where"), LARGER.values(), ids=LARGER)
def test_claim_in_a_larger_expression(text: str, where: str) -> None:
    assert tags(text) == []
    page = read(text, macros=True)
    assert faults(page) == [f"{where}: T106 a claim stands inside a larger expression ({FORM})"]


@pytest.mark.parametrize("text", ['{{ claim("k", "1"', '{{ claim("k", "1"\n\n}}'])
def test_unclosed_macro_ends_with_its_paragraph(text: str) -> None:
    page = read(text + "\n\n[5](claim:y)")
    assert [tag.claim for tag in page.tags] == ["y"]
    assert faults(page) == [f"1:1: T102 macro is never closed: no `}}}}` follows in its paragraph ({FORM})"]


def test_figure_is_visible_text() -> None:
    page = read('a {{ claim("k", "5 B") }} b')
    assert [shape(block) for block in page.blocks] == ["paragraph: a 5 B b"]
    assert page.tags[0].form == "macro"
    assert page.tags[0].span == (2, 5)


def test_other_macros_are_text_only_where_none_run() -> None:
    text = "a {{ name }} {% if b %}c{% endif %}"
    assert [shape(block) for block in read(text).blocks] == [f"paragraph: {text}"]
    assert [shape(block) for block in read(text, macros=True).blocks] == ["paragraph: a c"]
