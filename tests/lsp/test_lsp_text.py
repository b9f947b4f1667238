"""Positions as editors count them, in the units that were agreed on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from trueup.lsp.text import Text, Units

UNITS: tuple[Units, ...] = ("utf-8", "utf-16", "utf-32")
letters = st.text(st.sampled_from("ab 🙂é漢\u2028\x0b\ud800"), max_size=8)
texts = st.lists(st.tuples(letters, st.sampled_from(["\n", "\r\n", "\r"])), max_size=5).map(
    lambda lines: "".join(line + end for line, end in lines)
)


@pytest.mark.parametrize(("units", "character"), [("utf-8", 5), ("utf-16", 3), ("utf-32", 2)])
def test_an_emoji_is_as_wide_as_its_units(units: Units, character: int) -> None:
    text = Text("🙂 5 B", units)
    assert text.position(1, 3) == types.Position(line=0, character=character)
    assert text.place(types.Position(line=0, character=character)) == (1, 3)


def test_only_line_ends_of_the_protocol_end_lines() -> None:
    text = Text("a\u2028b\x0bc\r\nd\re\n")
    assert [text.line(number) for number in range(5)] == ["a\u2028b\x0bc", "d", "e", "", ""]


def test_a_position_behind_a_line_is_at_its_end() -> None:
    text = Text("ab\ncd")
    assert text.offset(types.Position(line=0, character=99)) == 2
    assert text.offset(types.Position(line=99, character=0)) == 5
    assert Text("🙂b").place(types.Position(line=0, character=1)) == (1, 2)


@given(texts, st.sampled_from(UNITS), st.data())
def test_there_and_back(text: str, units: Units, data: st.DataObject) -> None:
    counted = Text(text, units)
    offset = data.draw(st.integers(0, len(text)))
    at = counted.at(offset)
    position = counted.position(at.line, at.column)
    if at.column - 1 <= len(counted.line(at.line - 1)):  # not between the two characters of a line's end
        assert counted.offset(position) == offset


@given(texts, letters, st.sampled_from(UNITS), st.data())
def test_a_change_replaces_its_range(text: str, new: str, units: Units, data: st.DataObject) -> None:
    counted = Text(text, units)
    low, high = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    place = counted.span(low, high)
    low, high = counted.offset(place.start), counted.offset(place.end)
    change = types.TextDocumentContentChangePartial(range=place, text=new)
    assert counted.changed([change]).text == text[:low] + new + text[high:]
    whole = types.TextDocumentContentChangeWholeDocument(text=new)
    assert counted.changed([change, whole]).text == new
