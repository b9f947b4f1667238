"""What is reported, word by word: each code, its place and its remedy."""

from __future__ import annotations

import pytest

from tags.scanning import faults, read
from trueup.tags.codes import CODES

EXAMPLE = 'write [figure](claim:id), or [figure](claim:id "formula")'
MACRO = 'write {{ claim("id", "figure") }}, or with a formula as the third string'
GRAMMAR = "an id is lower-case words joined by dots, such as lm_head.bytes"
TABLE = "|A|B|\n|-|-|\n|1|2|"
REPORTS = {
    "target never closed": (
        "a [5 B](claim:k b",
        f"1:3: T101 the tag of `k` is never closed: no `)` follows the target ({EXAMPLE})",
    ),
    "figure never closed": (
        "a [5 B(claim:k) b",
        f"1:3: T101 the tag of `k` is never closed: no `]` follows the figure ({EXAMPLE})",
    ),
    "blank before the target": (
        "a [5 B] (claim:k) b",
        f"1:3: T101 the tag of `k` is never closed: a blank stands between `]` and `(` ({EXAMPLE})",
    ),
    "figure never opened": (
        "a 5 B](claim:k) b",
        f"1:6: T101 the tag of `k` is never closed: no `[` stands before the `]` ({EXAMPLE})",
    ),
    "tag across paragraphs": (
        "a [5\n\nB](claim:k) b",
        f"3:2: T101 the tag of `k` is never closed: no `[` stands before the `]` ({EXAMPLE})",
    ),
    "macro never closed": (
        '{{ claim("k", "1"',
        f"1:1: T102 macro is never closed: no `}}}}` follows in its paragraph ({MACRO})",
    ),
    "tag in a tag": (
        "[a [5](claim:q) b](claim:k)",
        ("1:4: T103 the tag of `q` stands inside the tag of `k` at doc.md:1:1"
        " (a link can't hold another one; close the outer one first)"),
    ),
    "tag in a link": (
        "[a [5](claim:q) b](http://c)",
        ("1:4: T103 the tag of `q` stands inside the link to `http://c` at doc.md:1:1"
        " (a link can't hold another one; close the outer one first)"),
    ),
    "tag in emphasis in a tag": (
        "[**a [5](claim:q)**](claim:k)",
        (
            "1:6: T103 the tag of `q` stands inside the tag of `k` at doc.md:1:1"
            " (a link can't hold another one; close the outer one first)"
        ),
    ),
    "tag in an autolink": (
        "<http://c/[5](claim:q)>",
        (
            "1:11: T103 the tag of `q` stands inside the link to `http://c/` at doc.md:1:1"
            " (a link can't hold another one; close the outer one first)"
        ),
    ),
    "macro in a tag": (
        '[a {{ claim("q", "1") }}](claim:k)',
        ("1:4: T103 the tag of `q` stands inside the tag of `k` at doc.md:1:1"
        " (a link can't hold another one; close the outer one first)"),
    ),
    "upper case": ("[5](claim:K.b)", f"1:2: T104 bad claim id `K.b` ({GRAMMAR}: `k.b`)"),
    "hyphen": ("[5](claim:k-b)", f"1:2: T104 bad claim id `k-b` ({GRAMMAR}: `k_b`)"),
    "digit first": ("[5](claim:5b)", f"1:2: T104 bad claim id `5b` ({GRAMMAR})"),
    "no id": ("[5](claim:)", f"1:2: T104 bad claim id `` ({GRAMMAR})"),
    "id of a macro": ('{{ claim("K b", "1") }}', f"1:18: T104 bad claim id `K b` ({GRAMMAR})"),
    "id of a directive": (f"<!-- claims:table A -->\n\n{TABLE}", f"1:1: T104 bad claim id `A` ({GRAMMAR})"),
    "unit": ("[5](claim:ms)", "1:2: T104 `ms` can't be the id of a claim: it is a unit"
             " (say more, such as ms.total)"),
    "function": ("[5](claim:sum)",
                 "1:2: T104 `sum` can't be the id of a claim: it is a word of formulas"
                 " (say more, such as sum.total)"),
    "title in parentheses": (
        "[5 B](claim:k (p / q))",
        ("1:15: T105 a title in parentheses is part of the target for Python-Markdown"
        ' (put the formula in quotes: [figure](claim:id "formula"))'),
    ),
    "arguments": ('{{ claim(k, "1") }}', f"1:10: T106 macro arguments must be string literals ({MACRO})"),
    "no figure": ("a [](claim:k) b", f"1:3: T107 the tag of `k` has no figure ({EXAMPLE})"),
    "blank figure": ("[ ](claim:k)", f"1:1: T107 the tag of `k` has no figure ({EXAMPLE})"),
    "image for a figure": ("[![5](a)](claim:k)", f"1:1: T107 the tag of `k` has no figure ({EXAMPLE})"),
    "no figure in a macro": ('{{ claim("k", "") }}', f"1:16: T107 the tag of `k` has no figure ({EXAMPLE})"),
    "image": ("a ![5](claim:k)",
              "1:3: T108 an image names the claim `k` and shows no figure (take the `!` away)"),
    "autolink": (
        "a <claim:k.b> c",
        "1:3: T109 an autolink names the claim `k.b` and has no figure (write [figure](claim:k.b))",
    ),
    "raw link": (
        'a <a href="claim:k">5</a>',
        ("1:3: T110 a raw HTML link names the claim `k`, and no tag is read in raw HTML"
        " (write [figure](claim:k))"),
    ),
    "raw link in raw HTML": (
        '<div>\n<a class="b" href=\'claim:k\'>5</a>\n</div>',
        ("2:1: T110 a raw HTML link names the claim `k`, and no tag is read in raw HTML"
        " (write [figure](claim:k))"),
    ),
    "undefined": ("[5][claim:k]",
                  "1:1: T111 nothing defines the reference `claim:k` (write [figure](claim:k))"),
    "misspelt": (
        "[5 B][lm-haed]\n\n[7][lm-head]\n\n[lm-head]: claim:k",
        "1:1: T111 nothing defines the reference `lm-haed` (did you mean `lm-head`?)",
    ),
    "unused": ("a\n\n[r]: claim:k", "3:6: T112 nothing uses the reference `[r]` (remove it, or write [figure][label] where it belongs)"),
    "replaced": ("[5][r]\n\n[r]: claim:k\n\n[r]: claim:q", "3:6: T112 nothing uses the reference `[r]` (remove it, or write [figure][label] where it belongs)"),
    "stars": (
        "[2*3*4](claim:k)",
        ("1:3: T114 the dialect reads emphasis here, so the figure shows as `234`"
        " (escape it with a backslash, or write ×)"),
    ),
    "tildes": (
        "[~15×/~20×](claim:k)",
        ("1:2: T114 `~15×/~20×` loses its tildes where they make a subscript"
        " (escape them with a backslash, or write ≈)"),
    ),
    "no table": (
        "<!-- claims:table a.b -->\n\nc",
        "1:1: T115 no table follows the directive for `a.b` (put it right above the table)",
    ),
    "no table, at the end": (
        "a\n\n<!-- claims:table a.b -->",
        "3:1: T115 no table follows the directive for `a.b` (put it right above the table)",
    ),
    "text between": (
        f"<!-- claims:table a.b -->\n\nc\n\n{TABLE}",
        "1:1: T115 no table follows the directive for `a.b` (put it right above the table)",
    ),
    "code between": (
        f"<!-- claims:table a.b -->\n\n```\nc\n```\n\n{TABLE}",
        "1:1: T115 no table follows the directive for `a.b` (put it right above the table)",
    ),
    "directive between": (
        f"<!-- claims:table a.b -->\n<!-- claims:table c.d -->\n\n{TABLE}",
        "1:1: T115 no table follows the directive for `a.b` (put it right above the table)",
    ),
    "never on": (
        "a\n\n<!-- claims:off -->\n\nb",
        ("3:1: T116 `claims:off` is never switched on again: no `<!-- claims:on -->` follows"
        " (put `<!-- claims:on -->` where the passage ends)"),
    ),
    "never off": (
        "a\n\n<!-- claims:on -->",
        ("3:1: T117 `claims:on` without a `claims:off` before it"
        " (put `<!-- claims:off -->` where the passage begins, or take this out)"),
    ),
    "unknown directive": (
        "<!-- claims:tabel a.b -->\n\na",
        "1:1: T118 unknown directive `claims:tabel` (did you mean `claims:table`?)",
    ),
    "almost a directive": (
        "<!-- claim:table a.b -->\n\na <!-- claims on hold -->",
        "1:1: T118 `claim:table a.b` is no directive (did you mean `claims:table`?)",
    ),
    "a directive in capitals": (
        "<!-- Claims:Off -->\n\na",
        "1:1: T118 `Claims:Off` is no directive (did you mean `claims:off`?)",
    ),
    "unclosed directive": (
        "a <!-- claims:table k\n\n| a |\n|---|\n",
        "1:3: T101 the directive `claims:table` is never closed: no `-->` follows (close the comment with `-->`)",
    ),
    "unclosed fence": (
        "- a\n\n    ```\n    [5](claim:k)",
        "3:5: T122 code fence is never closed; all that follows is taken for code (close it)",
    ),
    "unclosed HTML": (
        "a\n\n<div class='b'>\n\n[5](claim:k)",
        "3:1: T124 `<div>` is never closed; tags below it may not show (close it with `</div>`)",
    ),
    "too deep": (
        ">" * 70 + " a",
        "1:61: T123 blocks are nested more than 60 deep (nest less)",
    ),
}  # fmt: skip
SNIPPETS = {
    "missing": (
        '--8<-- "no.md"',
        "1:9: T119 snippet `no.md` not found (the setting `snippets` names the folders)",
    ),
    "no such section": ('--8<-- "a.md:two"', "1:9: T119 snippet `a.md` has no section `two`"),
    "URL": (
        '--8<-- "https://example.org/a.md"',
        "1:9: T120 a snippet is never fetched: `https://example.org/a.md` (keep a copy in the project)",
    ),
    "itself": (
        '--8<-- "loop.md"',
        (
            "parts/loop.md:1:9: T121 snippet `parts/loop.md` includes itself:"
            " doc.md > parts/loop.md > parts/loop.md (take one of these inclusions out)"
        ),
    ),
}
PLACED = {
    "macro in code": (
        'a `{{ claim("k", "1") }}`',
        (
            "1:4: T113 mkdocs-macros runs this macro, though no tag can stand here"
            " (put it between {% raw %} and {% endraw %})"
        ),
    ),
}
WARNINGS = {"T124", "T112", "T114", "T116", "T117", "T121", "T122"}


