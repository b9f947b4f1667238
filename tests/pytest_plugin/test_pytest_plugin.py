"""Figures as test items."""

from __future__ import annotations

import pytest

LEDGER = """\
claims:
  size: {says: Packed weights, basis: model, expr: 152064 * 5120 * 0.5 B}
  rate: {says: A rate, basis: model, expr: size / 1 s}
  question: {says: A question, unmeasured: nobody did}
  unstated: {says: Stated nowhere, basis: model, expr: 1 + 1}
"""

PAGE = "It is [389,283,840 B](claim:size), [389 MB](claim:size), [unmeasured](claim:question).\n"


@pytest.fixture
def site(pytester: pytest.Pytester) -> pytest.Pytester:
    for path, text in {"claims/a.yaml": LEDGER, "docs/a.md": PAGE}.items():
        target = pytester.path / path
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")
    pytester.makepyfile(test_own="def test_own(): pass\n")
    return pytester


def run(site: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return site.runpytest_inprocess("-p", "no:randomly", "-p", "no:cacheprovider", *arguments)


def test_nothing_happens_by_itself(site: pytest.Pytester) -> None:
    run(site).assert_outcomes(passed=1)


def test_each_figure_is_an_item(site: pytest.Pytester) -> None:
    result = run(site, "--trueup", "-v")
    result.assert_outcomes(passed=5, skipped=1)
    result.stdout.fnmatch_lines_random(
        [
            "*docs/a.md::size PASSED*",
            "*docs/a.md::size@1 PASSED*",
            "*docs/a.md::question SKIPPED*nobody did*",
            "*claims/a.yaml::rate PASSED*",
            "*claims/a.yaml::unstated PASSED*",
        ]
    )


def test_a_stale_figure_fails_with_its_verdict(site: pytest.Pytester) -> None:
    (site.path / "docs" / "a.md").write_text(PAGE.replace("389,283,840", "389,283,841"), encoding="utf-8")
    result = run(site, "--trueup", "-k", "size")
    result.assert_outcomes(passed=1, failed=1, deselected=4)
    result.stdout.fnmatch_lines(
        [
            "docs/a.md:1:8: ✗ refuted (value) size 389,283,841 B",
            "*expected  389,283,840 B",
            "FAILED docs/a.md::size*",
        ]
    )


def test_figures_are_collected_beside_testpaths(site: pytest.Pytester) -> None:
    site.makeini("[pytest]\ntestpaths = test_own.py\n")
    run(site, "--trueup").assert_outcomes(passed=5, skipped=1)


def test_a_single_document(site: pytest.Pytester) -> None:
    run(site, "--trueup", "docs/a.md").assert_outcomes(passed=2, skipped=1)


def test_a_fault_of_the_input_is_a_failing_item(site: pytest.Pytester) -> None:
    (site.path / "docs" / "b.md").write_text("It is [1](claim:nothing).\n", encoding="utf-8")
    result = run(site, "--trueup", "docs/b.md")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["docs/b.md:1:8: error T130 nothing defines the claim nothing"])


def test_no_exec_runs_no_verifier(site: pytest.Pytester) -> None:
    (site.path / "verifiers").mkdir()
    (site.path / "verifiers" / "v.py").write_text(
        "from trueup.verifier import verifier\n\n"
        "@verifier('site.seven')\ndef seven(request):\n    return 7\n",
        encoding="utf-8",
    )
    ledger = LEDGER + "  seven: {says: Seven, basis: model, verify: site.seven}\n"
    (site.path / "claims" / "a.yaml").write_text(ledger, encoding="utf-8")
    (site.path / "docs" / "a.md").write_text(PAGE + "\n[7](claim:seven)\n", encoding="utf-8")
    run(site, "--trueup", "--trueup-no-exec", "-k", "seven").assert_outcomes(skipped=1, deselected=6)
    run(site, "--trueup", "-k", "seven").assert_outcomes(passed=1, deselected=6)


def test_workers_of_xdist_agree(site: pytest.Pytester) -> None:
    result = run(site, "--trueup", "-n", "2")
    result.assert_outcomes(passed=5, skipped=1)


def test_junit_xml_names_documents(site: pytest.Pytester) -> None:
    run(site, "--trueup", "--junit-xml=out.xml", "docs/a.md")
    assert 'name="size"' in (site.path / "out.xml").read_text(encoding="utf-8")


def test_a_table_is_an_item_and_each_wrong_cell_is_one(site: pytest.Pytester) -> None:
    page = site.path / "docs" / "b.md"
    table = "# B\n\n<!-- claims:table twice -->\n\n| a | b |\n|---|---|\n| 1 B | 2 B |\n| 2 B | 4 B |\n"
    ledger = LEDGER + "  twice: {says: Twice, columns: {b: 2 * a}}\n"
    (site.path / "claims" / "a.yaml").write_text(ledger, encoding="utf-8")
    page.write_text(table, encoding="utf-8")
    run(site, "--trueup", "-k", "twice").assert_outcomes(passed=1, deselected=6)
    page.write_text(table.replace("2 B |\n", "3 B |\n").replace("4 B", "5 B"), encoding="utf-8")
    result = run(site, "--trueup", "-k", "twice")
    result.assert_outcomes(failed=2, deselected=6)
    result.stdout.fnmatch_lines(["docs/b.md:7:9: ✗ refuted (value) twice 3 B", "FAILED docs/b.md::twice@8*"])
