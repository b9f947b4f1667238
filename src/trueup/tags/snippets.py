"""Snippets, as ``pymdownx.snippets`` includes them: files, spans of lines, sections; never a URL."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from trueup.diagnostics import Location
from trueup.tags.codes import Report
from trueup.tags.lines import TAB, Written, read_lines

Finder = Callable[[str], "tuple[str, str] | None"]

MARKER = re.compile(
    r"(?P<space>[ \t]*)(?P<escape>;*)"
    r"(?:-+8<-+[ \t]+(?P<quoted>\"(?:\\\"|[^\"])+\"|'(?:\\'|[^'])+')|-+8<-+)$"
)
SECTION = re.compile(
    r"(?P<before>.*?)(?P<escape>;*)(?P<marker>-+8<-+[ \t]+\[[ \t]*(?P<type>start|end)[ \t]*:[ \t]*"
    r"(?P<name>[a-z][-_0-9a-z]*)[ \t]*\].*)$",
    re.IGNORECASE,
)
RANGES = re.compile(r":-?\d*(?::-?\d*)?(?:,(?=[-\d:])-?\d*(?::-?\d*)?)*$")
NAME = re.compile(r":([a-z][-_0-9a-z]*)$", re.IGNORECASE)
URL = re.compile(r"https?://", re.IGNORECASE)
DEEPEST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What an inclusion names: a file, and of it spans of lines or a section."""

    name: str
    ranges: str = ""
    section: str = ""


def include(lines: list[Written], find: Finder, report: Report) -> list[Written]:
    """The lines with the snippets they name in place; each file once in a chain of inclusions."""
    if not any("8<-" in line.text for line in lines):
        return lines
    return list(_expand(lines, find, report, [lines[0].path] if lines else [], whole=True))


def _expand(
    lines: list[Written], find: Finder, report: Report, chain: list[str], *, whole: bool
) -> Iterator[Written]:
    block = False
    for line in lines:
        marker = MARKER.match(line.text) if "8<-" in line.text else None
        if marker and marker["escape"]:
            yield line._replace(text=line.text.replace(";", "", 1), column=line.column + 1)
        elif marker and not marker["quoted"]:
            block = not block
        elif marker and not block:
            yield from _insert(line, marker["quoted"][1:-1], find, report, chain)
        elif marker:
            continue
        elif block:
            yield from _listed(line, find, report, chain)
        else:
            kept = _section_line(line) if whole and "8<-" in line.text else line
            if kept:
                yield kept


def _listed(line: Written, find: Finder, report: Report, chain: list[str]) -> Iterator[Written]:
    """A line of a block of inclusions."""
    name = line.text.strip()
    if not name:
        yield line._replace(text="")
    elif not name.startswith(";"):
        yield from _insert(line, name, find, report, chain)


def _section_line(line: Written) -> Written | None:
    """A line without the mark of a section; None where it is one."""
    match = SECTION.match(line.text)
    if not match:
        return line
    if match["escape"]:
        text = match["before"] + match["escape"][1:] + match["marker"]
        return line._replace(text=text, column=line.column + 1)
    return None


def _insert(line: Written, name: str, find: Finder, report: Report, chain: list[str]) -> Iterator[Written]:
    name = name.strip()
    indent = line.text[: len(line.text) - len(line.text.lstrip(" \t"))].expandtabs(TAB)
    column = line.column + max(line.text.find(name), 0)
    place = Location(path=line.path, line=line.number, column=max(column, 1))
    if not name or name.startswith(";"):
        return
    if URL.match(name):
        report.add("T120", place, f"a snippet is never fetched: `{name}`", hint="keep a copy in the project")
        return
    wanted = _wanted(name)
    found = find(wanted.name)
    if found is None:
        report.add(
            "T119",
            place,
            f"snippet `{wanted.name}` not found",
            hint="the setting `snippets` names the folders",
        )
        return
    path, text = found
    if path in chain or len(chain) > DEEPEST:
        report.warn(
            "T121",
            place,
            f"snippet `{path}` includes itself: {' > '.join([*chain, path])}",
            hint="take one of these inclusions out",
        )
        return
    lines = _select(read_lines(path, text), wanted, place, report)
    for included in _expand(lines, find, report, [*chain, path], whole=not wanted.section):
        yield included._replace(text=indent + included.text, column=included.column - len(indent))


def _wanted(name: str) -> Wanted:
    at = name.find(":")
    while at >= 0:
        if RANGES.match(name, at):
            return Wanted(name=name[:at].strip(), ranges=name[at + 1 :])
        section = NAME.match(name, at)
        if section:
            return Wanted(name=name[:at].strip(), section=section.group(1))
        at = name.find(":", at + 1)
    return Wanted(name=name)


def _select(lines: list[Written], wanted: Wanted, place: Location, report: Report) -> list[Written]:
    if wanted.section:
        return _section(lines, wanted, place, report)
    if not wanted.ranges:
        return lines
    found: list[Written] = []
    for part in wanted.ranges.split(","):
        first, _, last = part.partition(":")
        found += lines[_index(first, len(lines), 1) : _index(last, len(lines), 0) if last else None]
    return found


def _index(number: str, total: int, first: int) -> int:
    """A line's number as an index; a negative one counts from the end."""
    value = int(number[:9]) if number not in {"", "-"} else 0
    if value < 0:
        return max(min(total + value + 1 - first, total), 0)
    return max(value - first, 0)


def _section(lines: list[Written], wanted: Wanted, place: Location, report: Report) -> list[Written]:
    found: list[Written] = []
    inside = False
    for line in lines:
        match = SECTION.match(line.text) if "8<-" in line.text else None
        if match and not match["escape"]:
            if match["name"] == wanted.section:
                if match["type"].lower() == "end":
                    return found
                inside = True
        elif inside:
            found.append(line)
    if not inside:
        report.add("T119", place, f"snippet `{wanted.name}` has no section `{wanted.section}`")
    return found
