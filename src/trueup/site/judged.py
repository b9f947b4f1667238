"""The verdicts of a project as a site needs them; also as a process of its own, which a site's build starts.

``python -m trueup.site.judged ROOT DOCS`` prints the document; the figures of pages in DOCS are not counted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from trueup import gate
from trueup.audit.documents import coverage_of
from trueup.diagnostics import TrueupError
from trueup.engine.carried import Progress
from trueup.engine.computed import Computed
from trueup.engine.verify import Mode, compute, report
from trueup.reports.coverage import covered
from trueup.reports.html.assets import claims_json
from trueup.reports.json import document
from trueup.site.child import be_brief
from trueup.site.failed import failed
from trueup.site.manifest import MARK
from trueup.tags.model import Page


def judged(
    root: Path, mode: Mode | None = None, progress: Progress | None = None, rendered: str = ""
) -> dict[str, Any]:
    """Judge a project as ``trueup check`` does, and say besides how many figures a claim covers.

    :param rendered: a folder of documents whose figures somebody else counts
    """
    computed = compute(root, mode, progress)
    found = report(computed)
    decided = gate.decide(found.verdicts, found.diagnostics, warn=found.settings.gate.warn)
    documents = tuple(coverage_of(replace(computed, pages=tuple(_documents(computed, rendered)))))
    return {
        **document(found, decided, deep=True),
        "coverage": covered(documents),
    }


def _documents(computed: Computed, rendered: str) -> Iterator[Page]:
    """The pages that people wrote; what ``trueup site`` wrote among them must not change what it writes."""
    for page in computed.pages:
        if rendered and PurePosixPath(page.path).is_relative_to(rendered):
            continue
        if page.tags or page.diagnostics or MARK not in computed.project.root.read_text(page.path):
            yield page


def main() -> None:
    be_brief()
    try:
        found: Mapping[str, object] = judged(Path(sys.argv[1]), rendered=sys.argv[2])
    except TrueupError as error:
        found = failed(error.diagnostics)
    sys.stdout.write(claims_json(found))


if __name__ == "__main__":
    main()
