"""The built site in a real browser: badges, the card, the dashboard, and nothing that a text could start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browsing import CONTRAST, Visit, badge, served, wide
from recorded_verdicts import CLAIMS, HOSTILE, PAGE, REFUTED, VERDICTS, claim, document, verdict
from sites import Site, make_site
from trueup.reports.html.words import STATUSES

pytestmark = pytest.mark.browser

THEME = {
    "name": "material",
    "font": False,
    "features": ["navigation.instant", "content.tooltips"],
    "palette": [
        {"media": "(prefers-color-scheme: light)", "scheme": "default"},
        {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
    ],
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site with a figure of each status, a stale one, a long one and a second page."""
    statuses = "\n".join(
        f"* some words, then [{at}.5 GB/s](claim:of.{name}) and more" for at, name in enumerate(STATUSES)
    )
    waived = {"reason": "until the new box", "until": "2099-01-01"}
    long = "27.166 GB/s best total of 75.737 GB/s of that very box"
    text = PAGE.replace("389,283,840 B", "389,283,480 B") + (
        f"\n## All\n\n{statuses}\n* [{long}](claim:of.long), [13](claim:of.waived), [14](claim:of.nosuch)\n"
    )
    claims = {
        **CLAIMS,
        **{f"of.{name}": claim(name, value="1 GB/s", says=f"It is {name}") for name in STATUSES},
        "of.long": claim("attested"),
        "of.waived": claim("refuted", waived=waived),
    }
    verdicts = [
        REFUTED,
        *VERDICTS[1:],
        *(verdict(f"of.{name}", f"{at}.5 GB/s", 20 + at, name) for at, name in enumerate(STATUSES)),
        verdict("of.long", long, 40, "attested"),
        verdict("of.waived", "13", 41, "refuted", waived=waived),
    ]
    made = make_site(tmp_path_factory.mktemp("site")).page(text).verdicts(document(verdicts, claims))
    made.page("# Second\n\nAgain [389 MB](claim:lm_head.bytes), [back](index.md).", "second.md")
    assert made.config(theme=THEME).build().code == 0
    return made


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    with Visit(browser) as found:
        yield found


