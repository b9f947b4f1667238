"""Precision and recall of arithmetic and units, on prose with planted faults and harmless look-alikes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trueup.audit.arithmetic import arithmetic
from trueup.audit.finding import Finding
from trueup.audit.refuted import refuted
from trueup.audit.units import units
from trueup.tags.scan import scan

CORPUS = Path(__file__).parent / "corpus"
PAGES = sorted(CORPUS.glob("*.md"))
#: a fault is named, with its code, in a comment at the end of its line
PLANTED = re.compile(r"<!-- (A\d{3}) (.+?) -->")

Fault = tuple[int, str, str]


def planted(text: str) -> set[Fault]:
    return {
        (number, match[1], match[2])
        for number, line in enumerate(text.split("\n"), 1)
        for match in PLANTED.finditer(line)
    }


def found(path: Path, text: str) -> list[Finding]:
    page = scan(path.name, text)
    return [*arithmetic(refuted(page)), *units(refuted(page))]


def certain(findings: list[Finding]) -> set[Fault]:
    return {
        (finding.at.line, finding.code, finding.figure)
        for finding in findings
        if finding.certainty == "certain"
    }


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_certain_finding_is_a_planted_fault(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert certain(found(path, text)) - planted(text) == set()


def test_nine_in_ten_planted_faults_are_found() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in PAGES}
    faults = {(path.name, *fault) for path, text in texts.items() for fault in planted(text)}
    hits = {(path.name, *fault) for path, text in texts.items() for fault in certain(found(path, text))}
    assert len(faults) > 40
    missed = faults - hits
    assert len(missed) <= len(faults) / 10, sorted(missed)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_finding_stands_on_its_figure(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    for finding in found(path, text):
        line = lines[finding.at.line - 1]
        assert line[finding.at.column - 1 :].startswith(finding.figure)
        assert finding.figure in finding.message
        assert finding.expected
        assert finding.expected != finding.figure
