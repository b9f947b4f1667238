"""CSV with a header and a key."""

from __future__ import annotations

import pytest

from artifacts import diagnostic, refusal
from trueup.diagnostics import TrueupError
from trueup.readers.artifact import Artifact
from trueup.readers.csv import Csv, read_csv


def parsed(text: str, key: str = "name", path: str = "run.csv") -> Csv:
    return read_csv(Artifact(path=path, text=text), key)


def test_cells_without_blanks_around_them() -> None:
    found = parsed('name, Median (ms)\r\na , 1.5\r\n\r\n"b, ""c""","2,0"\r\n')
    assert found.table.columns == ("name", "Median (ms)")
    assert found.table.rows == (("a", "1.5"), ('b, "c"', "2,0"))
    assert found.lines == (2, 4)


def test_tabs() -> None:
    assert parsed("name\ttime\na\t1,5\n", path="run.tsv").table.rows == (("a", "1,5"),)


def test_lines_inside_quotes() -> None:
    found = parsed('name,note\na,"one\ntwo\u2028three"\nb,x\n')
    assert found.table.rows == (("a", "one\ntwo\u2028three"), ("b", "x"))
    text, place = found.cell("b", "note")
    assert (text, str(place)) == ("x", "run.csv:4:1")


@pytest.mark.parametrize(
    ("text", "code", "line", "message"),
    [
        ("name,a\n", "M631", 1, "the table has no rows"),
        ("name,a\nx,1,2\n", "M632", 2, "this row has 3 cells, the header 2"),
        ("name,a\nx\n", "M632", 2, "this row has 1 cell, the header 2"),
        ('name,a\nx,1\ny,"2\n', "M632", 3, "this is no CSV: unexpected end of data"),
        ('name,a\nx,"1"2\n', "M632", 2, "this is no CSV: ',' expected after '\"'"),
        ("name,a,a\nx,1,2\n", "M633", 1, "two columns are called 'a'"),
        ("name,a\nx,1\ny,2\nx,3\n", "M633", 4, "'x' stands twice in the column 'name', first on line 2"),
        ("nme,a\nx,1\n", "M634", 1, "the table has no column 'name'"),
    ],
)
def test_what_is_no_table(text: str, code: str, line: int, message: str) -> None:
    with pytest.raises(TrueupError) as caught:
        parsed(text)
    assert refusal(caught) == (code, f"run.csv:{line}:1", message)


def test_another_separator() -> None:
    with pytest.raises(TrueupError) as caught:
        parsed("name;a\nx;1,5\n")
    assert diagnostic(caught).hint == "columns are separated by commas, or by tabs in a file .tsv"


@pytest.mark.parametrize(
    ("row", "column", "message", "hint"),
    [
        ("gather.1", "time", "no row has 'gather.1' in the column 'name'", "did you mean 'gather.0'?"),
        ("zzz", "time", "no row has 'zzz' in the column 'name'", "the rows are named in the column 'name'"),
        ("gather.0", "tme", "the table has no column 'tme'", "did you mean 'time'?"),
        ("gather.0", "zzz", "the table has no column 'zzz'", "it has name, time"),
    ],
)
def test_a_cell_that_is_not_there(row: str, column: str, message: str, hint: str) -> None:
    with pytest.raises(TrueupError) as caught:
        parsed("name,time\ngather.0,1\n").cell(row, column)
    assert refusal(caught) == ("M634", "run.csv:1:1", message)
    assert diagnostic(caught).hint == hint
