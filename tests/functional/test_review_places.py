"""Where a change is shown, what becomes of it in several steps, and the exit code."""

from __future__ import annotations

import pytest

from mini import Mini, where
from repositories import Git
from reviewing import CLAIMS, EVIDENCE, diff, only, told, under_git


@pytest.fixture
def git(project: Mini) -> Git:
    return under_git(project)


def test_a_change_stands_where_the_head_has_it_or_where_the_base_had_it(project: Mini, git: Git) -> None:
    project.replace("docs/page.md", "# Memory\n", "# Memory\n\nMore.\n").replace(
        "docs/page.md", "[10 GB/s]", "[11 GB/s]"
    )
    project.replace("docs/page.md", ", and [1](claim:lines) loop", "")
    run = diff(project)
    assert where(only(run, "stale")) == ("docs/page.md", 5, 67)
    gone = only(run, "untagged")
    assert (where(gone), gone["in"]) == (("docs/page.md", 7, 85), "base")
    assert "expected 10 GB/s" in only(run, "stale")["message"]


def test_a_figure_that_lost_its_tag_is_shown_where_it_stands(project: Mini, git: Git) -> None:
    project.replace("docs/page.md", "[10 GB/s](claim:link.rate)", "10 GB/s")
    one = only(diff(project), "untagged")
    assert (where(one), one["in"]) == (("docs/page.md", 3, 66), "head")


def test_a_document_that_has_moved_is_no_change(project: Mini, git: Git) -> None:
    git("mv", "docs/page.md", "docs/moved.md")
    assert told(diff(project)) == []


def test_a_document_that_has_moved_may_be_stale(project: Mini, git: Git) -> None:
    git("mv", "docs/page.md", "docs/moved.md")
    project.replace("docs/moved.md", "[10 GB/s]", "[12 GB/s]")
    assert {kind for kind, *_ in told(diff(project))} == {"figure", "stale"}


# Kinds that need more than one edit


def test_an_entry_with_an_error_is_broken_not_gone(project: Mini, git: Git) -> None:
    project.replace(CLAIMS, "tolerance: 3 %", "tolerence: 3 %")
    run = diff(project)
    assert run.code == 2
    assert ("broken", "link.rate", None, None) in told(run)
    assert run.codes()
    assert "claim-removed" not in {kind for kind, *_ in told(run)}


def test_a_figure_is_mended(project: Mini, git: Git) -> None:
    project.replace("docs/page.md", "[10 GB/s]", "[11 GB/s]")
    git.commit("Mistype it", "2026-07-02")
    project.replace("docs/page.md", "[11 GB/s]", "[10 GB/s]")
    assert ("mended", "link.rate", "11 GB/s, refuted (value)", "10 GB/s, attested") in told(diff(project))


def test_a_figure_that_goes_from_bad_to_bad_has_another_verdict(project: Mini, git: Git) -> None:
    project.replace("docs/page.md", "[10 GB/s]", "[11 GB/s]")
    git.commit("Mistype it", "2026-07-02")
    project.replace("docs/page.md", "[11 GB/s]", "[10 MB/s]")
    assert [kind for kind, *_ in told(diff(project))] == ["figure", "verdict"]


def test_a_waived_figure_is_not_newly_stale(project: Mini, git: Git) -> None:
    project.replace("docs/page.md", "[10 GB/s]", "[11 GB/s]")
    project.replace(
        CLAIMS, "    tolerance: 3 %", "    tolerance: 3 %\n    waive: {reason: soon, until: 2026-08-01}"
    )
    assert {kind for kind, *_ in told(diff(project))} == {"figure", "verdict", "waiver"}


def test_a_document_that_is_no_longer_read(project: Mini, git: Git) -> None:
    project.write("docs/second.md", "The memory again: [1 kB](claim:memory.bytes).\n")
    git.commit("Write a second page", "2026-07-02")
    project.write("trueup.toml", 'docs = ["docs/page.md"]\n')
    run = diff(project)
    assert where(only(run, "left-out")) == ("docs/second.md", 1, 1)
    assert {kind for kind, *_ in told(run)} == {"left-out", "settings", "untagged"}


