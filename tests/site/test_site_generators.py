"""The same badges and pages under MkDocs, ProperDocs and Zensical, each of them run for real."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browsing import Visit, badge
from repositories import repository
from sites import SOURCE, Built, Site
from trueup.site.built import ShownBadge, badges

LEDGER = """claims:
  lm_head.bytes:
    says: Packed weights of the projection
    basis: model
    expr: 152064 * 5120 * 0.5 B
  link.pinned:
    says: Pinned copy to the device
    basis: measured
    scope: {gpu: RTX 4060 Laptop}
    value: 11.74 GB/s
    source: a record
"""
PAGE = """# Weights

It holds [389 MB](claim:lm_head.bytes), and {{ claim("lm_head.bytes", "389,283,840 B") }} to the byte.
The copy takes [33.2 ms](claim:copy.time "lm_head.bytes / link.pinned").
"""
DEEP = "# Deeper\n\n| a |\n|---|\n| [389.3 MB](claim:lm_head.bytes), not [1 GB](claim:link.pinned) |\n"
EXTENSIONS: list[Any] = ["attr_list", "tables", "pymdownx.superfences"]
CONFIG: dict[str, Any] = {"site_name": "Weights", "theme": {"name": "material", "font": False}}


def project(root: Path, name: str, **config: Any) -> Site:
    """A project with a figure that doesn't hold, and a generator's configuration."""
    for path, text in {"claims/all.yaml": LEDGER, "docs/index.md": PAGE, "docs/guide/deep.md": DEEP}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    (root / "trueup.toml").write_text('macros = ["docs/**"]\n', encoding="utf-8")
    (root / name).write_text(json.dumps({**CONFIG, **config}), encoding="utf-8")
    return Site(root)


def run(site: Site, *arguments: str) -> Built:
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=site.root,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    log = done.stdout + done.stderr
    assert "Traceback" not in log, log
    return Built(code=done.returncode, log=log)


def shown(site: Site, name: str = "index.html") -> list[ShownBadge]:
    return list(badges(site.html(name)))


@pytest.fixture(scope="module")
def mkdocs(tmp_path_factory: pytest.TempPathFactory) -> Site:
    root = tmp_path_factory.mktemp("mkdocs")
    plugins = ["search", "macros", "trueup"]
    site = project(root, "mkdocs.yml", plugins=plugins, markdown_extensions=EXTENSIONS)
    assert site.build().code == 0
    return site


@pytest.fixture(scope="module")
def properdocs(tmp_path_factory: pytest.TempPathFactory) -> Site:
    root = tmp_path_factory.mktemp("properdocs")
    plugins = ["search", "macros", "trueup"]
    site = project(root, "properdocs.yml", plugins=plugins, markdown_extensions=EXTENSIONS)
    done = run(site, "properdocs", "build")
    assert done.code == 0, done.log
    return site


@pytest.fixture(scope="module")
def zensical(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The command writes the pages; the extension and the pluglet are loaded by Zensical itself."""
    root = tmp_path_factory.mktemp("zensical")
    site = project(
        root,
        "mkdocs.yml",
        theme={"variant": "modern", "font": False},
        plugins=[{"macros": {"modules": ["trueup.pluglet"]}}],
        markdown_extensions=[
            *EXTENSIONS,
            {"trueup": {"verdicts": "docs/claims/claims.json", "pages": "claims"}},
        ],
        extra_css=["claims/trueup.css"],
        extra_javascript=["claims/trueup.js"],
        watch=["docs/claims/claims.json"],
    )
    assert run(site, "trueup", "site", "--out", "docs/claims").code == 0
    done = run(site, "zensical", "build", "--strict")
    assert done.code == 0, done.log
    return site


@pytest.mark.parametrize("other", ["properdocs", "zensical"])
@pytest.mark.parametrize("name", ["index.html", "guide/deep/index.html"])
def test_badges_are_the_same(request: pytest.FixtureRequest, mkdocs: Site, other: str, name: str) -> None:
    expected = shown(mkdocs, name)
    assert [one.status for one in expected] == {
        "index.html": ["verified", "verified", "attested"],
        "guide/deep/index.html": ["verified", "refuted (unit)"],
    }.get(name, [])
    assert shown(request.getfixturevalue(other), name) == expected


@pytest.mark.parametrize("which", ["mkdocs", "properdocs", "zensical"])
def test_every_site_verifies(request: pytest.FixtureRequest, which: str) -> None:
    site: Site = request.getfixturevalue(which)
    done = run(site, "trueup", "site", "--verify", "site")
    assert (done.code, done.log.partition(" compared: ")[2]) == (0, "the site shows the verdicts of now\n")


