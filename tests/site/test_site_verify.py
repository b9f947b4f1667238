"""``trueup site --verify``: a built site against the verdicts of now; and what ``--out`` says."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from sites import Site

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
  twice:
    says: Twice the first column
    columns: {b: a * 2}
"""
PAGE = """# Weights

It holds [389 MB](claim:lm_head.bytes), and [389,283,840 B](claim:lm_head.bytes) to the byte. The copy takes
[33.2 ms](claim:copy.time "lm_head.bytes / link.pinned").
"""
TABLE = """# Table

<!-- claims:table twice -->

| a | b |
|---|---|
| 1 | 2 |
| 2 | {cell} |
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    code: int
    out: str
    err: str


def trueup(root: Path, *arguments: str) -> Ran:
    done = subprocess.run(
        [sys.executable, "-m", "trueup", "site", *arguments],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return Ran(code=done.returncode, out=done.stdout, err=done.stderr)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose site is built by the plugin."""
    root = tmp_path_factory.mktemp("built")
    (root / "claims").mkdir()
    (root / "claims/all.yaml").write_text(LEDGER, encoding="utf-8")
    site = Site(root).page(PAGE).page(TABLE.format(cell=4), "guide/table.md").config(hooks=[])
    done = site.build("--strict")
    assert done.code == 0, done.log
    return root


@pytest.fixture
def project(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "project"))


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def test_a_site_of_this_commit_is_said_to_be_one(project: Path) -> None:
    done = trueup(project, "--verify", "site")
    assert (done.code, done.out) == (
        0,
        "4 badges, 5 generated pages and 1 file of verdicts compared: the site shows the verdicts of now\n",
    )


def test_an_older_site_is_told_apart_with_each_difference_and_its_place(project: Path) -> None:
    edit(project / "claims/all.yaml", "11.74 GB/s", "5.87 GB/s")
    done = trueup(project, "--verify", "site")
    assert done.code == 1
    assert (
        'index.html: copy.time "33.2 ms" is shown as attested, and is refuted (value) now'
        in done.out.splitlines()
    )
    for said in (
        'copy.time "33.2 ms" is shown as attested, and is refuted (value), expected 66.3 ms now',
        "claim link.pinned is shown as attested with 11.74 GB/s, and is attested with 5.87 GB/s now",
    ):
        assert said in done.out
    for said in (
        'claims/link.pinned.html: the value of link.pinned is shown as "11.74 GB/s", and is "5.87 GB/s" now',
        'claims/index.html: the outcome is shown as "Every figure holds.", and is "1 of ',
        'assets/trueup/badge.svg: the badge says "figures checked by trueup: 2 attested, 3 verified"',
    ):
        assert said in done.out
    assert "4 badges, 5 generated pages and 1 file of verdicts compared: 13 differences" in done.out


def test_stale_figures_that_the_site_shows_as_stale_are_right(project: Path) -> None:
    edit(project / "docs/index.md", "33.2 ms", "44.4 ms")
    edit(project / "docs/guide/table.md", "| 2 | 4 |", "| 2 | 5 |")
    assert Site(project).build().code == 0
    done = trueup(project, "--verify", "site")
    assert (done.code, done.out.partition(" compared: ")[2]) == (0, "the site shows the verdicts of now\n")
    edit(project / "docs/guide/table.md", "| 2 | 5 |", "| 2 | 4 |")
    done = trueup(project, "--verify", "site")
    assert done.code == 1
    assert (
        'guide/table.html: a badge "5" is shown as refuted' in done.out
        or "guide/table.html: twice" in done.out
    )


def test_a_figure_that_the_page_lacks_or_has_too_many_is_said(project: Path) -> None:
    edit(project / "docs/index.md", "It holds [389 MB](claim:lm_head.bytes), and", "It holds")
    done = trueup(project, "--verify", "site")
    assert done.code == 1
    assert 'index.html: lm_head.bytes "389 MB" is shown as verified, and is not checked' in done.out
    Site(project).build()
    edit(project / "docs/index.md", "It holds", "It holds [390 MB](claim:lm_head.bytes) or")
    done = trueup(project, "--verify", "site")
    assert 'index.html: lm_head.bytes "390 MB" is not shown: refuted (value)' in done.out


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            'data-trueup-status="attested"',
            'data-trueup-status="verified"',
            "is shown as verified, and is attested",
        ),
        (
            'data-trueup-value="33.16 ms"',
            'data-trueup-value="1 ms"',
            "the value is shown as 1 ms, and is 33.16 ms",
        ),
        ('data-trueup-figure="33.2 ms"', 'data-trueup-figure="3 ms"', 'is shown where "33.2 ms" stands now'),
        ('data-trueup-figure="389 MB"', "", 'lm_head.bytes "389 MB" is not shown'),
        (">389 MB</a>", ">1389 MB</a>", 'lm_head.bytes "389 MB" reads "1389 MB" on the page'),
        ("trueup-attested", "trueup-verified", '"33.2 ms" does not look attested, as it is now'),
    ],
)
def test_a_badge_that_was_tampered_with_is_found(project: Path, before: str, after: str, said: str) -> None:
    edit(project / "site/index.html", before, after)
    done = trueup(project, "--verify", "site")
    assert done.code == 1
    assert said in done.out
    assert done.out.splitlines()[-1].endswith("1 difference")


