"""The generated pages say all that is recorded of a claim, and stay inert."""

from __future__ import annotations

import re
from typing import Any

import pytest
from markdown import Markdown

from recorded_verdicts import CLAIMS, HOSTILE, REFUTED, VERDICTS, claim, document, verdict
from trueup.diagnostics import TrueupError
from trueup.reports.html.claim_page import claim_page
from trueup.reports.html.dashboard import dashboard_page
from trueup.reports.html.matching import Index
from trueup.reports.html.mathml import clean_mathml
from trueup.reports.html.pages import Links, page_uri
from trueup.reports.html.recorded import from_document, read_recorded

LINKS = Links(
    claim=lambda name: f"{name}.html",
    place=lambda at, anchor: f"../{at.path}#{anchor}" if at.path.startswith("docs/") else None,
    dashboard="index.html",
)


def index(verdicts: list[dict[str, Any]], claims: dict[str, Any], **more: Any) -> Index:
    return Index(from_document(document(verdicts, claims, **more)))


def page_of(name: str, verdicts: list[dict[str, Any]] = VERDICTS, claims: dict[str, Any] = CLAIMS) -> str:
    found = index(verdicts, claims)
    return claim_page(found.recorded.claims[name], found, LINKS)


def without_spans(page: str) -> str:
    """A page without what keeps a figure on one line."""
    return re.sub("</?span[^>]*>", "", page)


def test_a_derived_claim_shows_its_formula_its_values_and_its_operands() -> None:
    page = page_of("stream.time")
    assert "Time to stream the projection" in page
    assert (
        '<a href="lm_head.bytes.html">lm_head.bytes</a> / <a href="link.pinned.html">link.pinned</a>' in page
    )
    assert "389,283,840 B / 11.74 GB/s</code> = <strong>33.16 ms</strong>" in without_spans(page)
    assert '<math display="block"><mfrac>' in page
    assert (
        '<a href="lm_head.bytes.html"><code>lm_head.bytes</code></a> = <strong>389,283,840 B</strong>'
        in without_spans(page)
    )


def test_a_verified_claim_shows_its_verifier_and_its_place() -> None:
    page = page_of("lm_head.bytes")
    assert "<code>onnx.tensor</code>" in page
    assert "lm_head.weight_Q4" in page
    assert "claims/model.yaml:4:3" in page
    assert 'href="../docs/index.md#claim-lm_head.bytes"' in page
    assert 'href="../docs/index.md#claim-lm_head.bytes-2"' in page
    assert "## What rests on it" in page
    assert '<a href="stream.time.html">' in page


def test_a_reported_claim_shows_its_source_its_date_and_its_host() -> None:
    page = page_of("link.pinned")
    assert '<a href="https://example.org/record">' in page
    assert "2026-08-19" in page
    assert "gpu RTX 4060" in page
    assert "trueup-basis-measured" in page


def test_a_decision_shows_where_it_turns() -> None:
    assert "holds from cpu.rate = 11.74 GB/s on" in page_of("move")


def test_a_wrong_figure_is_shown_with_what_it_should_be() -> None:
    page = page_of("lm_head.bytes", [REFUTED, *VERDICTS[1:]])
    assert "<strong>389,283,480 B</strong>" in without_spans(page)
    assert "refuted (value)" in page
    assert "expected 389,283,840 B" in without_spans(page)


def test_what_is_not_on_the_site_is_named_without_a_link() -> None:
    page = page_of("x", [verdict("x", "1 B", 3, path="README.md")], {"x": claim()})
    assert "<code>README.md:3:1</code>" in page
    assert "../README.md" not in page


def test_the_dashboard_puts_the_stale_first_and_counts_figures() -> None:
    found = index([*VERDICTS[1:], REFUTED], CLAIMS)
    page = dashboard_page(found, LINKS)
    assert "1 of 6 figures do not hold" in page
    rows = page.split('id="all-claims"')[1].split("<tbody>")[1].split("<tr ")[1:]
    assert 'data-trueup-status="refuted&#10;verified&#10;stale"' in rows[0]
    assert "lm_<wbr>head.<wbr>bytes" in rows[0]
    assert 'data-trueup-status="open"' in rows[1]
    assert "3 attested" in page
    assert "1 refuted" in page


def test_the_dashboard_puts_what_is_wrong_with_the_input_before_what_may_be() -> None:
    said = [
        {"code": "L223", "severity": "warning", "message": "no sentence", "at": None, "hint": None},
        {"code": "T130", "severity": "error", "message": "nothing defines it", "at": None, "hint": None},
    ]
    found = Index(from_document(document(VERDICTS, CLAIMS, diagnostics=said)))
    page = dashboard_page(found, LINKS)
    assert page.index("T130") < page.index("L223")


def test_the_dashboard_says_when_nothing_was_verified() -> None:
    assert "Nothing was verified" in dashboard_page(index([], {}), LINKS)


def test_a_waived_claim_is_shown_with_its_date() -> None:
    waived = {"reason": "new box", "until": "2026-12-31"}
    found = index([verdict("x", "1 B", 1, "refuted", waived=waived)], {"x": claim("refuted", waived=waived)})
    page = dashboard_page(found, LINKS)
    assert "0 of 1 figures hold; let pass: 1 waived." in page
    assert "waived until 2026-12-31" in page
    assert 'data-trueup-status="refuted&#10;waived"' in page


