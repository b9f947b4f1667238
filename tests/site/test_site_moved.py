"""Figures that a site shows elsewhere than their source has them."""

from __future__ import annotations

import re
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
