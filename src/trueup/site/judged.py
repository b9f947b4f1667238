"""The verdicts of a project as a site needs them; also as a process of its own, which a site's build starts.

``python -m trueup.site.judged ROOT`` prints the document.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from trueup import gate
from trueup.diagnostics import Diagnostic, TrueupError
from trueup.engine.verify import Mode, verify
from trueup.reports.html.assets import claims_json
from trueup.reports.json import diagnostic, document


def judged(root: Path, mode: Mode | None = None) -> dict[str, Any]:
    """Judge a project as ``trueup check`` does."""
    report = verify(root, mode)
    decided = gate.decide(report.verdicts, report.diagnostics, warn=report.settings.gate.warn)
    return document(report, decided, deep=True)


def failed(diagnostics: tuple[Diagnostic, ...]) -> Mapping[str, Any]:
    """The document of a run that came to nothing."""
    return {
        "verdicts": [],
        "diagnostics": [diagnostic(one) for one in diagnostics],
        "summary": {"pass": False},
        "claims": {},
        "watched": [],
    }


def main() -> None:
    try:
        found: Mapping[str, Any] = judged(Path(sys.argv[1]))
    except TrueupError as error:
        found = failed(error.diagnostics)
    sys.stdout.write(claims_json(found))


if __name__ == "__main__":
    main()
