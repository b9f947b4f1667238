"""What is known to be wrong, so that an audit speaks only of what is new."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trueup.audit.finding import Finding
from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.files import Root

VERSION = 1

_REMEDY = "write it anew: trueup audit PATH --baseline FILE --write-baseline"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A finding, told from others by what the document says, not by where: lines may move.

    :param block: digest of the text of the figure's block, blanks aside
    """

    path: str
    code: str
    figure: str
    block: str

    @classmethod
    def of(cls, finding: Finding) -> Known:
        text = " ".join(finding.within.split())
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return cls(path=finding.at.path, code=finding.code, figure=finding.figure, block=digest)


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """:param known: how often each of them is known"""

    known: Counter[Known]

    def unknown(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that aren't known, or not so often."""
        left = self.known.copy()
        fresh = []
        for finding in findings:
            key = Known.of(finding)
            if left[key]:
                left[key] -= 1
            else:
                fresh.append(finding)
        return fresh


def read_baseline(path: Path) -> Baseline:
    """The baseline in a file; :class:`TrueupError` with a C831 where it is none."""
    try:
        text = Root(path.parent).read_text(path.name)
    except TrueupError as error:
        raise TrueupError(_fault(path, error.diagnostics[0].message)) from error
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TrueupError(_fault(path, "it is not JSON")) from error
    if not isinstance(document, dict) or document.get("version") != VERSION:
        raise TrueupError(_fault(path, f"it is no baseline of version {VERSION}"))
    entries = document.get("findings")
    if not isinstance(entries, list):
        raise TrueupError(_fault(path, "it has no list of findings"))
    return Baseline(known=Counter(_entry(path, index, entry) for index, entry in enumerate(entries)))


def write_baseline(path: Path, findings: Sequence[Finding]) -> None:
    """Write a file in which all these findings are known; as a whole, or not at all."""
    entries = [
        {
            "path": known.path,
            "code": known.code,
            "figure": known.figure,
            "block": known.block,
            "message": finding.message,
        }
        for finding in findings
        for known in (Known.of(finding),)
    ]
    text = json.dumps({"version": VERSION, "findings": entries}, ensure_ascii=False, indent=1) + "\n"
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with beside.open("x", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        why = (error.strerror or str(error)).lower()
        raise TrueupError(
            _fault(path, f"it can't be written: {why}", "name a file in a folder that is there")
        ) from error


def _entry(path: Path, index: int, entry: Any) -> Known:
    match entry:
        case {"path": str(where), "code": str(code), "figure": str(figure), "block": str(block)}:
            return Known(path=where, code=code, figure=figure, block=block)
    raise TrueupError(_fault(path, f"findings[{index}] lacks its path, code, figure or block"))


def _fault(path: Path, why: str, hint: str = _REMEDY) -> Diagnostic:
    where = Location(path=path.as_posix(), line=1, column=1)
    return Diagnostic(code="C831", message=f"the baseline can't be used: {why}", location=where, hint=hint)
