"""``trueup init``: from a folder of Markdown to a check that holds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from mini import Mini, Run
from trueup.cli.main import run
from trueup.diagnostics import Diagnostic, TrueupError
from trueup.edit.start.templates import LEDGER, SETTINGS, WORKFLOW
from trueup.files import write_whole

FOLLOWS = "# Rows\n\nIt keeps 130003 of 160728 rows, 80.88 %. The rest goes.\n"
TAGGED = FOLLOWS.replace("80.88 %", "[80.88 %](claim:index.share)")
SITE = "# our site\nsite_name: Rows\nplugins:\n  - search\n  - macros\ntheme:\n  name: mkdocs\n"


def init(project: Mini, *options: str, folder: str = ".") -> Run:
    return project.call(run, "init", str(project.path / folder), *options)


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_a_site_gets_a_claim_that_holds_and_the_plugin(project: Mini) -> None:
    project.write("mkdocs.yml", SITE).write("docs/index.md", FOLLOWS).write("README.md", "# Rows\n")
    done = init(project)
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "new       trueup.toml: where the documents stand\n"
        "new       claims/figures.yaml: the claim index.share = 130003 / 160728\n"
        "new       .github/workflows/trueup.yml: the check on each pull request\n"
        "changed   docs/index.md: line 3, a tag on 80.88 %\n"
        "changed   mkdocs.yml: the plugin, which shows on each figure whether it holds\n"
        "\n"
        "next:  trueup check              # holds, with one claim; change a digit and run it again\n"
        "       trueup suggest docs README.md # proposes more tags\n"
        "       pip install trueup       # also where the site is built: its plugin is named there now\n"
    )
    after = files(project.path)
    assert after["docs/index.md"].decode() == TAGGED
    assert after["mkdocs.yml"].decode() == SITE.replace("  - macros\n", "  - macros\n  - trueup\n")
    assert 'macros = ["docs/**"]' in after[SETTINGS].decode()
    assert 'says: "It keeps 130003 of 160728 rows, 80.88 %"' in after[LEDGER].decode()
    checked = project.run("check")
    assert (checked.code, checked.out) == (0, "1 verified in 1 document: holds\n")
    project.replace("docs/index.md", "80.88", "80.98")
    assert project.check().verdict("index.share")["expected"] == "80.88 %"


def test_the_site_builds_with_the_badge(project: Mini) -> None:
    project.write("mkdocs.yml", SITE).write("docs/index.md", FOLLOWS)
    init(project)
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"],
        cwd=project.path,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    html = (project.path / "site/index.html").read_text(encoding="utf-8")
    assert 'data-status="verified"' in html or "trueup-verified" in html


def test_a_folder_of_plain_markdown(project: Mini) -> None:
    project.write("notes/index.md", FOLLOWS).write("more.md", "Nothing.\n")
    assert init(project).code == 0
    assert sorted(files(project.path)) == [WORKFLOW, LEDGER, "more.md", "notes/index.md", SETTINGS]
    assert 'docs = ["."]' in (project.path / SETTINGS).read_text()
    assert project.run("check").code == 0


@pytest.mark.parametrize("folder", ["docs", "doc", "documentation"])
def test_a_folder_of_documents_beside_code(project: Mini, folder: str) -> None:
    project.write(f"{folder}/index.md", FOLLOWS).write("README.md", "Nothing.\n").write(
        "src/notes.md", "No.\n"
    )
    assert init(project).code == 0
    assert f'docs = ["{folder}", "README.md"]' in (project.path / SETTINGS).read_text()


def test_what_is_shown_first_writes_nothing(project: Mini) -> None:
    project.write("mkdocs.yml", SITE).write("docs/index.md", FOLLOWS)
    before = files(project.path)
    shown = init(project, "--diff")
    assert shown.code == 0
    assert "+++ b/claims/figures.yaml" in shown.out
    assert "+  - trueup" in shown.out
    assert files(project.path) == before


def test_the_patch_is_what_is_written(project: Mini, tmp_path: Path) -> None:
    project.write("mkdocs.yml", SITE).write("docs/index.md", FOLLOWS)
    before = files(project.path)
    shown = init(project, "--diff").out
    init(project)
    copy = tmp_path / "copy"
    for path, content in before.items():
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        (copy / path).write_bytes(content)
    patch = shown[shown.index("--- ") :]
    subprocess.run(["git", "apply", "-"], cwd=copy, input=patch.encode(), check=True)
    assert files(copy) == files(project.path)


def test_no_figure_follows_so_one_is_prepared(project: Mini) -> None:
    project.write("docs/index.md", "# Cache\n\nIt holds 64 KiB, and 12 of them.\n")
    done = init(project)
    assert done.code == 0
    assert (
        "No figure follows from others in its own sentence: there is no claim yet, and a check can't hold.\n"
        "Begin with 64 KiB, at docs/index.md:3:10:\n"
        "  write   [64 KiB](claim:index.figure)\n"
        "  and in  claims/figures.yaml what it rests on: an entry is prepared there, behind #\n"
    ) in done.out
    checked = project.check()
    assert (checked.code, checked.codes()) == (1, [])
    # What it says is enough: take the # away, and write the tag.
    ledger = (project.path / LEDGER).read_text()
    project.write(LEDGER, ledger.replace("\n#  ", "\n  "))
    project.replace("docs/index.md", "64 KiB", "[64 KiB](claim:index.figure)")
    assert project.check().statuses() == {"index.figure": "attested"}


@pytest.mark.parametrize(
    ("text", "wrong", "begins"),
    [
        ("It needs 4 × 8 = 33 ms.", "33 ms, at docs/index.md:3:18, would, but 4 × 8 gives", None),
        ("It takes 40 ms (4 × 8 ms). It has 20 MB.", "40 ms, at docs/index.md:3:10, would", "20 MB"),
        (
            "It needs 4 × 8 = 33 of them, in 5 ms.",
            "33, at docs/index.md:3:18, would, but 4 × 8 gives 32",
            "5 ms",
        ),
        ("It needs 4 × 8 = 32 of them.", None, None),
    ],
)
def test_a_figure_that_arithmetic_contradicts_is_no_beginning(
    project: Mini, text: str, wrong: str | None, begins: str | None
) -> None:
    project.write("docs/index.md", f"# Cache\n\n{text}\n")
    done = init(project)
    if wrong is None:
        assert "32, at" not in done.out
        assert project.check().statuses() == {"index.product": "verified"}
        return
    assert f"{wrong}" in done.out
    assert "mend that, or begin elsewhere.\n" in done.out
    assert (f"Begin with {begins}, at" if begins else "Begin with a figure of your own") in done.out
    assert project.run("check").code == 1


def test_no_figure_at_all(project: Mini) -> None:
    project.write("docs/index.md", "# Words\n")
    done = init(project)
    assert "Begin with a figure of your own" in done.out
    ledger = (project.path / LEDGER).read_text()
    project.write(LEDGER, ledger.replace("\n#  ", "\n  "))
    project.write("docs/index.md", "# Words\n\nIt holds [389 MB](claim:weights.size).\n")
    assert project.run("check").code == 0


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("trueup.toml", ""),
        ("pyproject.toml", '[tool.trueup]\ndocs = ["docs"]\n'),
        ("claims/mine.yaml", "claims:\n"),
        ("claims/deep/mine.yml", "claims:\n"),
    ],
)
def test_a_project_that_is_there_is_left_alone(project: Mini, path: str, content: str) -> None:
    project.write("docs/index.md", FOLLOWS).write(path, content)
    before = files(project.path)
    done = init(project)
    assert done.code == 2
    assert "error C820 a project is here already" in done.err
    assert done.err.startswith(f"{path}:1:1: ")
    assert files(project.path) == before


def test_twice_changes_nothing(project: Mini) -> None:
    project.write("docs/index.md", FOLLOWS)
    init(project)
    before = files(project.path)
    assert init(project).code == 2
    assert files(project.path) == before


def test_a_workflow_that_is_there_is_kept(project: Mini) -> None:
    project.write("docs/index.md", FOLLOWS).write(WORKFLOW, "mine\n")
    done = init(project)
    assert f"kept      {WORKFLOW}: it was there already\n" in done.out
    assert (project.path / WORKFLOW).read_text() == "mine\n"


@pytest.mark.parametrize(
    ("config", "place", "says"),
    [
        ("site_name: [X\n", "mkdocs.yml:2:1", "C821 this is not YAML"),
        ("", "mkdocs.yml:1:1", "C821 the configuration holds no keys"),
        ("- a\n", "mkdocs.yml:1:1", "C821 the configuration holds no keys"),
        ("site_name: \x07\n", "mkdocs.yml:1:12", "C821"),
        (b"site_name: \xff\n", "mkdocs.yml:1:12", "F605"),
        ("site_name: X\ndocs_dir: ../docs\n", "mkdocs.yml:2:11", "C822"),
        ("site_name: X\ndocs_dir: /docs\n", "mkdocs.yml:2:11", "C822"),
        (f"a: {'[' * 5000}\n", "mkdocs.yml:1:", "C821"),
    ],
)
def test_a_broken_configuration_is_said_with_its_place(
    project: Mini, config: str | bytes, place: str, says: str
) -> None:
    project.write("mkdocs.yml", config).write("docs/index.md", FOLLOWS)
    before = files(project.path)
    done = init(project)
    assert done.code == 2
    assert done.err.startswith(place)
    assert says in done.err
    assert files(project.path) == before


def test_no_documents(project: Mini) -> None:
    done = init(project)
    assert (done.code, "C810 no documents" in done.err) == (2, True)
    project.write("mkdocs.yml", "site_name: X\ndocs_dir: content\n").write("docs/index.md", FOLLOWS)
    assert "there is no Markdown file in content" in init(project).err


def test_the_configuration_is_followed(project: Mini) -> None:
    project.write(
        "mkdocs.yml",
        "site_name: X\ndocs_dir: content\nmarkdown_extensions:\n  - toc\n  - pymdownx.snippets:\n"
        "      base_path: [parts, !relative $docs_dir, ../out]\nplugins: [search, trueup]\n",
    )
    project.write("content/index.md", '--8<-- "a.md"\n').write("parts/a.md", FOLLOWS)
    done = init(project)
    settings = (project.path / SETTINGS).read_text()
    assert 'docs = ["content"]' in settings
    assert 'snippets = ["parts", "content"]' in settings
    assert "mkdocs.yml" not in done.out


def test_the_plugin_is_said_where_it_can_not_be_added_safely(project: Mini) -> None:
    config = "INHERIT: base.yml\nsite_name: X\n"
    project.write("mkdocs.yml", config).write("docs/index.md", FOLLOWS)
    done = init(project)
    assert "left      mkdocs.yml: add the plugin by hand, beside those that are there:\n" in done.out
    assert "            plugins:\n" in done.out
    assert (project.path / "mkdocs.yml").read_text() == config


def test_a_document_that_can_not_be_read_stops_it(project: Mini) -> None:
    project.write("docs/index.md", FOLLOWS).write("docs/old.md", b"caf\xe9\n")
    before = files(project.path)
    done = init(project)
    assert done.code == 2
    assert done.err.startswith("docs/old.md:1:4: error F605")
    assert files(project.path) == before


@pytest.mark.parametrize("failing", range(5))
def test_a_disk_that_fails_leaves_all_as_it_was(
    project: Mini, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    project.write("mkdocs.yml", SITE).write("docs/index.md", FOLLOWS)
    before = files(project.path)
    calls = iter(range(100))

    def fail(*arguments: object) -> None:
        if next(calls) == failing:
            raise TrueupError(Diagnostic(code="F609", message="the file can't be written: disk full"))
        write_whole(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("trueup.edit.start.init.write_whole", fail)
    done = init(project)
    assert done.code == 2
    assert "F609 the file can't be written" in done.err
    assert files(project.path) == before
    assert {path.name for path in project.path.iterdir()} == {"docs", "mkdocs.yml"}


def test_a_folder_that_can_not_be_written(project: Mini) -> None:
    # To root every folder is writable: a file stands where the ledger's folder should.
    project.write("docs/index.md", FOLLOWS).write("claims", "mine\n")
    before = files(project.path)
    done = init(project)
    assert (done.code, "error F6" in done.err) == (2, True)
    assert files(project.path) == before


def test_a_folder_that_is_left_over_is_taken_away_with_what_was_in_it(project: Mini) -> None:
    project.write("docs/index.md", FOLLOWS).write(".github", "mine\n")
    done = init(project)
    assert done.err.startswith(".github/workflows/trueup.yml:1:1: error F609")
    assert {path.name for path in project.path.iterdir()} == {".github", "docs"}


def test_in_a_part_of_a_repository_the_workflow_is_left(project: Mini) -> None:
    subprocess.run(["git", "init", "--quiet", str(project.path)], check=True)
    project.write("part/docs/index.md", FOLLOWS)
    done = init(project, folder="part")
    assert f"left      {WORKFLOW}: the repository's top is .., and workflows stand there\n" in done.out
    assert not (project.path / "part" / WORKFLOW).exists()


@pytest.mark.parametrize(
    ("path", "content", "branch"),
    [
        (".git/HEAD", "ref: refs/heads/trunk\n", "trunk"),
        (".git/refs/remotes/origin/HEAD", "ref: refs/remotes/origin/develop\n", "develop"),
        (".git/HEAD", "0123456789abcdef\n", "main"),
        (".git/HEAD", "ref: refs/heads/x]\n  evil: [y\n", "main"),
    ],
)
def test_the_workflow_trusts_the_branch_that_the_repository_names(
    project: Mini, path: str, content: str, branch: str
) -> None:
    project.write("docs/index.md", FOLLOWS).write(path, content)
    init(project)
    workflow = yaml.safe_load((project.path / WORKFLOW).read_text())
    assert workflow[True]["push"] == {"branches": [branch]}  # YAML 1.1 reads "on" so
    assert workflow["permissions"] == {"contents": "read"}


def test_hostile_text_stays_text(project: Mini) -> None:
    project.write("docs/index.md", '# A\n\nSay "x: y" \x1b[31m # 130003 of 160728 rows, 80.88 %\n')
    assert init(project).code == 0
    assert project.run("check").code == 0
    assert "\x1b" not in (project.path / LEDGER).read_text()


def test_no_code_of_the_project_is_run(project: Mini) -> None:
    trap = "from pathlib import Path\nPath(__file__ + '.ran').touch()\n"
    project.write("docs/index.md", FOLLOWS).write("verifiers/trap.py", trap).write("conftest.py", trap)
    project.write("sitecustomize.py", trap).write("mkdocs.yml", "site_name: X\nhooks: [conftest.py]\n")
    assert init(project).code == 0
    assert not [path for path in files(project.path) if path.endswith(".ran")]
