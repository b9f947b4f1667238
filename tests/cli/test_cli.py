"""The command as a user meets it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mini import Mini, claims
from trueup.cli.main import run

LEDGER = """\
claims:
  size: {says: Packed weights, basis: model, expr: 152064 * 5120 * 0.5 B}
  rate: {says: Kernel, basis: measured, value: 6.711 GB/s, source: a record, scope: {cpu: i7-13800H}}
  link: {says: Link, basis: measured, value: 11.74 GB/s, source: a record, scope: {cpu: i7-13800H}}
  move:
    says: Moving is cheaper
    decide: size / rate > size / link
    words: {true: inverts, false: holds, null: undecided}
"""

PAGE = "It is [389,283,840 B](claim:size) at [6.711 GB/s](claim:rate): it [inverts](claim:move).\n"


@pytest.fixture
def example(project: Mini) -> Mini:
    return project.write("claims/a.yaml", LEDGER).write("docs/a.md", PAGE)


def test_what_holds_is_one_line(example: Mini) -> None:
    run = example.run("check")
    assert run.code == 0
    assert run.out == "1 verified, 3 attested in 1 document: holds\n"


def test_a_stale_figure_says_place_expectation_cause_and_remedy(example: Mini) -> None:
    example.replace("docs/a.md", "389,283,840 B", "389,283,480 B")
    run = example.run("check")
    assert run.code == 1
    assert run.out == (
        "docs/a.md:1:8: ✗ refuted (value) size 389,283,480 B\n"
        "    expected  389,283,840 B\n"
        "    because   computed: 389,283,840 B\n"
        "              152064 * 5120 * 0.5 B: from literals only\n"
        "    do        write 389,283,840 B\n"
        "3 attested, 1 refuted in 1 document: does not hold\n"
    )


def test_verbose_lists_what_holds_too(example: Mini) -> None:
    run = example.run("check", "--verbose")
    assert "docs/a.md:1:8: ✓ verified size 389,283,840 B\n" in run.out


def test_the_json_has_a_verdict_for_each_tag_and_each_untagged_claim(example: Mini) -> None:
    found = example.check().json
    assert [(one["claim"], bool(one["at"])) for one in found["verdicts"]] == [
        ("size", True),
        ("rate", True),
        ("move", True),
        ("link", False),
    ]
    assert found["summary"]["pass"] is True
    assert found["summary"]["attested"] == 3


def test_only_the_figures_of_a_page_or_claim(example: Mini) -> None:
    example.write("docs/b.md", "It is [389,283,841 B](claim:size).\n")
    assert example.check().code == 1
    assert example.check("docs/a.md").code == 0
    assert [one["claim"] for one in example.check("rate").json["verdicts"]] == ["rate"]


def test_the_folder_itself_means_all_of_its_documents(example: Mini) -> None:
    example.write("trueup.toml", 'docs = ["."]\n').write("b.md", "It is [389,283,841 B](claim:size).\n")
    for name in (".", "./"):
        assert len([one for one in example.check(name).json["verdicts"] if one["at"]]) == 4
    assert example.run("suggest", ".").code == 0


def test_explain_shows_derivation_and_where_it_flips(example: Mini) -> None:
    run = example.run("explain", "move")
    assert run.code == 0
    assert "move: Moving is cheaper" in run.out
    assert "size / rate > size / link" in run.out
    assert "inverts while rate is below 11.74 GB/s; now 6.711 GB/s, a factor of 1.75 away" in run.out
    assert "docs/a.md:1:68  inverts  ✓ attested" in run.out


def test_a_flip_nearby_is_told_in_percent_and_one_within_the_interval_as_that(example: Mini) -> None:
    example.replace("claims/a.yaml", "value: 11.74 GB/s", "value: 6.8 GB/s")
    assert "above 6.711 GB/s; now 6.800 GB/s, 1.3 % away" in example.run("explain", "move").out
    example.replace("claims/a.yaml", "value: 6.8 GB/s", "value: 6.7–6.8 GB/s")
    assert "now 6.700–6.800 GB/s, on either side of it" in example.run("explain", "move").out


def test_explain_as_json(example: Mini) -> None:
    found = example.run("explain", "move", "--format", "json").json
    assert found["claim"] == "move"
    assert found["value"] == "inverts"
    assert found["upstream"]["rate"]["value"] == "6.711 GB/s"
    assert "<math" in found["mathml"]


@pytest.mark.parametrize(
    ("name", "found", "do"),
    [
        ("moove", "no claim has the id 'moove'", "did you mean move?"),
        ("RATE", "no claim has the id 'RATE'", "did you mean rate, host.rate or guest.rate?"),
        (
            "nothing.like.it",
            "no claim has the id 'nothing.like.it'",
            "ids stand in the ledger, and in documents",
        ),
        (
            "docs/a.md",
            "'docs/a.md' is no claim, but a document",
            "name one that is stated there: size, rate, move",
        ),
        ("docs", "'docs' is no claim, but a document", "name one that is stated there: size, rate, move"),
        ("docs/bare.md", "'docs/bare.md' is no claim, but a document", "ids stand in the ledger"),
    ],
)
def test_explain_of_what_is_no_claim(example: Mini, name: str, found: str, do: str) -> None:
    """What was looked for, what there is, and what to do."""
    example.write("claims/b.yaml", claims("host.rate: {expr: 1 + 1}", "guest.rate: {expr: 1 + 1}"))
    example.write("docs/bare.md", "None.\n")
    run = example.run("explain", name)
    assert run.code == 2
    assert f"error C811 {found}" in run.err
    assert f"    do        {do}" in run.err


def test_a_name_that_is_nearly_several_others(example: Mini) -> None:
    example.write("claims/b.yaml", claims("host.rate: {expr: 1 + 1}", "guest.rate: {expr: 1 + 1}"))
    assert "did you mean rate?" in example.check("rate2").diagnostic("C811")["hint"]
    assert example.check(".rate").diagnostic("C811")["hint"] == "did you mean host.rate or guest.rate?"


def test_lint_finds_faults_and_computes_nothing(example: Mini) -> None:
    example.write("docs/b.md", "It is [1,5 B](claim:size), [7](claim:nothing).\n")
    run = example.run("lint", "--format", "json")
    assert run.code == 2
    assert sorted(one["code"] for one in run.json["diagnostics"] if one["severity"] == "error") == [
        "Q301",
        "T130",
    ]


def test_lint_of_what_is_well_formed(example: Mini) -> None:
    run = example.run("lint")
    assert (run.code, run.out) == (0, "3 tags, 4 claims, 0 findings\n")


def test_usage_is_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--format", "yaml"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_command_that_is_none_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["chek"]) == 2
    assert "there is no command 'chek'; did you mean 'check'?" in capsys.readouterr().err
    assert run(["\x1bnothing"]) == 2
    assert "there is no command '\\\\x1bnothing'; there are check, lint, " in capsys.readouterr().err


def test_a_fault_of_our_own_is_exit_3_without_a_traceback(
    example: Mini, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a \x1b[31mfault")

    monkeypatch.setattr("trueup.cli.check.compute", fail)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    assert run(["check", "--project", str(example.path)]) == 3
    err = capsys.readouterr().err
    assert "Traceback" not in err
    assert "\x1b" not in err
    (log,) = tmp_path.glob("trueup-*.log")
    assert "Traceback" in log.read_text()


def test_an_interrupt_is_exit_130(
    example: Mini, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("trueup.cli.check.compute", interrupt)
    assert run(["check", "--project", str(example.path)]) == 130
    assert "interrupted" in capsys.readouterr().err


def test_the_module_runs_and_prints_the_same_bytes_whatever_the_locale(example: Mini) -> None:
    def bytes_of(**environment: str) -> bytes:
        done = subprocess.run(
            [sys.executable, "-m", "trueup", "check", "--format", "json"],
            cwd=example.path,
            env={**os.environ, **environment},
            capture_output=True,
            check=True,
        )
        return done.stdout

    one = bytes_of(PYTHONHASHSEED="1", LC_ALL="C", TZ="UTC")
    assert one == bytes_of(PYTHONHASHSEED="2", LC_ALL="C.UTF-8", TZ="Asia/Tokyo")
    assert json.loads(one)["summary"]["pass"] is True


def test_sympy_and_onnx_are_imported_only_where_they_are_used(example: Mini) -> None:
    script = (
        "import sys; from trueup.cli.main import run; run(['check']); "
        "print(sorted({'sympy', 'onnx', 'mkdocs', 'markdown', 'rich', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=example.path,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_help_says_what_each_command_is_for_in_whole_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    assert "..." not in capsys.readouterr().out.partition("Commands:")[2]
