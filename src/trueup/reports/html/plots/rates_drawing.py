"""The drawings of rates: rows under their ceilings, and the roofline over intensity."""

from __future__ import annotations

from functools import lru_cache

from trueup.reports.html.plots.axis import Span
from trueup.reports.html.plots.canvas import (
    LETTER,
    LINE,
    WIDTH,
    Canvas,
    canvas,
    ink,
    lines,
    marker,
    prefix,
    put_scale,
)
from trueup.reports.html.plots.numbers import numbers
from trueup.reports.html.plots.rates_scene import Ceiling, Roofline, Rows
from trueup.reports.html.plots.svg import NAMED, inline_svg

_LEFT, _RIGHT, _TOP, _BOTTOM = 8, 12, 6, 40
_HOST, _LABEL, _BAR = 24, 18, 32
#: Letters that a line holds, and a bold one.
_MOST = int((WIDTH - _LEFT - _RIGHT) / LETTER)
_BOLD = _MOST * 6 // 7
_STROKES = ("solid", (0, (5, 2.5)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))


@lru_cache(maxsize=128)  # a server draws again only what has changed
def draw_rows(scene: Rows, *, title: str, about: str) -> str:
    """Rates and ceilings along one axis, as inline SVG.

    :raises ImportError: matplotlib is not installed
    """
    hosts = tuple(one.host for one in scene.hosts)
    names = [lines(f"{marker(hosts, host)[1]} {host}", _BOLD) for host in hosts]
    heads = [_HOST + _further(name) for name in names]
    inner = sum(heads) + sum(_height(one) for host in scene.hosts for one in host.ceilings) + 8
    with canvas(inner + _TOP + _BOTTOM, left=_LEFT, right=_RIGHT, top=_TOP, bottom=_BOTTOM) as drawn:
        put_scale(drawn.axes, scene.x, "x")
        drawn.axes.set_ylim(_BOTTOM, _BOTTOM + inner)
        drawn.axes.set_yticks([])
        drawn.axes.spines["left"].set_visible(False)
        y = float(_BOTTOM + inner)
        for one, name, head in zip(scene.hosts, names, heads, strict=True):
            drawn.label(y - 17, name, left=_LEFT, bold=True, name="host")
            y -= head
            for ceiling in one.ceilings:
                _ceiling(drawn, ceiling, y, marker(hosts, one.host)[0])
                y -= _height(ceiling)
        unit = f"({scene.x.unit})" if scene.x.unit else ""
        drawn.text(WIDTH - _RIGHT, 6, unit, across="right", name="axis-label")
        return inline_svg(drawn.svg(), prefix=prefix(title, scene), title=title, about=about)


def _height(ceiling: Ceiling) -> int:
    label = _LABEL + _further(_label(ceiling))
    return label + sum(_BAR + _further(lines(bar.label, _MOST)) for bar in ceiling.bars)


def _label(ceiling: Ceiling) -> list[str]:
    return lines(f"≤ {ceiling.label}", _MOST)


def _further(label: list[str]) -> int:
    """Room for the lines of a label behind the first."""
    return LINE * (len(label) - 1)


def _ceiling(drawn: Canvas, ceiling: Ceiling, y: float, shape: str) -> None:
    """The ceiling as a line down along its rates, and each rate below its label."""
    low, middle, high = ceiling.span
    foot = y - _height(ceiling) + 2
    drawn.axes.fill_betweenx(
        [foot, y - 2],
        [low, low],
        [high, high],
        color=ink("right"),
        alpha=0.25,
        linewidth=0,
        gid=f"{NAMED}band-right",
    )
    drawn.axes.plot(
        [middle, middle],
        [foot, y - 2],
        color=ink("right"),
        linewidth=2,
        linestyle="dashed",
        gid=f"{NAMED}ceiling",
    )
    label = _label(ceiling)
    drawn.label(y - 13, label, left=_LEFT, colour="right", name="ceiling-label")
    y -= _LABEL + _further(label)
    for bar in ceiling.bars:
        label = lines(bar.label, _MOST)
        drawn.label(y - 12, label, left=_LEFT, name="rate-label")
        y -= _BAR + _further(label)
        _cross(drawn, bar.span, (y + 9,) * 3, shape)


def _cross(drawn: Canvas, x: Span, y: Span, shape: str) -> None:
    """A point with the interval of each direction."""
    for xs, ys in (((x[0], x[2]), (y[1], y[1])), ((x[1], x[1]), (y[0], y[2]))):
        drawn.axes.plot(xs, ys, color=ink("left"), linewidth=2.2, gid=f"{NAMED}interval-left")
    drawn.axes.plot(
        [x[1]],
        [y[1]],
        marker=shape,
        markersize=8,
        markerfacecolor=ink("left"),
        markeredgecolor=ink("back"),
        markeredgewidth=1,
        linestyle="none",
        gid=f"{NAMED}point-left",
    )


@lru_cache(maxsize=128)
def draw_roofline(scene: Roofline, *, title: str, about: str) -> str:
    """Rates over intensity below the roof of each host, as inline SVG.

    :raises ImportError: matplotlib is not installed
    """
    hosts = tuple(dict.fromkeys(roof.host for roof in scene.roofs))
    left = max(52, 12 + LETTER * max((len(label) for _, label in scene.y.ticks), default=0))
    right, top, bottom, high = WIDTH - 14, 24, 42, 290
    with canvas(high, left=left, right=WIDTH - right, top=top, bottom=bottom) as drawn:
        put_scale(drawn.axes, scene.x, "x")
        put_scale(drawn.axes, scene.y, "y")
        for roof in scene.roofs:
            xs, lows, middles, highs = zip(*roof.corners, strict=True)
            drawn.axes.fill_between(
                xs, lows, highs, color=ink("right"), alpha=0.18, linewidth=0, gid=f"{NAMED}band-right"
            )
            drawn.axes.plot(
                xs,
                middles,
                color=ink("right"),
                linewidth=1.8,
                linestyle=_STROKES[hosts.index(roof.host) % len(_STROKES)],
                gid=f"{NAMED}roof",
            )
        for kernel in scene.kernels:
            _cross(drawn, kernel.x, kernel.y, marker(hosts, kernel.host)[0])
        places = [
            (
                left + (right - left) * scene.x.share(kernel.x[1]),
                bottom + (high - top - bottom) * scene.y.share(kernel.y[1]),
            )
            for kernel in scene.kernels
        ]
        for one in numbers(places, (left, bottom, right, high - top)):
            drawn.text(one.left, one.foot, one.words, name="number")
        drawn.text(WIDTH - 14, 6, f"arithmetic intensity ({scene.x.unit})", across="right", name="axis-label")
        drawn.text(4, 276, scene.y.unit, colour="mute", name="axis-label")
        return inline_svg(drawn.svg(), prefix=prefix(title, scene), title=title, about=about)
