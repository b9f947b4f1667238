"""Figures, formulas and cards on a page that is read from right to left."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator

from browsing import Visit, badge
from recorded_verdicts import CLAIMS, claim, document, verdict
from sites import make_site

pytestmark = pytest.mark.browser

#: Which of the characters of an element stands furthest left, and which furthest right.
ENDS = """(one) => {
  const at = [], walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) for (let i = 0; i < walk.currentNode.data.length; i += 1) {
    const range = document.createRange();
    range.setStart(walk.currentNode, i);
    range.setEnd(walk.currentNode, i + 1);
    const letter = walk.currentNode.data[i];
    if (letter.trim()) at.push([range.getBoundingClientRect().left, letter]);
  }
  at.sort((one, other) => one[0] - other[0]);
  return at[0][1] + at[at.length - 1][1];
}"""


def ends(of: Locator) -> str:
    found: str = of.evaluate(ENDS)
    return found


def test_numbers_and_formulas_are_not_turned_round(browser: Browser, tmp_path: Path) -> None:
    halved = claim(how="expr", formula="96 / 24", filled="96 / 24", value="4 MB", says="חצי")
    site = make_site(tmp_path).page(
        '<div dir="rtl" markdown>\n\nזה [4 MB](claim:half) של 5 MB זה\n\n</div>\n'
    )
    found = document([verdict("half", "4 MB", 3)], {**CLAIMS, "half": halved})
    assert site.verdicts(found).config().build("--strict").code == 0
    with Visit(browser) as visit:
        page = visit.open(site)
        assert ends(badge(page, "half")) == "4B"
        assert ends(page.locator(".trueup-uncovered")) == "5B"
        page.evaluate("document.documentElement.dir = 'rtl'")
        badge(page, "half").hover()
        assert ends(page.get_by_role("tooltip").locator("code").first) == "94"
        visit.open(site, "claims/half.html").evaluate("document.documentElement.dir = 'rtl'")
        assert ends(page.locator(".trueup-formula code").first) == "94"
