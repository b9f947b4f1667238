"""The command as it is installed from a wheel."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from mini import Run


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment that holds the wheel and what it depends on."""

    folder: Path

    @property
    def python(self) -> str:
        return str(self.folder / "bin" / "python")

    def trueup(self, project: Path, *arguments: str) -> Run:
        """Run the installed command in a project."""
        kept = ("PATH", "HOME", "TRUEUP_CACHE_DIR")
        done = subprocess.run(
            [str(self.folder / "bin" / "trueup"), *arguments],
            cwd=project,
            env={"COLUMNS": "110", **{key: os.environ[key] for key in kept if key in os.environ}},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stdout + done.stderr, done.stderr
        return Run(code=done.returncode, out=done.stdout, err=done.stderr)
