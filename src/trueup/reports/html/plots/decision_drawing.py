"""The drawing of a decision: two curves, their present points, and a line where the decision turns."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from trueup.reports.html.plots.canvas import (
    LETTER,
    WIDTH,
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

_HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 270, 52, 14, 40, 42
_ACROSS = WIDTH - _LEFT - _RIGHT
SIDES = ("left", "right")
_STROKES = ("solid", (0, (5, 2.5)))


@lru_cache(maxsize=512)  # a server draws again only what has changed
def draw_decision(scene: Scene, *, title: str, about: str) -> str:
    """The scene as inline SVG.

    :raises ImportError: matplotlib is not installed
    """
    with canvas(_HEIGHT, left=_LEFT, right=_RIGHT, top=_TOP, bottom=_BOTTOM) as drawn:
        put_scale(drawn.axes, scene.x, "x")
        put_scale(drawn.axes, scene.y, "y")
        for side, curve in enumerate(scene.curves):
            _curve(drawn, side, curve)
        _turns(drawn, scene)
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


def _turns(drawn: Canvas, scene: Scene) -> None:
    """A line at each turn, the value above it, and the words between the lines."""
    places = [_LEFT + _ACROSS * scene.x.share(turn.x) for turn in scene.turns]
    for turn, place in zip(scene.turns, places, strict=True):
        drawn.axes.axvline(
            turn.x, color=ink("turn"), linewidth=1.4, linestyle=(0, (2, 2)), gid=f"{NAMED}turn"
        )
        label = f"flips at {turn.label}"
        half = len(label) * LETTER / 2
        at = min(max(place, half), WIDTH - half)
        drawn.text(at, _HEIGHT - 12, label, across="center", colour="turn", bold=True, name="turn-label")
    words = [scene.turns[0].below, *(turn.above for turn in scene.turns)]
    edges = [0.0, *places, float(WIDTH)]
    for at, word in enumerate(words):
        first, last = edges[at], edges[at + 1]
        shown = plain(word, max(3, int((last - first - 10) / LETTER)))
        across: Literal["left", "center", "right"] = "center"
        middle = (first + last) / 2
        if at == 0:
            across, middle, shown = "right", last - 5, f"{shown} ◂"
        elif at == len(words) - 1:
            across, middle, shown = "left", first + 5, f"▸ {shown}"
        drawn.text(middle, _HEIGHT - 30, shown, across=across, name="word")


def _axis_labels(drawn: Canvas, scene: Scene) -> None:
    unit = f" ({scene.x.unit})" if scene.x.unit else ""
    most = int(WIDTH / LETTER) - len(unit)
    drawn.text(_LEFT + _ACROSS, 6, f"{plain(scene.operand, most)}{unit}", across="right", name="axis-label")
    if scene.y.unit:
        drawn.text(4, _HEIGHT - _TOP + 6, scene.y.unit, colour="mute", name="axis-label")
