"""The project's own worked example, copied to a folder of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = "docs/placement.md"
LEDGERS = ("model", "placement", "measured")


def copy_example(folder: Path) -> Path:
    """The page, its ledgers with their evidence, and the verifiers, in ``folder``."""
    for part in ("claims", "verifiers"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "docs").mkdir()
    shutil.copy(ROOT / PAGE, folder / PAGE)
    for extra in (folder / "claims").glob("*.yaml"):
        if extra.stem not in LEDGERS:
            extra.unlink()
    return folder
