"""Reports: data to text, every string through escape."""

from __future__ import annotations

from trueup.engine.report import Report
from trueup.gate import Gate


def render(form: str, report: Report, gate: Gate, *, colour: bool = False, verbose: bool = False) -> str:
    """A report in one of the formats ``text``, ``json``, ``github`` and ``junit``."""
    match form:
        case "json":
            from trueup.reports import json  # noqa: PLC0415  each format pays for its own imports

            return json.render(json.document(report, gate))
        case "github":
            from trueup.reports import github  # noqa: PLC0415

            return github.render(report, gate)
        case "junit":
            from trueup.reports import junit  # noqa: PLC0415

            return junit.render(report, gate)
        case _:
            from trueup.reports import text  # noqa: PLC0415

            return text.render(report, gate, colour=colour, verbose=verbose)
