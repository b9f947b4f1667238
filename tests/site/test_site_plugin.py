"""The plugin through the real MkDocs: pages, links, assets, and when a build fails."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from recorded_verdicts import CLAIMS, HOSTILE, PAGE, REFUTED, VERDICTS, claim, document, verdict
from sites import Site
from trueup.site.manifest import MARK

STALE = document([REFUTED, *VERDICTS[1:]], CLAIMS)
STRICT_LINKS = {
    "nav": {"omitted_files": "warn", "not_found": "warn", "absolute_links": "warn"},
    "links": {"not_found": "warn", "anchors": "warn", "absolute_links": "warn", "unrecognized_links": "warn"},
}


class Targets(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids.add(found.get("id") or "")
        if tag == "a" and found.get("href"):
            self.links.append(found["href"] or "")


def dead_links(root: Path) -> list[str]:
    """Links of a built site that lead to no file, or to no anchor."""
    pages = {path: Targets(path.read_text(encoding="utf-8")) for path in root.rglob("*.html")}
    dead = []
    for path, page in pages.items():
        if path.name == "404.html":  # its links are absolute
            continue
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if target not in pages or (parts.fragment and parts.fragment not in pages[target].ids):
                dead.append(f"{path.relative_to(root)} -> {link}")
    return dead


@pytest.mark.parametrize("directories", [True, False])
def test_a_site_whose_figures_hold_builds_strictly_and_has_no_dead_link(
    small_site: Site, directories: bool
) -> None:
    small_site.page("Another [389 MB](claim:lm_head.bytes), [1](claim:nosuch).", "guide/deep/other.md")
    found = [*VERDICTS, verdict("lm_head.bytes", "389 MB", 1, path="docs/guide/deep/other.md")]
    small_site.verdicts(document(found, CLAIMS))
    small_site.config(
        use_directory_urls=directories, validation=STRICT_LINKS, nav=["index.md", "guide/deep/other.md"]
    )
    done = small_site.build("--strict")
    assert done.code == 0, done.log
    assert dead_links(small_site.root / "site") == []
    built = small_site.root / "site" / "claims"
    assert sum(1 for _ in built.rglob("*.html")) == len(CLAIMS) + 1


def test_the_manifest_is_the_document_of_the_check(small_site: Site) -> None:
    small_site.build()
    found = json.loads(small_site.html("assets/trueup/claims.json"))
    [counted] = found.pop("coverage")["documents"]
    assert (counted["path"], counted["numbers"]) == ("docs/index.md", len(VERDICTS) - 2)
    assert found == {"$schema": "claims.schema.json", **document(VERDICTS, CLAIMS)}
    assert (small_site.root / "site/assets/trueup/claims.schema.json").exists()
    assert "5 of 6 hold" in small_site.html("assets/trueup/badge.svg")


def test_pages_that_the_command_has_written_give_way_to_those_of_now(small_site: Site) -> None:
    small_site.page(f"# Old\n\n{MARK}\n", "claims/move.md")
    small_site.page(f"# Old\n\n{MARK}\n", "claims/index.md")
    done = small_site.build("--strict")
    assert done.code == 0, done.log
    assert "Moving the projection is cheaper" in small_site.html("claims/move.html")
    assert "trueup-dashboard" in small_site.html("claims/index.html")


@pytest.mark.parametrize("options", [("--strict",), ("-q", "--strict"), ("-v", "--strict")])
def test_a_stale_figure_fails_a_strict_build(small_site: Site, options: tuple[str, ...]) -> None:
    small_site.page(PAGE.replace("389,283,840", "389,283,480")).verdicts(STALE)
    done = small_site.build(*options)
    assert done.code == 1
    assert (
        'docs/index.md:3:33: lm_head.bytes "389,283,480 B" is refuted (value), expected 389,283,840 B'
        in done.log
    )
    assert not (small_site.root / "site" / "index.html").exists()


def test_strict_in_the_configuration_counts_too(small_site: Site) -> None:
    assert small_site.verdicts(STALE).config(strict=True).build("-q").code == 1


def test_a_stale_figure_is_loud_in_a_build_that_is_not_strict(small_site: Site) -> None:
    small_site.page(PAGE.replace("389,283,840", "389,283,480")).verdicts(STALE)
    done = small_site.build()
    assert done.code == 0
    assert "ERROR" in done.log
    html = small_site.html()
    assert "1 thing does not hold on this page" in html
    said = '<a href="#claim-lm_head.bytes">389,283,480 B</a>: refuted (value); expected 389,283,840 B, line 3'
    assert said in re.sub("</?span[^>]*>", "", html)
    assert 'class="trueup trueup-refuted' in html


def test_a_page_whose_figures_hold_has_no_banner(small_site: Site) -> None:
    small_site.page("Nothing here.", "other.md").verdicts(STALE)
    small_site.build()
    assert "trueup-banner" not in small_site.html("other.html")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (document([], {}), "nothing was verified"),
        (
            document(
                VERDICTS, CLAIMS, diagnostics=[{"code": "L201", "severity": "error", "message": "an anchor"}]
            ),
            "L201 an anchor",
        ),
        ({"verdicts": 3}, "C851"),
    ],
)
def test_what_fails_the_check_fails_a_strict_build(
    small_site: Site, found: dict[str, object], said: str
) -> None:
    done = small_site.verdicts(found).build("-q", "--strict")
    assert done.code == 1
    assert said in done.log


def test_a_judge_that_breaks_is_said_and_the_site_is_built(small_site: Site) -> None:
    (small_site.root / "verdicts.json").write_text("{", encoding="utf-8")
    done = small_site.build()
    assert done.code == 0
    assert "the figures could not be checked" in done.log
    assert "the figures could not be checked" in small_site.html()
    assert small_site.build("-q", "--strict").code == 1


@pytest.mark.parametrize(
    "found",
    [
        document([*VERDICTS[1:], {**REFUTED, "waived": {"reason": "r", "until": "2099-01-01"}}], CLAIMS),
        {**STALE, "summary": {"pass": True}},
        document(VERDICTS, CLAIMS, diagnostics=[]),
    ],
)
def test_what_the_gate_lets_pass_does_not_fail_a_strict_build(
    small_site: Site, found: dict[str, object]
) -> None:
    done = small_site.verdicts(found).build("--strict")
    assert done.code == 0, done.log


def test_pages_of_the_user_s_own_are_left_alone(small_site: Site) -> None:
    small_site.page("# Mine\n\n<!-- trueup:dashboard -->\n\nAfter.", "claims/index.md")
    small_site.page("# Also mine", "claims/move.md")
    done = small_site.build("--strict")
    assert done.code == 0, done.log
    mine = small_site.html("claims/index.html")
    assert "Mine</h1>" in mine
    assert "trueup-dashboard" in mine
    assert "After." in mine
    assert "Also mine" in small_site.html("claims/move.html")
    assert dead_links(small_site.root / "site") == []


def test_in_code_the_dashboard_s_marker_is_code(small_site: Site) -> None:
    small_site.page("Write `<!-- trueup:dashboard -->`, or\n\n```html\n<!-- trueup:dashboard -->\n```\n")
    assert small_site.build().code == 0
    assert "trueup-dashboard" not in small_site.html()
    assert "&lt;!-- trueup:dashboard --&gt;" in small_site.html()


def test_a_claim_called_index_has_a_page(small_site: Site) -> None:
    small_site.page("[1](claim:index)")
    small_site.verdicts(document([verdict("index", "1", 1)], {"index": claim(says="Odd")}))
    assert small_site.build("--strict").code == 0
    assert "Odd" in small_site.html("claims/index-claim.html")
    assert "trueup-dashboard" in small_site.html("claims/index.html")


def test_macros_do_not_run_in_claim_text(small_site: Site) -> None:
    small_site.config(plugins=["search", "macros", "trueup"])
    small_site.verdicts(document(VERDICTS, {**CLAIMS, "move": claim(says="{{ 7*7 }} {% include 'x' %}")}))
    done = small_site.build("--strict")
    assert done.code == 0, done.log
    assert "&#123;&#123; 7*7 &#125;&#125;" in small_site.html("claims/move.html")


def test_hostile_text_does_not_reach_the_terminal_or_the_search_index(small_site: Site) -> None:
    bad = verdict("move", HOSTILE, 9, "refuted", expected=HOSTILE, because=[HOSTILE])
    small_site.verdicts(document([bad], {"move": claim("refuted", says=HOSTILE)}))
    done = small_site.build()
    assert "\x1b[31m" not in done.log
    assert "\x1b[31m" not in small_site.html("claims/move.html")
    index = small_site.html("search/search_index.json")
    assert "<script" not in index
    assert "<img" not in index


EXCERPT = """TAKEN = {}


