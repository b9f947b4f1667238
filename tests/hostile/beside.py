"""Bad input beside one good claim, which is judged all the same; and nothing in the project changes."""

from __future__ import annotations

import stat
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from mini import Mini, Run
from trueup.cli.main import run

GOOD = "claims:\n  good.count: {says: A count, basis: model, expr: 48 + 1}\n"
STATED = "There are [49](claim:good.count) of them.\n"
#: Faults of no file: a selection, documents that aren't there.
PLACELESS = {"C810", "C811", "G701"}


def write(project: Mini, files: Mapping[str, str | bytes]) -> Mini:
    """Write files, beside a good claim and a page that states it."""
    project.write("claims/good.yaml", GOOD)
    project.write("docs/good.md", STATED)
    for path, text in files.items():
        project.write(path, text)
    return project


def beside(project: Mini, ledger: str | bytes = "", page: str | bytes = "", *options: str) -> Run:
    """Check a project that holds one good claim beside ``ledger`` and ``page``."""
    return judged(project, {"claims/bad.yaml": ledger, "docs/bad.md": page}, *options)


def judged(project: Mini, files: Mapping[str, str | bytes], *options: str) -> Run:
    """Check a project that holds one good claim beside ``files``; empty ones aren't written."""
    write(project, {path: text for path, text in files.items() if text})
    return checked(project, *options)


def checked(project: Mini, *options: str) -> Run:
    """Check a project with the good claim: it holds, faults say where and what to do, all files stay."""
    before = contents(project.path)
    seen = project.check(*options)
    assert contents(project.path) == before
    holds(seen)
    for one in seen.json["diagnostics"]:
        assert one["hint"], one
        assert one["code"] in PLACELESS or one.get("at"), one
    return seen


def holds(seen: Run) -> None:
    """The good claim was judged, where it is stated."""
    found = [
        one for one in seen.verdicts("good.count") if not one["at"] or one["at"]["path"] != "docs/bad.md"
    ]
    assert [one["status"] for one in found] == ["verified"]
    assert found[0]["at"] or any(one["code"] in ("C810", "F602") for one in seen.json["diagnostics"])


def once(folder: Path, files: Mapping[str, str | bytes]) -> Run:
    """Check a project that several tests look at, outside of any test."""
    out, err = StringIO(), StringIO()
    (folder / "project").mkdir()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setenv("TRUEUP_CACHE_DIR", str(folder / "cache"))
        project = write(Mini(folder / "project", None), files)
        before = contents(project.path)
        code = run(["check", "--project", str(project.path), "--format", "json"])
    assert contents(project.path) == before
    found = Run(code=code, out=out.getvalue(), err=err.getvalue())
    assert "Traceback" not in found.out + found.err
    holds(found)
    return found


def refused(seen: Run, code: str) -> dict[str, Any]:
    """The one error of a run that found bad input."""
    assert (seen.code, seen.codes()) == (2, [code])
    return seen.diagnostic(code)


def failed(seen: Run, claim: str, reason: str) -> dict[str, Any]:
    """The verdict of a claim that nobody could compute, in a run whose input is otherwise fine."""
    verdict = seen.verdict(claim)
    assert (verdict["status"], verdict["reason"]) == ("error", reason), verdict
    assert (seen.code, seen.codes()) == (1, [])
    assert verdict["because"]
    assert verdict["hint"], verdict
    return verdict


def contents(folder: Path) -> dict[str, bytes | str]:
    """Every file below a folder, with its content; of what is no regular file, what it is."""
    found: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        kind = path.lstat().st_mode
        name = str(path.relative_to(folder))
        if stat.S_ISLNK(kind):
            found[name] = f"-> {path.readlink()}"
        else:
            found[name] = path.read_bytes() if stat.S_ISREG(kind) else str(stat.S_IFMT(kind))
    return found
