"""``trueup audit``: what a user sees on documents that nobody has set up."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from doc_pages import ROOT
from mini import Mini, Run, claims, where
from trueup.files import Root

WRONG = "The step streams 389,283,840 B (152064 × 5120 × 0.6).\n"
RIGHT = "The step streams 389,283,840 B (152064 × 5120 × 0.5).\n"
TABLE = """\
| case | base | head | change |
|---|---|---|---|
| a | 10.0 ms | 12.0 ms | +20.0 % |
| b | 25.0 ms | 26.0 ms | +4.0 % |
| c | 31.0 ms | 38.0 ms | +32.6 % |
| d | 50.0 ms | 41.0 ms | -18.0 % |
"""
NEAR = "| stage | items |\n|---|---|\n| a | 1,204 |\n| b | 30,551 |\n| total | 33,001 |\n"


def audit(project: Mini, *arguments: str) -> Run:
    return project.run("audit", "--format", "json", *arguments)


def findings(run: Run) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run.json["findings"]
    return found


def codes(run: Run) -> list[tuple[str, str]]:
    return [(one["code"], one["figure"]) for one in findings(run)]


def test_a_folder_that_nobody_has_set_up(project: Mini) -> None:
    project.write("notes/a.md", WRONG).write("notes/deep/b.markdown", TABLE).write("notes/c.txt", WRONG)
    run = audit(project, "notes")
    assert run.code == 1
    assert codes(run) == [("A101", "389,283,840 B"), ("A201", "+32.6 %")]
    cell = findings(run)[1]
    assert where(cell) == ("notes/deep/b.markdown", 5, 27)
    assert (cell["kind"], cell["certainty"], cell["expected"]) == ("table", "certain", "+22.6 %")
    assert "38.0 ms / 31.0 ms" in cell["message"]
    assert cell["hint"]
    assert run.json["summary"] == {"certain": 2, "possible": 0, "known": 0, "pass": False}


def test_nothing_wrong(project: Mini) -> None:
    project.write("a.md", RIGHT)
    run = audit(project, ".")
    assert (run.code, findings(run), run.json["diagnostics"]) == (0, [], [])
    assert run.json["summary"]["pass"] is True


def test_text_says_where_what_and_what_to_do(project: Mini) -> None:
    project.write("a.md", TABLE + "\n" + NEAR)
    run = project.run("audit", "a.md")
    lines = run.out.splitlines()
    assert lines[0] == "a.md:5:27: ✗ certain A201 +32.6 %"
    assert lines[1] == "    expected  +22.6 %"
    assert any(line.startswith("a.md:12:11: ? possible A202 33,001") for line in lines)
    assert lines[-2] == "1 certain, 1 possible in 1 document: does not hold"
    assert re.fullmatch(r"\d+ numbers: 0 tagged, 0 set aside, \d+ that no claim covers", lines[-1])


def test_only_certain_findings_fail_unless_asked(project: Mini) -> None:
    project.write("a.md", NEAR)
    assert [one["certainty"] for one in findings(audit(project, "a.md"))] == ["possible"]
    assert audit(project, "a.md").code == 0
    run = audit(project, "a.md", "--fail-on", "possible")
    assert (run.code, run.json["summary"]["pass"]) == (1, False)


def test_several_paths_each_document_once(project: Mini) -> None:
    project.write("one/a.md", WRONG).write("two/b.md", WRONG)
    run = audit(project, "one", "two/b.md", "one/a.md", "./one/")
    assert [where(one)[0] for one in findings(run)] == ["one/a.md", "two/b.md"]


def test_a_path_outside_of_the_project_is_audited_for_itself(project: Mini, tmp_path: Path) -> None:
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    (outside / "a.md").write_text(WRONG, encoding="utf-8")
    project.write("trueup.toml", 'ignore = {"**" = ["A101"]}\n').write("a.md", WRONG)
    run = audit(project, "../elsewhere", "a.md")
    assert [where(one)[0] for one in findings(run)] == ["../elsewhere/a.md"]
    run = audit(project, str(outside / "a.md"))
    assert [where(one)[0] for one in findings(run)] == [(outside / "a.md").as_posix()]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("nowhere", "nothing there"),
        ("empty", "no Markdown file in it"),
        ("a.txt", "a file that isn't Markdown"),
        ("docz", "nothing there"),
    ],
)
def test_nothing_to_audit_is_bad_usage(project: Mini, path: str, said: str) -> None:
    project.write("empty/readme.rst", WRONG).write("a.txt", WRONG).write("docs/a.md", RIGHT)
    run = audit(project, path)
    assert run.code == 2
    assert run.codes() == ["C830"]
    assert said in run.diagnostic("C830")["message"]
    assert ".md" in run.diagnostic("C830")["hint"] or "docs" in run.diagnostic("C830")["hint"]


def test_one_bad_path_does_not_hide_what_the_others_have(project: Mini) -> None:
    project.write("a.md", WRONG)
    run = audit(project, "a.md", "nowhere")
    assert (run.code, codes(run)) == (2, [("A101", "389,283,840 B")])


@pytest.mark.parametrize("path", ["docs", "../project/docs"])
def test_a_folder_that_cannot_be_listed_is_named_and_the_others_are_audited(
    project: Mini, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    project.write("docs/a.md", WRONG).write("docs/closed/b.md", WRONG).write("docs/open/c.md", WRONG)
    scandir = os.scandir

    def closed(folder: str) -> Any:
        if str(folder).endswith("closed"):
            raise PermissionError(13, "Permission denied", folder)
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", closed)
    run = audit(project, path)
    assert (run.code, run.codes()) == (2, ["F607"])
    assert where(run.diagnostic("F607")) == ("docs/closed", 1, 1)
    assert [where(one)[0] for one in findings(run)] == ["docs/a.md", "docs/open/c.md"]


def test_no_path_is_bad_usage(project: Mini) -> None:
    run = project.run("audit")
    assert run.code == 2
    assert "PATH" in run.err


FOREIGN = "{{ claim(user.id) }} {{ claim('a') }} [x](claim:Bad-Id) ![x](claim:a.b)\n\n" + WRONG


class TestForeign:
    """What is a tag in a project's documents is text in any others."""

    def test_in_no_project(self, project: Mini) -> None:
        project.write("docs/a.md", FOREIGN)
        run = audit(project, "docs")
        assert (run.code, run.json["diagnostics"], codes(run)) == (1, [], [("A101", "389,283,840 B")])

    def test_outside_of_the_project(self, project: Mini, tmp_path: Path) -> None:
        project.write("claims/a.yaml", claims("a.b: {expr: 2 * 3}"))
        (tmp_path / "b.md").write_text(FOREIGN, encoding="utf-8")
        run = audit(project, "../b.md")
        assert (run.code, run.codes()) == (1, [])

    def test_in_the_project_beside_its_documents(self, project: Mini) -> None:
        project.write("claims/a.yaml", claims("a.b: {expr: 2 * 3}"))
        project.write("notes/a.md", FOREIGN).write("docs/a.md", FOREIGN)
        assert audit(project, "notes").code == 1
        run = audit(project, "docs")
        assert (run.code, run.codes()) == (2, ["T106", "T106", "T104", "T108"])


