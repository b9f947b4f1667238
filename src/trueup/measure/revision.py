"""The commit of a project; recording needs no git."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

# Nothing is written, so no hook is run, and no file monitor is started beside a measurement.
_SETTINGS = ("--no-optional-locks", "-c", "core.fsmonitor=false")
_PATIENCE = 20.0


def revision(root: Path) -> tuple[str, bool]:
    """The commit that is checked out, and whether tracked files differ from it; empty without git.

    Where git can't say, they count as differing.
    """
    commit = _ask(root, "rev-parse", "--verify", "HEAD^{commit}")
    if not commit:
        return "", False
    changed = _ask(root, "status", "--porcelain", "--untracked-files=no")
    return commit, changed is None or bool(changed)


def _ask(root: Path, *arguments: str) -> str | None:
    """What git answers; None where it fails. In a hook its variables would name another repository."""
    program = shutil.which("git")
    # A relative entry of PATH would find it in a project.
    if program is None or not Path(program).is_absolute():
        return None
    surroundings = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            [program, *_SETTINGS, *arguments], cwd=root, env=surroundings, capture_output=True,
            stdin=subprocess.DEVNULL, encoding="utf-8", errors="replace", timeout=_PATIENCE, check=False,
        )  # fmt: skip
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return None if done.returncode else done.stdout.strip()
