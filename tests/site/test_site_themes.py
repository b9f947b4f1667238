"""The themes that come with MkDocs: they dress tables, lists and code in ways of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from browsing import badge, beyond
from recorded_verdicts import PAGE
from sites import Site, make_site

pytestmark = pytest.mark.browser

#: Tables that are wider than the box in which they scroll.
SCROLLED = "(boxes) => boxes.filter((one) => one.scrollWidth > one.clientWidth).length"
#: Words that stand on more than one line, for there is no room for them.
BROKEN = """
(chips) => chips.flatMap((one) => [...one.firstChild.data.matchAll(/\\S+/g)].filter((word) => {
  const range = document.createRange();
  range.setStart(one.firstChild, word.index);
  range.setEnd(one.firstChild, word.index + word[0].length);
  return range.getClientRects().length > 1;
}).map((word) => word[0]))
"""
MARKERS = '(items) => items.filter((one) => getComputedStyle(one).listStyleType !== "none").length'


@pytest.fixture(scope="module", params=["mkdocs", "readthedocs"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Site:
    made = make_site(tmp_path_factory.mktemp(request.param)).page(PAGE + "\nAnd 12 MB.\n")
    done = made.config(theme={"name": request.param, "highlightjs": False}).build()
    assert done.code == 0, done.log
    return made


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    # Not a Visit: these themes ask for their own fonts and search, which is not ours to forbid.
    context = browser.new_context(viewport={"width": 1200, "height": 800}, offline=True)
    yield context.new_page()
    context.close()


def test_the_dashboard_fits_the_column_of_the_theme(page: Page, site: Site) -> None:
    page.goto((site.root / "site/claims/index.html").as_uri())
    assert page.locator(".trueup-table").count() > 1
    assert page.locator(".trueup-table").evaluate_all(SCROLLED) == 0
    assert page.locator(".trueup-rows .trueup-status").evaluate_all(BROKEN) == []
    assert page.locator("ul.trueup-counts li").evaluate_all(MARKERS) == 0


def test_the_tree_of_a_claim_s_page_has_branches_and_no_bullets(page: Page, site: Site) -> None:
    page.goto((site.root / "site/claims/stream.time.html").as_uri())
    assert page.locator("ul.trueup-tree li").count() > 1
    assert page.locator("ul.trueup-tree li").evaluate_all(MARKERS) == 0


def test_what_follows_a_table_stands_apart_from_it(page: Page, site: Site) -> None:
    page.goto((site.root / "site/claims/lm_head.bytes.html").as_uri())
    table, following = (
        found.bounding_box()
        for found in (
            page.locator("#stated .trueup-table"),
            page.get_by_role("heading", name="What rests on it"),
        )
    )
    assert table
    assert following
    assert following["y"] - table["y"] - table["height"] >= 10


def test_a_table_that_goes_on_shows_it_at_its_edge(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto((site.root / "site/claims/index.html").as_uri())
    left, right = beyond(page.locator(".trueup-rows"))
    assert left < 10
    assert right > 30


def test_a_card_looks_like_a_card(page: Page, site: Site) -> None:
    page.goto((site.root / "site/index.html").as_uri())
    badge(page, "stream.time").hover()
    page.get_by_role("tooltip").wait_for()
    sizes = page.locator(".trueup-card :is(p, li, dd)").evaluate_all(
        "(parts) => [...new Set(parts.map((one) => getComputedStyle(one).fontSize))]"
    )
    assert len(sizes) == 1
    assert page.locator(".trueup-card ul.trueup-links li").evaluate_all(MARKERS) == 0
    line = page.locator(".trueup-coverage")
    count = line.evaluate(
        "(one) => { const range = document.createRange(); range.selectNodeContents(one);"
        " range.setStartAfter(one.firstElementChild); return range.getBoundingClientRect().left; }"
    )
    button = line.locator(".trueup-switch").bounding_box()
    assert button
    assert count - button["x"] - button["width"] >= 4
