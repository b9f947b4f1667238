"""The commit of a project; recording needs no git."""

from __future__ import annotations

import subprocess
from pathlib import Path

# A repository's own settings must not start programs: no hooks, no file monitor, no filters.
_GIT = ("git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")


def revision(root: Path) -> tuple[str, bool]:
    """The commit that is checked out, and whether tracked files differ from it; empty without git."""
    commit = _ask(root, "rev-parse", "HEAD")
    if not commit:
        return "", False
    return commit, bool(_ask(root, "diff-index", "--name-only", "HEAD", "--"))


def _ask(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            [*_GIT, *arguments], cwd=root, capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return "" if done.returncode else done.stdout.strip()