def on_page_content(html, page, config, files):
    TAKEN[page.file.src_uri] = html


def on_page_context(context, page, config, nav):
    if page.file.src_uri == "blog.md":
        page.content += TAKEN["index.md"]


def on_post_page(output, page, config):
    if page.file.src_uri == "late.md":
        return output.replace("</body>", TAKEN["index.md"] + "</body>")
"""


@pytest.mark.parametrize("name", ["blog", "late"])
def test_what_another_plugin_copies_to_a_page_has_the_badges_of_where_it_stands(
    small_site: Site, name: str
) -> None:
    (small_site.root / "excerpt.py").write_text(EXCERPT, encoding="utf-8")
    small_site.config(hooks=["judge.py", "excerpt.py"])
    small_site.page("# Blog\n\nIt is [389 MB](claim:lm_head.bytes), read at 12 MB a second.", f"{name}.md")
    small_site.verdicts(document([REFUTED, *VERDICTS[1:]], CLAIMS))
    assert small_site.build().code == 0
    here, copied = small_site.html(), small_site.html(f"{name}.html")
    assert here.count("trueup-refuted") == 1
    assert copied.count('"trueup trueup-refuted') == 1
    assert copied.count('"trueup trueup-attested') == here.count('"trueup trueup-attested')
    assert 'href="trueup-' not in here + copied
    assert dead_links(small_site.root / "site") == []


def written(site: Path) -> dict[str, bytes]:
    """The files of a built site; that of the compressed map holds its time."""
    files = (path for path in site.rglob("*") if path.is_file() and path.suffix != ".gz")
    return {str(path.relative_to(site)): path.read_bytes() for path in files}


@pytest.mark.parametrize("program", ["false", "/no/such/program"])
def test_a_site_is_whole_though_the_process_beside_its_build_ends(small_site: Site, program: str) -> None:
    hook = f"import trueup.mkdocs_plugin.beside as it\nit.child = lambda module: {{'args': ['{program}']}}\n"
    (small_site.root / "broken.py").write_text(hook, encoding="utf-8")
    small_site.page(PAGE + "\nAnd 12 MB that nobody checks.")
    assert small_site.build("--strict").code == 0
    whole = written(small_site.root / "site")
    assert '<span class="trueup-uncovered">12 MB</span>' in small_site.html()
    small_site.config(hooks=["judge.py", "broken.py"])
    done = small_site.build("--strict")
    assert (done.code, "Traceback" in done.log) == (0, False), done.log
    assert written(small_site.root / "site") == whole


def test_dirty_builds_are_warned_of(small_site: Site) -> None:
    done = small_site.build("--dirty")
    assert "keep the badges of an earlier build" in done.log


def test_a_project_s_root_may_lie_above_the_site(small_site: Site) -> None:
    site = Site(small_site.root / "website")
    site.page(PAGE).config(hooks=["../judge.py"], plugins=["search", {"trueup": {"root": ".."}}])
    moved = [{**one, "at": {**one["at"], "path": "website/docs/index.md"}} for one in VERDICTS]
    small_site.verdicts(document(moved, CLAIMS))
    done = site.build("--strict")
    assert done.code == 0, done.log
    assert "trueup-verified" in site.html()
    assert 'href="../index.html#claim-move"' in site.html("claims/move.html")


def test_a_root_that_is_not_there_is_said(small_site: Site) -> None:
    done = small_site.config(plugins=[{"trueup": {"root": "nowhere"}}]).build()
    assert done.code == 1
    assert "'trueup' option 'root'" in done.log
    assert "nowhere' isn't an existing directory" in done.log
