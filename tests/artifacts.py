"""Artifacts for tests: a project's folder, and requests that name files in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from trueup.diagnostics import Diagnostic, TrueupError
from trueup.files import Root
from trueup.readers.artifact import Artifact, read_artifact
from trueup.verifier import Input, Request

#: Artifacts of real runs.
DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Place:
    """A folder with artifacts."""

    path: Path

    def write(self, name: str, content: str | bytes) -> Path:
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
        return target

    def read(self, content: str | bytes, name: str = "run.txt") -> Artifact:
        return read_artifact(Root(self.path), self.write(name, content))

    def request(self, name: str) -> Request:
        """A verifier's request with the file, or the folder, as its artifact."""
        target = (self.path / name).resolve()
        files = tuple(sorted(file for file in target.rglob("*") if file.is_file()))
        found = Input(name=name, path=target, files=files or (target,), digest="sha256:0")
        return Request(claim="c", inputs={"artifact": found}, root=self.path.resolve())


def refusal(caught: pytest.ExceptionInfo[TrueupError]) -> tuple[str, str, str]:
    """Code, place and message of the one diagnostic."""
    (only,) = caught.value.diagnostics
    return only.code, str(only.location), only.message


def diagnostic(caught: pytest.ExceptionInfo[TrueupError]) -> Diagnostic:
    """The one diagnostic."""
    (only,) = caught.value.diagnostics
    return only
