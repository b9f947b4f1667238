"""Figures that no claim covers are marked on the rendered page, and nothing else is changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorded_verdicts import CLAIMS, PAGE, VERDICTS, claim, document, verdict
from sites import Site, make_site
from trueup.audit.covered import Coverage
from trueup.reports.html.uncovered import counted, coverage_line, find_uncovered

# Of pages that are whole and of pages that aren't.
PARTS = (
    *("12 MB", " and ", "<p>", "</p>", "<del>", "</del>", "&amp;", "&#49;", "<code>", "</code>", "3", "\n"),
    *("<!-- claims:off -->", "<!-- claims:on -->", "<sup>", "</sup>", "<", "&", "<br/>", "<!--", "é", "×"),
    *('<a class="trueup">', "</a>", "<td>", "~", "\r\n", '<b title="1 \'2">', "<script>"),
)
MARK = '<span class="trueup-uncovered">'
PART = '<span class="trueup-uncovered trueup-part">'


def mark(html: str) -> str:
    return find_uncovered(html, "docs/a.md").marked(html)


def marked(html: str) -> list[str]:
    """The marked parts of a page."""
    return re.findall(f"(?:{MARK}|{PART})(.*?)</span>", mark(html), re.DOTALL)


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>It holds 12 MB and more.</p>", ["12 MB"]),
        ("<p>It holds <strong>12</strong> MB.</p>", ["12", " MB"]),
        ("<p>under &lt;5 ms&nbsp;of 3&#160;MB</p>", ["&lt;5 ms", "3&#160;MB"]),
        ("<p>It holds 12\nMB.</p>", ["12\nMB"]),
        ("<p>about 10<sup>3</sup> B</p>", ["about 10", "3", " B"]),
        ("<ul><li>12 MB</li><li>13 MB</li></ul>", ["12 MB", "13 MB"]),
        ("<p>12 MB<br>13 MB", ["12 MB", "13 MB"]),
        ("<h2>The 12 layers</h2>", ["12 layers"]),
        ("<table><tr><td>1.5</td><td>2.5</td></tr></table>", ["1.5", "2.5"]),
        ('<a href="other.html">12 MB</a>', ["12 MB"]),
        # what is no figure of the text
        ("<p>Model 14B, v1.2.3, of 2026-11-30.</p>", []),
        ("<p><code>12 MB</code> <kbd>F5</kbd> <samp>7</samp></p><pre>12 MB</pre>", []),
        ("<p><del>12 MB</del> <s>13 MB</s></p>", []),
        ('<p>so<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup></p>', []),
        ('<div class="toc"><li>12 layers</li></div>', []),
        ('<script>var a = "12 MB"</script><style>a { width: 12px }</style>', []),
        ("<math><mn>12</mn></math><svg><text>12 MB</text></svg>", []),
        # what a claim covers
        ('<a class="trueup trueup-verified" href="#">12 MB</a> and 13 MB', ["13 MB"]),
        (
            '<table><caption class="trueup-caption">1 cell</caption><tr><td>12</td></tr></table><p>13</p>',
            ["13"],
        ),
        # what is set aside
        ("<p>1 B</p>\n<!-- claims:off -->\n<p>2 B</p>\n<!-- claims:on -->\n<p>3 B</p>", ["1 B", "3 B"]),
        ("<p>1 B <!-- claims:off --> 2 B <!-- claims:on --> 3 B</p>", ["1 B", "3 B"]),
        # tags that nobody closes
        ("<p><del>1 B</p><p>2 B", ["2 B"]),
        ("</p></del>1 B", ["1 B"]),
        ("<p title='2 B'>1 B", ["1 B"]),
    ],
)
def test_what_is_marked(html: str, found: list[str]) -> None:
    assert marked(html) == found


@given(st.lists(st.sampled_from(PARTS)).map("".join))
def test_marks_are_all_that_is_added(html: str) -> None:
    assert mark(html).replace(MARK, "").replace(PART, "").replace("</span>", "") == html


def test_only_the_end_of_a_figure_with_markup_inside_is_a_whole_mark() -> None:
    assert mark("<p><b>12</b> MB or 5 B</p>") == (
        f"<p><b>{PART}12</span></b>{MARK} MB</span> or {MARK}5 B</span></p>"
    )


def test_what_is_counted() -> None:
    html = '<p>1 B, <a class="trueup">2 B</a>, <code>3 B</code></p><!-- claims:off --><p>4 B</p>'
    assert find_uncovered(html, "a").coverage == Coverage(path="a", numbers=3, tagged=1, set_aside=1)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Coverage(path="a", numbers=41, tagged=38), "41 figures, 38 checked"),
        (Coverage(path="a", numbers=41, tagged=38, set_aside=1), "41 figures, 38 checked, 1 set aside"),
        (Coverage(path="a", numbers=1, tagged=1), "1 figure, all checked"),
        (Coverage(path="a", numbers=1200), "1,200 figures, 0 checked"),
        (Coverage(path="a"), "no figures"),
    ],
)
def test_how_the_count_is_said(found: Coverage, said: str) -> None:
    assert counted(found) == said
    assert f'data-trueup-uncovered="{found.uncovered}"' in coverage_line(found)


def test_a_large_page_of_one_block_takes_no_time_that_grows_with_its_square() -> None:
    html = "<p>" + "&amp; <b>1 B</b> " * 20_000
    found = find_uncovered(html, "a")
    assert found.coverage.uncovered == 20_000
    assert found.marked(html).count(MARK) == 20_000


def test_a_claim_link_that_is_dressed_later_is_known_by_its_sign() -> None:
    html = '<p><a data-sign="0" href="#">1 B</a> <a data-other="0" href="#">2 B</a></p>'
    found = find_uncovered(html, "a", "data-sign")
    assert found.coverage == Coverage(path="a", numbers=2, tagged=1)
    assert re.findall(f"{MARK}(.*?)</span>", found.marked(html)) == ["2 B"]


def test_the_plugin_counts_each_page_and_leaves_its_own_alone(small_site: Site) -> None:
    small_site.page(PAGE + "\nAnd 12 MB that nobody checks, or `13 MB`.")
    assert small_site.build("--strict").code == 0
    page = small_site.html()
    assert f"{MARK}12 MB</span>" in page
    assert page.count(MARK) == 1
    assert f"{len(VERDICTS) - 1} figures, {len(VERDICTS) - 2} checked</p>" in page
    for name in ("claims/index.html", "claims/move.html"):
        assert "trueup-coverage" not in small_site.html(name)
        assert MARK not in small_site.html(name)


def test_a_tag_without_a_verdict_covers_nothing_beside_a_checked_table(tmp_path: Path) -> None:
    text = "[1 B](claim:lm_head.bytes)\n\n<!-- claims:table rows -->\n\n| a |\n|---|\n| 2 |\n"
    claims = {**CLAIMS, "rows": claim(how="columns")}
    table = verdict("rows", "", 3)
    site = make_site(tmp_path).page(text).verdicts(document([table], claims))
    assert site.config().build().code == 0
    assert "2 figures, 1 checked" in site.html()
