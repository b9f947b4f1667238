"""The labels of the plots of rates, as a browser lays them out: whole, apart, and nothing through them."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect

from browsing import Visit
from recorded_verdicts import claim
from trueup.reports.html.assets import STYLE, fixed_assets
from trueup.reports.html.body import read_body
from trueup.reports.html.pages import Links
from trueup.reports.html.plots.rates_page import rates_page
from trueup.reports.html.recorded import Recorded, from_document

pytestmark = pytest.mark.browser

LINKS = Links(claim=lambda name: f"{name}.html", place=lambda at, anchor: None, dashboard="index.html")
LONG = "the workstation under the desk in the corner of the room at the end of the corridor"
WIDE = "WORKSTATION MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM"
GIGA = 10**9
HALO = "text => (({ stroke, paintOrder }) => [stroke, paintOrder])(getComputedStyle(text))"
# Of a text: the place of what can be seen of it, without the room that its font keeps above and below.
SEEN = """text => {
  const at = text.getBoundingClientRect(), room = at.height / 6;
  return { x: at.x, y: at.y + room, width: at.width, height: at.height - 2 * room };
}"""


def quantity(value: int, **dimension: int) -> dict[str, Any]:
    return {"spread": [str(value)] * 2, "reach": [str(value), str(value * 11 // 10)], "dimension": dimension}


def recorded(count: int, hosts: list[str], *, near: bool = False, name: str = "kernel") -> Recorded:
    """Kernels on hosts, each with a rate below the host's memory and one below its roof."""
    claims: dict[str, Any] = {}
    for at, host in enumerate(hosts):
        known = claim("attested", basis="hardware", how="reported", scope={"host": host})
        memory, peak = quantity(50 * GIGA * (at + 1), B=1, s=-1), quantity(640 * GIGA, FLOP=1, s=-1)
        claims |= {f"host{at}.memory": {**known, "quantity": memory}}
        claims |= {f"host{at}.peak": {**known, "quantity": peak}}
    for number in range(count):
        at, one = number % len(hosts), f"{name}{number}"
        measured = claim("attested", basis="measured", how="reported", scope={"host": hosts[at]})
        rate = 8 * GIGA + number * (GIGA // 100 if near else 7 * GIGA)
        intensity = 3 if near else 1 + 2 * number
        claims |= {
            f"{one}.read": {**measured, "quantity": quantity(rate, B=1, s=-1)},
            f"{one}.work": {**measured, "quantity": quantity(rate, FLOP=1, s=-1)},
            f"{one}.intensity": claim(quantity=quantity(intensity, FLOP=1, B=-1)),
            f"{one}.below": claim(how="require", formula=f"{one}.read <= host{at}.memory"),
            f"{one}.roof": claim(
                how="require",
                formula=f"{one}.work <= min(host{at}.peak, {one}.intensity * host{at}.memory)",
            ),
        }
    return from_document({"verdicts": [], "claims": claims})


def meet(one: FloatRect, other: FloatRect) -> bool:
    beside = one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
    below = one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"]
    return not beside and not below


@pytest.mark.parametrize(
    "found",
    [
        recorded(1, ["laptop"]),
        recorded(3, ["laptop", "box"]),
        recorded(12, ["laptop", "box", "server"]),
        recorded(6, ["laptop", "box"], near=True),
        recorded(3, [LONG, f"{LONG}, too"], name="attention.with_a_name.of_many_parts.that_goes_on_and_on."),
        recorded(2, [WIDE, f"{WIDE} 2"]),
    ],
    ids=["one", "three", "twelve", "near", "long", "wide"],
)
@pytest.mark.parametrize("width", [390, 1200])
def test_labels_are_whole_and_apart(browser: Browser, found: Recorded, width: int) -> None:
    style = dict(fixed_assets())[STYLE].decode()
    body = read_body(rates_page(found, LINKS)).content
    with Visit(browser, viewport={"width": width, "height": 800}) as visit:
        visit.page.set_content(f"<style>body {{ margin: 16px }} {style}</style>{body}")
        drawings = visit.page.locator(".trueup-drawing").all()
        assert len(drawings) == 2
        for drawing in drawings:
            frame = drawing.bounding_box()
            assert frame
            texts = [(one.text_content(), one.evaluate(SEEN)) for one in drawing.locator("text").all()]
            assert not any("…" in (text or "") for text, _ in texts)
            for text, box in texts:
                assert box["x"] >= 0, text
                assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 12, text
            for (text, box), (other, beside) in combinations(texts, 2):
                assert not meet(box, beside), (text, other)


def test_nothing_runs_through_a_label(browser: Browser) -> None:
    style = dict(fixed_assets())[STYLE].decode()
    body = read_body(rates_page(recorded(1, ["laptop"]), LINKS)).content
    with Visit(browser, color_scheme="dark") as visit:
        visit.page.set_content(f"<style>:root {{ color-scheme: light dark }} {style}</style>{body}")
        label = visit.page.locator(".trueup-rate-label text").first
        halo = label.evaluate(
            "text => (({ stroke, paintOrder }) => [stroke, paintOrder])(getComputedStyle(text))"
        )
        visit.page.evaluate("document.body.style.color = 'Canvas'")
        assert halo == [visit.page.evaluate("getComputedStyle(document.body).color"), "stroke"]


def test_a_roof_shows_its_peak() -> None:
    page = rates_page(recorded(1, ["laptop"]), LINKS)
    assert ">1,000<" in page  # GFLOP/s, above the peak of 640
