"""The document of a run that came to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from trueup.diagnostics import Diagnostic


def failed(diagnostics: Iterable[Diagnostic]) -> Mapping[str, object]:
    """What ``check`` would print of a project of which nothing can be said but what is wrong with it."""
    return {
        "verdicts": [],
        "diagnostics": [_diagnostic(one) for one in diagnostics],
        "summary": {"pass": False},
        "claims": {},
        "watched": [],
    }


def _diagnostic(one: Diagnostic) -> Mapping[str, object]:
    found = asdict(one)
    found["at"] = found.pop("location")
    return found
