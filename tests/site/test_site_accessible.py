"""axe-core finds nothing serious on the main pages, light and dark; screenshots are kept where asked for."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from browsing import CONTRAST, Visit, badge, beyond, wide
from repositories import repository
from sites import Site

ROOT = Path(__file__).parents[2]
MACROS = {"j2_comment_start_string": "{##", "j2_comment_end_string": "##}"}
#: Where screenshots are put, if anywhere.
SHOTS = os.environ.get("TRUEUP_SHOTS")
THEME = {
    "name": "material",
    "font": False,
    "palette": [
        {
            "media": f"(prefers-color-scheme: {scheme})",
            "scheme": name,
            "primary": "indigo",
            "toggle": {"icon": "material/brightness-6", "name": f"Away from {scheme}"},
        }
        for scheme, name in (("light", "default"), ("dark", "slate"))
    ],
}
STALE = "# Stale\n\nIt was [1 GB](claim:lm_head.bytes), and is [389,283,840 B](claim:lm_head.bytes), of 3.\n"
PAGES = {
    "home": "index.html",
    "document": "placement.html",
    "stale": "stale.html",
    "table": "reports/benchmarks.html",
    "claim": "claims/lm_head.bytes.html",
    "derived": "claims/stream.time.html",
    "reported": "claims/link.pinned.html",
    "measured": "claims/h200.cpu.level0.html",
    "decision": "claims/move_to_gpu.html",
    "dashboard": "claims/index.html",
    "review": "claims/since-base.html",
    "rates": "claims/rates-and-ceilings.html",
}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "narrow": {"viewport": {"width": 390, "height": 844}},
    "narrow-dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}

#: Tables that a sheet of paper would cut off.
CUT_OFF = """
(tables) => tables
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth)
  .map((one) => one.textContent.slice(0, 80))
"""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The project's own documents, with a page that is stale, and a base with which to compare."""
    root = tmp_path_factory.mktemp("accessible")
    for name in ("claims", "verifiers", "docs"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    git = repository(root)
    git.commit("Begin", "2026-07-01")
    page = root / "docs/placement.md"
    page.write_text(
        page.read_text(encoding="utf-8").replace("389,283,840 B", "389,283,841 B", 1), encoding="utf-8"
    )
    plugins = ["search", {"macros": MACROS}, {"trueup": {"base": "main"}}]
    css = ["stylesheets/readable.css"]
    site = Site(root).page(STALE, "stale.md")
    site.config(hooks=[], theme=THEME, plugins=plugins, extra_css=css)
    done = site.build()
    assert done.code == 0, done.log
    return site


def serious(page: Page) -> list[tuple[str, str, str]]:
    """Serious and critical violations: rule, element, what is wrong."""
    options = {"resultTypes": ["violations"], "preload": False}  # of files it would be refused
    found: dict[str, Any] = Axe().run(page, options=options).response
    return [
        (one["id"], node["html"][:300], node["failureSummary"])
        for one in found["violations"]
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]


def shoot(page: Page, name: str) -> None:
    if SHOTS:
        folder = ROOT / SHOTS
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"{name}.png", full_page=True)


@pytest.mark.parametrize("look", list(LOOKS))
@pytest.mark.parametrize("name", list(PAGES))
def test_nothing_serious_is_found_and_nothing_overflows(
    browser: Browser, site: Site, name: str, look: str
) -> None:
    with Visit(browser, **LOOKS[look]) as visit:
        page = visit.open(site, PAGES[name])
        shoot(page, f"{name}-{look}")
        assert wide(page) == 0
        page.evaluate("document.querySelectorAll('article details').forEach((one) => { one.open = true; })")
        assert serious(page) == []
        assert wide(page) == 0


@pytest.mark.parametrize("look", ["narrow", "narrow-dark"])
@pytest.mark.parametrize("name", ["derived", "measured", "decision", "dashboard", "review", "rates"])
def test_a_table_that_goes_on_beyond_an_edge_shows_it_there(
    browser: Browser, site: Site, name: str, look: str
) -> None:
    with Visit(browser, **LOOKS[look]) as visit:
        page = visit.open(site, PAGES[name])
        regions = [
            one
            for one in page.locator(".trueup-table").filter(visible=True).all()
            if one.evaluate("one => one.scrollWidth - one.clientWidth") > 60
        ]
        assert regions
        for region in regions:
            assert region.get_attribute("role") == "region"
            assert region.get_attribute("aria-label")
            left, right = beyond(region)
            assert left < 10
            assert right > 30
            region.focus()
            page.keyboard.press("ArrowRight")
            page.wait_for_function("one => one.scrollLeft > 0", arg=region.element_handle())
            region.evaluate("one => { one.scrollLeft = one.scrollWidth; }")
            left, right = beyond(region)
            assert left > 30
            assert right < 10


@pytest.mark.parametrize("look", list(LOOKS))
def test_nothing_serious_is_found_on_a_card_and_with_marks(browser: Browser, site: Site, look: str) -> None:
    with Visit(browser, **LOOKS[look]) as visit:
        page = visit.open(site, PAGES["stale"])
        page.locator(".trueup-switch").click()
        badge(page, "lm_head.bytes").hover()
        page.get_by_role("tooltip").wait_for()
        shoot(page, f"card-{look}")
        assert serious(page) == []


@pytest.mark.parametrize("name", ["stale", "dashboard"])
def test_a_page_in_the_dark_is_printed_to_be_read_on_paper(browser: Browser, site: Site, name: str) -> None:
    with Visit(browser, color_scheme="dark") as visit:
        page = visit.open(site, PAGES[name])
        page.emulate_media(media="print", color_scheme="dark")
        shown = page.locator("article :is(a.trueup, .trueup-status, .trueup-banner p)").filter(visible=True)
        for one in shown.all()[:20]:
            back = one.evaluate("one => getComputedStyle(one).backgroundColor")
            assert min(one.evaluate(CONTRAST)) >= 4.5, one.text_content()
            assert back in {"rgba(0, 0, 0, 0)", "rgb(253, 232, 234)"}
        assert shown.count() > 2


@pytest.mark.parametrize("name", list(PAGES))
def test_a_page_in_print_says_what_it_says_on_screen(browser: Browser, site: Site, name: str) -> None:
    with Visit(browser, viewport={"width": 720, "height": 1000}) as visit:
        page = visit.open(site, PAGES[name])
        page.emulate_media(media="print")
        shoot(page, f"{name}-print")
        assert page.locator("article h1").is_visible()
        assert page.locator("article table").evaluate_all(CUT_OFF) == []
        assert page.locator(".trueup-card, .trueup-filter, .trueup-switch").filter(visible=True).count() == 0
        assert wide(page) == 0
