"""What a report says, as diagnostics of the protocol, file by file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from lsprotocol import types

from trueup import gate
from trueup.diagnostics import Location
from trueup.engine.report import Report
from trueup.lsp.text import Text
from trueup.reports.entry import Entry
from trueup.reports.verdicts import listing

SOURCE = "trueup"
_LEVELS = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}


def findings(
    report: Report, text: Callable[[str], Text], uri: Callable[[str], str]
) -> dict[str, list[types.Diagnostic]]:
    """By path, all that a check would fail or warn of; figures that hold are left out.

    :param text: of a file of the project
    :param uri: of a file of the project
    """
    stale = tuple(one for one in report.verdicts if one.status not in ("verified", "attested"))
    decided = gate.decide(stale, report.diagnostics, warn=report.settings.gate.warn)
    report = replace(report, verdicts=stale)
    found: dict[str, list[types.Diagnostic]] = {}
    for entry in listing(report, decided).entries:
        at = entry.place
        if entry.level == "none" or at is None:
            continue
        found.setdefault(at.path, []).append(_diagnostic(entry, at, text, uri))
    return found


def _diagnostic(
    entry: Entry, at: Location, text: Callable[[str], Text], uri: Callable[[str], str]
) -> types.Diagnostic:
    source = text(at.path)
    related = None
    if entry.at and entry.defined:
        place = source if entry.defined.path == at.path else text(entry.defined.path)
        where = types.Location(uri=uri(entry.defined.path), range=word(place, entry.defined))
        message = f"{entry.name} is defined here"
        related = [types.DiagnosticRelatedInformation(location=where, message=message)]
    return types.Diagnostic(
        range=_range(entry, at, source),
        severity=_LEVELS[entry.level],
        code=entry.rule,
        source=SOURCE,
        message="\n".join(_lines(entry)),
        related_information=related,
    )


def _lines(entry: Entry) -> Iterator[str]:
    if entry.title == entry.rule:  # a diagnostic, whose code is shown beside it
        yield from entry.reasons
    else:
        yield entry.headline
        yield from entry.sentences[1:]
    if entry.hint:
        yield entry.hint


def _range(entry: Entry, at: Location, source: Text) -> types.Range:
    if entry.at and entry.end and entry.end.path == at.path:
        end = source.position(entry.end.line, entry.end.column)
        return types.Range(start=source.position(at.line, at.column), end=end)
    if entry.at and entry.figure and source.line(at.line - 1)[at.column - 1 :].startswith(entry.figure):
        return source.range(at.line, at.column, at.column + len(entry.figure))
    return word(source, at)


def word(source: Text, at: Location) -> types.Range:
    """The word that begins at a place, an id with its dots; one character where none does."""
    line = source.line(at.line - 1)
    end = at.column - 1
    while end < len(line) and (line[end].isalnum() or line[end] in "._"):
        end += 1
    return source.range(at.line, at.column, max(end, at.column) + 1)
