"""The macro gives the link form, whatever it is given."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from markdown import Markdown

from recorded_verdicts import CLAIMS, document, verdict
from recorded_verdicts import claim as recorded_claim
from sites import CONFIG, Site
from trueup.markdown_ext import ClaimExtension
from trueup.pluglet import claim, define_env

ODD = [
    "p|q",
    "a]b",
    "2*3*4",
    "_x_",
    "`code`",
    "<1 ms",
    "R&D",
    "a \\ b",
    "1 < 2",
    "(x)",
    "~15×",
    "2^-24",
    "$a$",
    '"it"',
]


@pytest.mark.parametrize("figure", ODD)
def test_odd_text_comes_out_as_it_was(figure: str) -> None:
    html = Markdown(extensions=["tables", ClaimExtension()]).convert(
        f"| a |\n|---|\n| {claim('lm_head.bytes', figure)} |"
    )
    assert html.count("<td>") == 1
    inner = html.split("<td>")[1].split("</td>")[0]
    assert f'aria-label="{_escaped(figure)}, not checked"' in inner


def _escaped(figure: str) -> str:
    for char, entity in (
        ("&", "&amp;"),
        ("<", "&lt;"),
        (">", "&gt;"),
        ('"', "&quot;"),
        ("|", "&#124;"),
        ("`", "&#96;"),
    ):
        figure = figure.replace(char, entity)
    return figure


def test_a_formula_becomes_the_title() -> None:
    assert claim("t", "1 s", "a.b / c") == '[1 s](claim:t "a.b / c")'
    assert claim("t", "1 s", 'a " b') == '[1 s](claim:t "a &quot; b")'


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((), {}),
        ((3, 4), {}),
        (("No Id", "1 B"), {}),
        ((None, None, None), {}),
        (("x", "1 B", "f", 5), {"k": 1}),
    ],
)
def test_it_never_raises_but_says_what_is_wrong(
    arguments: tuple[Any, ...], named: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "mkdocs.plugins.trueup"):
        assert isinstance(claim(*arguments, **named), str)
    assert caplog.records


def test_it_registers_itself() -> None:
    class Environment:
        def __init__(self) -> None:
            self.macros: dict[str, Any] = {}

        def macro(self, function: Any, name: str) -> None:
            self.macros[name] = function

    environment = Environment()
    define_env(environment)
    assert environment.macros == {"claim": claim}


PAGE = """# Size {{ claim("lm_head.bytes", "389,283,840 B") }} in all

{% raw %}`{{ claim("x", "y") }}`{% endraw %} and {{ claim("odd", "p|q <1") }}
"""


@pytest.mark.parametrize(
    "plugins",
    [
        ["search", "macros", "trueup"],
        ["search", "trueup", "macros"],
        ["search", "trueup", {"macros": {"modules": ["trueup.pluglet"]}}],
        ["search", {"macros": {"modules": ["trueup.pluglet"]}}, "trueup"],
    ],
)
def test_mkdocs_macros_runs_it_on_both_routes_in_both_orders(small_site: Site, plugins: list[Any]) -> None:
    small_site.page("Home.").page(PAGE, "other.md").config(plugins=plugins)
    found = [verdict("lm_head.bytes", "389,283,840 B", 1, path="docs/other.md")]
    found.append(verdict("odd", "p|q <1", 3, path="docs/other.md"))
    small_site.verdicts(document(found, {**CLAIMS, "odd": recorded_claim()}))
    done = small_site.build("--strict")
    assert done.code == 0, done.log
    html = small_site.html("other.html")
    assert "<title>Size 389,283,840 B in all - Placement</title>" in html
    assert html.count("trueup-verified") == 2
    assert '{{ claim("x", "y") }}' in html.replace("&quot;", '"')


def test_the_pluglet_works_without_the_plugin(small_site: Site) -> None:
    small_site.page(PAGE).config(
        plugins=[{"macros": {"modules": ["trueup.pluglet"]}}],
        markdown_extensions=[*CONFIG["markdown_extensions"], {"trueup": {"verdicts": "verdicts.json"}}],
    )
    done = small_site.build("--strict")
    assert done.code == 0, done.log
    assert 'class="trueup trueup-verified trueup-basis-model"' in small_site.html()
    assert 'href="#claim-lm_head.bytes"' in small_site.html()


def test_a_macro_that_did_not_run_is_warned_of(small_site: Site) -> None:
    small_site.page('In code `{{ claim("x", "y") }}` it is text.\n\nHere {{ claim("x", "y") }} it is not.')
    done = small_site.build("--strict")
    assert done.code == 1
    assert "index.md: {{ claim(…) }} is shown as text" in done.log
    small_site.page('In code `{{ claim("x", "y") }}` it is text.')
    assert small_site.build("--strict").code == 0
