"""Numbers beside the points of a drawing: each where there is room, those that hide each other with one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from trueup.reports.html.plots.canvas import LETTER

#: Half of a point, with room around it; the height of a label; how far from its points it may stand.
_POINT, _HIGH, _AWAY = 8, 12, (0, 10, 22)
#: Left, bottom, right and top.
_Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A label and its lower left corner."""

    words: str
    left: float
    foot: float


def numbers(points: Sequence[tuple[float, float]], within: _Box) -> list[Number]:
    """The points' numbers, from 1; where there is room for a label nowhere, none.

    :param within: where labels may stand
    """
    groups = _groups(points)
    taken = [_around([points[at] for at in group]) for group in groups]
    found = []
    for group, box in zip(groups, list(taken), strict=True):
        words = _words(group)
        for away, place in product(_AWAY, _beside(box, len(words) * LETTER)):
            label = _moved(place, box, away)
            if _holds(within, label) and not any(_meet(label, other) for other in taken):
                taken.append(label)
                found.append(Number(words=words, left=label[0], foot=label[1] + 2))
                break
    return found


def _groups(points: Sequence[tuple[float, float]]) -> list[list[int]]:
    """Points so near that they hide each other."""
    groups: list[list[int]] = []
    for at, (x, y) in enumerate(points):
        for group in groups:
            first, second = points[group[0]]
            if abs(first - x) < _POINT and abs(second - y) < _POINT:
                group.append(at)
                break
        else:
            groups.append([at])
    return groups


def _words(group: Sequence[int]) -> str:
    if len(group) > 2 and group[-1] - group[0] == len(group) - 1:
        return f"{group[0] + 1}–{group[-1] + 1}"
    return ", ".join(str(at + 1) for at in group)


def _around(points: Sequence[tuple[float, float]]) -> _Box:
    xs, ys = zip(*points, strict=True)
    return min(xs) - _POINT, min(ys) - _POINT, max(xs) + _POINT, max(ys) + _POINT


def _beside(box: _Box, wide: float) -> tuple[_Box, ...]:
    """To the right, to the left, above and below."""
    left, bottom, right, top = box
    middle, half = (left + right) / 2, wide / 2
    foot = (bottom + top - _HIGH) / 2
    return (
        (right, foot, right + wide, foot + _HIGH),
        (left - wide, foot, left, foot + _HIGH),
        (middle - half, top, middle + half, top + _HIGH),
        (middle - half, bottom - _HIGH, middle + half, bottom),
    )


def _moved(label: _Box, box: _Box, away: float) -> _Box:
    """A label further from its points."""
    across = away * ((label[0] >= box[2]) - (label[2] <= box[0]))
    up = away * ((label[1] >= box[3]) - (label[3] <= box[1]))
    return label[0] + across, label[1] + up, label[2] + across, label[3] + up


def _holds(outer: _Box, inner: _Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _meet(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
