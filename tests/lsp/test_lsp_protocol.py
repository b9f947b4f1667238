"""The server over the protocol: a process of its own, and a client as editors have one."""

from __future__ import annotations

import asyncio
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