@pytest.mark.parametrize("which", ["mkdocs", "properdocs", "zensical"])
@pytest.mark.browser
def test_cards_and_pages_work(request: pytest.FixtureRequest, browser: Browser, which: str) -> None:
    site: Site = request.getfixturevalue(which)
    with Visit(browser) as visit:
        # Zensical's own search looks in a folder for a file that is written for servers under another name
        visit.page.route("**/search.js", lambda route: route.fulfill(body=""))
        page = visit.open(site)
        badge(page, "copy.time").hover()
        expect(page.locator(".trueup-card")).to_contain_text("389,283,840 B / (11.74 GB/s)")
        href = badge(page, "copy.time").get_attribute("href")
        assert href is not None
        visit.open(site, f"{href}index.html")
        expect(page.locator("article")).to_contain_text("lm_head.bytes / link.pinned")
        back = page.locator("article a", has_text="docs/index.md").first.get_attribute("href")
        assert back == "../../#claim-copy.time"


def test_properdocs_fails_strictly_where_mkdocs_does(properdocs: Site) -> None:
    done = run(properdocs, "properdocs", "build", "--strict", "-q", "-d", "other")
    assert done.code == 1
    assert 'link.pinned "1 GB" is refuted (unit)' in done.log


@pytest.mark.parametrize("generator", ["mkdocs", "properdocs"])
def test_verdicts_that_cannot_be_read_fail_a_strict_build(tmp_path: Path, generator: str) -> None:
    extension = {"trueup": {"verdicts": "docs/nosuch.json"}}
    site = project(tmp_path, f"{generator}.yml", plugins=[], markdown_extensions=[*EXTENSIONS, extension])
    done = run(site, generator, "build", "--strict")
    assert done.code == 1
    assert "docs/nosuch.json: No such file or directory; figures are shown as not checked" in done.log


def test_a_generator_that_kept_old_pages_is_found_out(zensical: Site, tmp_path: Path) -> None:
    copy = Site(copytree(zensical.root, tmp_path / "site", symlinks=True))
    ledger = copy.root / "claims/all.yaml"
    ledger.write_text(LEDGER.replace("11.74", "5.87"), encoding="utf-8")
    done = run(copy, "trueup", "site", "--verify", "site")
    assert done.code == 1
    assert 'index.html: copy.time "33.2 ms" is shown as attested, and is refuted (value) now' in done.log
    assert run(copy, "trueup", "site", "--out", "docs/claims").code == 0
    assert run(copy, "zensical", "build").code == 0  # it watches the verdicts, so no page is kept
    done = run(copy, "trueup", "site", "--verify", "site")
    assert done.code == 0, done.log


RATES = """hosts:
  laptop: {cpu: i7}
defaults: {source: a public record, as_of: 2026-08-19}
claims:
  link.read: {basis: measured, scope: laptop, value: 8 GB/s}
  link.peak: {basis: measured, scope: laptop, value: 50 GB/s}
  below.peak: {require: link.read <= link.peak}
"""


def test_the_command_writes_the_pages_that_the_plugin_makes(tmp_path: Path) -> None:
    """The same names, and the same text up to what addresses look like."""
    site = Site(tmp_path).page("It reads [8 GB/s](claim:link.read), of 50.\n").config(hooks=[])
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims/all.yaml").write_text(RATES, encoding="utf-8")
    git = repository(tmp_path)
    git.commit("Begin", "2026-07-01")
    site.page("It reads [8.0 GB/s](claim:link.read), of 50.\n")
    site.config(hooks=[], plugins=["search", {"trueup": {"base": "main"}}])
    done = site.build()
    assert done.code == 0, done.log
    names = {"index", "rates-and-ceilings", "since-base", "link.read", "link.peak", "below.peak"}
    assert {path.stem for path in (tmp_path / "site/claims").iterdir()} == names
    made = {name: plain(site.html(f"claims/{name}.html")) for name in names}
    done = run(site, "trueup", "site", "--out", "docs/claims", "--base", "main")
    assert done.code == 0, done.log
    assert {path.stem for path in (tmp_path / "docs/claims").glob("*.md")} == names
    done = site.config(hooks=[], plugins=["search"]).build("--strict")
    assert done.code == 0, done.log
    assert {name: plain(site.html(f"claims/{name}.html")) for name in names} == made


def plain(html: str) -> str:
    """The text of a page's content, without what the theme adds."""
    article = html.partition("<article")[2].partition("</article>")[0]
    words = re.sub(r"<(?:style|script)\b.*?</(?:style|script)>|<[^>]*>", " ", article, flags=re.DOTALL)
    return " ".join(unescape(words).replace("¶", " ").split())
