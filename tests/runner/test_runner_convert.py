"""Parameters of the ledger as the types that a signature asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

import pytest

from trueup.runner.convert import ParameterError, SignatureError, arguments, convert


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("5120", int, 5120),
        ("152,064", int, 152064),
        ("−3", int, -3),
        ("1 000 000", int, 1_000_000),
        ("0.5", Fraction, Fraction(1, 2)),
        ("1/3", Fraction, Fraction(1, 3)),
        ("1.19e-2", Fraction, Fraction(119, 10000)),
        ("2.5", float, 2.5),
        ("True", bool, True),
        ("false", bool, False),
        ("no", str, "no"),
        ("null", int | None, None),
        ("7", int | None, 7),
        ("x", int | str, "x"),
        ("bytes", Literal["bytes", "dtype"], "bytes"),
        (["1", "2"], list[int], [1, 2]),
        (["1", "2"], tuple[int, ...], (1, 2)),
        (["1", "x"], tuple[int, str], (1, "x")),
        (["1"], Sequence[str], ["1"]),
        ({"a": "1"}, dict[str, int], {"a": 1}),
        ({"a": ["1"]}, Mapping[str, Any], {"a": ["1"]}),
        ({"a": "1"}, Any, {"a": "1"}),
    ],
)
def test_text_becomes_the_type_asked_for(text: object, kind: object, value: object) -> None:
    found = convert(text, kind)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1,5", int),
        ("0x10", int),
        ("1_0", int),
        ("٣", int),
        ("", int),
        ("9" * 5000, int),
        ("1e999999999", Fraction),
        ("1/0", Fraction),
        ("nan", float),
        ("1e999", float),
        ("yes", bool),
        ("int8", Literal["int4"]),
        ("1", list[int]),
        ("1", Mapping[str, str]),
        (["1"], str),
        (["1"], tuple[int, int]),
    ],
)
def test_other_text_is_refused(text: object, kind: object) -> None:
    with pytest.raises(ValueError, match=r"expected|large|zero"):
        convert(text, kind)


def measure(request: object, *, k: int, threads: int = 16) -> None: ...


def test_arguments_follow_the_signature() -> None:
    assert arguments(measure, {"k": "5,120"}) == {"k": 5120}


@pytest.mark.parametrize(("given", "name"), [({}, "k"), ({"k": "1", "n": "2"}, "n"), ({"k": "many"}, "k")])
def test_a_wrong_parameter_is_named(given: dict[str, str], name: str) -> None:
    with pytest.raises(ParameterError) as caught:
        arguments(measure, given)
    assert caught.value.name == name


def test_an_annotation_that_text_cannot_become_is_the_verifier_s_fault() -> None:
    def wrong(request: object, *, when: complex) -> None: ...

    with pytest.raises(SignatureError, match="complex"):
        arguments(wrong, {"when": "1"})