@pytest.mark.parametrize(
    ("name", "before", "after", "said"),
    [
        (
            "claims/copy.time.html",
            ">attested<",
            ">verified<",
            'claim copy.time is shown as "verified", and is "attested"',
        ),
        (
            "claims/copy.time.html",
            'class="trueup-status trueup-attested"',
            'class="trueup-status trueup-verified"',
            'claim copy.time does not look "attested"',
        ),
        (
            "claims/copy.time.html",
            'tells="the value of copy.time"><span class="trueup-whole">33.16 ms',
            'tells="the value of copy.time"><span class="trueup-whole">1 ms',
            'the value of copy.time is shown as "1 ms", and is "33.16 ms" now',
        ),
        (
            "claims/copy.time.html",
            "the value of copy.time",
            "the value of nothing",
            'the value of copy.time is not shown, and is "33.16 ms" now',
        ),
        (
            "claims/copy.time.html",
            "claim copy.time",
            "claim nosuch",
            'claim nosuch is shown as "attested", and is no longer there',
        ),
        (
            "claims/index.html",
            "Every figure holds.",
            "All hold.",
            'the outcome is shown as "All hold.", and is',
        ),
        (
            "claims/index.html",
            "3 verified",
            "5 verified",
            'the tally is shown as "Figures 2 attested 5 verified',
        ),
        (
            "claims/index.html",
            'tells="the row of twice"><span class="trueup-status trueup-verified">verified',
            'tells="the row of twice"><span class="trueup-status trueup-verified">attested',
            'the row of twice is shown as "attested", and is "verified" now',
        ),
        (
            "assets/trueup/badge.svg",
            "3 verified",
            "5 verified",
            'the badge says "figures checked by trueup: 2',
        ),
    ],
)
def test_a_generated_page_that_was_tampered_with_is_found(
    project: Path, name: str, before: str, after: str, said: str
) -> None:
    edit(project / "site" / name, before, after)
    done = trueup(project, "--verify", "site")
    assert done.code == 1
    assert f"{name}: {said}" in done.out


def test_a_site_without_badges_shows_nothing(project: Path) -> None:
    shutil.rmtree(project / "site")
    (project / "site").mkdir()
    (project / "site/index.html").write_text("<p>389 MB</p>", encoding="utf-8")
    done = trueup(project, "--verify", "site")
    assert done.code == 1
    assert 'index.html: lm_head.bytes "389 MB" is not shown: verified' in done.out
    assert "docs/guide/table.md: the site has no page of this document" in done.out


def test_published_verdicts_alone_show_a_reader_nothing(project: Path) -> None:
    for page in (project / "site").rglob("*.html"):
        page.unlink()
    (project / "site/index.html").write_text("<p>389 MB</p>", encoding="utf-8")
    done = trueup(project, "--verify", "site")
    assert done.code == 1
    assert "the site: no page shows a badge" in done.out.splitlines()


def test_published_verdicts_that_are_cut_off_are_no_verdicts(project: Path) -> None:
    (project / "site/assets/trueup/claims.json").write_text("{", encoding="utf-8")
    done = trueup(project, "--verify", "site")
    assert done.code == 1
    assert "assets/trueup/claims.json: these verdicts can't be read" in done.out.splitlines()
    # A file of that name elsewhere is none of ours.
    assert Site(project).build().code == 0
    (project / "site/claims.json").write_text("{", encoding="utf-8")
    assert trueup(project, "--verify", "site").code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--verify", "nosuch"), "C863"),
        (("--verify", "docs"), "C863 there is no page in"),
        ((), "give either --out or --verify"),
        (("--verify", "site", "--out", "docs/claims"), "give either --out or --verify"),
        (("--out", "elsewhere", "--docs", "docs"), "--out has to lie in the folder of the documents"),
        (("--out", "../claims"), "../claims lies outside the project: name the folder of the documents"),
        (("--out", "/nosuch/claims"), "/nosuch/claims lies outside the project"),
    ],
)
def test_what_can_t_be_asked_is_said(project: Path, arguments: tuple[str, ...], said: str) -> None:
    done = trueup(project, *arguments)
    assert done.code == 2
    assert said in done.err


def test_hostile_html_is_shown_inertly(project: Path) -> None:
    edit(project / "site/index.html", 'data-trueup-figure="389 MB"', 'data-trueup-figure="\x1b[31m9"')
    done = trueup(project, "--verify", "site")
    assert done.code == 1
    assert "\x1b" not in done.out
    assert "\\x1b[31m" in done.out


def test_pages_are_written_once_and_then_left_as_they_were(project: Path) -> None:
    done = trueup(project, "--out", "docs/claims")
    assert (done.code, done.out) == (0, "docs/claims: 10 written, 0 as they were, 0 removed\n")
    done = trueup(project, "--out", "docs/claims")
    assert (done.code, done.out) == (0, "docs/claims: 0 written, 10 as they were, 0 removed\n")
    check = subprocess.run(
        [sys.executable, "-m", "trueup", "check"], cwd=project, capture_output=True, text=True, check=False
    )
    assert check.stdout == "3 verified, 2 attested in 2 documents: holds\n"
    (project / "docs/claims/index.md").write_text("mine", encoding="utf-8")
    done = trueup(project, "--out", "docs/claims")
    assert done.code == 2
    assert (
        "docs/claims/index.md:1:1: error C861 this generated file was edited since it was written" in done.err
    )
