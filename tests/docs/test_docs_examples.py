"""The documentation does what it says: its files are written, its commands run, its output compared."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from doc_pages import Command, commands, fences

PROGRAMS = {
    "trueup": [sys.executable, "-m", "trueup"],
    "mkdocs": [sys.executable, "-m", "mkdocs"],
    "python": [sys.executable],
    "sed": ["sed"],
}


@pytest.mark.parametrize(
    "page",
    ["README.md", "docs/index.md", "docs/tutorial.md", "docs/reference/audit.md", "docs/guides/adopting.md"],
)
def test_what_a_page_shows_is_what_happens(page: str, tmp_path: Path) -> None:
    ran = 0
    for fence in fences(page):
        if fence.title:
            target = tmp_path / fence.title
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(fence.text, encoding="utf-8")
        elif fence.language == "console":
            for command in commands(fence):
                assert output(command, tmp_path) == command.output, f"{page}:{command.line}"
                ran += 1
    assert ran


def output(command: Command, folder: Path) -> str:
    """What a command prints, as a terminal shows it."""
    program, *arguments = command.words
    done = subprocess.run(
        [*PROGRAMS[program], *arguments],
        cwd=folder,
        env={**os.environ, "COLUMNS": "200"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout
