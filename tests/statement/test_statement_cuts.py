"""Law: what a text states near a change is found in the part around it, as in the whole."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from trueup.statement.cuts import Cuts
from trueup.statement.find import find_in_part, find_statements

FIGURES = st.sampled_from(
    [
        *("4 ms", "5", "20", "100", "300 MB", "3.5 GB/s", "50 %", "1.25×", "6 GB/s", "12 layers", "−20 %"),
        *(
            "4–6 ms",
            "7 of 8",
            "2 × 3",
            "2^10",
            "~40 ms",
            "3x4",
            "371.25 MiB",
            "389,283,840 B",
            "v1.2",
            "≥ 9 ms",
        ),
        *("2 × 20 = 40", "300 MB at 6 GB/s is 50 ms", "5 → 10 (+100 %)", "36 of 98 rows, 37 %", "12 (3 × 4)"),
    ]
)
JOINED = st.sampled_from(
    [
        *(
            " × ",
            " + ",
            " = ",
            " (",
            ") ",
            " → ",
            " to ",
            " vs ",
            " of ",
            ", ",
            " and ",
            ", and ",
            ", i.e. ",
            " is ",
        ),
        *(
            ", that is, ",
            " from ",
            " each (",
            " each)",
            ": ",
            " in ",
            " over ",
            " over the runs ",
            "/",
            "x",
            ", or ",
        ),
        *(
            ". It has ",
            " and the other at ",
            "; it took ",
            " for all of them, ",
            ", so the next was ",
            ", but ",
        ),
        *(" more than before. Now (", ", that is to say, ", " (i.e., ", " plus ", " divided by ", " in all "),
    ]
)
TEXTS = st.lists(st.tuples(FIGURES, JOINED), min_size=1, max_size=90)


@settings(max_examples=300)
@given(TEXTS, st.data())
def test_a_part_states_what_the_whole_states_of_it(
    pieces: list[tuple[str, str]], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(pieces) - 1))
    before = "".join(figure + joined for figure, joined in pieces[:at])
    figure, behind = pieces[at][0], "".join([pieces[at][1], *map("".join, pieces[at + 1 :])])
    other = data.draw(st.one_of(FIGURES, st.text("0123456789.,-~ ×xsMB%", max_size=9)))
    inner, outer = Cuts(before + figure + behind).around(len(before), len(before) + len(figure))
    moved = len(other) - len(figure)
    whole = before + other + behind
    found = find_in_part(whole[outer[0] : outer[1] + moved])
    if found is not None:
        expected = [one for one in find_statements(whole) if one.involves(inner[0], inner[1] + moved)]
        near = [one.moved(outer[0]) for one in found]
        assert [one for one in near if one.involves(inner[0], inner[1] + moved)] == expected


def test_a_part_of_long_text_is_short() -> None:
    sentence = (
        "The gather moves 300 MB at 6 GB/s in 50 ms (20 × 15 MB), while the other takes 40 ms (−20 %). "
    )
    text = sentence * 200
    assert find_statements(sentence)
    _, (low, high) = Cuts(text).around(len(text) // 2, len(text) // 2 + 4)
    assert 0 < low < high < len(text)
    assert high - low < 20 * len(sentence)


def test_what_else_stands_in_the_text_can_decide_whether_a_part_is_looked_at() -> None:
    part = "It is 5 ms vs 3 ms, 2 ms less"
    assert find_statements(part) == ()
    assert find_statements(f"{part}, which is 40 %")
    assert find_in_part(part) is None
    assert find_in_part("It is 5 ms and 3 ms") == ()
