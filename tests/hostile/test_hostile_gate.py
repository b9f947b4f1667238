"""What must not pass: nothing checked, everything set aside, a build that is quiet, a gate that is asked wrongly."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hostile.beside import GOOD, beside, checked, judged, refused, write
from mini import Mini, claims, where
from sites import make_site


def test_no_documents(project: Mini) -> None:
    project.write("claims/a.yaml", GOOD)
    run = project.check()
    assert (run.code, run.codes()) == (2, ["C810"])
    assert run.verdict("good.count")["status"] == "verified"
    assert "docs" in run.diagnostic("C810")["message"]


@pytest.mark.parametrize("docs", ["dcos", "docs/*.rst", "docs/bad", "**/nothing.md"])
def test_documents_that_are_sought_in_the_wrong_place(project: Mini, docs: str) -> None:
    run = judged(project, {"trueup.toml": f'docs = ["{docs}"]\n'})
    assert docs in refused(run, "C810")["message"]


@pytest.mark.parametrize("entry", ["dcos", "REAMDE.md", "docs/*.rst", "docs/bad"])
def test_some_documents_that_are_sought_in_the_wrong_place(project: Mini, entry: str) -> None:
    """That others are found doesn't hide it."""
    fault = refused(judged(project, {"trueup.toml": f'# Settings\ndocs = ["docs", "{entry}"]\n'}), "C810")
    assert where(fault)[:2] == ("trueup.toml", 2)
    assert repr(entry) in fault["message"]


@pytest.mark.parametrize("settings", [{"trueup.toml": 'docs = ["docs"]\n'}, {"claims/b.yaml": GOOD}, {}])
def test_no_documents_in_a_folder_of_a_project(project: Mini, settings: dict[str, str]) -> None:
    project.write("docs/a.md", "text")
    for path, text in settings.items():
        project.write(path, text)
    inside = Mini(path=project.path / "docs", capture=project.capture)
    hint = inside.check().diagnostic("C810")["hint"]
    expected = f"a project stands above: --project {os.path.relpath(project.path)}"
    assert hint == expected if settings else hint.startswith("write one there")


def test_nothing_at_all(project: Mini) -> None:
    run = project.check()
    assert run.code == 2
    assert run.json["summary"]["pass"] is False


def test_no_tags(project: Mini) -> None:
    project.write("docs/a.md", "No figure is tagged: 49 of them.\n")
    run = project.check()
    assert (run.code, run.json["verdicts"]) == (1, [])
    assert "nothing was verified" in run.diagnostic("G701")["message"]


def test_an_empty_ledger_and_no_tags(project: Mini) -> None:
    project.write("docs/a.md", "text\n").write("claims/a.yaml", "claims: {}\n")
    assert (project.check().code, project.check().json["summary"]["pass"]) == (1, False)


@pytest.mark.parametrize(
    "entry",
    [
        "a: {says: A, unmeasured: nobody did}",
        "a: {says: A, expr: 1 + 1, waive: {reason: later, until: 2099-01-01}}",
        "a: {says: A, basis: measured, verify: site.it}",
    ],
    ids=["all open", "all waived", "all not run"],
)
def test_all_claims_are_set_aside(project: Mini, entry: str) -> None:
    """Nothing was verified then, so nothing passes."""
    project.write("claims/a.yaml", claims(entry)).write("docs/a.md", "It is [5](claim:a).\n")
    if "unmeasured" in entry:
        project.write("docs/a.md", "It is [unmeasured](claim:a).\n")
    project.write(
        "verifiers/site.py",
        "from trueup.verifier import verifier\n\n@verifier('site.it')\ndef f(request): return 5\n",
    )
    run = project.check("--no-exec")
    assert (run.code, run.json["summary"]["pass"]) == (1, False)
    assert "nothing was verified" in run.diagnostic("G701")["message"]


def test_no_ledger_but_a_formula_in_place(project: Mini) -> None:
    project.write("docs/a.md", 'There are [49](claim:norms.count "48 + 1") of them.\n')
    run = project.check()
    assert (run.code, run.statuses()) == (0, {"norms.count": "verified"})


def test_a_number_for_an_open_question(project: Mini) -> None:
    page = "It is [5 ms](claim:q) or [unmeasured](claim:q).\n"
    run = beside(project, claims("q: {says: Q, unmeasured: nobody did}"), page)
    assert run.code == 1
    assert [one["status"] for one in run.verdicts("q")] == ["refuted", "open"]


