"""What is published, and how it behaves where nothing else is installed."""

from __future__ import annotations

import re
import subprocess
import tarfile
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest

from installed import Installed
from mini import claims
from tiny_model import tiny
from trueup.cli.commands import COMMANDS

ROOT = Path(__file__).parents[2]
OPTIONAL = ("onnx", "re2", "sympy", "numpy", "scipy", "matplotlib", "markdown", "mkdocs", "pytest")


def write(folder: Path, **files: str | bytes) -> Path:
    """A project: the names of its files with ``/`` as ``__`` and ``.`` as ``_DOT_``."""
    for name, content in files.items():
        target = folder / name.replace("__", "/").replace("_DOT_", ".")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def source_files() -> set[str]:
    """The package as the repository has it."""
    found = (path for path in (ROOT / "src/trueup").rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(ROOT / "src").as_posix() for path in found}


def test_the_source_distribution_holds_the_package_and_what_it_is(published: Path) -> None:
    (archive,) = published.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        members = {member.name.partition("/")[2]: member for member in file.getmembers() if member.isfile()}
        made = {name for name in members if name in ("PKG-INFO", "setup.cfg") or ".egg-info/" in name}
        wanted = {"README.md", "LICENSE", "CHANGELOG.md", "MANIFEST.in", "pyproject.toml"}
        assert set(members) - made == wanted | {f"src/{name}" for name in source_files()}
        for member in members.values():
            content = file.extractfile(member)
            assert content is not None
            assert str(ROOT).encode() not in content.read(), member.name


