"""Figures in tabs and in details, and what else may stand over a figure, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from browsing import Visit, badge
from recorded_verdicts import CLAIMS, document, verdict
from sites import Site, make_site

pytestmark = pytest.mark.browser

PAGE = """# Placement

=== "Now"

    It holds [389,283,840 B](claim:lm_head.bytes).

=== "Before"

    It held [389 MB](claim:lm_head.bytes), and 12 MB that nobody checks.

??? note "More"

    Copied at [11.7 GB/s](claim:link.pinned), in 7 steps.
"""
VERDICTS = [
    verdict("lm_head.bytes", "389,283,840 B", 5),
    verdict("lm_head.bytes", "389 MB", 9),
    verdict("link.pinned", "11.7 GB/s", 13, "attested"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    made = make_site(tmp_path_factory.mktemp("hidden")).page(PAGE).verdicts(document(VERDICTS, CLAIMS))
    theme = {"name": "material", "font": False, "features": ["content.tooltips"]}
    built = made.config(theme=theme).build("--strict")
    assert built.code == 0, built.log
    return made


def test_a_link_from_the_claim_opens_the_tab_and_the_details(browser: Browser, site: Site) -> None:
    for claim, place, name in (
        ("lm_head.bytes", "docs/index.md:9", "lm_head.bytes-2"),
        ("link.pinned", "docs/index.md:13", "link.pinned"),
    ):
        with Visit(browser) as visit:
            page = visit.open(site, f"claims/{claim}.html")
            page.get_by_role("link", name=place).first.click()
            expect(badge(page, name)).to_be_visible()
            expect(badge(page, name)).to_be_in_viewport()


def test_the_button_leads_to_the_figures_that_are_hidden(browser: Browser, site: Site) -> None:
    with Visit(browser) as visit:
        page = visit.open(site)
        page.get_by_role("button", name="Mark the figures that no claim covers").click()
        for figure in ("12 MB", "7 steps"):
            page.get_by_role("button", name="Next one").click()
            expect(page.locator(".trueup-uncovered:focus")).to_contain_text(figure)
            expect(page.locator(".trueup-uncovered:focus")).to_be_visible()


def test_escape_leaves_no_tooltip_of_the_theme(browser: Browser, site: Site) -> None:
    with Visit(browser) as visit:
        page = visit.open(site)
        for _ in range(40):
            page.keyboard.press("Tab")
            if badge(page, "lm_head.bytes").evaluate("(one) => one === document.activeElement"):
                break
        card = page.get_by_role("tooltip").filter(has_text="Packed int4")
        expect(card).to_be_visible()
        # The theme's own comes a little later.
        page.locator(".md-tooltip2--active").wait_for(state="attached")
        page.keyboard.press("Escape")
        expect(card).to_have_count(0)
        expect(page.locator(".md-tooltip2:visible")).to_have_count(0)
