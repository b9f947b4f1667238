"""The drawing of a decision: two curves, their present points, and a line where the decision turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from trueup.reports.html.plots.canvas import (
    LETTER,
    WIDTH,
    Across,
    Canvas,
    canvas,
    ink,
    marker,
    plain,
    prefix,
    put_scale,
)
from trueup.reports.html.plots.decision import Curve, Point, Scene
from trueup.reports.html.plots.svg import NAMED, inline_svg

_HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 252, 52, 14, 22, 42
#: Above the axes, the foot of the first row of labels, and how far the next one lies above it.
_FOOT, _ROW = 22, 18
_ACROSS = WIDTH - _LEFT - _RIGHT
SIDES = ("left", "right")
_STROKES = ("solid", (0, (5, 2.5)))
#: Letters that a line holds, and a sign.
_MOST = int(WIDTH / LETTER) - 2


@lru_cache(maxsize=512)  # a server draws again only what has changed
def draw_decision(scene: Scene, *, title: str, about: str) -> str:
    """The scene as inline SVG.

    :raises ImportError: matplotlib is not installed
    """
    above = _above(scene)
    room = _ROW * len(above)
    with canvas(_HEIGHT + room, left=_LEFT, right=_RIGHT, top=_TOP + room, bottom=_BOTTOM) as drawn:
        put_scale(drawn.axes, scene.x, "x")
        put_scale(drawn.axes, scene.y, "y")
        for side, curve in enumerate(scene.curves):
            _curve(drawn, side, curve)
        _turns(drawn, scene, above)
        for point in scene.points:
            _point(drawn, point, marker(scene.hosts, point.host)[0])
        _axis_labels(drawn, scene)
        return inline_svg(drawn.svg(), prefix=prefix(title, scene), title=title, about=about)


def _curve(drawn: Canvas, side: int, curve: Curve) -> None:
    name, axes = SIDES[side], drawn.axes
    if curve.lows != curve.highs:
        axes.fill_between(
            curve.xs,
            curve.lows,
            curve.highs,
            color=ink(name),
            alpha=0.18,
            linewidth=0,
            gid=f"{NAMED}band-{name}",
        )
    axes.plot(
        curve.xs,
        curve.middles,
        color=ink(name),
        linewidth=1.8,
        linestyle=_STROKES[side],
        gid=f"{NAMED}curve-{name}",
    )


def _point(drawn: Canvas, point: Point, shape: str) -> None:
    """A point with its intervals; hollow where it is not the value of now."""
    name = SIDES[point.side]
    (x_low, x, x_high), (y_low, y, y_high) = point.x, point.y
    width, named = (2.2, f"interval-{name}") if point.now else (1.2, f"past-interval-{name}")
    for xs, ys in (((x_low, x_high), (y, y)), ((x, x), (y_low, y_high))):
        drawn.axes.plot(xs, ys, color=ink(name), linewidth=width, gid=f"{NAMED}{named}")
    drawn.axes.plot(
        [x],
        [y],
        marker=shape,
        markersize=8,
        markerfacecolor=ink(name if point.now else "back"),
        markeredgecolor=ink("back" if point.now else name),
        markeredgewidth=1 if point.now else 1.6,
        linestyle="none",
        gid=f"{NAMED}{'point' if point.now else 'past-point'}-{name}",
    )


def _turns(drawn: Canvas, scene: Scene, above: Sequence[_Row]) -> None:
    """A line at each turn, and the rows of labels above."""
    for turn in scene.turns:
        drawn.axes.axvline(
            turn.x, color=ink("turn"), linewidth=1.4, linestyle=(0, (2, 2)), gid=f"{NAMED}turn"
        )
    for at, row in enumerate(above):
        for one in row:
            colour = "turn" if one.bold else "text"
            y = _HEIGHT - _TOP + _FOOT + _ROW * at
            name = "turn-label" if one.bold else "word"
            drawn.text(one.place, y, one.words, across=one.across, colour=colour, bold=one.bold, name=name)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Label:
    """Words that end, begin or have their middle at a place."""

    words: str
    place: float
    across: Across
    bold: bool = False

    @property
    def span(self) -> tuple[float, float]:
        """From where to where it goes, at the most."""
        wide = len(self.words) * LETTER
        left = self.place - wide * {"left": 0, "center": 0.5, "right": 1}[self.across]
        return left, left + wide


_Row: TypeAlias = list[_Label]


def _above(scene: Scene) -> list[_Row]:
    """The words between the turns, and above them the value of each turn, in rows from below; none is cut."""
    places = [_LEFT + _ACROSS * scene.x.share(turn.x) for turn in scene.turns]
    first, *others = (
        plain(word, _MOST) for word in (scene.turns[0].below, *(turn.above for turn in scene.turns))
    )
    said = [_beside(f"{first} ◂", f"◂ {first}", places[0] - 5, "right")]
    for word, start, end in zip(others, places, places[1:], strict=False):
        said.append(_Label(words=word, place=(start + end) / 2, across="center"))
    said.append(_beside(f"▸ {others[-1]}", f"{others[-1]} ▸", places[-1] + 5, "left"))
    values = []
    for turn, place in zip(scene.turns, places, strict=True):
        label = f"flips at {turn.label}"
        half = len(label) * LETTER / 2
        at = min(max(place, half), WIDTH - half)
        values.append(_Label(words=label, place=at, across="center", bold=True))
    return [*_rows(said), *_rows(values)]


def _beside(words: str, moved: str, place: float, across: Across) -> _Label:
    """Words beside a turn; at the edge, and over the turn, where there is no room for them on their side."""
    beside = _Label(words=words, place=place, across=across)
    start, end = beside.span
    if start < 0:
        return _Label(words=moved, place=0, across="left")
    return beside if end <= WIDTH else _Label(words=moved, place=WIDTH, across="right")


def _rows(labels: Iterable[_Label]) -> list[_Row]:
    """Each label in the lowest row that has room for it."""
    rows: list[_Row] = []
    for one in labels:
        for row in rows:
            if all(_are_apart(one, other) for other in row):
                row.append(one)
                break
        else:
            rows.append([one])
    return rows


def _are_apart(one: _Label, other: _Label) -> bool:
    (start, end), (first, last) = one.span, other.span
    return end + 4 < first or last + 4 < start


def _axis_labels(drawn: Canvas, scene: Scene) -> None:
    unit = f" ({scene.x.unit})" if scene.x.unit else ""
    most = int(WIDTH / LETTER) - len(unit)
    drawn.text(_LEFT + _ACROSS, 6, f"{plain(scene.operand, most)}{unit}", across="right", name="axis-label")
    if scene.y.unit:
        drawn.text(4, _HEIGHT - _TOP + 6, scene.y.unit, colour="mute", name="axis-label")
