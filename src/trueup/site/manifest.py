"""What ``trueup site`` has written into a folder, and which verdicts it shows."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from trueup import __version__
from trueup.diagnostics import Diagnostic, Location, TrueupError

NAME = "manifest.json"
FORMAT = 1
#: Stands in every page, for people, and for those who read the documents.
MARK = "<!-- written by trueup site: run it again, do not edit -->"
# Flat names of our own making; nothing that could lead elsewhere.
_FILE = re.compile(r"[a-z][a-z0-9_.-]*\.(?:md|css|js|json|svg)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A file that was written.

    :param digest: of what was written
    :param before: of what it replaces, while the writing goes on
    :param claim: whose page it is
    """

    digest: str | None
    before: str | None = None
    claim: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """
    :param verdicts: digest of the verdicts that the pages show
    :param passes: whether the gate was open
    """

    verdicts: str = ""
    passes: bool = False
    files: Mapping[str, Listed] = field(default_factory=dict)

    def render(self) -> bytes:
        """JSON, the same bytes for the same files."""
        files = {
            name: {
                key: value
                for key, value in (("claim", one.claim), ("digest", one.digest), ("before", one.before))
                if value
            }
            for name, one in sorted(self.files.items())
        }
        found = {
            "made_by": f"trueup {__version__}",
            "format": FORMAT,
            "verdicts": self.verdicts,
            "pass": self.passes,
            "files": files,
        }
        return (json.dumps(found, indent=1) + "\n").encode("ascii")


def read_manifest(text: str, path: str) -> Manifest:
    """Read a manifest.

    :param path: where it stands, for a fault
    :raises TrueupError: C862 when it is none
    """
    try:
        found = json.loads(text)
        if found["format"] != FORMAT:
            raise _fault(f"its format is {found['format']!r}, not {FORMAT}", path)
        files = {name: _listed(name, one) for name, one in found["files"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _fault(str(error), path) from error
    return Manifest(verdicts=str(found.get("verdicts", "")), passes=found.get("pass") is True, files=files)


def _fault(why: str, path: str) -> TrueupError:
    return TrueupError(
        Diagnostic(
            code="C862",
            message=f"this is no manifest of trueup site: {why}",
            location=Location(path=path, line=1, column=1),
            hint="remove it, and let trueup site --force write the folder anew",
        )
    )


def _listed(name: str, one: Mapping[str, Any]) -> Listed:
    if not _FILE.fullmatch(name) or name == NAME:
        raise ValueError(f"it lists {name!r}")
    return Listed(digest=one.get("digest"), before=one.get("before"), claim=one.get("claim"))


def digest(content: bytes) -> str:
    """Of a text file, whatever line ends a checkout has given it."""
    return "sha256:" + hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest()


def verdicts_digest(document: Mapping[str, Any]) -> str:
    """Of what a reader is shown: every verdict, and the status and value of every claim."""
    verdicts = [
        {key: one.get(key) for key in ("claim", "figure", "at", "status", "reason", "expected", "waived")}
        for one in document["verdicts"]
    ]
    claims = {name: [one.get("status"), one.get("value")] for name, one in document["claims"].items()}
    shown = json.dumps([verdicts, claims], sort_keys=True, ensure_ascii=True)
    return digest(shown.encode())