@pytest.mark.parametrize(("text", "expected"), REPORTS.values(), ids=REPORTS)
def test_report(text: str, expected: str) -> None:
    page = read(text)
    assert faults(page) == [expected]
    severity = (
        "warning" if page.diagnostics[0].code in WARNINGS or "did you mean `lm-" in expected else "error"
    )
    assert page.diagnostics[0].severity == severity


@pytest.mark.parametrize(("text", "expected"), SNIPPETS.values(), ids=SNIPPETS)
def test_report_on_a_snippet(text: str, expected: str) -> None:
    page = read(text, files={"a.md": "a", "loop.md": '--8<-- "loop.md"'})
    assert faults(page) == [expected]


@pytest.mark.parametrize(("text", "expected"), PLACED.values(), ids=PLACED)
def test_report_where_macros_run(text: str, expected: str) -> None:
    assert faults(read(text, macros=True)) == [expected]


def test_every_code_is_reported_somewhere() -> None:
    expected = [line for _, line in (*REPORTS.values(), *SNIPPETS.values(), *PLACED.values())]
    assert {code for code in CODES if any(f" {code} " in line for line in expected)} == set(CODES)


def test_all_faults_of_a_page_in_the_order_of_the_source() -> None:
    page = read("[1](claim:A)\n\n<!-- claims:on -->\n\n[](claim:k) [2](claim:B)\n\n[3](claim:k")
    assert [fault.split(" ", 2)[:2] for fault in faults(page)] == [
        ["1:2:", "T104"],
        ["3:1:", "T117"],
        ["5:1:", "T107"],
        ["5:14:", "T104"],
        ["7:1:", "T101"],
    ]


def test_fault_is_reported_once_a_place() -> None:
    page = read('--8<-- "a.md"\n\n--8<-- "a.md"', files={"a.md": "[5](claim:A)"})
    assert len(faults(page)) == 1
