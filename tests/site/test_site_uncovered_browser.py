"""The switch that marks what no claim covers, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browsing import CONTRAST, Visit, served, wide
from recorded_verdicts import PAGE
from sites import Site, make_site

pytestmark = pytest.mark.browser

THEME = {
    "name": "material",
    "font": False,
    "features": ["navigation.instant"],
    "palette": [
        {"media": "(prefers-color-scheme: light)", "scheme": "default"},
        {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
    ],
}
TEXT = f"""{PAGE}
Nobody checks 12 MB or 1.5 µs, nor ~~13 MB~~ nor `14 MB`.

<!-- claims:off -->

Set aside: 99 B.

<!-- claims:on -->

{"Words and words. " * 900}

The last is 77 steps.
"""
COUNT = "8 figures, 4 checked, 1 set aside"
OUTLINE = "(one) => getComputedStyle(one).outlineStyle"


def pages(root: Any) -> Site:
    return make_site(root).page(TEXT).page("# Second\n\nIt has 5 layers. [back](index.md)", "second.md")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    made = pages(tmp_path_factory.mktemp("uncovered")).config(theme=THEME)
    assert made.build("--strict").code == 0
    return made


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    with Visit(browser) as found:
        yield found


def switch(page: Page) -> Locator:
    return page.get_by_role("button", name="Mark the figures that no claim covers")


def marks(page: Page) -> list[str]:
    return page.locator(".trueup-uncovered").all_inner_texts()


def shown(page: Page) -> bool:
    """Whether the marks can be seen."""
    return set(page.locator(".trueup-uncovered").evaluate_all(f"(all) => all.map({OUTLINE})")) == {"dashed"}


def test_the_header_counts_the_figures_of_the_page(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    expect(page.locator(".md-header").get_by_text(COUNT)).to_be_visible()
    expect(switch(page)).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".trueup-coverage")).to_be_hidden()
    assert marks(page) == ["12 MB", "1.5 µs", "77 steps"]
    assert not shown(page)


def test_the_switch_marks_what_no_claim_covers_and_takes_it_back(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    switch(page).click()
    expect(switch(page)).to_have_attribute("aria-pressed", "true")
    assert shown(page)
    glyph = "(one) => getComputedStyle(one, '::after').content"
    assert "no claim covers it" in page.locator(".trueup-uncovered").first.evaluate(glyph)
    expect(page.locator("article").get_by_text(COUNT)).to_be_visible()
    switch(page).click()
    expect(switch(page)).to_have_attribute("aria-pressed", "false")
    assert not shown(page)


def test_the_keyboard_switches_and_goes_from_mark_to_mark(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    switch(page).focus()
    page.keyboard.press("Enter")
    expect(switch(page)).to_have_attribute("aria-pressed", "true")
    following = page.get_by_role("button", name="Next one that no claim covers")
    for wanted in ("12 MB", "1.5 µs", "77 steps", "12 MB"):
        following.focus()
        page.keyboard.press("Space")
        expect(page.locator(".trueup-uncovered", has_text=wanted)).to_be_focused()
        expect(page.locator(".trueup-uncovered", has_text=wanted)).to_be_in_viewport()
    switch(page).focus()
    page.keyboard.press("Space")
    expect(following).to_be_hidden()


def test_a_figure_with_markup_inside_is_marked_and_reached_as_one(browser: Browser, tmp_path: Path) -> None:
    made = make_site(tmp_path).page("# Here\n\nIt holds **12** MB, and about 10<sup>3</sup> B.")
    made.build()
    signs = "(all) => all.filter((one) => getComputedStyle(one, '::after').content !== 'none').length"
    with Visit(browser) as visit:
        page = visit.open(made)
        switch(page).click()
        assert marks(page) == ["12", " MB", "about 10", "3", " B"]
        assert page.locator(".trueup-uncovered").evaluate_all(signs) == 2
        for wanted in (" MB", " B", " MB"):
            page.get_by_role("button", name="Next one that no claim covers").click()
            expect(page.locator(".trueup-uncovered:focus")).to_have_text(wanted)


def test_the_state_is_kept_from_page_to_page(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    switch(page).click()
    visit.open(site, "second.html")
    expect(switch(page)).to_have_attribute("aria-pressed", "true")
    assert shown(page)
    expect(page.locator("article").get_by_text("1 figure, 0 checked")).to_be_visible()
    switch(page).click()
    page.reload()
    expect(switch(page)).to_have_attribute("aria-pressed", "false")


def test_it_follows_instant_navigation_and_leaves_pages_without_a_count(
    browser: Browser, tmp_path: Any
) -> None:
    site = pages(tmp_path)
    (tmp_path / "site").mkdir()
    with served(tmp_path / "site") as address, Visit(browser) as visit:
        assert site.config(theme=THEME, site_url=address).build("--strict").code == 0
        page = visit.page
        page.goto(f"{address}second.html")
        page.evaluate("window.sameLoad = true")
        switch(page).click()
        page.locator("article").get_by_role("link", name="back").click()
        page.wait_for_url("**/index.html")
        expect(page.locator(".md-header").get_by_text(COUNT)).to_be_visible()
        assert shown(page)
        page.locator("article a.trueup").first.click()
        page.wait_for_url("**/claims/*.html")
        expect(page.locator(".trueup-switch")).to_be_hidden()
        page.go_back()
        expect(switch(page)).to_be_visible()
        assert page.evaluate("window.sameLoad") is True


def test_without_storage_it_works_for_the_page(browser: Browser, site: Site) -> None:
    with Visit(browser) as visit:
        visit.page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })"
        )
        # Material asks for storage itself, and says what it meets.
        visit.page.goto((site.root / "site" / "index.html").as_uri())
        switch(visit.page).click()
        assert shown(visit.page)
        visit.errors.clear()


def test_without_a_script_the_count_stands_on_the_page(browser: Browser, site: Site) -> None:
    with Visit(browser, java_script_enabled=False) as visit:
        page = visit.open(site)
        expect(page.get_by_text(COUNT)).to_be_visible()
        expect(page.locator(".trueup-switch")).to_have_count(0)


def test_the_switch_stands_on_the_page_where_a_theme_has_no_such_header(
    browser: Browser, tmp_path: Any
) -> None:
    site = pages(tmp_path).config(theme={"name": "readthedocs", "highlightjs": False}, plugins=["trueup"])
    assert site.build("--strict").code == 0
    with Visit(browser) as visit:
        page = visit.open(site)
        switch(page).click()
        assert shown(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_on_a_phone_and_in_the_dark(browser: Browser, site: Site, scheme: Any) -> None:
    with Visit(browser, viewport={"width": 390, "height": 844}, color_scheme=scheme) as visit:
        page = visit.open(site)
        switch(page).click()
        assert wide(page) == 0
        for one in page.locator(
            ".trueup-uncovered, .trueup-coverage, .trueup-coverage button, .trueup-switch"
        ).all():
            assert min(one.evaluate(CONTRAST)) >= 4.5, one.evaluate("(it) => it.outerHTML")


def test_the_marks_are_printed_and_the_controls_are_not(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    switch(page).click()
    page.emulate_media(media="print")
    assert shown(page)
    expect(page.locator("article").get_by_text(COUNT)).to_be_visible()
    expect(page.locator(".trueup-next")).to_be_hidden()
    expect(page.locator(".trueup-switch")).to_be_hidden()
