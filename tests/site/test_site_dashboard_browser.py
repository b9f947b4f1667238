"""The dashboard in a real browser: filtered, sorted, linked to, printed, on a phone and without a script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browsing import CONTRAST, Visit, served, wide
from recorded_verdicts import claim, document, verdict
from sites import Site, make_site
from trueup.reports.html.board import SHOWN

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
MANY = 2 * SHOWN + 20
STALE = 3
WAIVED = {"reason": "until the new box", "until": "2099-01-01"}
PAGE = "claims/index.html"


def make(root: Any) -> Site:
    """Many claims: some stale, one waived, one open, on two hosts and in two documents."""
    claims: dict[str, Any] = {}
    verdicts = []
    for number in range(MANY):
        name, size = f"part.{number}", str(1000 + (37 * number) % MANY)
        status = "refuted" if number < STALE else "verified"
        quantity = {"spread": [size, size], "reach": [size, size], "dimension": {"B": 1}}
        claims[name] = claim(
            status, says=f"Bytes of part {number}", value=f"{size} B", quantity=quantity,
            basis="measured" if number % 2 else "model", hosts=[f"box {number % 2}"],
        )  # fmt: skip
        path = f"docs/{'other' if number % 5 == 0 else 'index'}.md"
        verdicts.append(verdict(name, f"{size} B", number + 1, status, path=path))
    claims["odd one"[:3] + ".waived"] = claim("refuted", says='Waived "till" [then] \\ #a&b=c', waived=WAIVED)
    verdicts.append(verdict("odd.waived", "5 B", 1, "refuted", waived=WAIVED))
    claims["question"] = claim("open", how="unmeasured", basis=None, why="no device", says="What is it")
    verdicts.append(verdict("question", "unmeasured", 2, "open"))
    counted = [
        {"path": "docs/index.md", "numbers": 200, "tagged": 150, "set_aside": 10},
        {"path": "docs/other.md", "numbers": 3, "tagged": 3, "set_aside": 0},
    ]
    site = make_site(root).page("# One\n\n[All](claims/index.md?status=stale)").page("# Other", "other.md")
    return site.verdicts(document(verdicts, claims, coverage={"documents": counted}))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    made = make(tmp_path_factory.mktemp("dashboard"))
    strict = {"links": {"anchors": "warn", "not_found": "warn"}}
    done = made.config(theme=THEME, validation=strict).build()
    assert done.code == 0, done.log
    assert "WARNING" not in done.log
    return made


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    with Visit(browser) as found:
        yield found


def rows(page: Page) -> Locator:
    return page.locator(".trueup-rows tbody tr:visible")


def found(page: Page) -> Locator:
    return page.locator(".trueup-found")


def ids(page: Page) -> Locator:
    return rows(page).locator("td:first-child > a")


def test_it_filters_by_words_status_basis_host_and_document(visit: Visit, site: Site) -> None:
    page = visit.open(site, PAGE)
    total = MANY + 2
    expect(found(page)).to_have_text(f"{total} of {total}")
    page.get_by_label("Find").fill("PART.17 bytes")
    expect(rows(page)).to_have_count(1)
    expect(rows(page).first).to_contain_text("part.17")
    page.get_by_label("Find").fill("there is no such thing")
    expect(found(page)).to_have_text(f"0 of {total}: nothing is like that")
    page.get_by_label("Find").fill("")
    page.get_by_label("Status").select_option("stale")
    expect(found(page)).to_have_text(f"{STALE} of {total}")  # the waived one passes
    page.get_by_label("Status").select_option("waived")
    expect(ids(page)).to_have_text(["odd.waived"])
    page.get_by_label("Status").select_option("")
    page.get_by_label("Basis").select_option("measured")
    page.get_by_label("Host").select_option("box 1")
    page.get_by_role("combobox", name="Document").select_option("docs/other.md")
    expect(found(page)).to_have_text(f"{len(range(5, MANY, 10))} of {total}")
    page.get_by_role("button", name="Show all").click()
    expect(found(page)).to_have_text(f"{total} of {total}")
    expect(page.get_by_label("Host")).to_have_value("")
    expect(page.get_by_label("Find")).to_be_focused()


def test_it_sorts_by_every_column_both_ways(visit: Visit, site: Site) -> None:
    page = visit.open(site, PAGE)
    value = page.get_by_role("button", name="Value")
    value.click()
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("Value")
    sizes = [int(text.split()[0]) for text in rows(page).locator("td:nth-child(3)").all_inner_texts()]
    assert sizes == list(range(1000, 1000 + SHOWN))
    value.click()
    expect(page.locator("th[aria-sort=descending]")).to_have_text("Value")
    page.get_by_role("button", name="Claim").click()
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("Claim")
    expect(page.locator("th[aria-sort]")).to_have_count(1)
    assert ids(page).all_inner_texts()[:4] == ["odd.waived", "part.0", "part.1", "part.2"]
    for name in ("Status", "Basis", "Host", "Stated in"):
        page.get_by_role("button", name=name).click()
        expect(page.locator("th[aria-sort=ascending]")).to_have_text(name)


def test_more_rows_are_laid_out_when_asked_for(visit: Visit, site: Site) -> None:
    page = visit.open(site, PAGE)
    expect(rows(page)).to_have_count(SHOWN)
    more = page.get_by_role("button", name=f"Show {SHOWN} more of {MANY + 2 - SHOWN}")
    more.focus()
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(2 * SHOWN)
    expect(rows(page).nth(SHOWN).locator("a").first).to_be_focused()
    page.get_by_role("button", name="Show 22 more of 22").click()
    expect(rows(page)).to_have_count(MANY + 2)
    expect(page.locator(".trueup-further")).to_be_hidden()
    page.get_by_label("Status").select_option("verified")
    expect(rows(page)).to_have_count(SHOWN)


def test_a_filtered_table_can_be_linked_to(browser: Browser, site: Site) -> None:
    with Visit(browser) as visit:
        page = visit.open(site, PAGE)
        odd = 'Waived "till" [then] \\ #a&b=c'
        page.get_by_label("Find").fill(odd)
        page.get_by_label("Status").select_option("refuted")
        page.get_by_role("button", name="Claim").click()
        page.wait_for_url("**/index.html#words=*&status=refuted&sort=claim")
        address = page.url
    with Visit(browser) as visit:
        page = visit.page
        page.goto(address)
        expect(page.get_by_label("Find")).to_have_value(odd)
        expect(page.get_by_label("Status")).to_have_value("refuted")
        expect(page.locator("th[aria-sort=ascending]")).to_have_text("Claim")
        expect(ids(page)).to_have_text(["odd.waived"])
        expect(page.get_by_label("Find")).to_be_in_viewport()
        page.get_by_role("button", name="Show all").click()
        page.wait_for_url("**/index.html")


@pytest.mark.parametrize("sign", ["?", "#"])
def test_a_link_with_words_opens_nothing_over_the_table(visit: Visit, site: Site, sign: str) -> None:
    page = visit.page
    page.goto(f"{(site.root / 'site' / PAGE).as_uri()}{sign}words=what+is&host=nosuch")
    expect(page.get_by_label("Find")).to_have_value("what is")
    expect(page.get_by_label("Host").locator("option:checked")).to_have_text("all")
    expect(ids(page)).to_have_text(["question"])
    expect(page.locator("#__search")).not_to_be_checked()
    ids(page).first.click(trial=True)  # nothing lies over it


@pytest.mark.parametrize("sign", ["?", "#"])
def test_a_link_may_hold_the_state_in_its_query_or_behind_the_hash(
    visit: Visit, site: Site, sign: str
) -> None:
    page = visit.page
    page.goto(f"{(site.root / 'site' / PAGE).as_uri()}{sign}status=stale&sort=-claim&host=nosuch&x=1")
    expect(found(page)).to_have_text(f"{STALE} of {MANY + 2}")
    expect(ids(page)).to_have_text(["part.2", "part.1", "part.0"])
    page.evaluate("location.hash = '#status=open'")
    expect(rows(page)).to_have_count(1)
    page.go_back()
    expect(found(page)).to_have_text(f"{STALE} of {MANY + 2}")
    page.get_by_role("button", name="Show all").click()
    expect(found(page)).to_have_text(f"{MANY + 2} of {MANY + 2}")
    page.reload()
    expect(found(page)).to_have_text(f"{MANY + 2} of {MANY + 2}")


def test_a_count_leads_to_what_it_counts_without_a_load(visit: Visit, site: Site) -> None:
    page = visit.open(site, PAGE)
    page.evaluate("window.sameLoad = true")
    page.get_by_role("link", name=f"{STALE + 1} refuted").click()
    expect(found(page)).to_have_text(f"{STALE + 1} of {MANY + 2}")
    expect(page.get_by_label("Status")).to_be_in_viewport()
    page.wait_for_url("**/index.html#status=refuted")
    stale = page.locator("#documents ~ .trueup-documents tr", has_text="docs/other.md").get_by_role("link")
    stale.last.click()
    expect(ids(page)).to_have_text(["part.0"])
    assert page.evaluate("window.sameLoad") is True


def test_a_link_on_another_page_leads_to_what_is_stale(browser: Browser, site: Site) -> None:
    with Visit(browser) as visit:
        page = visit.open(site)
        page.locator("article").get_by_role("link", name="All").click()
        expect(found(page)).to_have_text(f"{STALE} of {MANY + 2}")


def test_it_works_after_instant_navigation(browser: Browser, tmp_path: Any) -> None:
    site = make(tmp_path)
    (tmp_path / "site").mkdir()
    with served(tmp_path / "site") as address, Visit(browser) as visit:
        assert site.config(theme=THEME, site_url=address).build().code == 0
        page = visit.page
        page.goto(f"{address}index.html")
        page.evaluate("window.sameLoad = true")
        page.locator("article").get_by_role("link", name="All").click()
        expect(found(page)).to_have_text(f"{STALE} of {MANY + 2}")
        page.get_by_role("link", name="1 open").click()
        expect(ids(page)).to_have_text(["question"])
        page.get_by_role("button", name="Show all").click()
        page.get_by_role("button", name=f"Show {SHOWN} more").click()
        expect(rows(page)).to_have_count(2 * SHOWN)
        assert page.evaluate("window.sameLoad") is True


def test_all_that_was_found_is_printed_and_no_control(visit: Visit, site: Site) -> None:
    page = visit.open(site, PAGE)
    page.get_by_label("Basis").select_option("model")
    expect(rows(page)).to_have_count(SHOWN)
    page.emulate_media(media="print")
    expect(rows(page)).to_have_count(MANY // 2 + 1)
    for control in (".trueup-filter", ".trueup-further", ".trueup-switch"):
        expect(page.locator(f"{control}:visible")).to_have_count(0)
    page.emulate_media(media="screen")
    expect(rows(page)).to_have_count(SHOWN)


def test_without_a_script_all_rows_are_there(browser: Browser, site: Site) -> None:
    with Visit(browser, java_script_enabled=False) as visit:
        page = visit.open(site, PAGE)
        assert page.locator(".trueup-board tbody tr").count() == MANY + 2
        expect(page.locator(".trueup-filter")).to_be_hidden()
        expect(page.get_by_text(f"part.{MANY - 1}")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_on_a_phone_and_in_the_dark(browser: Browser, site: Site, scheme: Any) -> None:
    with Visit(browser, viewport={"width": 390, "height": 844}, color_scheme=scheme) as visit:
        page = visit.open(site, PAGE)
        assert wide(page) == 0
        shown = page.locator(
            "article :is(.trueup-tallies :is(dt, a), .trueup-filter *, .trueup-further, #documents + * td, "
            "#waivers + * td, th, th button, .trueup-says):visible"
        )
        assert shown.count() > 80
        for one in shown.all()[:160]:
            assert min(one.evaluate(CONTRAST)) >= 4.5, one.evaluate("(it) => it.outerHTML")
        page.get_by_label("Status").select_option("waived")
        expect(rows(page)).to_have_count(1)
        assert wide(page) == 0


def test_the_keyboard_is_enough(visit: Visit, site: Site) -> None:
    page = visit.open(site, PAGE)
    page.get_by_label("Find").focus()
    page.keyboard.type("part.3")
    expect(rows(page).first).to_contain_text("part.3")
    for label in ("Status", "Basis", "Host", "Document"):
        page.keyboard.press("Tab")
        expect(page.get_by_role("combobox", name=label)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("region", name="Claims")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("Claim")
    page.keyboard.press("Space")
    expect(page.locator("th[aria-sort=descending]")).to_have_text("Claim")
