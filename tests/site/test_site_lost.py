"""Tags of claims that nothing defines, or that a broken ledger no longer does: never said to be checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sites import Site
from trueup.site.judged import judged

GOOD = "claims:\n  cache.bytes:\n    says: Bytes of the cache\n    basis: model\n    expr: 2 * 98_304 B\n"
COUNTED = (
    "claims:\n  all.lines:\n    says: Lines\n    basis: model\n    verify: of.lines\n    with: {kind: a}\n"
)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    for name in ("claims", "verifiers"):
        (tmp_path / name).mkdir()
    (tmp_path / "claims/good.yaml").write_text(GOOD.replace("_", ""), encoding="utf-8")
    return Site(tmp_path).config(hooks=[])


def said(page: str) -> str:
    found = re.search(r'<p class="trueup-coverage"[^>]*>(.*?)</p>', page)
    assert found
    return found[1]


def test_a_tag_that_names_no_claim_covers_nothing(site: Site) -> None:
    site.page("# One\n\nIt takes [196,608 B](claim:cache.bytes) and [5 B](claim:nobody.knows).\n")
    assert site.build().code == 0
    page = site.html()
    assert said(page) == "2 figures, 1 checked"
    assert page.count('<span class="trueup-uncovered">5 B</span>') == 1
    assert '<span class="trueup-uncovered">196' not in page
    assert "50 %" in site.html("claims/index.html")


def test_nothing_is_said_to_be_checked_while_the_ledger_is_broken(site: Site) -> None:
    site.page("# One\n\nIt takes [196,608 B](claim:cache.bytes).\n")
    (site.root / "claims/good.yaml").write_text("claims: [\n", encoding="utf-8")
    assert site.build().code == 0
    assert said(site.html()) == "1 figure, 0 checked"


def test_a_page_whose_claim_was_lost_says_where(site: Site) -> None:
    site.page("# One\n\nIt takes [196,608 B](claim:cache.bytes).\n")
    site.page("# Two\n\nThere are [4](claim:all.lines).\n", "two.md")
    (site.root / "claims/counted.yaml").write_text(COUNTED, encoding="utf-8")
    (site.root / "verifiers/of.py").write_text("def (:\n", encoding="utf-8")
    assert site.build().code == 0
    lost = site.html("two.html")
    assert "2 things do not hold on this page" in lost
    assert "claims/counted.yaml:5" in lost
    assert "verifiers/of.py:1" in lost
    # It may well be defined: nobody could read it.
    assert 'data-trueup-status="not checked"' in lost
    assert 'data-trueup-because="no claim all.lines could be read"' in lost
    assert "trueup-banner" not in site.html()  # all that is there holds


def test_the_command_counts_alike(site: Site) -> None:
    site.page(
        "# One\n\nIt takes [196,608 B](claim:cache.bytes) and [5 B](claim:nobody.knows) of [2](claim:x).\n"
    )
    found = judged(site.root)["coverage"]
    assert (found["numbers"], found["tagged"]) == (3, 1)


def test_documents_that_the_settings_do_not_name_are_not_said_to_be_checked(site: Site) -> None:
    page = site.root / "content/index.md"
    page.parent.mkdir()
    page.write_text("# One\n\nIt takes [196,608 B](claim:cache.bytes).\n", encoding="utf-8")
    site.page("# Other\n\nIt takes [197 kB](claim:cache.bytes).\n", "other.md")
    site.config(hooks=[], docs_dir="content")
    done = site.build("--strict")
    assert done.code == 1
    assert "content/index.md: no figure on it was checked" in done.log
    assert 'docs = ["content"]' in done.log
    assert site.build().code == 0
    assert said(site.html()) == "1 figure, 0 checked"
    (site.root / "trueup.toml").write_text('docs = ["content"]\n', encoding="utf-8")
    done = site.build("--strict")
    assert done.code == 0, done.log
    assert said(site.html()) == "1 figure, all checked"


def test_a_page_outside_the_documents_borrows_no_verdict(site: Site) -> None:
    figure = "It takes [196,608 B](claim:cache.bytes).\n"
    site.page(f"# One\n\n{figure}").page(f"# Out\n\n{figure}", "out.md")
    (site.root / "trueup.toml").write_text('docs = ["docs/index.md"]\n', encoding="utf-8")
    done = site.build()
    assert "docs/out.md: no figure on it was checked" in done.log
    assert said(site.html()) == "1 figure, all checked"
    out = site.html("out.html")
    assert said(out) == "1 figure, 0 checked"
    assert "trueup-unchecked" in out
    assert "trueup-verified" not in out
    assert "this page is none of the documents that docs names" in out
