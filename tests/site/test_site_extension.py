"""Claim links become badges wherever Markdown makes a link of them, and nowhere else."""

from __future__ import annotations

import json
import logging
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markdown import Markdown

from recorded_verdicts import HOSTILE, claim, document, verdict
from trueup.markdown_ext import ClaimExtension, Place
from trueup.reports.html.matching import Index
from trueup.reports.html.recorded import from_document

EXTENSIONS: list[Any] = [
    "abbr",
    "admonition",
    "attr_list",
    "def_list",
    "footnotes",
    "md_in_html",
    "smarty",
    "tables",
    "toc",
    "pymdownx.blocks.admonition",
    "pymdownx.caret",
    "pymdownx.details",
    "pymdownx.mark",
    "pymdownx.superfences",
    "pymdownx.tasklist",
    {"pymdownx.tilde": {"subscript": False}},
]


class Links(HTMLParser):
    """The links of a page, each with its attributes and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.found.append({key: value or "" for key, value in attrs})

    @property
    def badges(self) -> list[dict[str, str]]:
        return [one for one in self.found if "trueup" in one.get("class", "").split()]


def render(text: str, extension: ClaimExtension | str, **configs: Any) -> str:
    names: list[Any] = [next(iter(one)) if isinstance(one, dict) else one for one in EXTENSIONS]
    options = {key: value for one in EXTENSIONS if isinstance(one, dict) for key, value in one.items()}
    return Markdown(extensions=[*names, extension], extension_configs={**options, **configs}).convert(text)


def badges(text: str, *figures: str, status: str = "verified", error: str = "") -> list[dict[str, str]]:
    """The badges of a page on which each figure of the claim ``x`` has a verdict.

    :param error: code of an error that was found besides
    """
    fault = {"code": error, "severity": "error", "message": "it is wrong", "at": None, "hint": None}
    found = document(
        [verdict("x", figure, at + 1, status) for at, figure in enumerate(figures)],
        {"x": claim(says="It is so")},
        diagnostics=[fault] if error else [],
    )
    place = Place(uri="index.md", path="docs/index.md")
    extension = ClaimExtension(index=Index(from_document(found)), page=lambda: place, pages="claims")
    return Links(render(text, extension)).badges


CONTEXTS = {
    "paragraph": "It is [389 B](claim:x).",
    "heading": "# Size [389 B](claim:x)",
    "heading 2": "## Size [389 B](claim:x) { #size }",
    "bold": "**[389 B](claim:x)**",
    "italic": "*[389 B](claim:x)*",
    "both": "***[389 B](claim:x)***",
    "emphasis inside": "[**389** B](claim:x)",
    "code inside": "[`389 B`](claim:x)",
    "struck": "~~[389 B](claim:x)~~",
    "caret": "^^[389 B](claim:x)^^",
    "mark": "==[389 B](claim:x)==",
    "title": '[389 B](claim:x "2 * y")',
    "angle": "[389 B](<claim:x>)",
    "blanks": "[389 B]( claim:x )",
    "upper case": "[389 B](CLAIM:x)",
    "full reference": "[389 B][n]\n\n[n]: claim:x",
    "collapsed reference": "[389 B][]\n\n[389 B]: claim:x",
    "shortcut reference": "[389 B]\n\n[389 B]: claim:x",
    "table": "| a | b |\n|---|--:|\n| size | [389 B](claim:x) |",
    "bold in a table": "| a | b |\n|---|--:|\n| size | **[389 B](claim:x)** |",
    "list": "* one\n* [389 B](claim:x)",
    "nested list": "* one\n    * [389 B](claim:x)",
    "task": "- [ ] is it [389 B](claim:x)",
    "admonition title": '!!! note "[389 B](claim:x)"\n    words',
    "admonition": "!!! note\n    It is [389 B](claim:x)",
    "details": "??? note\n    It is [389 B](claim:x)",
    "block admonition": "/// note | Title\nIt is [389 B](claim:x)\n///",
    "markdown in html": '<div markdown="1">\n[389 B](claim:x)\n</div>',
    "inline html": "a <b>[389 B](claim:x)</b>",
    "definition": "term\n:   is [389 B](claim:x)",
    "footnote": "word[^1]\n\n[^1]: It is [389 B](claim:x)",
    "quote": "> It is [389 B](claim:x)",
    "attributes": "[389 B](claim:x){ .own }",
    "line end": "[389\nB](claim:x)",
    "abbreviation": "[389 B](claim:x)\n\n*[B]: byte",
}


@pytest.mark.parametrize("text", CONTEXTS.values(), ids=CONTEXTS)
def test_a_claim_link_is_a_badge(text: str) -> None:
    (badge,) = badges(text, "389 B")
    assert "trueup-verified" in badge["class"].split()
    assert badge["aria-label"] == "389 B, verified, model"
    assert badge["href"] == "claims/x.md"
    assert badge["id"] == "claim-x"


@pytest.mark.parametrize(
    "text",
    [
        "`[389 B](claim:x)`",
        "```\n[389 B](claim:x)\n```",
        "    [389 B](claim:x)",
        r"\[389 B](claim:x)",
        "<div>[389 B](claim:x)</div>",
        "<!-- [389 B](claim:x) -->",
        "![389 B](claim:x)",
        "| a |\n|---|\n| `[389 B](claim:x)` |",
        "[389 B](https://example.org/claim:x)",
    ],
)
def test_what_is_no_link_stays_as_it_is(text: str) -> None:
    assert badges(text, "389 B") == []


@pytest.mark.parametrize(
    ("written", "figure"),
    [
        ("<1 ms", "<1 ms"),
        (r"p\|q", "p|q"),
        ("10<sup>3</sup>", "10^3"),
        ("a--b", "a–b"),
        ("R&D", "R&D"),
        ("1 &lt; 2", "1 < 2"),
        (r"2\*3", "2*3"),
        ("`a<b`", "a<b"),
    ],
)
def test_the_figure_is_what_a_reader_sees(written: str, figure: str) -> None:
    (badge,) = badges(f"[{written}](claim:x)", figure)
    assert badge["data-trueup-figure"] == figure
    assert "trueup-verified" in badge["class"]


def test_the_text_of_the_page_is_left_alone() -> None:
    text = "# Size [389 B](claim:x)\n\n[~*3* ms](claim:x) and [other](page.md)"
    plain, dressed = (Markdown(extensions=["toc", *more]) for more in ([], [ClaimExtension()]))
    before, after = (re.sub(r"<a [^>]*>", "<a>", md.convert(text)) for md in (plain, dressed))
    assert before == after
    (one,), (other,) = plain.toc_tokens, dressed.toc_tokens  # type: ignore[attr-defined]
    assert (one["id"], one["name"]) == (other["id"], other["name"])


def test_without_verdicts_a_figure_is_not_checked() -> None:
    (badge,) = Links(render("[389 B](claim:x)", ClaimExtension())).badges
    assert badge["class"] == "trueup trueup-unchecked"
    assert badge["aria-label"] == "389 B, not checked"
    assert badge["href"] == "#claim-x"


def test_a_figure_edited_since_is_not_checked() -> None:
    (badge,) = badges("[390 B](claim:x)", "389 B")
    assert "trueup-unchecked" in badge["class"]


def test_an_unknown_claim_leads_to_the_dashboard() -> None:
    (badge,) = badges("[389 B](claim:y)", "389 B", error="T130")
    assert "trueup-unknown" in badge["class"]
    assert badge["href"] == "claims/index.md"


def test_a_claim_that_an_error_in_the_ledger_may_hide_is_not_called_unknown() -> None:
    (badge,) = badges("[389 B](claim:y)", "389 B", error="L200")
    assert badge["class"] == "trueup trueup-unchecked"
    assert badge["data-trueup-because"] == "no claim y could be read"
    assert badge["data-trueup-hint"] == "mend the errors in the ledger first"


@pytest.mark.parametrize(
    "target", ["claim:", "claim:No Id", "claim:../../x", "claim:x%22", "claim:javascript:x"]
)
def test_a_bad_id_stays_inert(target: str) -> None:
    (badge,) = badges(f"[389 B](<{target}>)", "389 B")
    assert "trueup-unknown" in badge["class"]
    assert badge["href"] == "claims/index.md"
    assert "id" not in badge


def test_own_classes_and_ids_are_kept() -> None:
    (badge,) = badges("[389 B](claim:x){ .own #here }", "389 B")
    assert badge["class"].split()[0] == "own"
    assert badge["id"] == "here"


def test_hostile_text_stays_in_its_attribute() -> None:
    found = document(
        [verdict("x", "1 B", 1, "refuted", reason="value", because=[HOSTILE], hint=HOSTILE)],
        {"x": claim(says=HOSTILE, value=HOSTILE, source=HOSTILE, formula=HOSTILE)},
    )
    place = Place(uri="index.md", path="docs/index.md")
    extension = ClaimExtension(index=Index(from_document(found)), page=lambda: place)
    html = render("<b>raw</b> [1 B](claim:x)", extension)
    links = Links(html)
    (badge,) = links.badges
    assert "<script" not in html
    assert "<img" not in html
    assert set(badge) == {key for key in badge if key.startswith("data-trueup-")} | {
        "class",
        "id",
        "href",
        "title",
        "aria-label",
    }
    assert "<script>alert(1)</script>" in badge["data-trueup-says"]
    assert "&lt;b&gt;" in badge["data-trueup-says"]


def test_it_loads_by_name(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.json"
    file.write_text(json.dumps(document([verdict("x", "389 B", 1)], {"x": claim()})), encoding="utf-8")
    html = render(
        "[389 B](claim:x)", "trueup.markdown_ext", **{"trueup.markdown_ext": {"verdicts": str(file)}}
    )
    assert "trueup-verified" in Links(html).badges[0]["class"]


@pytest.mark.parametrize(
    "content", [None, "no json", "[]", '{"verdicts": [{"claim": "../x"}]}', "[" * 100_000]
)
def test_an_unreadable_file_is_said_and_nothing_is_checked(
    tmp_path: Path, content: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "verdicts.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    with caplog.at_level(logging.WARNING, "mkdocs.plugins.trueup"):
        for _page in range(2):
            html = render(
                "[389 B](claim:x)", "trueup.markdown_ext", **{"trueup.markdown_ext": {"verdicts": str(file)}}
            )
    assert "trueup-unchecked" in html
    assert len(caplog.records) == 1
    assert "not checked" in caplog.text


def test_zensical_tells_the_page_through_a_preprocessor(tmp_path: Path) -> None:
    from markdown.preprocessors import Preprocessor  # noqa: PLC0415

    class Context(Preprocessor):
        page = Place(uri="", path="guide/a.md")  # Zensical's page has a path, relative to the documents

        def run(self, lines: list[str]) -> list[str]:
            return lines

    file = tmp_path / "verdicts.json"
    found = document(
        [verdict("x", "1 B", 1), verdict("x", "1 B", 1, "refuted", path="docs/guide/a.md")], {"x": claim()}
    )
    file.write_text(json.dumps(found), encoding="utf-8")
    md = Markdown(extensions=[ClaimExtension(verdicts=str(file), pages="claims")])
    md.preprocessors.register(Context(md), "context", 1)
    (badge,) = Links(md.convert("[1 B](claim:x)")).badges
    assert "trueup-refuted" in badge["class"]
    assert badge["href"] == "../claims/x.md"
