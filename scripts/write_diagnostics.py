"""Write docs/reference/diagnostics.md from the tables of codes that the rooms keep."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import trueup

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "diagnostics.md"
FAMILIES = {
    "T": "Tags",
    "L": "Ledger",
    "Q": "Figures and units",
    "X": "Expressions",
    "E": "Evidence",
    "V": "Verifiers",
    "F": "Files",
    "M": "Models, artifacts, lock files and git",
    "G": "Gate",
    "D": "Comparison with a revision",
    "C": "Settings, usage and site",
    "A": "Findings of an audit",
}
HEAD = """\
# Diagnostics

Each fault of the input has a stable code, a place, a sentence and a remedy. An error exits `2`; a
warning never changes the exit code, except under `--strict`. This page is written by
`scripts/write_diagnostics.py` from the tables in the code.
"""


def tables() -> Iterator[tuple[str, dict[str, str]]]:
    """Every module with a table ``CODES``, and the table."""
    for info in pkgutil.walk_packages(trueup.__path__, "trueup."):
        if info.name.rpartition(".")[2] == "__main__":
            continue
        codes = vars(importlib.import_module(info.name)).get("CODES")
        if codes is not None:
            yield info.name, codes


def page() -> str:
    """The page as it should be."""
    codes: dict[str, str] = {}
    for _, table in tables():
        codes.update(table)
    parts = [HEAD]
    for letter, title in FAMILIES.items():
        mine = sorted(code for code in codes if code.startswith(letter))
        rows = "\n".join(f"| `{code}` | {_sentence(codes[code])} |" for code in mine)
        parts.append(f"## {title}\n\n| code | what is wrong |\n|---|---|\n{rows}\n")
    return "\n".join(parts)


def _sentence(title: str) -> str:
    """A title as a sentence begins; one that begins with a directive keeps it, as code."""
    first, blank, rest = title.partition(" ")
    return f"`{first}`{blank}{rest}" if ":" in first else title[:1].upper() + title[1:]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
