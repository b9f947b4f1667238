"""The settings of a project, and what is said of wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from trueup.files import Root
from trueup.settings import GateSettings, Settings, load_settings


def load(folder: Path, **files: str) -> tuple[Settings, list[str]]:
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text)
    found, diagnostics = load_settings(Root(folder))
    return found, [str(diagnostic) for diagnostic in diagnostics]


def test_defaults_without_any_file(tmp_path: Path) -> None:
    assert load(tmp_path) == (Settings(), [])
    assert Settings().docs == ("docs",)
    assert Settings().ledger == ("claims",)
    assert Settings().verifiers == "verifiers"


def test_defaults_with_a_project_that_sets_nothing(tmp_path: Path) -> None:
    assert load(tmp_path, pyproject='[project]\nname = "x"\n') == (Settings(), [])


def test_reads_every_setting(tmp_path: Path) -> None:
    text = """
[tool.trueup]
docs = ["./handbook/", "README.md"]
ledger = "ledger"
verifiers = "checks"
snippets = ["docs/parts"]
macros = ["docs/live/**"]
lock = "uv.lock"
cache = ".cache"
gate = {warn = ["outdated:age"]}
[tool.trueup.ignore]
"docs/old/*" = ["A203", "A204"]
"""
    found, said = load(tmp_path, pyproject=text)
    assert said == []
    assert found == Settings(
        docs=("handbook", "README.md"), ledger=("ledger",), verifiers="checks", snippets=("docs/parts",),
        macros=("docs/live/**",), lock="uv.lock", cache=".cache", gate=GateSettings(warn=("outdated:age",)),
        ignore=(("docs/old/*", ("A203", "A204")),),
    )  # fmt: skip
    assert found.runs_macros("docs/live/deep/a.md")
    assert not found.runs_macros("docs/a.md")
    assert found.ignores("docs/old/a.md", "A203")
    assert not found.ignores("docs/old/a.md", "A201")
    assert not found.ignores("docs/new/a.md", "A203")


def test_macros_run_everywhere_or_nowhere(tmp_path: Path) -> None:
    assert load(tmp_path, trueup="macros = true")[0].runs_macros("docs/deep/a.md")
    assert not load(tmp_path, trueup="macros = false")[0].runs_macros("a.md")


def test_documents_are_files_folders_and_patterns(tmp_path: Path) -> None:
    for path in ("docs/deep", "notes"):
        (tmp_path / path).mkdir(parents=True)
    for path in (
        "docs/a.md",
        "docs/deep/b.markdown",
        "docs/picture.png",
        "notes/c.md",
        "notes/d.txt",
        "README.md",
    ):
        (tmp_path / path).write_text("x")
    found, _ = load(tmp_path, trueup='docs = ["docs", "README.md", "notes/*", "docs/a.md"]')
    assert found.documents(Root(tmp_path)) == ["README.md", "docs/a.md", "docs/deep/b.markdown", "notes/c.md"]


HINTS = {
    "C802": " (toml.io says how it is written; until then nothing that is set there counts)",
    "C804": " (until then its default holds)",
}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tool.trueup]\ndoc = 'x'", "2:1: C803 unknown setting 'tool.trueup.doc' (did you mean 'docs'?)"),
        ("[tool.trueup.gat]", "1:14: C803 unknown setting 'tool.trueup.gat' (did you mean 'gate'?)"),
        (
            "[tool.trueup]\n\nzzz = 1",
            (
                "3:1: C803 unknown setting 'tool.trueup.zzz' (known: docs, ledger, verifiers, "
                "snippets, macros, lock, cache, gate, ignore)"
            ),
        ),
        (
            "[tool.trueup]\ngate = {wran = []}",
            ("2:9: C803 unknown setting 'tool.trueup.gate.wran' (did you mean 'warn'?)"),
        ),
        (
            "docs = 1\n[tool.trueup]\ndocs = 1",
            ("3:1: C804 'tool.trueup.docs' is a number; it should be text, or a list of texts"),
        ),
        (
            "[tool.trueup]\nledger = ['a', true]",
            ("2:1: C804 'tool.trueup.ledger' is true or false; it should be text, or a list of texts"),
        ),
        (
            "[tool.trueup]\nverifiers = ['a']",
            "2:1: C804 'tool.trueup.verifiers' is a list; it should be text",
        ),
        (
            "[tool.trueup]\ngate = 2026-01-01",
            "2:1: C804 'tool.trueup.gate' is a date or time; it should be a table",
        ),
        (
            "[tool.trueup]\nignore = {'docs/*' = 1}",
            ("2:12: C804 'tool.trueup.ignore.docs/*' is a number; it should be text, or a list of texts"),
        ),
        ("[tool]\ntrueup = 1", "1:1: C804 'tool.trueup' is a number; it should be a table"),
        (
            "[tool.trueup]\nlock = '../uv.lock'",
            (
                "2:1: C805 'tool.trueup.lock' leads outside: '../uv.lock' (paths are "
                "relative to the project's folder, and stay in it)"
            ),
        ),
        (
            "[tool.trueup]\ndocs = ['docs', '/etc']",
            (
                "2:1: C805 'tool.trueup.docs' leads outside: '/etc' (paths are "
                "relative to the project's folder, and stay in it)"
            ),
        ),
        ("[tool.trueup]\nx = = 1", "2:5: C802 this is not TOML: Invalid value"),
        ("[tool.trueup", "1:13: C802 this is not TOML: Expected ']' at the end of a table declaration"),
        ("x = " + "[" * 5000, "1:1: C802 this is not TOML: it is nested too deeply"),
        (
            "x = " + "9" * 5000,
            (
                "1:1: C802 this is not TOML: Exceeds the limit (4300 digits) for integer string "
                "conversion: value has 5000 digits; use sys.set_int_max_str_digits() to increase the "
                "limit"
            ),
        ),
    ],
)
def test_says_what_is_wrong_and_keeps_the_default(tmp_path: Path, text: str, said: str) -> None:
    found, diagnostics = load(tmp_path, pyproject=text)
    assert diagnostics == [f"pyproject.toml:{said}{HINTS.get(said.split()[1], '')}"]
    assert found == Settings(docs=("docs",))


def test_settings_in_two_files(tmp_path: Path) -> None:
    found, said = load(tmp_path, trueup="docs = 'a'", pyproject="[project]\n[tool.trueup]\ndocs = 'b'")
    assert said == [
        "pyproject.toml:2:7: C801 settings stand both here and in trueup.toml (keep one; trueup.toml is read)"
    ]
    assert found.docs == ("a",)


def test_a_settings_file_that_is_a_link_outside(tmp_path: Path) -> None:
    (tmp_path / "trueup.toml").symlink_to("/etc/passwd")
    (said,) = load(tmp_path)[1]
    assert said.startswith("trueup.toml:1:1: F602 the path is a link that leads outside")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(text=st.text() | st.text(alphabet="docsgatewrn=[]{}'\"\n .1"))
def test_never_raises(tmp_path: Path, text: str) -> None:
    for name in ("trueup.toml", "pyproject.toml"):
        (tmp_path / name).write_bytes(text.encode(errors="surrogatepass"))
    load_settings(Root(tmp_path))
