"""The server over the protocol: a process of its own, and a client as editors have one."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsprotocol import types

from editing import Editor, editor, span
from mini import Mini, claims

LEDGER = claims(
    "weights: {says: Packed weights, value: '2,000 B', source: a log}",
    "rate: {says: Rate of the link, basis: hardware, value: 5 GB/s, source: a log}",
    "slow: {says: The link is slow, decide: weights / rate > 1 s, words: {true: slow, false: fast}}",
)
PAGE = """# Weights

They take [2,000 B](claim:weights), 🙂 twice that is [4,000 B](claim:twice "weights * 2").

The link is [fast](claim:slow) at [5 GB/s](claim:rate).
"""


@pytest.fixture
def small(project: Mini) -> Mini:
    return project.write("claims/a.yaml", LEDGER).write("docs/a.md", PAGE)


def edit(folder: Path, scenario: Callable[[Editor], Awaitable[None]], **options: object) -> None:
    """Play a scenario with an editor on a folder."""

    async def play() -> None:
        async with editor(folder, options) as window:
            await scenario(window)

    asyncio.run(play())


def test_a_figure_is_judged_as_it_is_typed(small: Mini) -> None:
    async def scenario(window: Editor) -> None:
        window.open("docs/a.md")
        window.replace("docs/a.md", "[2,000 B]", "[2,500 B]")
        (found,) = await window.codes("docs/a.md", "refuted/value")
        assert found.message.startswith("weights is refuted (value): '2,500 B', expected '2,000 B'")
        assert found.severity == types.DiagnosticSeverity.Error
        assert found.range == span(window.texts["docs/a.md"], "2,500 B")
        assert window.shown([one.location for one in found.related_information or ()]) == [
            "claims/a.yaml:2:3"
        ]
        window.replace("docs/a.md", "[2,500 B]", "[2,000 B]")
        await window.codes("docs/a.md")

    edit(small.path, scenario)
    assert (small.path / "docs/a.md").read_text() == PAGE


def test_columns_count_utf16_behind_an_emoji(small: Mini) -> None:
    async def scenario(window: Editor) -> None:
        window.open("docs/a.md")
        window.replace("docs/a.md", "[4,000 B]", "[4,001 B]")
        (found,) = await window.codes("docs/a.md", "refuted/value")
        assert found.range == span(window.texts["docs/a.md"], "4,001 B")

    edit(small.path, scenario)


@pytest.mark.parametrize(
    ("offered", "agreed", "column"),
    [(["utf-8", "utf-16"], "utf-8", 56), (["utf-32"], "utf-32", 53), (None, "utf-16", 54)],
)
def test_the_units_of_columns_are_agreed_on(
    small: Mini, offered: list[str] | None, agreed: str, column: int
) -> None:
    small.replace("docs/a.md", "4,000 B", "4,001 B")

    async def play() -> None:
        async with editor(small.path, encodings=offered) as window:
            assert window.agreed == agreed
            (found,) = await window.codes("docs/a.md", "refuted/value")
            assert found.range.start == types.Position(line=2, character=column)

    asyncio.run(play())


def test_a_document_that_is_not_open_is_judged_too(small: Mini) -> None:
    small.write("docs/b.md", "[5.5 GB/s](claim:rate)\n")

    async def scenario(window: Editor) -> None:
        (found,) = await window.codes("docs/b.md", "refuted/value")
        assert (found.range.start.line, found.range.start.character) == (0, 1)

    edit(small.path, scenario)


def test_a_ledger_that_is_not_saved_counts_and_one_that_is_broken_says_so(small: Mini) -> None:
    async def scenario(window: Editor) -> None:
        window.open("docs/a.md")
        window.open("claims/a.yaml")
        window.replace("claims/a.yaml", "'2,000 B'", "'3,000 B'")
        await window.codes("docs/a.md", "refuted/value", "refuted/value")
        window.replace("claims/a.yaml", "says: Packed weights, value", "says: Packed weights, vlaue")
        found = await window.codes("claims/a.yaml", "L208")
        assert found[0].message == "unknown key 'claims.weights.vlaue'\ndid you mean 'value'?"
        # Only the figures of what is broken are not judged, and say why.
        left = await window.codes("docs/a.md", "T135", "suspect/upstream", "suspect/upstream")
        assert "not judged: the definition of weights has an error\nmend the ledger, or the formula" in [
            one.message for one in left
        ]
        window.replace("docs/a.md", "[5 GB/s]", "[6 GB/s]")
        await window.codes("docs/a.md", "T135", "refuted/value", "suspect/upstream", "suspect/upstream")
        window.write("claims/a.yaml", LEDGER)
        await window.codes("docs/a.md", "refuted/value")
        # What is no YAML leaves the last good claims.
        window.write(
            "claims/a.yaml", LEDGER + "  idle: {says: Nobody states it, value: 3 B, source: a log}\n"
        )
        await window.codes("claims/a.yaml", "L210")
        window.write("claims/a.yaml", "claims: [\n")
        await window.codes(
            "claims/a.yaml", "L200", "L207"
        )  # of the claims nothing is said: they stand nowhere now
        window.replace("docs/a.md", "[2,000 B]", "[2,001 B]")
        await window.codes("docs/a.md", "refuted/value", "refuted/value")
        window.replace("docs/a.md", "[2,001 B]", "[2,000 B]")
        window.write("claims/a.yaml", LEDGER)
        await window.codes("docs/a.md", "refuted/value")
        await window.codes("claims/a.yaml")

    edit(small.path, scenario)
    assert (small.path / "claims/a.yaml").read_text() == LEDGER


def test_what_is_closed_without_saving_is_what_is_on_disk(small: Mini) -> None:
    async def scenario(window: Editor) -> None:
        window.open("claims/a.yaml")
        window.open("docs/a.md")
        window.replace("claims/a.yaml", "5 GB/s", "6 GB/s")
        await window.codes("docs/a.md", "refuted/value")
        window.close("claims/a.yaml")
        await window.codes("docs/a.md")

    edit(small.path, scenario)


def test_a_new_document_is_judged_before_it_is_saved(small: Mini) -> None:
    async def scenario(window: Editor) -> None:
        window.open("docs/new.md", "[7 GB/s](claim:rate)\n")
        await window.codes("docs/new.md", "refuted/value")
        window.open("notes.md", "[7 GB/s](claim:rate)\n")  # no document of the project
        window.replace("docs/new.md", "7 GB/s", "5 GB/s")
        await window.codes("docs/new.md")
        assert "notes.md" not in window.diagnostics

    edit(small.path, scenario)


def test_files_that_come_change_and_go_on_disk(small: Mini) -> None:
    async def scenario(window: Editor) -> None:
        small.write("docs/new.md", "[7 GB/s](claim:rate)\n")
        window.touch("notes.md", "docs/new.md")
        await window.codes("docs/new.md", "refuted/value")
        small.write("docs/new.md", "[5 GB/s](claim:rate)\n[8 GB/s](claim:rate)\n")
        window.touch("docs/new.md")
        (found,) = await window.until(
            "docs/new.md", lambda all_: [one.range.start.line for one in all_] == [1]
        )
        assert found.code == "refuted/value"
        (small.path / "docs/new.md").unlink()
        window.touch("docs/new.md")
        await window.codes("docs/new.md")

    edit(small.path, scenario)


def test_a_snippet_that_changes_on_disk_is_read_again(small: Mini) -> None:
    small.write("trueup.toml", 'snippets = ["parts"]\n').write("parts/p.md", "[5 GB/s](claim:rate)\n")
    small.write("docs/b.md", '--8<-- "p.md"\n')

    async def scenario(window: Editor) -> None:
        window.open("docs/a.md")
        window.replace("docs/a.md", "[5 GB/s]", "[6 GB/s]")
        await window.codes("docs/a.md", "refuted/value")
        small.write("parts/p.md", "[7 GB/s](claim:rate)\n")
        window.touch("parts/p.md")
        await window.codes("parts/p.md", "refuted/value")

    edit(small.path, scenario)


def test_folders_come_and_go_with_the_project_below_them(small: Mini, tmp_path: Path) -> None:
    more = tmp_path / "more"
    for name in ("claims/a.yaml", "docs/a.md"):
        written = more / "inner" / name
        written.parent.mkdir(parents=True)
        written.write_text((small.path / name).read_text())

    async def scenario() -> None:
        async with editor(tmp_path, {"project": "inner"}) as window:
            # It is open before anybody knows of its project.
            window.open("more/inner/docs/a.md")
            window.add_folder("more")
            window.replace("more/inner/docs/a.md", "[5 GB/s]", "[6 GB/s]")
            await window.codes("more/inner/docs/a.md", "refuted/value")
            window.remove_folder("more")
            await window.codes("more/inner/docs/a.md")

    asyncio.run(scenario())


def test_without_a_workspace_folder_it_looks_after_the_folder_it_was_started_in(small: Mini) -> None:
    async def scenario() -> None:
        async with editor(small.path, folders=False) as window:
            window.open("docs/a.md", "[6 GB/s](claim:rate)\n")
            await window.codes("docs/a.md", "refuted/value")

    asyncio.run(scenario())


PLANTED = """
from pathlib import Path

