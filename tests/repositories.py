"""Git repositories for tests: made by the test, with days of its own, untouched by whoever runs it."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Git:
    """A repository with a working tree."""

    path: Path

    def __call__(self, *arguments: str, day: str = "2026-07-01") -> str:
        """What a command of git prints."""
        environment = {
            "PATH": os.environ["PATH"],
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "A. Author",
            "GIT_AUTHOR_EMAIL": "author@example.com",
            "GIT_COMMITTER_NAME": "A. Author",
            "GIT_COMMITTER_EMAIL": "author@example.com",
            "GIT_AUTHOR_DATE": f"{day}T12:00:00+0000",
            "GIT_COMMITTER_DATE": f"{day}T12:00:00+0000",
        }
        done = subprocess.run(
            ["git", *arguments], cwd=self.path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def commit(self, subject: str, day: str) -> str:
        """Commit all there is; the commit's hash."""
        self("add", "--all")
        self("commit", "--quiet", "--allow-empty", "-m", subject, day=day)
        return self("rev-parse", "HEAD")


def repository(path: Path, *options: str) -> Git:
    """A new repository in a folder, which is made where it isn't there."""
    path.mkdir(parents=True, exist_ok=True)
    git = Git(path)
    git("init", "--quiet", "--initial-branch=main", *options)
    return git