def test_evidence_is_added_or_removed(project: Mini, git: Git) -> None:
    project.write("claims/evidence/kernel.rate/1.json", "{}")
    (project.path / EVIDENCE).unlink()
    run = diff(project)
    assert where(only(run, "evidence")) == (EVIDENCE, 1, 1)
    assert only(run, "evidence")["in"] == "base"
    assert only(run, "recorded")["claim"] == "kernel.rate"


def test_a_figure_that_moves_while_its_old_place_stays_as_text(project: Mini, git: Git) -> None:
    project.replace("docs/page.md", "[1,000 B](claim:memory.bytes)", "1,000 B")
    project.replace("docs/page.md", "The answer", "The memory: [1,000 B](claim:memory.bytes). The answer")
    assert [kind for kind, *_ in told(diff(project))] == ["untagged", "tagged"]


def test_a_verifier_is_outdated_by_a_module_that_it_imports(project: Mini, git: Git) -> None:
    project.write("verifiers/shared.py", "LIMIT = 1\n")
    project.replace("verifiers/site.py", "from trueup", "from shared import LIMIT\nfrom trueup")
    git.commit("Share", "2026-07-02")
    project.write("verifiers/shared.py", "LIMIT = 2\n")
    assert only(diff(project), "verifier")["message"].endswith(": site.answer, site.rate") or (
        "site.answer" in only(diff(project), "verifier")["message"]
    )


# The exit code


@pytest.mark.parametrize(
    ("fail_on", "code"),
    [
        ("stale", 1),
        ("figure", 1),
        ("weakened", 1),
        ("any", 1),
        ("waiver,stale", 1),
        ("waiver", 0),
        ("strengthened", 0),
    ],
)
def test_it_fails_only_for_what_was_asked(project: Mini, git: Git, fail_on: str, code: int) -> None:
    project.replace("docs/page.md", "[10 GB/s]", "[11 GB/s]")
    run = diff(project, "HEAD", "--fail-on", fail_on)
    assert (run.code, run.json["summary"]["pass"]) == (code, not code)
    assert any(one["fails"] for one in run.json["changes"]) == bool(code)


def test_an_unknown_kind_is_wrong_usage(project: Mini, git: Git) -> None:
    run = diff(project, "HEAD", "--fail-on", "tolerence")
    assert run.code == 2
    assert "did you mean 'tolerance'?" in run.err


def test_a_fault_of_the_head_wins(project: Mini, git: Git) -> None:
    project.write("docs/more.md", "[1](claim:nothing.there)\n")
    run = diff(project, "HEAD", "--fail-on", "any")
    assert (run.code, run.codes()) == (2, ["T130"])


# Formats


def test_the_text(project: Mini, git: Git) -> None:
    project.replace("docs/page.md", "[10 GB/s]", "[11 GB/s]")
    project.replace("docs/page.md", " and [1](claim:lines) loop.", " and a loop.")
    out = project.run("diff", "HEAD", "--fail-on", "stale", "--today", "2026-07-02").out.splitlines()
    assert out[0].startswith("claims/all.yaml:51:3: warning L210 no document states lines")
    assert out[2].startswith(
        "docs/page.md:3:67: ▼ stale [fails] link.rate: it held, and is stale now; expected 10 GB/s"
    )
    assert out[3] == "    10 GB/s, attested → 11 GB/s, refuted (value)"
    assert out[4] == "docs/page.md:7:85 (base): ▼ untagged lines: a tag that stood here is gone"
    assert out[5] == "    was  1"
    assert out[-1].startswith("2 weakened, 1 changed, 1 of a kind that fails (base: HEAD, ")


def test_the_same_bytes_each_time(project: Mini, git: Git) -> None:
    project.replace("docs/page.md", "[10 GB/s]", "[11 GB/s]")
    assert diff(project).out == diff(project).out
