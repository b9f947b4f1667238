"""Every code is in a table, in one only, and on the page of diagnostics."""

from __future__ import annotations

import re
from pathlib import Path

from write_diagnostics import PAGE, page, tables

from trueup.gate.change import KINDS

ROOT = Path(__file__).parents[2]


def test_the_page_is_what_the_tables_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python scripts/write_diagnostics.py"


def test_every_kind_of_change_is_on_the_page_of_commands() -> None:
    text = (ROOT / "docs/reference/commands.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| `([\w-]+)` \| (.*) \|$", text, re.MULTILINE)
    assert sorted(rows) == sorted((kind.weight, name, kind.title) for name, kind in KINDS.items())


def test_no_code_means_two_things() -> None:
    meanings: dict[str, set[str]] = {}
    for _, table in tables():
        for code, title in table.items():
            meanings.setdefault(code, set()).add(title)
    assert {code: titles for code, titles in meanings.items() if len(titles) > 1} == {}


def test_every_code_in_the_source_is_in_a_table() -> None:
    known = {code for _, table in tables() for code in table}
    used = {
        code
        for file in (ROOT / "src").rglob("*.py")
        for code in re.findall(r"\"([TLQXEVFMGCD]\d{3})\"", file.read_text(encoding="utf-8"))
    }
    assert used - known == set()