class TestSilence:
    def test_claims_off_silences_its_passage(self, project: Mini) -> None:
        project.write("a.md", f"<!-- claims:off -->\n\n{TABLE}\n{WRONG}\n<!-- claims:on -->\n\n{WRONG}")
        run = audit(project, "a.md")
        assert [where(one)[1] for one in findings(run)] == [14]

    def test_a_code_is_ignored_where_the_settings_say_so(self, project: Mini) -> None:
        project.write("docs/old/a.md", TABLE + "\n" + WRONG).write("docs/b.md", TABLE)
        project.write("trueup.toml", 'ignore = {"docs/old/*" = ["A201"]}\n')
        run = audit(project, "docs")
        assert [(where(one)[0], one["code"]) for one in findings(run)] == [
            ("docs/b.md", "A201"),
            ("docs/old/a.md", "A101"),
        ]

    def test_code_is_no_statement(self, project: Mini) -> None:
        project.write("a.md", f"```\n{WRONG}```\n\n    {WRONG}\n`389,283,840 B (152064 × 5120 × 0.6)`\n")
        assert codes(audit(project, ".")) == []


class TestBaseline:
    def write(self, project: Mini, *paths: str) -> str:
        known = str(project.path / "known.json")
        run = audit(project, *paths, "--baseline", known, "--write-baseline")
        assert run.code == 0
        return known

    def test_what_is_known_passes_and_what_is_new_fails(self, project: Mini) -> None:
        project.write("a.md", WRONG)
        known = self.write(project, ".")
        run = audit(project, ".", "--baseline", known)
        assert (run.code, codes(run), run.json["summary"]["known"]) == (0, [], 1)
        project.write("b.md", TABLE)
        run = audit(project, ".", "--baseline", known)
        assert (run.code, codes(run)) == (1, [("A201", "+32.6 %")])

    def test_lines_may_move(self, project: Mini) -> None:
        project.write("a.md", WRONG + "\n" + TABLE)
        known = self.write(project, ".")
        project.write("a.md", f"# A title\n\nAnd a paragraph.\n\n{TABLE}\n{WRONG}")
        assert audit(project, ".", "--baseline", known).code == 0

    def test_another_figure_in_the_same_row_is_new(self, project: Mini) -> None:
        project.write("a.md", TABLE)
        known = self.write(project, ".")
        project.replace("a.md", "| c | 31.0 ms", "| c | 33.0 ms")
        run = audit(project, ".", "--baseline", known)
        assert (run.code, codes(run)) == (1, [("A201", "+32.6 %")])

    def test_a_second_one_like_it_is_new(self, project: Mini) -> None:
        project.write("a.md", WRONG)
        known = self.write(project, ".")
        project.write("a.md", f"{WRONG}\n{WRONG}")
        run = audit(project, ".", "--baseline", known)
        assert (run.code, run.json["summary"]["known"], len(findings(run))) == (1, 1, 1)

    def test_a_baseline_that_is_not_there_says_how_to_write_it(self, project: Mini) -> None:
        project.write("a.md", WRONG)
        run = audit(project, ".", "--baseline", str(project.path / "known.json"))
        assert run.code == 2
        assert "C831" in run.err
        assert "--write-baseline" in run.err

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "[]",
            "{}",
            '{"version": 2, "findings": []}',
            '{"version": 1}',
            '{"version": 1, "findings": [7]}',
            '{"version": 1, "findings": [{"path": "a.md"}]}',
            '{"version": 1, "findings": [{"path": 1, "code": "A101", "figure": "x", "block": "y"}]}',
            "[" * 100_000,
        ],
    )
    def test_a_broken_baseline_is_bad_input(self, project: Mini, text: str) -> None:
        project.write("a.md", WRONG).write("known.json", text)
        run = audit(project, ".", "--baseline", str(project.path / "known.json"))
        assert run.code == 2
        assert "known.json:1:1: error C831" in run.err

    def test_writing_needs_a_file_and_a_folder(self, project: Mini) -> None:
        project.write("a.md", WRONG)
        assert audit(project, ".", "--write-baseline").code == 2
        run = audit(project, ".", "--write-baseline", "--baseline", str(project.path / "no" / "known.json"))
        assert (run.code, "C831" in run.err) == (2, True)
        assert list(project.path.rglob("*known*")) == []


