"""Figures that a site shows elsewhere than their source has them."""

from __future__ import annotations

import posixpath
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sites import Site

LEDGER = """claims:
  cache.layers: {says: Layers with a cache, basis: model, expr: "7"}
"""


@pytest.fixture
def project(tmp_path: Path) -> Site:
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims/all.yaml").write_text(LEDGER, encoding="utf-8")
    return Site(tmp_path).config(hooks=[])


def blog(project: Site) -> Site:
    """A blog of two posts, each with a stale figure in its excerpt and a right one below it."""
    project.config(hooks=[], plugins=["search", "blog", "trueup"]).page("# Blog", "blog/index.md").page(
        "# Home"
    )
    for day, wrong in (1, 8), (2, 9):
        text = f"[{wrong}](claim:cache.layers) layers.\n\n<!-- more -->\n\nNow [7](claim:cache.layers)."
        project.page(f"---\ndate: 2026-01-0{day}\n---\n# Post {day}\n\n{text}", f"blog/posts/p{day}.md")
    assert project.build().code == 0
    return project


def shown(html: str) -> list[tuple[str, str]]:
    """What each badge stands at, and what it says."""
    link = r'<a class="[^"]*\btrueup[ "][^>]*data-trueup-status="([^"]*)"[^>]*>([^<]*)</a>'
    return [(found[2], found[1]) for found in re.finditer(link, html)]


def test_a_wrong_figure_in_a_footnote_is_red_there(project: Site) -> None:
    project.page(
        "# Cache\n\nIt has [7](claim:cache.layers).[^1]\n\n[^1]: Once [8](claim:cache.layers).\n\n"
        "So [7](claim:cache.layers)."
    )
    assert project.build().code == 0
    assert shown(project.html()) == [("7", "verified"), ("7", "verified"), ("8", "refuted (value)")]


def test_an_excerpt_of_a_blog_shows_what_the_post_shows(project: Site) -> None:
    site = blog(project)
    for page in ("blog/index.html", "blog/archive/2026.html"):
        html = site.html(page)
        assert shown(html) == [("9", "refuted (value)"), ("8", "refuted (value)")]
        assert 'data-trueup-place="docs/blog/posts/p1.md:6"' in html
        # The anchors are those of the post's own page; two posts would bring the same one twice.
        assert 'id="claim-' not in html
        assert "no figures" not in html
        leads_to = {posixpath.normpath(f"{posixpath.dirname(page)}/{one}") for one in claim_links(html)}
        assert leads_to == {"claims/cache.layers.html"}


def test_a_built_blog_is_verified_page_by_page(project: Site, capfd: pytest.CaptureFixture[str]) -> None:
    site = blog(project)

    def verify() -> tuple[int, str, str]:
        ask = [sys.executable, "-m", "trueup", "site", "--verify", "site"]
        return (subprocess.run(ask, cwd=site.root, check=False).returncode, *capfd.readouterr())

    code, out, err = verify()
    assert (code, err) == (0, "")
    assert out.endswith("the site shows the verdicts of now\n")
    archive = site.root / "site/blog/archive/2026.html"
    archive.write_text(archive.read_text().replace(">9</a>", ">7</a>"))
    code, out, _ = verify()
    assert code == 1
    assert 'blog/archive/2026.html: cache.layers "9" reads "7" on the page' in out


def test_pages_that_list_posts_are_no_documents(project: Site) -> None:
    board = blog(project).html("claims/index.html")
    assert "docs/blog/posts/p1.md" in board
    assert "docs/blog/archive" not in board


def claim_links(html: str) -> list[str]:
    return re.findall(r'href="([^"]*cache\.layers\.html)"', html)
