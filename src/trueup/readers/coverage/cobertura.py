"""Cobertura XML: the lines of classes; those of methods are the same ones again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import ParseError

from trueup.diagnostics import Location
from trueup.readers.artifact import Artifact, refuse
from trueup.readers.coverage.tally import Counted, Coverage, Marks

_NUMBER = re.compile(r"[0-9]{1,18}")
_CONDITIONS = re.compile(r"[^()]{0,40}\(([0-9]{1,9})/([0-9]{1,9})\)")


def read_cobertura(artifact: Artifact) -> Coverage:
    """Lines and branches, as the lines say.

    :raises TrueupError: M632 it is no such report, M635 a number is none, M636 the totals in ``<coverage>``
        are others
    :raises ModuleNotFoundError: ``defusedxml`` is not installed
    """
    # Entities are what XML attacks with; no report has any.
    from defusedxml.common import DefusedXmlException  # noqa: PLC0415  only XML needs it
    from defusedxml.ElementTree import DefusedXMLParser  # noqa: PLC0415

    report = _Report(artifact)
    parser = DefusedXMLParser(target=report, forbid_dtd=False, forbid_entities=True, forbid_external=False)
    report.expat = parser.parser
    try:
        parser.feed(artifact.text)
        parser.close()
    except ParseError as error:
        line, column = error.position
        where = Location(path=artifact.path, line=line, column=column + 1)
        raise refuse(where, "M632", f"this is no XML: {str(error).partition(':')[0]}") from None
    except DefusedXmlException:
        raise refuse(report.place(), "M632", "the XML defines entities, which are not read") from None
    return report.coverage()


class _Report:
    """What the parser calls, element by element."""

    def __init__(self, artifact: Artifact) -> None:
        self.expat: Any = None
        self._path = artifact.path
        self._open: list[str] = []
        self._file = ""
        self._marks = Marks()
        self._totals: dict[str, Counted] = {}

    def place(self) -> Location:
        return Location(
            path=self._path, line=self.expat.CurrentLineNumber, column=self.expat.CurrentColumnNumber + 1
        )

    def start(self, tag: str, given: Mapping[str, str]) -> None:
        if not self._open:
            if tag != "coverage":
                hint = "it takes Cobertura XML, whose top element is coverage"
                raise refuse(self.place(), "M632", f"this is no coverage report, but {tag[:40]!r}", hint)
            for kind in ("lines", "branches"):
                if f"{kind}-valid" in given and f"{kind}-covered" in given:
                    self._totals[kind] = Counted(
                        covered=self._number(given, f"{kind}-covered"),
                        valid=self._number(given, f"{kind}-valid"),
                    )
        elif tag == "class":
            self._file = given.get("filename", "")
        elif tag == "line" and self._open[-2:] == ["class", "lines"]:
            self._line(given)
        self._open.append(tag)

    def end(self, tag: str) -> None:
        self._open.pop()

    def close(self) -> None:
        """Nothing is left to build."""

    def coverage(self) -> Coverage:
        found = self._marks.coverage("Cobertura")
        said = {kind: total for kind, total in self._totals.items() if total.valid}
        if not self._marks.lines:
            return Coverage(form=found.form, lines=said.get("lines"), branches=said.get("branches"))
        for kind, counted in (("lines", found.lines), ("branches", found.branches)):
            if kind in said and said[kind] != counted:
                where = Location(path=self._path, line=1, column=1)
                message = f"<coverage> says {said[kind]} {kind}, its classes {counted or 'none'}"
                raise refuse(where, "M636", message, "write the report again, in one run")
        return found

    def _line(self, given: Mapping[str, str]) -> None:
        number = self._number(given, "number")
        self._marks.line(self._file, number, hit=self._number(given, "hits") > 0)
        if given.get("branch", "").lower() != "true":
            return
        conditions = _CONDITIONS.fullmatch(given.get("condition-coverage", ""))
        if conditions is None:
            message = f"line {number} has branches, but no condition-coverage such as 50% (1/2)"
            raise refuse(self.place(), "M635", message)
        covered, valid = int(conditions[1]), int(conditions[2])
        if covered > valid:
            raise refuse(self.place(), "M636", f"line {number} covers {covered} of {valid} conditions")
        self._marks.branch(self._file, str(number), covered=covered, valid=valid)

    def _number(self, given: Mapping[str, str], name: str) -> int:
        text = given.get(name, "")
        if not _NUMBER.fullmatch(text):
            raise refuse(self.place(), "M635", f"{name} is {text[:40]!r}, no count")
        return int(text)