def test_hovering_a_figure_shows_its_card_and_leaving_closes_it(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    badge(page, "stream.time").hover()
    card = page.get_by_role("tooltip")
    expect(card).to_have_count(1)
    for text in (
        "Time to stream the projection",
        "attested",
        "~33 ms",
        "33.16 ms",
        "measured",
        "lm_head.bytes / link.pinned",
        "389,283,840 B / 11.74 GB/s",
    ):
        expect(card).to_contain_text(text)
    card.hover()  # the pointer may go into the card
    page.wait_for_timeout(400)
    expect(card).to_have_count(1)
    page.mouse.move(5, 500)
    expect(card).to_have_count(0)


def test_the_card_of_a_wrong_figure_says_what_is_right_and_why(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    badge(page, "lm_head.bytes").hover()
    card = page.get_by_role("tooltip")
    for text in ("refuted (value)", "389,283,480 B", "389,283,840 B", "the graph says", "has that size"):
        expect(card).to_contain_text(text)


def test_the_card_of_a_record_names_host_source_and_date(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    badge(page, "link.pinned").hover()
    card = page.get_by_role("tooltip")
    for text in ("laptop", "https://example.org/record", "2026-08-19"):
        expect(card).to_contain_text(text)


def test_escape_closes_the_card(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    badge(page, "stream.time").hover()
    expect(page.get_by_role("tooltip")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)


def test_escape_opens_nothing_that_the_card_had_covered(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    of = badge(page, "of.verified")
    of.hover()
    says = page.locator(".trueup-card .trueup-says")
    expect(says).to_have_text("It is verified")
    below = badge(page, "of.inconclusive").bounding_box()
    assert below
    page.mouse.move(below["x"] + 9, below["y"] + 9, steps=20)
    page.wait_for_timeout(400)
    expect(says).to_have_text(
        "It is verified"
    )  # the pointer is in the card, which lies over the other figure
    page.keyboard.press("Escape")
    page.wait_for_timeout(400)
    expect(says).to_have_count(0)
    page.mouse.move(5, 5)
    badge(page, "of.inconclusive").hover()
    expect(says).to_have_text("It is inconclusive")


def test_the_card_describes_the_figure_beside_the_theme_s_own_tooltips(visit: Visit, site: Site) -> None:
    page = visit.page
    with served(site.root / "site") as address:
        page.goto(f"{address}index.html")
        page.locator("article code").first.click()
        page.keyboard.press("Tab")
        figure = badge(page, "lm_head.bytes")
        expect(figure).to_be_focused()
        expect(page.locator(".trueup-card")).to_be_visible()
        page.wait_for_timeout(600)  # the theme's comes later
        expect(figure).to_have_attribute("aria-describedby", "trueup-card")
        page.keyboard.press("Escape")
        expect(page.locator(".trueup-card")).to_have_count(0)
        expect(figure).not_to_have_attribute("aria-describedby", "trueup-card")


def test_the_keyboard_reaches_the_card_and_the_claim(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    page.locator("article code").first.click()
    page.keyboard.press("Tab")
    card = page.get_by_role("tooltip")
    expect(card).to_be_visible()
    expect(badge(page, "lm_head.bytes")).to_be_focused()
    expect(badge(page, "lm_head.bytes")).to_have_attribute("aria-describedby", "trueup-card")
    page.keyboard.press("Tab")
    expect(card).to_contain_text("Time to stream")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.keyboard.press("Enter")
    page.wait_for_url("**/claims/stream.time.html")


def test_a_screen_reader_hears_the_status(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    expect(page.get_by_role("link", name="389,283,480 B, refuted (value), model")).to_have_count(1)
    expect(page.get_by_role("link", name="11.74 GB/s, attested, measured")).to_have_count(1)


def test_a_figure_leads_to_its_claim_and_the_claim_leads_back(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    badge(page, "stream.time").click()
    page.wait_for_url("**/claims/stream.time.html")
    expect(page.locator("h1")).to_contain_text("stream.time")
    expect(page.locator("article")).to_contain_text("389,283,840 B / 11.74 GB/s = 33.16 ms")
    page.get_by_role("link", name="docs/index.md:4:1").click()
    page.wait_for_url("**/index.html#claim-stream.time")
    expect(badge(page, "stream.time")).to_be_in_viewport()


def test_a_tap_opens_the_card_and_a_second_one_follows(browser: Browser, site: Site) -> None:
    with Visit(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as visit:
        page = visit.open(site)
        badge(page, "stream.time").tap()
        expect(page.get_by_role("tooltip")).to_be_visible()
        page.locator("h1").tap()
        expect(page.get_by_role("tooltip")).to_have_count(0)
        badge(page, "stream.time").tap()
        badge(page, "stream.time").tap()
        page.wait_for_url("**/claims/stream.time.html")


@pytest.mark.parametrize("name", ["index.html", "claims/index.html", "claims/stream.time.html"])
def test_a_narrow_screen_is_not_scrolled_sideways(browser: Browser, site: Site, name: str) -> None:
    with Visit(browser, viewport={"width": 390, "height": 844}) as visit:
        page = visit.open(site, name)
        assert wide(page) == 0
        for one in page.locator("article a.trueup").all():
            one.hover()
            card = page.get_by_role("tooltip")
            expect(card).to_be_visible()
            box = card.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= 844
            assert wide(page) == 0
            page.keyboard.press("Escape")


def test_a_figure_is_not_broken_over_lines(browser: Browser, site: Site) -> None:
    with Visit(browser, viewport={"width": 390, "height": 844}) as visit:
        page = visit.open(site)
        counts = page.locator("article a.trueup:not(.trueup-long)").evaluate_all(
            "(all) => all.map((one) => new Set([...one.getClientRects()].map((box) => box.bottom | 0)).size)"
        )
        assert set(counts) == {1}


#: Of a figure in a text, the numbers of lines on which it stands, over all widths.
LINES = """(inside, figure) => {
  const walker = document.createTreeWalker(inside, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let node; (node = walker.nextNode()); ) {
    const at = node.data.indexOf(figure);
    if (at < 0) continue;
    range.setStart(node, at);
    range.setEnd(node, at + figure.length);
  }
  const found = new Set();
  for (let width = 200; width < 400; width += 1) {
    inside.style.width = `${width}px`;
    found.add(new Set([...range.getClientRects()].map((box) => box.bottom | 0)).size);
  }
  return [...found];
}"""


@pytest.mark.parametrize("figure", ["389,283,480 B", "389,283,840 B"])
def test_a_figure_in_the_banner_is_not_broken_over_lines(browser: Browser, site: Site, figure: str) -> None:
    with Visit(browser) as visit:
        assert visit.open(site).locator(".trueup-banner").evaluate(LINES, figure) == [1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index.html", "claims/index.html"])
def test_contrast_is_enough_in_both_schemes(browser: Browser, site: Site, scheme: Any, name: str) -> None:
    with Visit(browser, color_scheme=scheme) as visit:
        page = visit.open(site, name)
        slate = page.locator("body").get_attribute("data-md-color-scheme") == "slate"
        assert slate == (scheme == "dark")
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        shown = page.locator(
            "article :is(a.trueup, .trueup-status, .trueup-basis, .trueup-banner, .trueup-outcome)"
        )
        assert shown.count() > 10
        for one in shown.all():
            assert min(one.evaluate(CONTRAST)) >= 4.5, one.evaluate("(it) => it.outerHTML")
        if name == "index.html":
            badge(page, "lm_head.bytes").hover()
            for one in page.get_by_role("tooltip").locator("p, dt, dd, li, span").all():
                assert min(one.evaluate(CONTRAST)) >= 4.5, one.evaluate("(it) => it.outerHTML")


def test_status_and_basis_are_told_by_more_than_colour(visit: Visit, site: Site) -> None:
    page = visit.open(site)
    glyphs = {
        name: badge(page, f"of.{name}").evaluate("(one) => getComputedStyle(one, '::after').content")
        for name in STATUSES
    }
    assert len(set(glyphs.values())) == len(STATUSES)
    for name, sign in STATUSES.items():
        assert sign.glyph in glyphs[name]
        assert "ƒ" in glyphs[name]


def test_the_card_works_after_instant_navigation(browser: Browser, tmp_path: Path) -> None:
    site = make_site(tmp_path).page("# Second\n\n[back](index.md)", "second.md")
    (tmp_path / "site").mkdir()
    with served(tmp_path / "site") as address, Visit(browser) as visit:
        # Material follows links by itself only within the address it was built for.
        assert site.config(theme=THEME, site_url=address).build("--strict").code == 0
        page = visit.page
        page.goto(f"{address}second.html")
        page.evaluate("window.sameLoad = true")
        page.locator("article").get_by_role("link", name="back").click()
        page.wait_for_url("**/index.html")
        badge(page, "stream.time").hover()
        expect(page.get_by_role("tooltip").filter(has_text="Time to stream")).to_be_visible()
        assert page.evaluate("window.sameLoad") is True
        expect(page.locator(".md-tooltip2:visible")).to_have_count(0)
        badge(page, "stream.time").click()
        page.wait_for_url("**/claims/stream.time.html")
        expect(page.get_by_role("tooltip")).to_have_count(0)
        page.get_by_role("link", name="All claims").click()
        page.get_by_label("Find").fill("pinned")
        expect(page.locator(".trueup-found")).to_have_text(f"1 of {len(CLAIMS)}")
        assert page.evaluate("window.sameLoad") is True


def test_hostile_text_starts_nothing_and_is_shown_as_text(browser: Browser, tmp_path: Path) -> None:
    more = dict.fromkeys(("says", "value", "formula", "filled", "source", "hint", "why"), HOSTILE)
    many = {key: [HOSTILE] for key in ("hosts", "because", "flips")}
    bad = verdict(
        "move", "1 B", 1, "refuted", reason=HOSTILE, expected=HOSTILE, because=[HOSTILE], hint=HOSTILE
    )
    wrong = {"code": "T1", "severity": "error", "message": HOSTILE, "hint": HOSTILE}
    site = make_site(tmp_path).page("# Page\n\n[1 B](claim:move)").config(theme=THEME)
    site.verdicts(document([bad], {"move": claim("refuted", **more, **many)}, diagnostics=[wrong]))
    assert site.build().code == 0
    with Visit(browser) as visit:
        for name in ("claims/move.html", "claims/index.html", "index.html"):
            page = visit.open(site, name)
            assert (
                page.locator("article img, article script, article [onmouseover], article [onclick]").count()
                == 0
            )
            expect(page.locator("article")).to_contain_text("<script>alert(1)</script>")
        badge(page, "move").hover()
        card = page.get_by_role("tooltip")
        expect(card).to_contain_text("<script>alert(1)</script>")
        expect(card).to_contain_text("{{ 7*7 }}")
        assert card.locator("img, script, b").count() == 0
    with served(tmp_path / "site") as address, Visit(browser) as visit:
        page = visit.page
        page.goto(address)
        page.locator(".md-search__input").click()
        page.keyboard.type("heading")
        expect(page.locator(".md-search-result__item").first).to_be_attached()
        assert page.locator(".md-search-result").locator("script, img").count() == 0