def test_settings_turn_a_reason_into_a_warning(project: Mini) -> None:
    ledger = claims(
        "a: {says: A, basis: measured, value: 5 ms, source: s, as_of: 2026-01-01, max_age: 30 days}"
    )
    beside(project, ledger, "It is [5 ms](claim:a).\n")
    assert checked(project, "--today", "2026-03-01").code == 1
    project.write("trueup.toml", '[gate]\nwarn = ["outdated:age"]\n')
    run = checked(project, "--today", "2026-03-01")
    assert (run.code, run.verdict("a")["status"]) == (0, "outdated")


def test_one_of_a_thing_is_no_more(project: Mini) -> None:
    ledger = claims(
        "a: {says: A, basis: measured, value: 5 ms, source: s, as_of: 2026-01-01, max_age: 0 days}"
    )
    beside(project, ledger, "It is [5 ms](claim:a).\n")
    because = checked(project, "--today", "2026-01-02").verdict("a")["because"]
    assert because[0] == "reported as of 2026-01-01, 1 day ago; it may be 0 days old"


def test_the_gate_warns_of_what_no_verdict_is(project: Mini) -> None:
    run = judged(project, {"trueup.toml": '[gate]\nwarn = ["outdated:age", "outdated:agee", "missing"]\n'})
    fault = refused(run, "C812")
    assert where(fault) == ("trueup.toml", 2, 1)
    assert "'outdated:age'" in fault["hint"]


@pytest.mark.parametrize("warn", ["error", "error:verifier", "refuted", "refuted:value"])
def test_bad_input_can_not_be_warned_away(project: Mini, warn: str) -> None:
    files = {
        "trueup.toml": f'[gate]\nwarn = ["{warn}"]\n',
        "docs/bad.md": "[1,5](claim:good.count) [1](claim:gone)\n",
    }
    assert judged(project, files).code == 2


@pytest.mark.parametrize(
    "name", ["good.cuont", "docs/god.md", "../outside", "/etc/passwd", "--", "-x", "", "\n"]
)
def test_unknown_selection(project: Mini, name: str) -> None:
    """A typing error that selects nothing must not pass for all that was asked."""
    write(project, {})
    run = project.run("check", "--format", "json", "--", name)
    assert run.code == 2
    if name:
        assert run.codes() == ["C811"]
    if name == "good.cuont":
        assert "good.count" in run.diagnostic("C811")["hint"]


def test_what_is_refuted_is_not_said_to_be_missing(project: Mini) -> None:
    """That nothing was verified is news only where nothing else says what fails."""
    project.write("claims/a.yaml", GOOD).write("docs/a.md", "[50](claim:good.count)\n")
    run = project.check()
    assert (run.code, run.json["diagnostics"]) == (1, [])


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "--format", "yaml"),
        ("check", "--today", "tomorrow"),
        ("check", "--timeout", "-1"),
        ("check", "--project", "/nowhere/at/all"),
        ("check", "--nothing"),
        ("chekc",),
        ("audit",),
        ("diff",),
        ("explain",),
        ("audit", "docs", "--write-baseline"),
        ("diff", "HEAD", "--fail-on", "everything"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    from trueup.cli.main import run  # noqa: PLC0415

    assert run(arguments) == 2
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert said.err.strip()


def test_a_build_of_mkdocs_whose_input_is_bad(tmp_path: Path) -> None:
    """The plugin stops a strict build, however quiet; all else is for the command in CI."""
    site = make_site(tmp_path)
    site.config(hooks=[])
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims/a.yaml").write_text("claims:\n  lm_head.bytes: {says: S, expr: 1 +}\n")
    assert site.build("-q", "--strict").code == 1


def test_a_site_built_without_the_plugin_has_no_manifest(tmp_path: Path) -> None:
    """So whoever publishes can tell that nothing was checked: a file that isn't there."""
    site = make_site(tmp_path)
    assert site.build().code == 0
    manifest = tmp_path / "site/assets/trueup/claims.json"
    assert manifest.exists()
    site.config(plugins=["search"], hooks=[])
    assert site.build("--strict").code == 0
    assert not manifest.exists()