def test_the_wheel_holds_the_whole_package(published: Path) -> None:
    (wheel,) = published.glob("*.whl")
    with ZipFile(wheel) as file:
        names = {name for name in file.namelist() if ".dist-info/" not in name}
        info = {name.partition(".dist-info/")[2] for name in file.namelist()} - {""}
    assert names == source_files()
    assert {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"} <= info


def test_the_metadata_says_what_it_is(published: Path) -> None:
    (wheel,) = published.glob("*.whl")
    with ZipFile(wheel) as file:
        (name,) = (name for name in file.namelist() if name.endswith("/METADATA"))
        about = message_from_string(file.read(name).decode())
    assert (about["Name"], about["License-Expression"]) == ("trueup", "Apache-2.0")
    assert about["Requires-Python"] == ">=3.11"
    assert about["Description-Content-Type"] == "text/markdown"
    classifiers = set(about.get_all("Classifier", []))
    assert {"Typing :: Typed", "Framework :: MkDocs", "Framework :: Pytest"} <= classifiers
    extras = {"all", "dev", "onnx", "patterns", "symbolic", "mkdocs", "measure", "plots", "lsp", "cluster"}
    assert set(about.get_all("Provides-Extra", [])) == extras
    needed = [line for line in about.get_all("Requires-Dist", []) if "extra ==" not in line]
    core = {"click", "rich", "PyYAML", "jsonpointer", "defusedxml"}
    assert {re.split(r"[<>=]", line)[0] for line in needed} == core


def test_nothing_optional_comes_along(installed: Installed) -> None:
    script = f"from importlib.util import find_spec; print([n for n in {OPTIONAL!r} if find_spec(n)])"
    done = subprocess.run([installed.python, "-I", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_command_has_help(installed: Installed, tmp_path: Path) -> None:
    for command in COMMANDS:
        shown = installed.trueup(tmp_path, command, "--help")
        assert (shown.code, shown.err) == (0, ""), command
        assert shown.out.startswith(f"Usage: trueup {command} ")
        # Each option says what it does.
        options = re.findall(r"^  -.*(?:\n {4,}.*)*", shown.out, re.MULTILINE)
        assert all(re.search(r" {2,}[A-Z]|\n {4,}[A-Z]", option) for option in options), shown.out


def test_an_audit_needs_no_set_up(installed: Installed, tmp_path: Path) -> None:
    write(tmp_path, docs__a_DOT_md="# A\n\nIt keeps 130003 of 160728 rows, 89 %.\n")
    found = installed.trueup(tmp_path, "audit", "docs")
    assert found.code == 1
    assert "docs/a.md:3:33: ✗ certain A103 89 %" in found.out


def test_from_nothing_to_a_check_that_holds(installed: Installed, tmp_path: Path) -> None:
    write(tmp_path, docs__a_DOT_md="# A\n\nIt has 130003 of 160728 rows, 80.88 %, and 8 MB + 8 MB = 16 MB.\n")
    assert installed.trueup(tmp_path, "init").code == 0
    assert installed.trueup(tmp_path, "suggest", "docs", "--write").code == 0
    for command in ("check", "lint", "fix", "mutate", "measure"):
        done = installed.trueup(tmp_path, command)
        assert done.code == 0, f"{command}: {done.out}{done.err}"
    found = installed.trueup(tmp_path, "explain", "a.share", "--format", "json").json
    assert (found["status"], found["mathml"]) == ("verified", None)
    for form in ("json", "github", "sarif", "junit", "markdown"):
        assert installed.trueup(tmp_path, "check", "--format", form).code == 0


def test_every_format_says_what_is_wrong_without_any_extra(installed: Installed, tmp_path: Path) -> None:
    page = "# A\n\nIt is [3](claim:nowhere) of [4](claim:it), and 8 MB + 8 MB = 17 MB.\n"
    write(
        tmp_path, docs__a_DOT_md=page, claims__a_DOT_yaml=claims("it: {says: It, basis: model, expr: 2 * 3}")
    )
    for command in (["check"], ["audit", "docs"], ["fix", "--diff"], ["mutate"], ["suggest", "docs"]):
        for form in ("text", "json", "github", "sarif", "junit", "markdown"):
            done = installed.trueup(tmp_path, *command, "--format", form)
            assert done.code in (0, 1, 2), f"{command} {form}: {done.err}"
            assert done.out


@pytest.mark.parametrize(
    ("claim", "extra"),
    [
        ("verify: onnx.tensor, with: {model: m, tensor: lm_head.weight_Q4, read: bytes}", "onnx"),
        ("verify: onnx.count, with: {model: m, of: nodes}", "onnx"),
        ("verify: code.count, with: {files: 'docs/*', pattern: It}", "patterns"),
    ],
)
def test_a_missing_extra_is_said_with_the_line_that_installs_it(
    installed: Installed, tmp_path: Path, claim: str, extra: str
) -> None:
    ledger = "models:\n  m: {path: claims/m.onnx}\n" + claims(f"it: {{says: Size, basis: model, {claim}}}")
    write(
        tmp_path,
        docs__a_DOT_md="# A\n\nIt is [3](claim:it).\n",
        claims__a_DOT_yaml=ledger,
        claims__m_DOT_onnx=tiny(),
    )
    done = installed.trueup(tmp_path, "check")
    assert done.code == 1
    assert "missing (library)" in done.out
    assert f"do        pip install 'trueup[{extra}]'" in done.out


def test_a_measurement_says_what_it_needs(installed: Installed, tmp_path: Path) -> None:
    verifier = (
        "from trueup.verifier import Request, Samples, verifier\n\n\n"
        '@verifier("a.rate", basis="measured")\n'
        "def rate(request: Request) -> Samples:\n"
        '    return Samples(values=[1.0], unit="s")\n'
    )
    ledger = claims("it: {says: Time, basis: measured, verify: a.rate}")
    write(
        tmp_path,
        docs__a_DOT_md="# A\n\nIt is [1 s](claim:it).\n",
        claims__a_DOT_yaml=ledger,
        verifiers__a_DOT_py=verifier,
    )
    assert "pip install 'trueup[measure]'" in installed.trueup(tmp_path, "measure").out


def test_a_formula_that_is_not_proved_says_what_would_prove_it(installed: Installed, tmp_path: Path) -> None:
    page = '# A\n\nIt is [6 B](claim:it "a.x * (a.x + 1 B) / 1 B").\n'
    ledger = claims("a.x: {says: X, basis: model, expr: 2 * 1 B}")
    write(tmp_path, docs__a_DOT_md=page, claims__a_DOT_yaml=ledger)
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-C", str(tmp_path)]
    for command in (["init", "--quiet"], ["add", "-A"], ["commit", "--quiet", "-m", "One"]):
        subprocess.run([*git, *command], check=True)
    write(tmp_path, docs__a_DOT_md=page.replace("a.x * (a.x + 1 B)", "(a.x * a.x + a.x * 1 B)"))
    shown = installed.trueup(tmp_path, "diff", "HEAD")
    assert (
        "was changed, and is not proved to be the same; to prove it, pip install 'trueup[symbolic]'"
        in shown.out
    )
