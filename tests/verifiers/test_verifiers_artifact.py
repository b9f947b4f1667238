"""Values that stand in a file of a run."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from artifacts import Place, diagnostic, refusal
from trueup.diagnostics import TrueupError
from trueup.quantity.interval import Interval
from trueup.quantity.table import Table
from trueup.quantity.units import Dimension
from trueup.quantity.value import Name, Quantity
from trueup.verifier import VerifierError
from trueup.verifiers import artifact

SECONDS = Dimension.of(s=1)


def from_json(folder: Path, text: str | bytes, pointer: str, unit: str | None = None) -> Quantity | Name:
    place = Place(folder)
    place.write("run.json", text)
    return artifact.json_value(place.request("run.json"), artifact="run", pointer=pointer, unit=unit)


def from_csv(folder: Path, text: str, row: str | None, column: str | None) -> Table | Quantity | Name:
    place = Place(folder)
    place.write("run.csv", text)
    return artifact.csv_value(place.request("run.csv"), artifact="run", key="name", row=row, column=column)


@pytest.mark.parametrize(
    ("text", "unit", "value", "dimension"),
    [
        ("160728", None, Fraction(160728), Dimension()),
        ("0.0312345", "s", Fraction(312345, 10**7), SECONDS),
        ("31.2345", "ms", Fraction(312345, 10**7), SECONDS),
        ("-4.5e-3", None, Fraction(-45, 10**4), Dimension()),
        ("80.88", "%", Fraction(8088, 10**4), Dimension()),
        ("389283840", "B", Fraction(389283840), Dimension.of(B=1)),
    ],
)
def test_a_number_of_json_is_exact(
    text: str, unit: str | None, value: Fraction, dimension: Dimension, tmp_path: Path
) -> None:
    assert from_json(tmp_path, f'{{"a": {text}}}', "/a", unit) == Quantity.exact(value, dimension)


@pytest.mark.parametrize(
    ("text", "unit", "spread", "reach"),
    [
        ("4.37 µs", None, Fraction(437, 10**8), Fraction(5, 10**9)),
        ("4.37 µs", "µs", Fraction(437, 10**8), Fraction(5, 10**9)),
        ("4.37 µs", "ms", Fraction(437, 10**8), Fraction(5, 10**9)),
        ("80.88", "%", Fraction(8088, 10**4), Fraction(5, 10**5)),
        ("1e-05", "s", Fraction(1, 10**5), Fraction(5, 10**6)),
        ("160,728", None, Fraction(160728), Fraction(0)),
        ("160_728", None, Fraction(160728), Fraction(0)),
        ("-1_000.5", "s", Fraction(-2001, 2), Fraction(1, 20)),
        ("+37.2%", None, Fraction(372, 1000), Fraction(5, 10**4)),
    ],
)
def test_a_text_is_a_figure(
    text: str, unit: str | None, spread: Fraction, reach: Fraction, tmp_path: Path
) -> None:
    found = from_json(tmp_path, f'["{text}"]', "/0", unit)
    assert isinstance(found, Quantity)
    assert (found.spread, found.reach) == (Interval.point(spread), Interval.point(spread).widen(reach, reach))


def test_a_text_that_is_no_number_is_a_name(tmp_path: Path) -> None:
    assert from_json(tmp_path, '{"kernel": " MatMulNBits "}', "/kernel") == Name(words=("MatMulNBits",))


@pytest.mark.parametrize(
    ("text", "unit", "message"),
    [
        ("true", None, "the value at /a is true, no number"),
        ("null", None, "the value at /a is null, no number"),
        ("{}", None, "the value at /a is an object, no number"),
        ("[1]", None, "the value at /a is a list, no number"),
        ('""', None, "the value at /a is empty"),
        ('"nan"', None, "the value at /a is 'nan': “nan” is not a number that can be checked"),
        ('"-inf"', "s", "the value at /a is '-inf': “-inf” is not a number that can be checked"),
        ('"16_0728"', None, "the value at /a is '16_0728': "),
        ('"1,5"', None, "the value at /a is '1,5': “1,5” could have a decimal comma"),
        ('"4.37 µs"', "B", "the value at /a is '4.37 µs', which is not in B"),
        ('"fast"', "s", "the value at /a is 'fast', no number in s"),
        ("1e500", None, "the value at /a has more than 400 digits"),
        (r'"a\ud800"', None, r"the value at /a is 'a\ud800', with half of a surrogate pair"),
    ],
)
def test_what_is_no_value(text: str, unit: str | None, message: str, tmp_path: Path) -> None:
    with pytest.raises(TrueupError) as caught:
        from_json(tmp_path, f'{{"b": 1,\r\n "a": {text}}}', "/a", unit)
    code, place, said = refusal(caught)
    assert (code, place) == ("M635", "run.json:2:7")
    assert said.startswith(message)


def test_a_unit_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(VerifierError, match="unit: “Ms” is not a unit") as caught:
        from_json(tmp_path, "[1]", "/0", "Ms")
    assert caught.value.hint == "did you mean ms?"


def test_a_pointer_of_git_lfs(tmp_path: Path) -> None:
    with pytest.raises(TrueupError) as caught:
        from_json(tmp_path, "version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "/a")
    assert diagnostic(caught).hint == "run git lfs pull"


CSV = "name,time,Median (ms),note (n)\na,4.37 µs,31.2345,fast\nb,,4 µs,nan\n"


def test_a_whole_table(tmp_path: Path) -> None:
    assert from_csv(tmp_path, CSV, None, None) == Table(
        key="name",
        columns=("name", "time", "Median (ms)", "note (n)"),
        rows=(("a", "4.37 µs", "31.2345", "fast"), ("b", "", "4 µs", "nan")),
    )


def test_a_cell(tmp_path: Path) -> None:
    found = from_csv(tmp_path, CSV, "a", "time")
    assert isinstance(found, Quantity)
    assert (found.spread, found.dimension) == (Interval.point(Fraction(437, 10**8)), SECONDS)
    assert from_csv(tmp_path, CSV, "a", "note (n)") == Name(words=("fast",))


def test_the_unit_in_a_header_is_that_of_bare_numbers(tmp_path: Path) -> None:
    found, other = (from_csv(tmp_path, CSV, row, "Median (ms)") for row in "ab")
    assert isinstance(found, Quantity)
    assert isinstance(other, Quantity)
    assert found.spread == Interval.point(Fraction(312345, 10**7))
    assert other.spread == Interval.point(Fraction(4, 10**6))


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("time", "the cell 'time' of 'b' is empty"),
        ("note (n)", "the cell 'note (n)' of 'b' is 'nan': “nan” is not a number that can be checked"),
    ],
)
def test_a_cell_that_is_no_value(column: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(TrueupError) as caught:
        from_csv(tmp_path, CSV, "b", column)
    assert refusal(caught) == ("M635", "run.csv:3:1", message)


@pytest.mark.parametrize(("row", "column"), [("a", None), (None, "time")])
def test_half_of_a_cell(row: str | None, column: str | None, tmp_path: Path) -> None:
    with pytest.raises(VerifierError, match="row and column go together"):
        from_csv(tmp_path, CSV, row, column)


LOG = """gather: 4.37 µs\r
matmul: 37.14 µs
gather: 4.37 µs
rows: 160,728 in 0.5
"""


def from_text(folder: Path, pattern: str, unit: str | None = None) -> Quantity | Name:
    place = Place(folder)
    place.write("run.log", LOG)
    return artifact.text_value(place.request("run.log"), artifact="run", pattern=pattern, unit=unit)


@pytest.mark.parametrize(
    ("pattern", "unit", "value"),
    [
        ("^gather: (.+)$", None, Fraction(437, 10**8)),
        ("^rows: ([0-9,]+)", None, Fraction(160728)),
        (" in ([0-9.]+)$", "ms", Fraction(5, 10**4)),
        ("^matmul: ([0-9.]+)(?: µs)?", "µs", Fraction(3714, 10**8)),
    ],
)
def test_the_group_of_a_pattern(pattern: str, unit: str | None, value: Fraction, tmp_path: Path) -> None:
    found = from_text(tmp_path, pattern, unit)
    assert isinstance(found, Quantity)
    assert found.spread == Interval.point(value)


def test_a_group_that_holds_a_word(tmp_path: Path) -> None:
    assert from_text(tmp_path, "^(m[a-z]+):") == Name(words=("matmul",))


@pytest.mark.parametrize(
    ("pattern", "code", "at", "message"),
    [
        ("^add: (.+)", "M634", "1:1", "the pattern '^add: (.+)' matches nowhere"),
        (
            "^[a-z]+: ([0-9.]+) µs",
            "M636",
            "2:9",
            "the pattern matches '4.37', at run.log:1:9, and here '37.14'",
        ),
        ("^rows: (x?)", "M635", "4:7", "what the group holds is empty"),
        ("^rows:(y)?", "M635", "4:1", "what the group holds is empty"),
        ("^(rows: [0-9,]+) in", "M635", "4:1", "what the group holds is 'rows: 160,728', no number in s"),
    ],
)
def test_a_pattern_that_finds_no_value(
    pattern: str, code: str, at: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(TrueupError) as caught:
        from_text(tmp_path, pattern, "s")
    assert refusal(caught) == (code, f"run.log:{at}", message)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("^gather", "the pattern '^gather' has 0 groups"),
        ("(a)(b)", r"the pattern '(a)(b)' has 2 groups"),
        (r"(a)\1", "is no regular expression"),
    ],
)
def test_a_pattern_that_is_none(pattern: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(VerifierError) as caught:
        from_text(tmp_path, pattern)
    assert message in caught.value.message


def test_a_pattern_that_would_backtrack(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.write("run.log", "a" * 300_000)
    with pytest.raises(TrueupError, match="matches nowhere"):
        artifact.text_value(place.request("run.log"), artifact="run", pattern="((?:a+)+)b")


@pytest.mark.parametrize("text", ["a\r\nrate 5\r\nb\r\n", "a\rrate 5\rb\r", "\ufeffrate 5\nb"])
def test_a_line_ends_as_its_file_has_it(text: str, tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.write("run.log", text)
    found = artifact.text_value(place.request("run.log"), artifact="run", pattern="^rate ([0-9]+)$")
    assert found == Quantity.exact(Fraction(5))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"pointer": "/0", "benchmark": "gather"}, "benchmark names one of an export"),
        ({"shape": "hyperfine", "unit": "s"}, "an export of that shape has its own unit, seconds"),
    ],
)
def test_parameters_that_would_have_no_effect(given: dict[str, Any], message: str, tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.write("run.json", "[1]")
    with pytest.raises(VerifierError) as caught:
        artifact.json_value(place.request("run.json"), artifact="run", **given)
    assert caught.value.message == message