from trueup.verifier import Request, verifier

Path("ran").write_text("at import")


@verifier("own.count")
def count(request: Request) -> int:
    return 3
"""


def test_code_of_the_project_runs_only_when_told_to(small: Mini) -> None:
    small.write("verifiers/own.py", PLANTED).write("docs/b.md", "[4](claim:own)\n")
    small.write("claims/b.yaml", claims("own: {says: Own, basis: model, verify: own.count}"))

    async def careful(window: Editor) -> None:
        window.open("docs/b.md")
        (found,) = await window.codes("docs/b.md", "open/not-run")
        assert found.severity == types.DiagnosticSeverity.Warning
        window.open("verifiers/own.py", PLANTED)
        window.open("claims/b.yaml")
        window.replace("claims/b.yaml", "says: Own", "says: My own")
        window.replace("docs/b.md", "[4]", "[5]")
        await window.client.text_document_hover_async(types.HoverParams(**window.place("docs/b.md", "5")))

    edit(small.path, careful)
    assert not list(small.path.rglob("ran"))

    async def told(window: Editor) -> None:
        window.open("docs/b.md")
        await window.codes("docs/b.md", "refuted/value")

    edit(small.path, told, execute=True)
    assert list(small.path.rglob("ran"))


def test_a_missing_extra_says_how_to_install_it() -> None:
    blocked = "import sys; sys.modules['pygls'] = None; from trueup.cli.main import run; exit(run(['lsp']))"
    done = subprocess.run(
        [sys.executable, "-c", blocked], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "the language server needs pygls: pip install 'trueup[lsp]'" in done.stderr
    assert "Traceback" not in done.stderr
