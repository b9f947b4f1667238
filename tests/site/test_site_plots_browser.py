"""The plots in a real browser: dark, light and on a phone; readable, and without a request or a scroll."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import CONTRAST, Visit, served, wide
from recorded_verdicts import VERDICTS, claim, document
from sites import Site, make_site

pytestmark = pytest.mark.browser

THEME = {
    "name": "material",
    "font": False,
    "palette": [
        {"media": "(prefers-color-scheme: light)", "scheme": "default"},
        {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
    ],
}
# The text of a drawing is painted by its fill.
PAINTED = "(text) => { text.style.color = getComputedStyle(text).fill; return text; }"


def quantity(low: str, high: str, **dimension: int) -> dict[str, Any]:
    return {"spread": [low, high], "reach": [low, high], "dimension": dimension}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    measured = claim("attested", how="reported", basis="measured", scope={"host": "the laptop on the shelf"})
    at = quantity("3", "3", s=1)
    turn = {"operand": "cpu.time", "at": at, "below": "holds", "above": "inverts", "distance": "3/2"}
    claims = {
        "cpu.time": {**measured, "quantity": quantity("3/2", "5/2", s=1)},
        "gpu.time": {**measured, "quantity": quantity("29/10", "31/10", s=1)},
        "move": {**claim(how="decide", formula="cpu.time > gpu.time"), "turns": [turn]},
        "rate": {**measured, "quantity": quantity("8000000000", "9000000000", B=1, s=-1)},
        "memory": {**measured, "quantity": quantity("50000000000", "52000000000", B=1, s=-1)},
        "below": claim(how="require", formula="rate <= memory"),
    }
    made = make_site(tmp_path_factory.mktemp("plots")).verdicts(document(VERDICTS, claims))
    built = made.config(theme=THEME).build()
    assert built.code == 0, built.log
    return made


PAGES = ("claims/move.html", "claims/rates-and-ceilings.html")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_every_text_of_a_plot_can_be_read(browser: Browser, site: Site, name: str, scheme: str) -> None:
    with Visit(browser, color_scheme=scheme) as visit:
        page = visit.open(site, name)
        expect(page.locator(".trueup-drawing")).to_be_visible()
        texts = page.locator(".trueup-drawing text").all()
        assert len(texts) > 5
        for text in texts:
            text.evaluate(PAINTED)
            ratio: list[float] = text.evaluate(CONTRAST)
            assert ratio[0] >= 4.5, text.text_content()


@pytest.mark.parametrize("name", PAGES)
def test_the_scheme_changes_the_colours_of_the_plot(browser: Browser, site: Site, name: str) -> None:
    found = []
    for scheme in ("light", "dark"):
        with Visit(browser, color_scheme=scheme) as visit:
            mark = visit.open(site, name).locator(".trueup-point-left use").first
            found.append(mark.evaluate("mark => getComputedStyle(mark).fill"))
    assert found[0] != found[1]
    assert "rgb" in found[0]


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_shows_the_whole_plot(browser: Browser, site: Site, name: str) -> None:
    with Visit(browser, viewport={"width": 390, "height": 800}) as visit:
        page = visit.open(site, name)
        assert wide(page) == 0
        box = page.locator(".trueup-drawing").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert smallest_text(page) >= 10
        for text in page.locator(".trueup-drawing text").all():
            inside = text.bounding_box()
            assert inside is not None
            assert inside["x"] + inside["width"] <= 390, text.text_content()


def smallest_text(page: Page) -> float:
    """The height of a line of the drawing's text, in pixels of the screen."""
    sizes = [
        box["height"] for one in page.locator(".trueup-drawing text").all() if (box := one.bounding_box())
    ]
    return min(sizes)


def test_a_screen_reader_hears_the_plot(browser: Browser, site: Site) -> None:
    with Visit(browser) as visit:
        page = visit.open(site, "claims/move.html")
        plot = page.get_by_role("img", name="move against cpu.time")
        expect(plot).to_have_count(1)
        expect(page.get_by_role("cell", name="holds below, inverts above")).to_be_visible()


def test_the_dashboard_leads_to_the_rates(browser: Browser, site: Site) -> None:
    with Visit(browser) as visit:
        page = visit.open(site, "claims/index.html")
        page.get_by_role("link", name="Rates and ceilings").click()
        expect(page.locator("h1")).to_contain_text("Rates and ceilings")
        page.get_by_role("link", name="below").first.click()
        page.wait_for_url("**/claims/below.html")


def test_the_words_of_a_plot_are_not_searched_twice(site: Site) -> None:
    index = (site.root / "site/search/search_index.json").read_text()
    assert "flips at 3.000 s" not in index


def test_instant_navigation_leads_to_the_plots(browser: Browser, site: Site, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    with served(tmp_path / "site") as address, Visit(browser) as visit:
        theme = {**THEME, "features": ["navigation.instant"]}
        moved = Site(shutil.copytree(site.root, tmp_path, dirs_exist_ok=True))
        assert moved.config(theme=theme, site_url=address).build().code == 0
        page = visit.page
        page.goto(f"{address}claims/index.html")
        page.evaluate("window.sameLoad = true")
        for name, link in (("move", "move"), ("rates-and-ceilings", "Rates and ceilings, by host")):
            page.get_by_role("link", name=link, exact=True).first.click()
            page.wait_for_url(f"**/claims/{name}.html")
            expect(page.locator("svg.trueup-drawing").first).to_be_visible()
            page.go_back()
            expect(page.get_by_label("Find")).to_be_visible()
        assert page.evaluate("window.sameLoad") is True
