"""The review page: what has changed since a base, and what to do where that can't be said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown import Markdown
from playwright.sync_api import Browser, expect

from browsing import CONTRAST, Visit, wide
from mini import Mini
from recorded_verdicts import HOSTILE
from repositories import Git, repository
from reviewing import under_git
from sites import Site
from trueup.diagnostics import Diagnostic, Location
from trueup.gate import Exit
from trueup.gate.change import Change
from trueup.gate.review import Review
from trueup.mkdocs_plugin.since_base import compare
from trueup.reports.html.before_after import before_after
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import Links
from trueup.reports.html.recorded import Recorded
from trueup.reports.html.review_page import review_page

LEDGER = """claims:
  memory.bytes: {says: Bytes of memory, value: '1,000 B', source: a data sheet, as_of: 2026-07-01}
  link.rate: {says: The link, value: 10 GB/s, source: a log, as_of: 2026-07-01}
"""
PAGE = "# Memory\n\nIt holds [1,000 B](claim:memory.bytes) and copies at [10 GB/s](claim:link.rate).\n"
THEME = {
    "name": "material",
    "font": False,
    "palette": [
        {"media": "(prefers-color-scheme: light)", "scheme": "default"},
        {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
    ],
}
LINKS = Links(claim=lambda name: f"{name}.html", place=lambda at, anchor: None, dashboard="index.html")


def with_base(site: Site, base: str = "") -> Site:
    return site.config(hooks=[], theme=THEME, plugins=["search", {"trueup": {"base": base}}])


def commit(root: Path) -> tuple[Site, Git]:
    """A project, committed; afterwards a figure is mistyped and a tolerance is added."""
    site = Site(root).page(PAGE)
    (root / "claims").mkdir()
    ledger = root / "claims" / "all.yaml"
    ledger.write_text(LEDGER, encoding="utf-8")
    git = repository(root)
    git.commit("Begin", "2026-07-01")
    site.page(PAGE.replace("1,000", "1,001"))
    ledger.write_text(LEDGER.replace("The link,", "The link, tolerance: 3 %,"), encoding="utf-8")
    return site, git


@pytest.fixture(autouse=True)
def _no_base(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRUEUP_BASE", raising=False)


def test_the_page_shows_each_change_with_before_and_after(tmp_path: Path) -> None:
    site, _ = commit(tmp_path)
    assert with_base(site, "HEAD").build().code == 0
    page = site.html("claims/since-base.html")
    assert re.search(r"Compared with <code>HEAD</code>, commit <code>\w+</code> of 2026-07-01", page)
    rows = re.findall(r"<tr data.*?</tr>", page)
    stale = next(row for row in rows if 'kind="stale"' in row)
    assert '<a href="memory.bytes.html">' in stale
    assert 'href="../index.html#claim-memory.bytes"' in stale
    assert "<td><del>1,000</del> B, <del>attested</del></td>" in stale
    assert "<td><ins>1,001</ins> B, <ins>refuted (value)</ins></td>" in stale
    tolerance = next(row for row in rows if 'kind="tolerance"' in row)
    assert "3 %" in tolerance
    assert 'href="?weight=weakened"' in page


def test_a_line_of_the_ledger_leads_to_the_code_host(tmp_path: Path) -> None:
    site, _ = commit(tmp_path)
    address = "https://git.example.org/{path}#L{line}"
    site.config(hooks=[], plugins=["search", {"trueup": {"base": "HEAD", "source": address}}])
    assert site.build().code == 0
    page = site.html("claims/since-base.html")
    row = next(one for one in re.findall(r"<tr data.*?</tr>", page) if 'kind="tolerance"' in one)
    assert 'href="https://git.example.org/claims/all.yaml#L3"' in row


def test_the_dashboard_and_the_changed_document_lead_to_it(tmp_path: Path) -> None:
    site, _ = commit(tmp_path)
    site.page("# Other", "other.md")
    assert with_base(site, "HEAD").build().code == 0
    assert 'href="since-base.html"' in site.html("claims/index.html")
    assert re.search(r'<a href="claims/since-base.html">\d changes since <code>HEAD</code></a>', site.html())
    assert "trueup-since" not in site.html("other.html")


def test_without_a_base_there_is_no_page(tmp_path: Path) -> None:
    site, _ = commit(tmp_path)
    assert with_base(site).build().code == 0
    assert not (site.root / "site" / "claims" / "since-base.html").exists()
    assert "since-base" not in site.html("claims/index.html")


def test_the_environment_names_the_base_before_the_option_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, git = commit(tmp_path)
    monkeypatch.setenv("TRUEUP_BASE", git("rev-parse", "HEAD"))
    assert with_base(site, "nosuch").build().code == 0
    assert "3 %" in site.html("claims/since-base.html")
    monkeypatch.setenv("TRUEUP_BASE", " ")
    assert with_base(site).build().code == 0
    assert not (site.root / "site" / "claims" / "since-base.html").exists()


def test_nothing_that_changed_is_said(tmp_path: Path) -> None:
    site, git = commit(tmp_path)
    git.commit("Go on", "2026-07-02")
    with_base(site, "HEAD")
    site.build()
    assert "Nothing to review has changed." in site.html("claims/since-base.html")


def test_outside_of_a_repository_the_page_says_so_and_the_build_passes(tmp_path: Path) -> None:
    site, _ = commit(tmp_path / "under")
    outside = Site(tmp_path / "bare")
    for path in ("docs/index.md", "claims/all.yaml"):
        target = outside.root / path
        target.parent.mkdir(parents=True)
        target.write_bytes((site.root / path).read_bytes())
    outside.page(PAGE)
    done = with_base(outside, "main").build("--strict")
    assert done.code == 0, done.log
    page = outside.html("claims/since-base.html")
    assert "Nothing could be compared." in page
    assert "D901" in page
    assert "run this in a clone made by git" in page


def test_a_shallow_clone_is_told_what_to_fetch(tmp_path: Path) -> None:
    site, git = commit(tmp_path / "whole")
    first = git("rev-parse", "HEAD")
    site.page(PAGE)
    git.commit("Go on", "2026-07-02")
    git("clone", "--quiet", "--depth", "1", (tmp_path / "whole").as_uri(), str(tmp_path / "shallow"))
    shallow = with_base(Site(tmp_path / "shallow"), first)
    done = shallow.build("--strict")
    assert done.code == 0, done.log
    page = shallow.html("claims/since-base.html")
    assert "this clone is shallow" in page
    assert "git fetch --unshallow" in page


@pytest.mark.parametrize("base", ["nosuch", "<script>alert(1)</script>", "--help", "a\x00b", "../.."])
def test_a_base_that_is_none_is_said_inertly(tmp_path: Path, base: str) -> None:
    site, _ = commit(tmp_path)
    site.page(PAGE)
    done = with_base(site, base).build("--strict")
    assert done.code == 0, done.log
    page = site.html("claims/since-base.html")
    assert "M641" in page
    assert "<script>alert" not in page


def test_no_code_of_the_project_runs_for_it(project: Mini) -> None:
    under_git(project)
    found = compare(project.path, "HEAD")
    assert isinstance(found, Review)
    assert not (project.path / "verifiers" / "site.py.ran").exists()


def test_a_fault_of_the_program_itself_ends_no_build(project: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("trueup.engine.sides.load_sides", broken)
    found = compare(project.path, "HEAD")
    assert isinstance(found, tuple)
    assert [one.code for one in found] == ["C853"]


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("1,000 B", "1,001 B", ("<del>1,000</del> B", "<ins>1,001</ins> B")),
        ("a b c", "a c", ("a <del>b</del> c", "a c")),
        ("a", "a b", ("a", "a <ins>b</ins>")),
        ("a a", "a", ("a <del>a</del>", "a")),
        (None, "3 %", ("–", "3 %")),
        ("3 %", None, ("3 %", "–")),
        ("", "<b>", ("–", "&lt;b&gt;")),
        ("a <b>", "a <i>", ("a <del>&lt;b&gt;</del>", "a <ins>&lt;i&gt;</ins>")),
        ("1 " * 400, "2", (" ".join("1" * 400), "2")),
        ("same", "same", ("same", "same")),
    ],
)
def test_what_differs_is_marked(before: str | None, after: str | None, shown: tuple[str, str]) -> None:
    assert before_after(before, after) == shown


def hostile_review() -> Review:
    at = Location(path=HOSTILE, line=1, column=1)
    fault = Diagnostic(code="T1", message=HOSTILE, hint=HOSTILE, location=at)
    change = Change(kind="stale", message=HOSTILE, claim=HOSTILE, at=at, before=HOSTILE, after=f"x {HOSTILE}")
    return Review(
        exit=Exit.HOLDS,
        revision=HOSTILE,
        hash=HOSTILE,
        day=HOSTILE,
        changes=(change,),
        diagnostics=(fault,),
        base_faults=(fault,),
        counts={"weakened": 1},
        failing=frozenset(),
    )


@pytest.mark.parametrize(
    "compared", [hostile_review(), (Diagnostic(code="M641", message=HOSTILE, hint=HOSTILE),)]
)
def test_hostile_text_stays_text(compared: Review | tuple[Diagnostic, ...]) -> None:
    page = review_page(compared, Index(Recorded()), LINKS)
    body = page.split("---\n", 2)[2]
    html = Markdown(extensions=["attr_list", "md_in_html", "tables", "toc"]).convert(body)
    for wrong in ("<script", "<img", "{{", "{%"):
        assert wrong not in html
    assert html.count("<h1") == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_reviewer_reads_it_on_a_phone_and_in_the_dark(
    browser: Browser, tmp_path: Path, scheme: str
) -> None:
    site, _ = commit(tmp_path)
    assert with_base(site, "HEAD").build().code == 0
    options = {"viewport": {"width": 390, "height": 844}, "color_scheme": scheme}
    with Visit(browser, color_scheme=scheme) as visit:
        page = visit.open(site, "claims/since-base.html")
        expect(page.get_by_text("Table of contents").filter(visible=True)).to_have_count(0)
    with Visit(browser, **options) as visit:
        page = visit.open(site, "claims/since-base.html")
        assert wide(page) == 0
        rows = page.locator(".trueup-rows tbody tr")
        before = rows.count()
        page.get_by_label("Kind").select_option("tolerance")
        expect(rows).to_have_count(1)
        expect(page.locator(".trueup-found")).to_have_text(f"1 of {before}")
        page.get_by_role("button", name="Show all").click()
        expect(rows).to_have_count(before)
        for one in page.locator("article :is(.trueup-weight, del, ins)").all():
            assert min(one.evaluate(CONTRAST)) >= 4.5, one.evaluate("(it) => it.outerHTML")
        page.get_by_role("link", name="docs/index.md:3").first.click()
        page.wait_for_url("**/index.html#claim-*")