class TestProject:
    LEDGER = claims(
        "cpu.rate:\n    says: Weight bytes that the host kernel reads per second\n    basis: measured\n"
        "    scope: {cpu: i7-13800H}\n    value: 6.71 GB/s\n    source: a log\n    was: [0.78 GB/s]",
    )
    STATES = "The host kernel streams weights at 0.78 GB/s.\n"

    def test_retracted_figures_still_stated(self, project: Mini) -> None:
        project.write("claims/a.yaml", self.LEDGER).write("docs/b.md", self.STATES)
        run = audit(project, "docs")
        assert (run.code, codes(run)) == (1, [("A411", "0.78 GB/s")])
        assert findings(run)[0]["expected"] == "6.71 GB/s"
        assert findings(run)[0]["kind"] == "retracted"

    def test_a_document_is_read_once(self, project: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
        project.write("claims/a.yaml", self.LEDGER).write("docs/b.md", self.STATES)
        read: list[str] = []
        read_bytes = Root.read_bytes

        def noted(root: Root, relative: str, cap: int) -> bytes:
            read.append(relative)
            return read_bytes(root, relative, cap)

        monkeypatch.setattr(Root, "read_bytes", noted)
        assert codes(audit(project, "docs")) == [("A411", "0.78 GB/s")]
        assert read.count("docs/b.md") == 1

    def test_the_present_value_may_rest_on_a_formula_in_place(self, project: Mini) -> None:
        project.write(
            "claims/a.yaml",
            claims("b.c: {says: The evil number of things, expr: a.b + 1 ms, was: [5 ms]}"),
        )
        project.write("docs/a.md", 'It is [6 ms](claim:a.b "2 * 3 ms"). The evil number of things is 5 ms.\n')
        assert [one["expected"] for one in findings(audit(project, "docs"))] == ["7 ms"]

    def test_they_are_at_home_in_records(self, project: Mini) -> None:
        project.write("claims/a.yaml", "frozen: docs/2026-*.md\n" + self.LEDGER)
        project.write("docs/2026-08.md", self.STATES + "\n" + WRONG)
        assert codes(audit(project, "docs")) == [("A101", "389,283,840 B")]

    def test_one_claim_with_two_figures(self, project: Mini) -> None:
        project.write("claims/a.yaml", self.LEDGER)
        project.write("docs/a.md", "It reads [6.71 GB/s](claim:cpu.rate) and [6.7 GB/s](claim:cpu.rate).\n")
        assert codes(audit(project, "docs")) == []
        project.write("docs/b.md", "It reads [6.91 GB/s](claim:cpu.rate).\n")
        run = audit(project, "docs")
        assert (run.code, codes(run)) == (1, [("A402", "6.91 GB/s")])
        assert "docs/a.md:1:11" in findings(run)[0]["message"]

    def test_a_claim_with_a_tolerance_may_be_stated_in_two_ways(self, project: Mini) -> None:
        project.write("claims/a.yaml", self.LEDGER.replace("basis:", "tolerance: 5 %\n    basis:"))
        project.write("docs/a.md", "It reads [6.71 GB/s](claim:cpu.rate), [6.91 GB/s](claim:cpu.rate).\n")
        assert codes(audit(project, "docs")) == []

    def test_a_broken_ledger_is_said(self, project: Mini) -> None:
        project.write("claims/a.yaml", "claims: {a: &x {}}\n").write("docs/a.md", RIGHT)
        run = audit(project, "docs")
        assert (run.code, run.codes()[:1]) == (2, ["L201"])


class TestCoverage:
    PAGE = (
        "It takes [5 ms](claim:a.time) of 12 ms, not ~~13 ms~~, as `14 ms` says.\n\n"
        "<!-- claims:off -->\n\nOnce it took 40 ms.\n\n<!-- claims:on -->\n\n"
        "<!-- claims:table a.table -->\n\n| what | time |\n|---|---|\n| x | 3 ms |\n\nThen 7 s pass.\n"
    )

    def test_counts_by_document(self, project: Mini) -> None:
        project.write("a.md", self.PAGE).write("b.md", "No number.\n")
        coverage = audit(project, ".").json["coverage"]
        counts = {"numbers": 5, "tagged": 2, "set_aside": 1, "uncovered": 2}
        none = dict.fromkeys(counts, 0)
        assert coverage == {
            **counts,
            "documents": [{"path": "a.md", **counts}, {"path": "b.md", **none}],
        }

    def test_uncovered_numbers_are_findings_only_when_asked(self, project: Mini) -> None:
        project.write("a.md", self.PAGE)
        assert codes(audit(project, ".")) == []
        run = audit(project, ".", "--strict-coverage")
        assert (run.code, codes(run)) == (1, [("A501", "12 ms"), ("A501", "7 s")])


class TestHostile:
    PLANTED = (
        "conftest.py", "verifiers/evil.py", "sitecustomize.py", "usercustomize.py", "setup.py", "hooks.py",
        "docs/conftest.py", "claims/evil.py", "markdown.py", "yaml.py", "json.py", "main.py",
    )  # fmt: skip

    def test_no_code_of_the_project_runs(self, project: Mini, tmp_path: Path) -> None:
        mark = tmp_path / "ran"
        code = f"open({str(mark)!r}, 'a').write(__file__)\n"
        verifier = f'from trueup.verifier import verifier\n{code}@verifier("a.evil", basis="model")\n'
        for path in self.PLANTED:
            project.write(path, code)
        project.write("verifiers/site.py", f"{verifier}def evil(request):\n    {code}    return 7\n")
        project.write(
            "claims/a.yaml",
            claims("a.b: {says: The evil number of things, basis: model, verify: a.evil, was: [5 ms]}"),
        )
        project.write("mkdocs.yml", "site_name: x\nhooks: [hooks.py]\nplugins: [macros]\n")
        project.write("docs/a.md", f"{WRONG}\nThe evil number of things is 5 ms.\n\n{{{{ 7 * 7 }}}}\n")
        # As the installed command does, it puts no folder of the project on the path.
        command = [sys.executable, "-P", "-c", "from trueup.cli.main import main; main()", "audit", "docs"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        done = subprocess.run(
            command, cwd=project.path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1, done.stderr
        assert "A411" in done.stdout
        assert not mark.exists(), mark.read_text(encoding="utf-8")

    def test_links_that_lead_outside_are_not_followed(self, project: Mini, tmp_path: Path) -> None:
        secret = tmp_path / "secret.md"
        secret.write_text(WRONG, encoding="utf-8")
        project.write("docs/a.md", WRONG)
        (project.path / "docs" / "link.md").symlink_to(secret)
        (project.path / "docs" / "folder").symlink_to(tmp_path)
        run = audit(project, "docs")
        assert (run.code, run.codes()) == (2, ["F602"])
        assert [where(one)[0] for one in findings(run)] == ["docs/a.md"]

    def test_a_folder_that_is_such_a_link_is_not_read(self, project: Mini, tmp_path: Path) -> None:
        outside = tmp_path / "elsewhere"
        outside.mkdir()
        (outside / "a.md").write_text(WRONG, encoding="utf-8")
        (project.path / "docs").symlink_to(outside)
        run = audit(project, "docs")
        assert (run.code, run.codes(), findings(run)) == (2, ["F602"], [])

    @pytest.mark.parametrize(
        ("content", "code"),
        [
            (b"\xff\xfe\x00caf\xe9 5 ms", "F605"),
            (b"PK\x03\x04\x00\x00\x00", "F606"),
            (b"x" * (16 * 2**20 + 1), "F604"),
        ],
        ids=["not UTF-8", "binary", "huge"],
    )
    def test_what_is_no_text_is_said_and_the_rest_is_audited(
        self, project: Mini, content: bytes, code: str
    ) -> None:
        project.write("docs/bad.md", content).write("docs/good.md", WRONG)
        run = audit(project, "docs")
        assert (run.code, run.codes()) == (2, [code])
        assert where(run.diagnostic(code))[0] == "docs/bad.md"
        assert codes(run) == [("A101", "389,283,840 B")]

    def test_outside_of_a_project_the_place_is_as_it_was_named(self, project: Mini, tmp_path: Path) -> None:
        outside = tmp_path / "elsewhere"
        outside.mkdir()
        (outside / "bad.md").write_bytes(b"\xff")
        run = audit(project, "../elsewhere")
        assert where(run.diagnostic("F605")) == ("../elsewhere/bad.md", 1, 1)

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
    def test_a_pipe_blocks_nothing(self, project: Mini) -> None:
        os.mkfifo(project.path / "a.md")
        run = audit(project, ".")
        assert (run.code, run.codes()) == (2, ["F603"])

    def test_names_with_patterns_and_control_characters(self, project: Mini) -> None:
        project.write("[a]*/x\x1b[31m.md", WRONG)
        assert codes(audit(project, "[a]*")) == [("A101", "389,283,840 B")]
        assert "\x1b" not in project.run("audit", "[a]*").out

    @pytest.mark.parametrize(
        "text",
        [
            "| " * 3000 + "\n" + "|-" * 3000 + "\n" + "| 1 " * 3000 + "\n",
            "|a|b|c|\n|-|-|-|\n" + "|0|0|0|\n" * 50,
            "|a|b|c|\n|-|-|-|\n" + f"|{'9' * 300}|1e400|1e-400|\n" * 5,
            "|a|b|total|\n|-|-|-|\n|1|||\n||2||\n|||3|\n|total|nan|inf|\n",
            "|total|\n|-|\n|total|\n|total|\n",
            "|a (ms)|b (s)|ratio|\n|-|-|-|\n|1|0|∞|\n|2|0|-|\n|3|0|x|\n",
            "4.37 µs → 6.00 µs (+99 %) " * 500,
            "\ufeff| a | b |\r\n|---|---|\r\n| total | 1 |\r\n",
            "1" * 100_000 + " = 2",
            "(" * 20_000 + "1 + 1 = 3",
        ],
    )
    def test_no_document_is_too_odd(self, project: Mini, text: str) -> None:
        project.write("a.md", text)
        assert audit(project, "a.md", "--strict-coverage").code in (0, 1)


def test_the_same_documents_give_the_same_bytes(project: Mini) -> None:
    for number in range(70):  # enough to be spread over processes
        project.write(f"docs/{number}.md", f"# {number}\n\n{TABLE}\n{WRONG}")
    first = audit(project, "docs").out
    assert audit(project, "docs").out == first
    assert len(json.loads(first)["findings"]) == 140


EXAMPLE = re.compile(r"^\| `(A[13]\d\d)` \| (.+) \| `(.+)` \|$", re.MULTILINE)
EXAMPLES = EXAMPLE.findall((ROOT / "docs/reference/audit.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("code", "says", "example"), EXAMPLES)
def test_the_examples_of_the_documentation(project: Mini, code: str, says: str, example: str) -> None:
    project.write("a.md", f"In all, {example}.\n")
    found = findings(audit(project, "a.md"))
    assert [one["code"] for one in found] == [code]
    assert found[0]["certainty"] == ("possible" if "; possible" in says else "certain")