def test_the_dashboard_says_that_every_figure_holds_only_where_every_one_does() -> None:
    good, asked = verdict("x", "1 B", 1, "verified"), verdict("y", "unmeasured", 2, "open")
    claims = {"x": claim("verified"), "y": claim("open", how="unmeasured")}
    assert "Every figure holds" in dashboard_page(index([good], claims), LINKS)
    page = dashboard_page(index([good, asked], claims), LINKS)
    assert "1 of 2 figures hold; let pass: 1 open." in page
    assert "Every figure holds" not in page


@pytest.mark.parametrize(
    ("rests_on", "said"), [([], "computed from numbers alone"), (["y"], "computed from other claims")]
)
def test_a_formula_of_numbers_rests_on_no_other_claim(rests_on: list[str], said: str) -> None:
    found = index([], {"x": claim("verified", how="expr", rests_on=rests_on), "y": claim("verified")})
    assert said in claim_page(found.recorded.claims["x"], found, LINKS)


@pytest.mark.parametrize(
    ("rests_on", "lines"),
    [([], ["2 × 512 B"]), (["y"], ["2 * y", "2 × 512 B"])],
)
def test_a_formula_of_numbers_is_shown_once(rests_on: list[str], lines: list[str]) -> None:
    formula = "2 * y" if rests_on else "2 * 512 B"
    x = claim("verified", how="expr", rests_on=rests_on, formula=formula, filled="2 × 512 B", value="1,024 B")
    found = index([], {"x": x, "y": claim("verified")})
    page = claim_page(found.recorded.claims["x"], found, LINKS)
    shown = re.findall(r'<p class="trueup-formula"><code>(.*?)</code>', page)
    assert [re.sub("<[^>]*>", "", one) for one in shown] == lines


def test_the_claim_called_index_does_not_take_the_dashboard_s_place() -> None:
    assert page_uri("index", "claims") == "claims/index-claim.md"
    assert page_uri("readme", "claims") == "claims/readme.md"


def test_hostile_text_is_inert_on_every_page() -> None:
    hostile = claim(
        "refuted",
        **dict.fromkeys(
            ("says", "value", "formula", "filled", "verifier", "source", "as_of", "hint", "why"), HOSTILE
        ),
        **{"with": {HOSTILE: HOSTILE}, "scope": {"host": HOSTILE}},
        **{key: [HOSTILE] for key in ("hosts", "because", "flips", "subject")},
        basis=HOSTILE,
        how=HOSTILE,
        reason=HOSTILE,
        mathml=f'<math onclick="x()"><mi>{HOSTILE}</mi><script>y()</script></math>',
        at={"path": HOSTILE, "line": 1, "column": 1},
        waived={"reason": HOSTILE, "until": HOSTILE},
    )
    wrong = {"code": HOSTILE, "severity": "error", "message": HOSTILE, "hint": HOSTILE}
    found = index(
        [verdict("x", HOSTILE, 1, "refuted", reason=HOSTILE, expected=HOSTILE, path=HOSTILE)],
        {"x": hostile},
        diagnostics=[wrong],
    )
    for page in (claim_page(found.recorded.claims["x"], found, LINKS), dashboard_page(found, LINKS)):
        body = page.split("---\n", 2)[2]
        assert "{{" not in body
        assert "{%" not in body
        html = Markdown(
            extensions=["attr_list", "md_in_html", "tables", "toc", "pymdownx.magiclink"]
        ).convert(body)
        assert "<script" not in html
        assert "<img" not in html
        assert "<h1" in html
        assert html.count("<h1") == 1
        assert "no heading</h1>" not in html
        assert "javascript:" not in "".join(part.split('"')[0] for part in html.split('href="')[1:])
        assert "onclick=" not in html.replace("onclick=alert(5)", "")
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


@pytest.mark.parametrize(
    ("source", "clean"),
    [
        ("<math><mi>a</mi></math>", '<math display="block"><mi>a</mi></math>'),
        (
            "<mfrac><mi>a</mi><mn>2</mn></mfrac>",
            '<math display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>',
        ),
        ('<math xmlns="x"><mi href="javascript:1">a</mi></math>', '<math display="block"><mi>a</mi></math>'),
        ("<math><mi>a</mi>", ""),
        ("<math></mi></math>", ""),
        ("</math><math>", ""),
        ("", ""),
        ("<mo>&lt;</mo>", '<math display="block"><mo>&lt;</mo></math>'),
    ],
)
def test_mathml_keeps_formulas_only(source: str, clean: str) -> None:
    assert clean_mathml(source) == clean


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"verdicts": {}}, "verdicts"),
        ({"verdicts": [{"claim": "x", "status": "fine"}]}, "verdicts[0].status"),
        ({"verdicts": [{"claim": "../x", "status": "open"}]}, "verdicts[0].claim"),
        ({"claims": {"a/b": {}}}, "claims['a/b']"),
        ({"claims": {"x": {"status": "open", "says": 3}}}, "claims['x'].says"),
        ({"summary": []}, "summary"),
        ({"watched": [1]}, "watched"),
        ({"diagnostics": [{"at": {"path": 1}}]}, "diagnostics[0].at"),
    ],
)
def test_a_wrong_shape_names_the_key(change: dict[str, Any], key: str) -> None:
    with pytest.raises(TrueupError, match="C851") as caught:
        from_document({**document([], {}), **change})
    assert key in str(caught.value)


def test_keys_that_are_not_known_are_passed_over() -> None:
    assert from_document({**document([], {}), "new": 1}).verdicts == ()


def test_text_that_is_no_json_is_said() -> None:
    with pytest.raises(TrueupError, match="C850"):
        read_recorded("{")
