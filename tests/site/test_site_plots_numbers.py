"""The numbers beside the points of a roofline."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from trueup.reports.html.plots.canvas import LETTER
from trueup.reports.html.plots.numbers import numbers

FRAME = (50.0, 40.0, 366.0, 266.0)
places = st.tuples(st.floats(50, 366), st.floats(40, 266))


def words(*points: tuple[float, float]) -> list[str]:
    return [one.words for one in numbers(points, FRAME)]


def test_each_point_has_its_number() -> None:
    assert words((100, 100), (200, 100), (300, 200)) == ["1", "2", "3"]


def test_points_that_hide_each_other_share_a_label() -> None:
    assert words((100, 100), (101, 101), (100, 102), (300, 200)) == ["1–3", "4"]
    assert words((100, 100), (300, 200), (101, 101)) == ["1, 3", "2"]


def test_a_number_at_the_edge_stands_on_the_other_side() -> None:
    (one,) = numbers([(364, 150)], FRAME)
    assert one.left < 364 - 8


@given(st.lists(places, max_size=30))
def test_no_number_covers_a_point_or_another_or_leaves_the_frame(
    points: list[tuple[float, float]],
) -> None:
    boxes = [
        (one.left, one.foot - 2, one.left + len(one.words) * LETTER, one.foot + 10)
        for one in numbers(points, FRAME)
    ]
    for at, (left, bottom, right, top) in enumerate(boxes):
        assert FRAME[0] <= left
        assert right <= FRAME[2]
        assert not any(left < x < right and bottom < y < top for x, y in points)
        assert not any(
            left < other[2] and other[0] < right and bottom < other[3] and other[1] < top
            for other in boxes[at + 1 :]
        )
