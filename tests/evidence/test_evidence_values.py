"""Values as JSON and back."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueup.evidence.values import MalformedError, Outcome, value_from_json, value_to_json
from trueup.quantity.interval import Interval
from trueup.quantity.table import Table
from trueup.quantity.units import Dimension
from trueup.quantity.value import Name, Quantity, Truth

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    ends = sorted(draw(st.lists(st.fractions(), min_size=2, max_size=2)))
    low, high = (None if draw(st.booleans()) else end for end in ends)
    if low is not None and low == high:
        return Interval.point(low)
    return Interval(
        low, high, low is not None and draw(st.booleans()), high is not None and draw(st.booleans())
    )


@st.composite
def tables(draw: st.DrawFn) -> Table:
    columns = tuple(draw(st.lists(TEXT, min_size=1, max_size=3)))
    row = st.tuples(*[TEXT] * len(columns))
    return Table(
        key=draw(st.sampled_from(columns)), columns=columns, rows=tuple(draw(st.lists(row, max_size=3)))
    )


DIMENSIONS = st.dictionaries(st.sampled_from(["B", "s", "FLOP", "tok"]), st.integers(-3, 3).filter(bool))
VALUES: st.SearchStrategy[Outcome] = st.one_of(
    st.builds(
        Quantity,
        spread=intervals(),
        reach=intervals(),
        dimension=DIMENSIONS.map(lambda powers: Dimension.of(**powers)),
        count=st.none() | st.tuples(st.integers(), st.integers()),
    ),
    st.builds(Name, words=st.lists(TEXT).map(tuple)),
    st.builds(Truth, value=st.none() | st.booleans()),
    tables(),
)


@given(VALUES)
def test_a_value_comes_back_as_it_was(value: Outcome) -> None:
    assert value_from_json(json.loads(json.dumps(value_to_json(value)))) == value


@pytest.mark.parametrize(
    "found",
    [
        None,
        7,
        [],
        {},
        {"kind": "number"},
        {"kind": "truth"},
        {"kind": "truth", "truth": 1},
        {"kind": "name", "words": "word"},
        {"kind": "name", "words": [1]},
        {"kind": "quantity"},
        {"kind": "quantity", "spread": ["1"], "dimension": {}},
        {"kind": "quantity", "spread": [1, 2], "dimension": {}},
        {"kind": "quantity", "spread": ["2", "1"], "dimension": {}},
        {"kind": "quantity", "spread": ["1/0", None], "dimension": {}},
        {"kind": "quantity", "spread": ["1", "1"], "dimension": {"B": 1.5}},
        {"kind": "quantity", "spread": ["1", "1"], "dimension": {"B": True}},
        {"kind": "quantity", "spread": ["nan", "1"], "dimension": {}},
        {"kind": "quantity", "spread": ["٣", "٤"], "dimension": {}},
        {"kind": "quantity", "spread": ["1", "1", 0, 0], "dimension": {}},
        {"kind": "quantity", "spread": ["9" * 5000, None], "dimension": {}},
        {"kind": "quantity", "spread": ["1", "1"], "dimension": {}, "count": [1]},
        {"kind": "table", "key": "a", "columns": ["b"], "rows": []},
        {"kind": "table", "key": "a", "columns": ["a"], "rows": [["1", "2"]]},
    ],
)
def test_what_is_no_value_is_refused(found: Any) -> None:
    with pytest.raises(MalformedError):
        value_from_json(found)


def test_a_number_of_endless_digits_is_refused() -> None:
    with pytest.raises(ValueError, match="digits"):
        value_to_json(Quantity.exact(Fraction(10) ** 5000))


def test_the_largest_number_comes_back() -> None:
    value = Quantity.exact(Fraction(2**11_999 - 1, 2**11_999))
    assert value_from_json(value_to_json(value)) == value
