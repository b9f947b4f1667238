"""Strict JSON, and places in it."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from artifacts import Place, diagnostic, refusal
from trueup.diagnostics import TrueupError
from trueup.readers.artifact import Artifact
from trueup.readers.json import Json, pointer_of, read_json

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.decimals(allow_nan=False, allow_infinity=False, places=3)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


def parsed(text: str) -> Json:
    return read_json(Artifact(path="run.json", text=text))


def test_numbers_are_exact() -> None:
    found = parsed('{"a": 0.1, "b": 123456789012345678901234567890, "c": 1e-400}')
    assert found.value == {"a": Decimal("0.1"), "b": 123456789012345678901234567890, "c": Decimal("1e-400")}


@pytest.mark.parametrize(
    ("text", "code", "at", "message"),
    [
        ('{"a": NaN}', "M632", "1:7", "NaN is no number in JSON"),
        ('{"NaN": [1,\n -Infinity]}', "M632", "2:2", "-Infinity is no number in JSON"),
        ('["Infinity", Infinity]', "M632", "1:14", "Infinity is no number in JSON"),
        ('{"a": {"b": 1, "c": 2, "b": 3}}', "M633", "1:24", "the name 'b' stands twice in /a"),
        ('{"a": 1,\r\n "a": 1}', "M633", "2:2", "the name 'a' stands twice in the top object"),
        (
            '[{"x": [{}, {"é\\"": 0, "\\u00e9\\"": 1}]}]',
            "M633",
            "1:24",
            "the name 'é\"' stands twice in /0/x/1",
        ),
        ('{"a": 1,}', "M632", "1:9", "this is no JSON: expecting property name enclosed in double quotes"),
        ("{'a': 1}", "M632", "1:2", "this is no JSON: expecting property name enclosed in double quotes"),
        ("{} {}", "M632", "1:4", "this is no JSON: extra data"),
        ('{"a":\n tru}', "M632", "2:2", "this is no JSON: expecting value"),
        ("[1e99999999999999999999]", "M632", "1:2", "1e99999999999999999999 is no number in JSON"),
        ("[" * 100_000, "M632", "1:1", "objects and lists are nested too deeply"),
    ],
)
def test_what_is_no_json(text: str, code: str, at: str, message: str) -> None:
    with pytest.raises(TrueupError) as caught:
        parsed(text)
    assert refusal(caught) == (code, f"run.json:{at}", message)


def test_a_pointer_leads_to_a_value_and_its_place() -> None:
    found = parsed('{"results": [{"mean": 1},\n {"a/b": {"~": [10, 20]}}]}')
    path, value = found.find("/results/1/a~1b/~0/1")
    assert (value, pointer_of(path), str(found.locate(path))) == (20, "/results/1/a~1b/~0/1", "run.json:2:21")
    assert found.find("") == ((), found.value)


@pytest.mark.parametrize(
    ("pointer", "at", "message", "hint"),
    [
        (
            "/reslts",
            "1:1",
            "there is no 'reslts' in the top value, which has 'results'",
            "did you mean 'results'?",
        ),
        ("/results/2", "1:13", "there is no '2' in /results, a list of 2", None),
        ("/results/01", "1:13", "there is no '01' in /results, a list of 2", None),
        ("/results/-", "1:13", "there is no '-' in /results, a list of 2", None),
        ("/results/0/mean/x", "1:23", "there is no 'x' in /results/0/mean, which is one value", None),
        ("/results/1/0", "1:27", "there is no '0' in /results/1, which is empty", None),
        (
            "results",
            "1:1",
            "the pointer 'results' can't be read: Location must start with /",
            "a pointer is written /a/0/b",
        ),
        (
            "/a~2",
            "1:1",
            "the pointer '/a~2' can't be read: Found invalid escape ~2",
            "a pointer is written /a/0/b",
        ),
    ],
)
def test_a_pointer_that_leads_nowhere(pointer: str, at: str, message: str, hint: str | None) -> None:
    with pytest.raises(TrueupError) as caught:
        parsed('{"results": [{"mean": 1}, {}]}').find(pointer)
    assert refusal(caught) == ("M634", f"run.json:{at}", message)
    assert diagnostic(caught).hint == hint


@given(VALUES)
def test_every_value_is_found_at_its_place(value: object) -> None:
    import json  # noqa: PLC0415

    text = json.dumps(value, default=float, indent=1)
    found = parsed(text)
    waiting: list[tuple[tuple[str | int, ...], object]] = [((), found.value)]
    while waiting:
        path, inner = waiting.pop()
        assert found.find(pointer_of(path)) == (path, inner)
        place = found.locate(path)
        rest = text.split("\n")[place.line - 1][place.column - 1 :]
        match inner:
            case dict():
                assert rest.startswith("{")
                waiting += [((*path, name), below) for name, below in inner.items()]
            case list():
                assert rest.startswith("[")
                waiting += [((*path, number), below) for number, below in enumerate(inner)]
            case str():
                assert rest.startswith(json.dumps(inner))


def test_through_a_file(tmp_path: Path) -> None:
    found = read_json(Place(tmp_path).read('{"a": [1]}', "run.json"))
    assert found.find("/a/0")[1] == 1
