"""The worked example, judged by the engine, built by MkDocs, read in a browser."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browsing import Visit, badge
from sites import Site

ROOT = Path(__file__).parents[2]


@pytest.fixture
def worked_example(tmp_path: Path) -> Site:
    for name in ("claims", "verifiers"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "placement.md", tmp_path / "docs" / "index.md")
    return Site(tmp_path).config(hooks=[])


@pytest.mark.browser
def test_a_reader_follows_a_figure_to_its_claim(worked_example: Site, browser: Browser) -> None:
    done = worked_example.build("--strict")
    assert done.code == 0, done.log
    with Visit(browser) as visit:
        page = visit.open(worked_example)
        assert page.locator("article a.trueup").count() > 50
        assert page.locator("article").locator(".trueup-unchecked, .trueup-unknown").count() == 0
        badge(page, "move_to_gpu").hover()
        card = page.get_by_role("tooltip")
        expect(card).to_contain_text("inverts while cpu.rate is below 11.74 GB/s")
        badge(page, "lm_head.bytes").hover()
        expect(card).to_contain_text("verified")
        expect(card).to_contain_text("389,283,840 B")
        badge(page, "lm_head.bytes").click()
        page.wait_for_url("**/claims/lm_head.bytes.html")
        expect(page.locator("article")).to_contain_text("onnx.tensor")
        expect(page.locator("article")).to_contain_text("lm_head.weight_Q4")


def test_one_digit_fails_the_build_at_its_place(worked_example: Site) -> None:
    page = worked_example.root / "docs" / "index.md"
    text = page.read_text(encoding="utf-8")
    before, figure, after = text.partition("[389,283,840 B](claim:lm_head.bytes)")
    assert figure
    worked_example.page(f"{before}[389,283,480 B](claim:lm_head.bytes){after}")
    done = worked_example.build("-q", "--strict")
    assert done.code == 1
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 2
    assert f'docs/index.md:{line}:{column}: lm_head.bytes "389,283,480 B" is refuted (value)' in done.log
    assert "expected 389,283,840 B" in done.log
