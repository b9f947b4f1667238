"""A claim's page shows where its value comes from, what would outdate it and where it is stated."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring
from markdown import Markdown

from recorded_evidence import EVIDENCE, MEASURED, MEASURED_VERDICTS, entry
from recorded_verdicts import HOSTILE, claim, document, verdict
from trueup.diagnostics import Location, TrueupError
from trueup.reports.html.claim_page import claim_page
from trueup.reports.html.evidence_plots import history, strip
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import Links
from trueup.reports.html.recorded import from_document
from trueup.reports.html.recorded_evidence import as_evidence
from trueup.reports.html.scale import Scale, written
from trueup.reports.html.sources import source_links, template_of

LINKS = Links(
    claim=lambda name: f"{name}.html",
    place=lambda at, anchor: f"../{at.path}#{anchor}",
    dashboard="index.html",
)


def page_of(
    name: str, claims: dict[str, Any] = MEASURED, verdicts: list[dict[str, Any]] = MEASURED_VERDICTS
) -> str:
    found = Index(from_document(document(verdicts, claims)))
    return claim_page(found.recorded.claims[name], found, LINKS)


def section(page: str, title: str) -> str:
    return page.split(f"## {title}\n")[1].split("\n## ", maxsplit=1)[0]


def test_the_evidence_is_listed_by_host_with_its_date_its_samples_and_what_changed() -> None:
    shown = section(page_of("cpu.rate"), "Evidence by host")
    rows = shown.split("<tbody>")[1].split("<tr>")[1:]
    assert [row.split("<td>")[1].split(" ")[0] for row in rows] == ["box", "box", "laptop"]
    assert "2026-11-02" in rows[0]
    assert "this one counts" in rows[0]
    assert "1 outlying iteration kept (Tukey), drift +3 %" in rows[0]
    assert "0aca8256</code>, files changed" in rows[0]
    assert "the verifier cpu.gemv has changed: a → b" in rows[1]
    assert "of another host than the claim speaks of" in rows[2]
    assert "And 2 older." in shown


def test_the_samples_are_drawn_and_told_in_words() -> None:
    shown = section(page_of("cpu.rate"), "Evidence by host")
    label = "7 runs from 0.76 to 0.82 GB/s, median 0.79 GB/s; independent repeat: 2 from 0.78 to 0.79 GB/s"
    assert f'role="img" aria-label="{label}' in shown
    assert ", median 0.55 GB/s</span>" in shown  # the seven runs are counted once
    assert shown.count("<svg") == 3
    assert shown.split("</svg>")[0].count("<circle") == 7 + 2


def test_the_history_shows_all_results_and_what_is_claimed_as_a_band() -> None:
    shown = section(page_of("cpu.rate"), "History")
    drawing = fromstring(shown[shown.index("<svg") : shown.index("</svg>") + 6])
    kinds = [one.get("class") for one in drawing.iter()]
    assert kinds.count("trueup-band") == 1
    assert sum("trueup-mark" in (kind or "") for kind in kinds) == 3
    assert kinds.count("trueup-mark") == 1
    assert "3 results between 0.5 and 4.6 GB/s, recorded from 2026-08-20 to 2026-11-02" in shown
    assert "~0.8 GB/s: 0.75 to 0.85" in shown
    for host in ("box", "laptop"):
        assert f"</svg> {host}</span>" in shown


def test_hosts_are_told_apart_by_more_than_colour() -> None:
    drawn = history(as_evidence(EVIDENCE, "evidence") or pytest.fail("none"))
    assert drawn.count("<circle") == 2
    assert drawn.count('<rect class="trueup-mark') == 1


def test_what_would_make_measured_evidence_outdated() -> None:
    shown = section(page_of("cpu.rate"), "What would make it outdated")
    for text in (
        "<code>cpu.gemv</code>",
        "<code>threads</code>",
        "<code>claims/inputs/qwen14b.onnx</code> (model)",
        "the file <code>verifiers/cpu.py</code>",
        "the version of the package <code>onnxruntime@1</code>",
        "180 days old, up to and including <strong>2027-05-01</strong>",
    ):
        assert text in shown


def test_what_would_outdate_a_derived_claim_lies_upstream() -> None:
    shown = section(page_of("cost"), "What would make it outdated")
    assert '<a href="cpu.rate.html"><code>cpu.rate</code></a>, fresh up to 2027-05-01' in shown
    assert "turned" not in shown


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (claim(verifier="onnx.dim", inputs={"model": "m.onnx"}), "anew at every check, from <code>m.onnx"),
        (claim("attested", how="reported", source="x"), "nothing is watched, and it may be of any age"),
        (claim(how="expr", formula="1 + 1"), "nothing that it rests on can be outdated"),
        (claim("missing", reason="evidence", verifier="cpu.x"), "rests on recorded evidence"),
    ],
)
def test_what_cannot_be_outdated_says_why(one: dict[str, Any], said: str) -> None:
    assert said in section(page_of("x", {"x": one}, []), "What would make it outdated")


def test_a_claim_that_holds_says_when_documents_misstate_it() -> None:
    stale = [verdict("x", "1", 1), verdict("x", "2", 2, "refuted")]
    shown = page_of("x", {"x": claim()}, stale)
    assert '<a href="#stated">1 of 2 figures that state it do not hold</a>' in shown
    assert "do not hold" not in page_of("x", {"x": claim()}, stale[:1])
    assert "attested</span>, but " in page_of("x", {"x": claim("attested")}, stale)
    assert "the figure that states it does not hold" in page_of("x", {"x": claim()}, stale[1:])


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (claim("attested", because=["reported: a record"], source="a record"), False),
        (claim(because=["1 + 1, with 1"], formula="1 + 1", filled="1 + 1"), False),
        (claim(because=["2 B read from the graph"], verifier="onnx.tensor"), True),
        (claim("refuted", because=["1 + 1, with 1"], formula="1 + 1", filled="1 + 1"), True),
    ],
)
def test_why_a_claim_holds_is_told_where_the_page_does_not_show_it_anyway(
    one: dict[str, Any], told: bool
) -> None:
    assert ("## Why" in page_of("x", {"x": one}, [])) is told


def test_what_was_reported_elsewhere_has_no_derivation() -> None:
    shown = page_of("x", {"x": claim("attested", how="reported", source="a record")}, [])
    assert "How it is computed" not in shown


def test_the_derivation_is_a_tree_that_takes_each_claim_apart_once() -> None:
    shown = section(page_of("cost"), "How it is computed")
    body = shown[shown.index('<ul class="trueup-tree">') : shown.rindex("</ul>") + 5]
    tree = fromstring(body)
    top = tree.findall("li")
    assert [one.find("a/code").text for one in top] == ["turned", "cpu.rate"]  # type: ignore[union-attr]
    inner = top[0].find("ul/li")
    assert inner is not None
    assert "0.7600–0.8200 GB/s" in "".join(inner.itertext())
    assert "by cpu.gemv on box, 2026-11-02" in "".join(inner.itertext())


def test_a_deep_tree_and_a_wide_one_are_cut_off() -> None:
    deep = {f"c{at}": claim(how="expr", rests_on=[f"c{at + 1}"]) for at in range(400)} | {"c400": claim()}
    assert page_of("c0", deep, []).count("trueup-tree") < 20
    wide = {"top": claim(how="expr", rests_on=[f"w{at}" for at in range(500)])}
    wide |= {f"w{at}": claim(how="expr", rests_on=[f"v{at}"]) for at in range(500)}
    wide |= {f"v{at}": claim() for at in range(500)}
    assert page_of("top", wide, []).count("trueup-tree") < 210


def test_it_is_stated_with_its_text_and_a_link() -> None:
    shown = section(page_of("cpu.rate"), "Where it is stated")
    assert 'The kernel reads </span><strong><span class="trueup-whole">~0.8 GB/s</span></strong>' in shown
    assert 'href="../docs/index.md#claim-cpu.rate"' in shown
    assert "−10.00 MB/s (−1.3 %)" in shown


def test_it_says_which_decisions_its_value_would_turn() -> None:
    shown = section(page_of("cpu.rate"), "What it would turn")
    assert '<a href="turns.html">turns</a>: inverts while cpu.rate is below 11.74 GB/s' in shown
    assert "What would turn it" in page_of("turns")


def test_lines_are_linked_where_a_code_host_shows_them() -> None:
    found = Index(from_document(document(MEASURED_VERDICTS, MEASURED)))
    links = replace(LINKS, source=source_links("https://example.org/blob/main/{path}#L{line}"))
    page = claim_page(found.recorded.claims["cpu.rate"], found, links)
    assert 'href="https://example.org/blob/main/claims/rates.yaml#L7"' in page
    assert 'href="https://example.org/blob/main/docs/index.md#L3"' in page


def test_a_formula_that_can_not_be_set_says_what_would_set_it(monkeypatch: pytest.MonkeyPatch) -> None:
    one = claim(how="expr", formula="8 MB / rate", filled="8 MB / 4 GB/s", value="2 ms")
    assert "pip install" not in page_of("x", {"x": one}, [])
    monkeypatch.setitem(sys.modules, "sympy", None)
    shown = page_of("x", {"x": one}, [])
    assert "8 MB / 4 GB/s" in shown
    assert "To see it as a formula: <code>pip install &#x27;trueup[symbolic]&#x27;</code>" in shown


def test_hostile_evidence_is_inert() -> None:
    texts = dict.fromkeys(("date", "host", "machine", "value", "commit", "unfit"), HOSTILE)
    bad = {**entry("", "", 1.0, 2.0), **texts, "doubts": [HOSTILE], "changed": [HOSTILE]}
    evidence = {
        "unit": HOSTILE,
        "claimed": [{"figure": HOSTILE, "low": None, "high": 3}],
        "entries": [bad, entry("2026-01-02", "y", 1.0, 2.0, counts=True)],
    }
    one = claim(
        "attested",
        verifier=HOSTILE,
        watch=[HOSTILE, f"path:{HOSTILE}"],
        inputs={HOSTILE: HOSTILE},
        until=HOSTILE,
        max_age=3,
        dates=[HOSTILE],
        evidence=evidence,
        mathml_filled=f"<math><mi onclick='x()'>{HOSTILE}</mi></math>",
    )
    place = verdict("x", HOSTILE, 1, within={"before": HOSTILE, "after": HOSTILE}, difference=HOSTILE)
    body = page_of("x", {"x": one}, [place]).split("---\n", 2)[2]
    assert "{{" not in body
    html = Markdown(extensions=["attr_list", "md_in_html", "tables", "toc"]).convert(body)
    for tag in ("<script", "<img", "<h1>no"):
        assert tag not in html
    assert html.count("<h1") == 1
    assert html.count("<svg") == html.count("</svg>") == 2 + 1 + 2
    assert "&lt;script&gt;" in html


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"unit": 3}, "unit"),
        ({"entries": {}}, "entries"),
        ({"entries": [{"low": float("nan")}]}, "entries[0].low"),
        ({"entries": [{"samples": [10**400]}]}, "entries[0].samples"),
        ({"entries": [{"counts": 1}]}, "entries[0].counts"),
        ({"claimed": [{"high": "1"}]}, "claimed[0].high"),
    ],
)
def test_a_wrong_shape_of_evidence_names_the_key(change: dict[str, Any], key: str) -> None:
    with pytest.raises(TrueupError, match="C851") as caught:
        as_evidence({**EVIDENCE, **change}, "evidence")
    assert f"evidence.{key}" in str(caught.value)


@pytest.mark.parametrize("value", [0.0, 1e-300, 1e300, -5.0])
def test_one_value_alone_is_drawn_within_its_frame(value: float) -> None:
    one = entry("2026-01-01", "box", value, value, counts=True)
    found = as_evidence({"entries": [one]}, "evidence")
    assert found is not None
    for drawn in (history(found), strip(found.entries[0], found)):
        for element in fromstring(drawn).iter("circle"):
            assert 0 <= float(element.get("cx", "-1")) <= 400
            assert 0 <= float(element.get("cy", "-1")) <= 200


def test_evidence_without_numbers_has_no_plot() -> None:
    name = {**entry("2026-01-01", "box", 1, 2), "low": None, "high": None, "samples": [], "value": "MatMul"}
    page = page_of("x", {"x": claim("attested", evidence={"entries": [name]})}, [])
    assert "MatMul" in page
    assert "<svg" not in page


def test_ticks_are_round_and_few() -> None:
    scale = Scale.around([0.76, 11.74], 0, 100)
    assert scale.ticks() == [0.0, 5.0, 10.0]
    assert [written(one) for one in (0.0, 11.74, 0.00012, 1234.5, 5e9, 1e-9)] == [
        "0", "11.74", "0.00012", "1,234", "5e+09", "1e-09",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("repository", "edit", "docs", "expected"),
    [
        (
            "https://github.com/a/b/",
            "edit/main/docs/",
            "docs",
            "https://github.com/a/b/blob/main/{path}?plain=1#L{line}",
        ),
        (
            "https://gitlab.com/a/b",
            "-/edit/v1/sub/docs/",
            "docs",
            "https://gitlab.com/a/b/-/blob/v1/sub/{path}?plain=1#L{line}",
        ),
        (
            "https://bitbucket.org/a/b",
            "src/master/docs/?mode=edit",
            "docs",
            "https://bitbucket.org/a/b/src/master/{path}#lines-{line}",
        ),
        ("https://git.example.org/a", "edit/main/docs/", "docs", ""),
        ("javascript:alert(1)", "edit/main/docs/", "docs", ""),
        (None, "edit/main/docs/", "docs", ""),
        ("https://github.com/a/b", None, "docs", ""),
    ],
)
def test_the_address_of_a_line_follows_from_the_repository(
    repository: str | None, edit: str | None, docs: str, expected: str
) -> None:
    assert template_of(repository, edit, docs) == expected


def test_no_line_outside_the_project_is_linked_and_paths_are_quoted() -> None:
    link = source_links("https://example.org/{path}#L{line}")
    assert link(Location(path='a b"<x>/ü.md', line=3, column=1)) == (
        "https://example.org/a%20b%22%3Cx%3E/%C3%BC.md#L3"
    )
    assert link(Location(path="../x", line=1, column=1)) is None
    assert source_links("javascript:alert({path})")(Location(path="x", line=1, column=1)) is None
    assert source_links("https://example.org/")(Location(path="x", line=1, column=1)) is None
