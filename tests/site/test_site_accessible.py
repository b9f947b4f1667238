"""axe-core finds nothing serious on the main pages, light and dark; screenshots are kept where asked for."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from browsing import Visit, badge
from sites import Site

ROOT = Path(__file__).parents[2]
#: Where screenshots are put, if anywhere.
SHOTS = os.environ.get("TRUEUP_SHOTS")
THEME = {
    "name": "material",
    "font": False,
    "palette": [
        {"media": "(prefers-color-scheme: light)", "scheme": "default"},
        {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
    ],
}
STALE = "# Stale\n\nIt was [1 GB](claim:lm_head.bytes), and is [389,283,840 B](claim:lm_head.bytes).\n"
PAGES = {
    "document": "index.html",
    "stale": "stale.html",
    "table": "reports/benchmarks.html",
    "claim": "claims/lm_head.bytes.html",
    "derived": "claims/stream.time.html",
    "decision": "claims/move_to_gpu.html",
    "dashboard": "claims/index.html",
}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The worked example, with a page that is stale."""
    root = tmp_path_factory.mktemp("accessible")
    for name in ("claims", "verifiers", "docs/reports"):
        shutil.copytree(ROOT / name, root / name)
    shutil.copy(ROOT / "docs" / "placement.md", root / "docs" / "index.md")
    site = Site(root).page(STALE, "stale.md").config(hooks=[], theme=THEME)
    done = site.build()
    assert done.code == 0, done.log
    return site


def serious(page: Page) -> list[tuple[str, str, str]]:
    """Serious and critical violations within the content: rule, element, what is wrong."""
    options = {"resultTypes": ["violations"], "preload": False}  # of files it would be refused
    found: dict[str, Any] = Axe().run(page, context="article, .trueup-card", options=options).response
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
        page.screenshot(path=folder / f"{name}.png")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", list(PAGES))
def test_nothing_serious_is_found(browser: Browser, site: Site, scheme: Any, name: str) -> None:
    with Visit(browser, color_scheme=scheme) as visit:
        page = visit.open(site, PAGES[name])
        page.evaluate("document.querySelectorAll('article details').forEach((one) => { one.open = true; })")
        shoot(page, f"{name}-{scheme}")
        assert serious(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_is_found_on_a_card(browser: Browser, site: Site, scheme: Any) -> None:
    with Visit(browser, color_scheme=scheme) as visit:
        page = visit.open(site)
        badge(page, "move_to_gpu").hover()
        page.get_by_role("tooltip").wait_for()
        shoot(page, f"card-{scheme}")
        assert serious(page) == []


@pytest.mark.parametrize("name", ["document", "claim", "dashboard"])
def test_narrow_and_printed_pages_are_shot(browser: Browser, site: Site, name: str) -> None:
    with Visit(browser, viewport={"width": 390, "height": 844}) as visit:
        page = visit.open(site, PAGES[name])
        shoot(page, f"{name}-narrow")
        assert serious(page) == []
        page.emulate_media(media="print")
        shoot(page, f"{name}-print")
