"""The card of a figure and the page of a measured claim, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import CONTRAST, Visit, badge, beyond, served, wide
from recorded_evidence import MEASURED, MEASURED_PAGE, MEASURED_VERDICTS
from recorded_verdicts import claim, document, verdict
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
# Material asks github.com itself how many stars a project has.
HOST = "https://github.example.org/rates"


def measured_site(root: Path, **config: Any) -> Site:
    site = make_site(root).page(MEASURED_PAGE).verdicts(document(MEASURED_VERDICTS, MEASURED))
    return site.page("# Second\n\n[back](index.md)", "second.md").config(theme=THEME, **config)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    made = measured_site(tmp_path_factory.mktemp("measured"))
    assert made.build().code == 0
    return made


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    with Visit(browser) as found:
        yield found


def links(page: Page) -> dict[str, str]:
    """The links of the card, by their text."""
    expect(page.get_by_role("tooltip")).to_be_visible()
    return {
        one.inner_text(): one.get_attribute("href") or "" for one in page.locator(".trueup-links a").all()
    }


def test_the_card_says_what_was_measured_where_and_when_and_how_far_off_it_is(
    visit: Visit, site: Site
) -> None:
    page = visit.open(site)
    badge(page, "cpu.rate").hover()
    card = page.get_by_role("tooltip")
    for text in (
        "Rate of the kernel on the host",
        "Written~0.8 GB/s",
        "Computed0.7600–0.8200 GB/s",
        "Difference−10.00 MB/s (−1.3 %)",
        "Basismeasured",
        "Hostbox",
        "Evidence of2026-11-02",
        "turns: inverts while cpu.rate is below 11.74 GB/s",
    ):
        expect(card).to_contain_text(text)
    badge(page, "turns").hover()
    expect(card).to_contain_text("With values(0.7600–0.8200 GB/s) < 11.74 GB/s")
    expect(card).to_contain_text("inverts while cpu.rate is below 11.74 GB/s")
    expect(card).to_contain_text("Evidence of2026-08-19 to 2026-11-02")


def test_the_card_tells_what_was_computed_in_the_unit_of_the_figure(browser: Browser, tmp_path: Path) -> None:
    first, *rest = MEASURED_VERDICTS
    site = make_site(tmp_path).page(MEASURED_PAGE)
    site.verdicts(document([{**first, "computed": "760–820 MB/s"}, *rest], MEASURED))
    assert site.build().code == 0
    with Visit(browser) as visit:
        page = visit.open(site)
        badge(page, "cpu.rate").hover()
        card = page.get_by_role("tooltip")
        expect(card).to_contain_text("Computed760–820 MB/s (0.7600–0.8200 GB/s)")


def test_the_card_leads_to_the_claim_its_definition_and_its_source(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    badge(page, "cpu.rate").hover()
    found = links(page)
    assert list(found) == ["cpu.rate", "claims/rates.yaml:7", "docs/index.md:3"]
    page.locator(".trueup-links").get_by_role("link", name="claims/rates.yaml:7").click()
    page.wait_for_url("**/claims/cpu.rate.html#defined")
    expect(page.locator("#defined")).to_be_in_viewport()
    expect(page.locator("#defined")).to_contain_text("claims/rates.yaml:7:3")
    visit.open(site)
    badge(page, "cpu.rate").hover()
    page.locator(".trueup-links").get_by_role("link", name="docs/index.md:3").click()
    page.wait_for_url("**/claims/cpu.rate.html#stated")
    expect(page.locator("#stated")).to_contain_text("The kernel reads ~0.8 GB/s of its weights")


def test_lines_lead_to_the_code_host_that_the_site_names(browser: Browser, tmp_path: Path) -> None:
    site = measured_site(tmp_path, repo_url=HOST, edit_uri="edit/main/docs/")
    assert site.build().code == 0
    with Visit(browser) as visit:
        page = visit.open(site)
        badge(page, "cpu.rate").hover()
        assert list(links(page).values())[1:] == [
            f"{HOST}/blob/main/claims/rates.yaml?plain=1#L7",
            f"{HOST}/blob/main/docs/index.md?plain=1#L3",
        ]


def test_the_keyboard_reaches_the_links_and_comes_back(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    badge(page, "cpu.rate").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("tooltip")).to_be_visible()
    expect(page.locator(".trueup-card")).to_contain_text("Esc closes")
    named = page.locator(".trueup-links a")
    page.keyboard.press("ArrowDown")
    expect(named.nth(0)).to_be_focused()
    page.keyboard.press("Tab")
    expect(named.nth(1)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(badge(page, "cpu.rate")).to_be_focused()
    expect(page.get_by_role("tooltip")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)
    expect(badge(page, "cpu.rate")).to_be_focused()
    page.keyboard.press("Tab")
    expect(badge(page, "turns")).to_be_focused()
    expect(page.get_by_role("tooltip")).to_contain_text("Moving is cheaper")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/claims/turns.html")
    expect(page.get_by_role("tooltip")).to_have_count(0)


def test_the_pointer_does_not_close_what_the_keyboard_holds(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    badge(page, "cpu.rate").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.mouse.move(5, 700)
    page.wait_for_timeout(400)
    expect(page.locator(".trueup-links a").first).to_be_focused()


def test_a_tap_reaches_the_links_of_the_card(browser: Browser, site: Site) -> None:
    with Visit(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as visit:
        page = visit.open(site)
        badge(page, "cpu.rate").tap()
        expect(page.get_by_role("tooltip")).to_be_visible()
        assert wide(page) == 0
        page.locator(".trueup-links").get_by_role("link", name="docs/index.md:3").tap()
        page.wait_for_url("**/claims/cpu.rate.html#stated")


@pytest.mark.parametrize("keyboard", [False, True])
def test_pages_in_folders_are_reached_on_a_disk_too(browser: Browser, tmp_path: Path, keyboard: bool) -> None:
    made = measured_site(tmp_path, use_directory_urls=True)
    assert made.build().code == 0
    with Visit(browser) as visit:
        page = visit.open(made)
        figure = badge(page, "cpu.rate")
        if keyboard:
            figure.press("Enter")
        else:
            figure.click()
        expect(page.get_by_role("heading", name="cpu.rate", level=1)).to_be_visible()
        page.locator("#stated a").first.click()
        expect(badge(page, "cpu.rate")).to_be_visible()
        assert page.url.partition("#")[0].endswith("/site/index.html")
        assert "#claim-cpu.rate" in page.url


def test_the_card_gives_no_reason_that_stands_among_the_facts(visit: Visit, tmp_path: Path) -> None:
    t = claim("verified", says="T", formula="size / rate", filled="1 B / (2 B/s)", value="0.5 s")
    because = ["computed: 0.5 s", "size / rate, with size = 1 B, rate = 2 B/s", "size / rate is no guess"]
    wrong = verdict("t", "1 s", 1, "refuted", reason="value", expected="0.5 s", because=because)
    made = make_site(tmp_path).page("It takes [1 s](claim:t).\n").verdicts(document([wrong], {"t": t}))
    assert made.config(theme=THEME).build().code == 0
    page = visit.open(made)
    badge(page, "t").hover()
    card = page.get_by_role("tooltip")
    expect(card).to_contain_text("Computed0.5 s")
    expect(card).to_contain_text("With values1 B / (2 B/s)")
    expect(card.locator("li")).to_have_text(["size / rate is no guess"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_card_that_scrolls_shows_where_it_goes_on(browser: Browser, site: Site, scheme: Any) -> None:
    with Visit(browser, viewport={"width": 390, "height": 420}, color_scheme=scheme) as visit:
        page = visit.open(site)
        badge(page, "cpu.rate").hover()
        text = page.get_by_role("tooltip")
        text.wait_for()
        assert text.evaluate("one => one.scrollHeight - one.clientHeight") > 30
        above, below = beyond(text, down=True)
        assert above < 10
        assert below > 20
        text.evaluate("one => { one.scrollTop = one.scrollHeight; }")
        above, below = beyond(text, down=True)
        assert above > 20
        assert below < 10


def test_a_page_swapped_in_takes_the_card_away(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    with served(tmp_path / "site") as address, Visit(browser) as visit:
        assert measured_site(tmp_path, site_url=address).build().code == 0
        page = visit.page
        page.goto(f"{address}index.html")
        page.evaluate("window.sameLoad = true")
        badge(page, "cpu.rate").hover()
        expect(page.get_by_role("tooltip")).to_be_visible()
        # As a search result or a keyboard shortcut of the theme would.
        page.evaluate("document.querySelector('a[href*=\"second.html\"]').click()")
        page.wait_for_url("**/second.html")
        expect(page.get_by_role("tooltip")).to_have_count(0)
        page.locator("article").get_by_role("link", name="back").click()
        page.wait_for_url("**/index.html")
        badge(page, "turns").hover()
        expect(page.get_by_role("tooltip")).to_be_visible()
        assert page.evaluate("window.sameLoad") is True


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_claim_s_page_is_readable_in_both_schemes(browser: Browser, site: Site, scheme: Any) -> None:
    with Visit(browser, color_scheme=scheme) as visit:
        page = visit.open(site, "claims/cpu.rate.html")
        shown = page.locator(
            "article :is(.trueup-how, .trueup-says, .trueup-context, .trueup-status, figcaption, dt, time)"
        )
        assert shown.count() > 10
        for one in shown.all():
            assert min(one.evaluate(CONTRAST)) >= 4.5, one.evaluate("(it) => it.outerHTML")
        expect(page.get_by_role("img", name="7 runs from 0.76 to 0.82 GB/s")).to_be_visible()
        expect(page.get_by_role("img", name="3 results between 0.5 and 4.6 GB/s")).to_be_visible()
        # What is drawn stands out from what lies behind it (3 to 1 for graphics).
        for css in (".trueup-mark", ".trueup-line", ".trueup-edge"):
            colours = page.locator(f".trueup-history {css}").first.evaluate(
                "(one) => [getComputedStyle(one).stroke, getComputedStyle(document.body).backgroundColor]"
            )
            assert colours[0] != colours[1]


@pytest.mark.parametrize("name", ["cpu.rate", "turns", "cost"])
def test_a_claim_s_page_fits_a_narrow_screen(browser: Browser, site: Site, name: str) -> None:
    with Visit(browser, viewport={"width": 390, "height": 844}) as visit:
        page = visit.open(site, f"claims/{name}.html")
        assert wide(page) == 0


def test_a_claim_s_page_keeps_its_plots_in_print(visit: Visit, site: Site) -> None:
    page = visit.open(site, "claims/cpu.rate.html")
    page.emulate_media(media="print")
    expect(page.locator(".trueup-history")).to_be_visible()
    expect(page.locator(".trueup-strip").first).to_be_visible()


def test_the_tree_leads_from_claim_to_claim(visit: Visit, site: Site) -> None:
    page = visit.open(site, "claims/cost.html")
    page.locator(".trueup-tree").get_by_role("link", name="turned").click()
    page.wait_for_url("**/claims/turned.html")
    page.locator(".trueup-tree").get_by_role("link", name="cpu.rate").click()
    page.wait_for_url("**/claims/cpu.rate.html")
    expect(page.locator("article")).to_contain_text("What would make it outdated")
