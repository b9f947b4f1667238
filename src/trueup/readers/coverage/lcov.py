"""LCOV's tracefiles: records of files, with ``DA:`` for each line and ``BRDA:`` for each branch."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from trueup.diagnostics import Location
from trueup.readers.artifact import Artifact, refuse
from trueup.readers.coverage.tally import Coverage, Marks

_LINE = re.compile(r"([0-9]{1,9}),([0-9]{1,18})(?:,.*)?")
_BRANCH = re.compile(r"([0-9]{1,9}),(.*),(-|[0-9]{1,18})")
_TOTAL = re.compile(r"[0-9]{1,9}")


@dataclass(slots=True)
class _Record:
    """One record: what it lists, and what it says these are in sum."""

    file: str
    begin: Location
    marks: Marks = field(default_factory=Marks)
    totals: dict[str, int] = field(default_factory=dict)

    def take(self, kind: str, rest: str, place: Location) -> None:
        """One line of the record; functions, and what is not known, are passed over."""
        match kind:
            case "DA":
                found = _count(_LINE, kind, rest, place)
                self.marks.line(self.file, int(found[1]), hit=int(found[2]) > 0)
            case "BRDA":
                found = _count(_BRANCH, kind, rest, place)
                self.marks.branch(self.file, found[1], found[2], covered=found[3] not in ("-", "0"))
            case "LF" | "LH" | "BRF" | "BRH":
                self.totals[kind] = int(_count(_TOTAL, kind, rest, place)[0])

    def close(self, whole: Marks) -> None:
        """Compare what it lists with its totals, and add it to the whole."""
        found = self.marks.coverage("LCOV")
        for kind, counted, valid, covered in (
            ("lines", found.lines, "LF", "LH"),
            ("branches", found.branches, "BRF", "BRH"),
        ):
            seen = (counted.valid, counted.covered) if counted else (0, 0)
            said = (self.totals.get(valid, seen[0]), self.totals.get(covered, seen[1]))
            if said != seen:
                message = f"the record lists {seen[1]} of {seen[0]} {kind}, and says {said[1]} of {said[0]}"
                raise refuse(self.begin, "M636", message, "write the file again, in one run")
        whole.add(self.marks)


def read_lcov(artifact: Artifact) -> Coverage:
    """Lines and branches; of a file in several records, a line is covered where one of them hits it.

    :raises TrueupError: M632 it is no tracefile, M635 a count is none, M636 a record's totals are others
    """
    whole = Marks()
    record: _Record | None = None
    for number, text in enumerate(artifact.text.replace("\r\n", "\n").split("\n"), 1):
        place = Location(path=artifact.path, line=number, column=1)
        kind, _, rest = text.strip().partition(":")
        if not kind or kind.startswith("#") or kind in ("TN", "VER"):
            continue
        if kind == "SF" and record is None:
            record = _Record(file=rest, begin=place)
        elif record is None:
            raise refuse(place, "M632", f"{kind[:40]!r} stands outside a record, which begins with SF:")
        elif kind == "end_of_record":
            record.close(whole)
            record = None
        else:
            record.take(kind, rest, place)
    if record is not None:
        message = "this record is not closed by end_of_record"
        raise refuse(record.begin, "M632", message, "the file is cut short: write it again")
    return whole.coverage("LCOV")


def _count(pattern: re.Pattern[str], kind: str, rest: str, place: Location) -> re.Match[str]:
    found = pattern.fullmatch(rest)
    if found is None:
        raise refuse(place, "M635", f"{kind}:{rest[:40]} can't be read as counts", "write the file again")
    return found
