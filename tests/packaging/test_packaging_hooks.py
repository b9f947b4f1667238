"""The hooks, run by the real pre-commit from a clone of this repository."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from trueup.edit.start.templates import LEDGER

pytest.importorskip("pre_commit", reason="pre-commit is not installed")
ROOT = Path(__file__).parents[2]
PUBLISHED = ("src", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml")
CONFIG = """\
repos:
  - repo: {repository}
    rev: {revision}
    hooks:
      - id: trueup-lint
      - id: trueup-check
      - id: trueup-audit
"""
PAGE = "# A\n\nIt has [80.88 %](claim:rows.kept) of the rows: 130003 of 160728.\n"
RULE = "claims:\n  rows.kept: {says: Rows kept, basis: model, expr: 130003 / 160728}\n"


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-C", str(folder), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This project as somebody would clone it, with what is not committed yet."""
    folder = tmp_path_factory.mktemp("trueup")
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "--", *PUBLISHED],
        capture_output=True,
        text=True,
        check=True,
    )
    for name in listed.stdout.splitlines():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    git(folder, "init", "--quiet")
    git(folder, "add", "-A")
    git(folder, "commit", "--quiet", "-m", "One")
    return folder


def test_the_hooks_pass_what_holds_and_stop_what_does_not(repository: Path, tmp_path: Path) -> None:
    revision = git(repository, "rev-parse", "HEAD")
    files = {
        ".pre-commit-config.yaml": CONFIG.format(repository=repository, revision=revision),
        "docs/a.md": PAGE,
        LEDGER: RULE,
        "verifiers/trap.py": "from pathlib import Path\nPath('ran').touch()\n",
        "src/code.py": "one = 1\n",
    }
    project = tmp_path / "project"
    for name, text in files.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    git(project, "init", "--quiet")
    git(project, "add", "-A")

    def hooks(*arguments: str) -> tuple[int, dict[str, str], str]:
        environment = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "home"), "PRE_COMMIT_COLOR": "never"}
        environment.pop("PYTHONPATH")
        command = [sys.executable, "-m", "pre_commit", "run", *arguments]
        done = subprocess.run(
            command, cwd=project, env=environment, capture_output=True, text=True, check=False
        )
        if "An unexpected error has occurred" in done.stdout and not os.environ.get("CI"):
            pytest.skip("pre-commit can't install the hooks here")
        lines = (line for line in done.stdout.splitlines() if line.startswith("trueup "))
        return (
            done.returncode,
            {line.partition(".")[0]: line.rpartition(".")[2] for line in lines},
            done.stdout,
        )

    code, results, shown = hooks("--all-files")
    assert (code, set(results.values())) == (0, {"Passed"}), shown
    (project / "docs/a.md").write_text(PAGE.replace("80.88", "80.98"), encoding="utf-8")
    code, results, shown = hooks("--all-files")
    assert (code, results["trueup check"]) == (1, "Failed"), shown
    assert "docs/a.md:3:9: ✗ refuted" in shown
    # A fault in the ledger is found though no document was changed.
    (project / LEDGER).write_text(RULE.replace("expr", "exprr"), encoding="utf-8")
    code, results, shown = hooks("trueup-lint", "--files", LEDGER)
    assert (code, results["trueup lint"]) == (1, "Failed"), shown
    # Other files are none of its business, and no code of the project has run.
    code, results, shown = hooks("--files", "src/code.py")
    assert (code, set(results.values())) == (0, {"(no files to check)Skipped"}), shown
    assert not (project / "ran").exists()


def test_each_hook_runs_no_code_of_the_project() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert {hook["entry"] for hook in hooks} == {"trueup lint", "trueup check --no-exec", "trueup audit"}
