"""Which of the formats a report is in, by how it begins."""

from __future__ import annotations

from trueup.readers.artifact import Artifact
from trueup.readers.coverage.cobertura import read_cobertura
from trueup.readers.coverage.lcov import read_lcov
from trueup.readers.coverage.tally import Coverage
from trueup.readers.coverage.totals import read_totals
from trueup.readers.json import read_json


def read_coverage(artifact: Artifact) -> Coverage:
    """What a report counts, read whole.

    :raises TrueupError: M632 it is in none of the formats, M633 to M636
    :raises ModuleNotFoundError: it is XML, and ``defusedxml`` is not installed
    """
    begins = artifact.text.lstrip()[:3]
    if begins.startswith("<"):
        return read_cobertura(artifact)
    if begins.startswith("{"):
        return read_totals(read_json(artifact))
    if begins in ("TN:", "SF:") or begins.startswith("#"):
        return read_lcov(artifact)
    hint = "it takes Cobertura XML, LCOV, the JSON of coverage.py, or totals in JSON"
    raise artifact.refuse("M632", "this is no coverage report", hint=hint)
