"""Small projects for tests: written to a folder, run through the command, judged by what a user sees."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from trueup.cli.main import run


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One finished run of the command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.out)
        return found

    def verdicts(self, claim: str) -> list[dict[str, Any]]:
        return [verdict for verdict in self.json["verdicts"] if verdict["claim"] == claim]

    def verdict(self, claim: str) -> dict[str, Any]:
        """The one verdict of a claim."""
        (found,) = self.verdicts(claim)
        return found

    def statuses(self) -> dict[str, str]:
        """The status of each claim; a claim with several verdicts shows the last."""
        return {verdict["claim"]: verdict["status"] for verdict in self.json["verdicts"]}

    def codes(self) -> list[str]:
        """The codes of all diagnostics of severity error."""
        return [one["code"] for one in self.json["diagnostics"] if one["severity"] == "error"]

    def diagnostics(self, code: str) -> list[dict[str, Any]]:
        return [one for one in self.json["diagnostics"] if one["code"] == code]

    def diagnostic(self, code: str, *, severity: str | None = None) -> dict[str, Any]:
        """The one diagnostic with a code, of a severity where one is asked for."""
        (only,) = self.diagnostics(code)
        assert severity in (None, only["severity"])
        return only


def claims(*entries: str) -> str:
    """A ledger of these entries, each on a line of its own."""
    return "".join(("claims:\n", *(f"  {entry}\n" for entry in entries)))


def where(item: Mapping[str, Any]) -> tuple[str, int, int]:
    """The place of a verdict or diagnostic."""
    at = item["at"]
    return at["path"], at["line"], at["column"]


@dataclass(slots=True)
class Mini:
    """A project under test."""

    path: Path
    capture: pytest.CaptureFixture[str] | None

    def write(self, path: str, text: str | bytes) -> Mini:
        target = self.path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return self

    def replace(self, path: str, old: str, new: str) -> Mini:
        text = (self.path / path).read_bytes().decode("utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
        return self.write(path, text.replace(old, new))

    def run(self, command: str, *arguments: str) -> Run:
        return self.call(run, command, "--project", str(self.path), *arguments)

    def call(self, runner: Callable[[list[str]], int], *arguments: str) -> Run:
        """What a command line does, given to one who carries it out."""
        assert self.capture is not None, "what a project prints is seen in tests alone"
        self.capture.readouterr()
        code = runner([*arguments])
        captured = self.capture.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return Run(code=code, out=captured.out, err=captured.err)

    def check(self, *arguments: str) -> Run:
        return self.run("check", "--format", "json", *arguments)
