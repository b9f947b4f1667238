"""The page of rates: which requirements are drawn, where the marks stand, and what the table says."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from plotted import Drawing
from recorded_verdicts import HOSTILE, claim
from trueup.mkdocs_plugin.judge import check
from trueup.reports.html.pages import Links
from trueup.reports.html.plots.rates import rates
from trueup.reports.html.plots.rates_drawing import draw_roofline, draw_rows
from trueup.reports.html.plots.rates_page import rates_page
from trueup.reports.html.recorded import Recorded, from_document

LINKS = Links(claim=lambda name: f"{name}.html", place=lambda at, anchor: None, dashboard="index.html")
LEDGER = """hosts:
  laptop: {cpu: i7}
  box: {cores: 32}
defaults: {source: a public record, as_of: 2026-08-19}
claims:
  size: {expr: 400 * 1 MB}
  work: {expr: 1600 * 1 MFLOP}
  intensity: {expr: work / size}
  laptop.read: {basis: measured, scope: laptop, value: 8 GB/s}
  laptop.memory: {basis: measured, scope: laptop, value: 50 GB/s}
  box.time: {basis: measured, scope: box, value: 10–20 ms}
  box.memory: {basis: measured, scope: box, value: 80 GB/s}
  box.peak: {basis: hardware, scope: box, value: 640 GFLOP/s}
  wanted: {basis: model, value: 1 GB/s, source: the plan}
  below.laptop: {require: laptop.read <= laptop.memory}
  below.box: {require: box.memory >= size / box.time}
  at.least: {require: laptop.read >= wanted}
  no.rate: {require: size < 1 GB}
  same: {require: laptop.read == laptop.read}
  roof: {require: "work / box.time <= min(box.peak, intensity * box.memory)"}
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    root = tmp_path_factory.mktemp("rates")
    for path, text in (
        ("claims/a.yaml", LEDGER),
        ("docs/index.md", "It reads [8 GB/s](claim:laptop.read).\n"),
    ):
        (root / path).parent.mkdir()
        (root / path).write_text(text)
    return from_document(check(root))


def test_a_requirement_between_a_measured_rate_and_a_ceiling_counts(recorded: Recorded) -> None:
    found = [(one.claim.id, one.host, one.rate.text, one.ceiling.text) for one in rates(recorded)]
    assert found == [
        ("below.box", "box", "size / box.time", "box.memory"),
        ("below.laptop", "laptop", "laptop.read", "laptop.memory"),
        ("roof", "box", "work / box.time", "min(box.peak, intensity * box.memory)"),
    ]


def test_each_host_has_its_rates_below_its_ceilings(recorded: Recorded) -> None:
    drawing = Drawing.of(rates_page(recorded, LINKS))
    assert drawing.label("host") == ["● box", "■ laptop"]
    assert drawing.label("ceiling-label") == ["≤ box.memory", "≤ laptop.memory"]
    assert drawing.label("rate-label") == ["size / box.time", "laptop.read"]
    assert drawing.label("axis-label") == ["(GB/s)"]


def test_marks_stand_at_their_values_on_a_logarithmic_axis(recorded: Recorded) -> None:
    drawing = Drawing.of(rates_page(recorded, LINKS))
    # 400 MB in 15 ms, and 8 GB/s.
    assert drawing.logarithmic("point-left") == [
        pytest.approx(400 / 15, rel=0.01),
        pytest.approx(8, rel=0.01),
    ]
    assert drawing.logarithmic("ceiling") == [pytest.approx(80, rel=0.01), pytest.approx(50, rel=0.01)]


def test_the_table_says_the_same(recorded: Recorded) -> None:
    page = rates_page(recorded, LINKS)
    for said in (
        '<td>laptop</td><td><a href="laptop.read.html"><code>laptop.<wbr>read</code></a></td>',
        "<td>8.000 GB/s</td><td>7.500–8.500 GB/s</td>",
        "<td>50.00 GB/s (49.50–50.50 GB/s)</td><td>15–17 %</td>",
        '<a href="below.laptop.html">below.laptop</a>',
        "<td>box</td><td><code>size / box.<wbr>time</code></td>",
    ):
        assert said in page
    assert "## In B/s\n" in page
    assert "## In FLOP/s, over arithmetic intensity\n" in page


def test_a_roof_rises_with_intensity_up_to_its_peak(recorded: Recorded) -> None:
    drawing = Drawing.of(rates_page(recorded, LINKS), 1)
    (roof,) = drawing.paths("roof")
    (left, low), (corner, high), (right, flat) = roof
    assert left < corner < right
    assert low > high == flat  # the page counts downward
    # The slope meets the peak at 640 / 80 = 8 FLOP/B; the kernel stands at 4.
    ticks = drawing.ticks("x")
    assert drawing.on_log(ticks, corner) == pytest.approx(8, rel=0.01)
    assert drawing.logarithmic("point-left") == [pytest.approx(4, rel=0.01)]


def test_a_point_of_the_roofline_has_the_number_of_its_row(recorded: Recorded) -> None:
    page = rates_page(recorded, LINKS)
    assert Drawing.of(page, 1).label("number") == ["1"]
    assert '<th scope="col">Point</th><th scope="col">Host</th>' in page
    assert "<tr><td>1</td><td>box</td><td><code>work / box.<wbr>time</code></td>" in page


def test_a_reader_who_does_not_see_it_is_told(recorded: Recorded) -> None:
    page = rates_page(recorded, LINKS)
    about = Drawing.of(page).root[1].text or ""
    assert "On laptop, laptop.read is 8.000 GB/s (7.500–8.500 GB/s), its ceiling laptop.memory is" in about
    assert Drawing.of(page, 1).root[0].text == "Roofline"


def test_without_rates_there_is_no_page(recorded: Recorded) -> None:
    assert rates_page(Recorded(), LINKS) == ""


def test_without_the_library_the_tables_are_shown_all_the_same(
    recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_rows.cache_clear()
    draw_roofline.cache_clear()
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    page = rates_page(recorded, LINKS)
    assert "<svg" not in page
    assert page.count("trueup[plots]") == 2
    assert "15–17 %" in page


def test_hostile_hosts_are_inert() -> None:
    operand = claim("attested", how="reported", basis="measured", scope={"host": HOSTILE})
    page = rates_page(held(operand, "1", "2"), LINKS)
    drawing = Drawing.of(page)
    assert any("<script>" in host for host in drawing.label("host"))
    for raw in ("<script", "<img", "\x1b", "{{", "{%", "{#", "\n\n# no"):
        assert raw not in page


@pytest.mark.parametrize(
    ("value", "ceiling"), [("1", "0"), ("0", "1"), (f"1/{10**400}", str(10**400)), ("-1", "1")]
)
def test_numbers_of_any_size_break_nothing(value: str, ceiling: str) -> None:
    operand = claim("attested", basis="measured")
    assert isinstance(rates_page(held(operand, value, ceiling), LINKS), str)


def held(operand: dict[str, Any], value: str, ceiling: str) -> Recorded:
    """A rate ``a`` below a ceiling ``b``, as recorded."""

    def rate(number: str) -> dict[str, Any]:
        return {"spread": [number] * 2, "reach": [number] * 2, "dimension": {"B": 1, "s": -1}}

    return from_document(
        {
            "claims": {
                "a": {**operand, "quantity": rate(value)},
                "b": {**operand, "quantity": rate(ceiling)},
                "held": claim(how="require", formula="a <= b"),
            }
        }
    )
