"""The verdicts of a project, as a document, whatever happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from trueup.diagnostics import Diagnostic, TrueupError
from trueup.reports.html.recorded import Recorded, from_document

Judge: TypeAlias = Callable[[Path], Mapping[str, object]]


def check(root: Path) -> Mapping[str, object]:
    """Judge a project as ``trueup check`` does, and give the document that it would print.

    It says besides how many figures of each document a claim covers.
    """
    from trueup import gate  # noqa: PLC0415  the extension alone needs no engine
    from trueup.audit.coverage import together  # noqa: PLC0415
    from trueup.audit.documents import coverage_of  # noqa: PLC0415
    from trueup.engine.verify import compute, report  # noqa: PLC0415
    from trueup.reports.audit import coverage  # noqa: PLC0415
    from trueup.reports.json import document  # noqa: PLC0415

    computed = compute(root)
    found = report(computed)
    decided = gate.decide(found.verdicts, found.diagnostics, warn=found.settings.gate.warn)
    documents = tuple(coverage_of(computed))
    return {
        **document(found, decided, deep=True),
        "coverage": coverage(together(documents), documents),
    }


def judge_safely(judge: Judge, root: Path) -> tuple[Recorded, Mapping[str, object]]:
    """The verdicts and their document; a failure becomes a diagnostic, since a server must go on."""
    try:
        found = judge(root)
        return from_document(found), found
    except TrueupError as error:
        diagnostics = error.diagnostics
    except Exception as error:  # noqa: BLE001  a fault of ours must not end the user's server
        diagnostics = (
            Diagnostic(
                code="C852",
                message=f"the figures could not be checked: {type(error).__name__}: {error}",
                hint="see: trueup check",
            ),
        )
    return Recorded(diagnostics=diagnostics), _failed(diagnostics)


def _failed(diagnostics: tuple[Diagnostic, ...]) -> Mapping[str, object]:
    return {
        "verdicts": [],
        "diagnostics": [
            {"code": one.code, "severity": one.severity, "message": one.message, "hint": one.hint}
            for one in diagnostics
        ],
        "summary": {"pass": False},
        "claims": {},
        "watched": [],
    }
