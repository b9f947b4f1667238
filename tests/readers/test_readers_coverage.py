"""Coverage reports in four formats."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from artifacts import DATA, Place, diagnostic, refusal
from trueup.diagnostics import TrueupError
from trueup.readers.coverage import Counted, Coverage, read_coverage

COBERTURA, LCOV, REPORT = (
    (DATA / "coverage" / name).read_text() for name in ("coverage.xml", "coverage.lcov", "coverage.json")
)
TOTALS = {"lines": 160728, "hits": 130003, "misses": 26070, "partials": 4655, "coverage_percent": "80.88"}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def parsed(place: Place, text: str) -> Coverage:
    return read_coverage(place.read(text, "report"))


@pytest.mark.parametrize(
    ("form", "text"), [("Cobertura", COBERTURA), ("LCOV", LCOV), ("coverage.py", REPORT)]
)
def test_one_run_in_three_formats(form: str, text: str, place: Place) -> None:
    lines, branches = Counted(covered=12, valid=15), Counted(covered=5, valid=8)
    expected = Coverage(form=form, lines=lines, branches=branches)
    assert parsed(place, text) == expected
    assert parsed(place, f"\ufeff{text}".replace("\n", "\r\n")) == expected


@pytest.mark.parametrize(
    "totals", [TOTALS, {"totals": TOTALS}, {"lines": 160728, "hits": 130003, "coverage": 80.88}]
)
def test_totals_count_no_partial_line_as_a_hit(totals: dict[str, Any], place: Place) -> None:
    found = parsed(place, json.dumps(totals))
    assert found == Coverage(form="totals", lines=Counted(covered=130003, valid=160728))


def test_lines_of_methods_are_those_of_their_class(place: Place) -> None:
    method = '<method name="f"><lines><line number="4" hits="1"/></lines></method>'
    found = parsed(place, COBERTURA.replace("<methods/>", f"<methods>{method}</methods>"))
    assert found.lines == Counted(covered=12, valid=15)


CLASSES = """<coverage><packages><package><classes>
<class filename="a.java"><lines><line number="1" hits="0"/><line number="2" hits="1"/></lines></class>
<class filename="a.java"><lines><line number="1" hits="3"/></lines></class>
<class filename="b.java"><lines><line number="1" hits="0"/></lines></class>
</classes></package></packages></coverage>
"""


def test_a_line_of_two_classes_is_one_line(place: Place) -> None:
    assert parsed(place, CLASSES).lines == Counted(covered=2, valid=3)


def test_a_doctype_is_passed_over(place: Place) -> None:
    doctype = '<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">'
    assert parsed(place, f"<?xml version='1.0'?>\n{doctype}\n{CLASSES}").lines


def test_totals_alone(place: Place) -> None:
    found = parsed(
        place, '<coverage lines-valid="10" lines-covered="9" branches-valid="0" branches-covered="0"/>'
    )
    assert found == Coverage(form="Cobertura", lines=Counted(covered=9, valid=10))


def test_a_file_in_two_records(place: Place) -> None:
    text = (
        "TN:one\nSF:a.c\nDA:1,0\nDA:2,5\nBRDA:2,0,0,-\nBRDA:2,0,1,0\nend_of_record\n"
        "# again\nTN:two\nSF:a.c\nFN:1,f\nDA:1,2,checksum\nBRDA:2,0,1,7\nLF:1\nLH:1\nend_of_record\n"
    )
    lines, branches = Counted(covered=2, valid=2), Counted(covered=1, valid=2)
    assert parsed(place, text) == Coverage(form="LCOV", lines=lines, branches=branches)


@pytest.mark.parametrize(
    ("text", "code", "at", "message"),
    [
        ("covered: 80 %", "M632", "1:1", "this is no coverage report"),
        ("[1]", "M632", "1:1", "this is no coverage report"),
        ('{"a": 1}', "M632", "1:1", "this JSON is no coverage report"),
        ('{"lines": NaN, "hits": 1}', "M632", "1:11", "NaN is no number in JSON"),
        ("<html/>", "M632", "1:1", "this is no coverage report, but 'html'"),
        ("<coverage>\n <packages>\n</coverage>", "M632", "3:3", "this is no XML: mismatched tag"),
        (COBERTURA[:900], "M632", "20:7", "this is no XML: unclosed token"),
        (
            '<!DOCTYPE x [<!ENTITY a "b">]>\n<coverage>&a;</coverage>',
            "M632",
            "1:25",
            "the XML defines entities, which are not read",
        ),
        (
            COBERTURA.replace('number="9" hits="0"', 'number="9" hits="-1"'),
            "M635",
            "23:7",
            "hits is '-1', no count",
        ),
        (
            COBERTURA.replace('condition-coverage="100% (2/2)"', 'condition-coverage="100%"'),
            "M635",
            "24:7",
            "line 10 has branches, but no condition-coverage such as 50% (1/2)",
        ),
        (
            COBERTURA.replace('condition-coverage="100% (2/2)"', 'condition-coverage="100% (3/2)"'),
            "M636",
            "24:7",
            "line 10 covers 3 of 2 conditions",
        ),
        (
            COBERTURA.replace('lines-covered="12"', 'lines-covered="13"'),
            "M636",
            "1:1",
            "<coverage> says 13 of 15 lines, its classes 12 of 15",
        ),
        ("TN:\nDA:1,1\n", "M632", "2:1", "'DA' stands outside a record, which begins with SF:"),
        ("SF:a\nDA:1,1\n", "M632", "1:1", "this record is not closed by end_of_record"),
        ("SF:a\nDA:1,-1\nend_of_record", "M635", "2:1", "DA:1,-1 can't be read as counts"),
        ("SF:a\nDA:1,nan\nend_of_record", "M635", "2:1", "DA:1,nan can't be read as counts"),
        (
            "SF:a\nDA:1,1\nLF:1\nLH:0\nend_of_record",
            "M636",
            "1:1",
            "the record lists 1 of 1 lines, and says 0 of 1",
        ),
        (
            json.dumps(TOTALS | {"partials": 0}),
            "M636",
            "1:11",
            "hits, misses and partials are 156073 together, lines 160728",
        ),
        (
            json.dumps(TOTALS | {"coverage_percent": "83.78"}),
            "M636",
            "1:90",
            "coverage_percent is 83.78, hits of lines are 80.88%",
        ),
        (
            json.dumps({"lines": 10, "hits": 5, "coverage": "fifty"}),
            "M635",
            "1:38",
            "coverage is 'fifty': “fifty %” does not begin with a number",
        ),
        ('{"lines": 10, "hits": 11}', "M636", "1:23", "hits are 11, more than 10 lines"),
        ('{"lines": 10, "hits": 1.5}', "M635", "1:23", "hits is no count"),
        ('{"lines": 10, "hits": -1e350}', "M635", "1:23", "hits is no count"),
        ('{"lines": 10, "hits": true}', "M635", "1:23", "the value at /hits is true, no number"),
        (
            REPORT.replace('"totals": {\n  "covered_lines": 12', '"totals": {\n  "covered_lines": 13'),
            "M636",
            None,
            "covered_lines and num_statements are 13 of 15 in the totals, 12 of 15 in the files",
        ),
    ],
)
def test_what_is_no_report(text: str, code: str, at: str | None, message: str, place: Place) -> None:
    with pytest.raises(TrueupError) as caught:
        parsed(place, text)
    found = refusal(caught)
    assert (found[0], found[2]) == (code, message)
    if at:
        assert found[1] == f"report:{at}"


def test_a_bomb(place: Place) -> None:
    entities = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(10))
    with pytest.raises(TrueupError, match="the XML defines entities"):
        parsed(place, f'<!DOCTYPE x [<!ENTITY a0 "b">{entities}]>\n<coverage>&a10;</coverage>')


def test_deep_nesting(place: Place) -> None:
    found = parsed(place, "<coverage>" + "<a>" * 50_000 + "</a>" * 50_000 + "</coverage>")
    assert found.lines is None


def test_without_defusedxml(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("defusedxml")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "defusedxml", None)
    with pytest.raises(ModuleNotFoundError, match="defusedxml"):
        parsed(place, COBERTURA)
    assert parsed(place, LCOV).lines


def test_the_hint_says_what_is_read(place: Place) -> None:
    with pytest.raises(TrueupError) as caught:
        parsed(place, "mode: atomic\n")
    assert "LCOV" in (diagnostic(caught).hint or "")
