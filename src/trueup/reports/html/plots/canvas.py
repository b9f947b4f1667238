"""A figure of matplotlib with the page's colours and plain text; the one module that imports it."""

from __future__ import annotations

import hashlib
import io
import itertools
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias
from unicodedata import east_asian_width

from trueup.escape import terminal
from trueup.reports.html.plots.axis import Scale
from trueup.reports.html.plots.svg import INKS, NAMED

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: In units of the drawing; on a page it is scaled to the column.
WIDTH = 380
_FONT = 12
#: From one line of a label to the next.
LINE = 15
#: Units of the drawing that a letter takes up, at the most.
LETTER = 7.2
Across: TypeAlias = Literal["left", "center", "right"]
#: A shape for each host, so that colour alone tells nothing; the glyphs are those of the key.
MARKERS = (("o", "●", "○"), ("s", "■", "□"), ("^", "▲", "△"), ("D", "◆", "◇"), ("v", "▼", "▽"))


def marker(hosts: Sequence[str], host: str) -> tuple[str, str, str]:
    """The shape of a host's points, and the glyphs for it, full and hollow."""
    return MARKERS[hosts.index(host) % len(MARKERS)]


def prefix(title: str, scene: object) -> str:
    """What the ids of a drawing begin with: the same for the same drawing, and for no other."""
    content = f"{title}\0{scene!r}".encode("utf-8", "backslashreplace")
    return f"tp{hashlib.sha256(content).hexdigest()[:10]}"


def ink(name: str) -> str:
    """The stand-in for a colour of the page."""
    return INKS[name][0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Canvas:
    """Axes to draw on, in units of which the page sees so many."""

    figure: Figure
    axes: Axes

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        across: Across = "left",
        colour: str = "text",
        bold: bool = False,
        name: str = "label",
    ) -> None:
        """Text at a place of the drawing, from its lower left corner; no formula in it is read."""
        width, height = (float(size) * 72 for size in self.figure.get_size_inches())
        self.figure.text(
            x / width,
            y / height,
            plain(words),
            ha=across,
            va="baseline",
            color=ink(colour),
            fontweight="bold" if bold else "normal",
            parse_math=False,
            gid=f"{NAMED}{name}",
        )

    def label(
        self,
        y: float,
        words: list[str],
        *,
        left: float,
        colour: str = "text",
        bold: bool = False,
        name: str,
    ) -> None:
        """Lines of text, from the foot of the first one downward."""
        for at, line in enumerate(words):
            self.text(left, y - at * LINE, line, colour=colour, bold=bold, name=name)

    def svg(self) -> str:
        """The drawing as the library writes it, without a date."""
        found = io.StringIO()
        self.figure.savefig(found, format="svg", metadata={"Date": None, "Creator": None})
        return found.getvalue()


@contextmanager
def canvas(height: float, *, left: float, right: float, top: float, bottom: float) -> Iterator[Canvas]:
    """A canvas with so much room around its axes, all in units of the drawing.

    :raises ImportError: matplotlib is not installed
    """
    import matplotlib as mpl  # noqa: PLC0415  optional, and slow to import
    from matplotlib.figure import Figure  # noqa: PLC0415

    with mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of glyphs that its font lacks: the page's own font draws them
        mpl.rcdefaults()
        mpl.rc("font", family=["DejaVu Sans"], size=_FONT)
        mpl.rc("text", parse_math=False)
        mpl.rc("path", simplify=False)
        mpl.rc("svg", fonttype="none", hashsalt="trueup")
        figure = Figure(figsize=(WIDTH / 72, height / 72), dpi=72)
        figure.patch.set_visible(False)
        axes = figure.add_axes(
            (left / WIDTH, bottom / height, 1 - (left + right) / WIDTH, 1 - (top + bottom) / height)
        )
        axes.patch.set_visible(False)
        for side, spine in axes.spines.items():
            spine.set_visible(side in {"left", "bottom"})
            spine.set_color(ink("mute"))
        yield Canvas(figure=figure, axes=axes)


def put_scale(axes: Axes, along: Scale, direction: Literal["x", "y"]) -> None:
    """Give one direction of the axes a scale, its ticks and a faint grid."""
    axis = axes.xaxis if direction == "x" else axes.yaxis
    if direction == "x":
        axes.set_xscale("log" if along.log else "linear")
        axes.set_xlim(along.low, along.high)
    else:
        axes.set_yscale("log" if along.log else "linear")
        axes.set_ylim(along.low, along.high)
    axis.set_ticks([], minor=True)
    axis.set_ticks(
        [place for place, _ in along.ticks],
        labels=[plain(label) for _, label in along.ticks],
        color=ink("mute"),
        parse_math=False,
    )
    axes.tick_params(axis=direction, color=ink("mute"), length=3, width=0.8)
    axes.grid(visible=True, axis=direction, color=ink("line"), linewidth=0.6)
    axes.set_axisbelow(True)


def lines(words: str, most: int) -> list[str]:
    """Text in lines of so many letters, broken behind what parts words or ids where there is such a thing."""
    found, rest = [], plain(words)
    while (fits := _fitting(rest, most)) < len(rest):
        parted = 1 + max(rest.rfind(mark, 0, fits) for mark in " ._/*+-")
        end = parted if parted > fits // 2 else fits
        found.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return [*found, rest]


def _fitting(words: str, most: float) -> int:
    """How many characters are no wider than so many letters; at least one."""
    return max(1, sum(1 for width in itertools.accumulate(map(_letters, words)) if width <= most))


def _letters(one: str) -> float:
    """How many letters are as wide as a character."""
    if east_asian_width(one) in "WF":
        return 2
    return 1.5 if one.isupper() or one in "@%mw—" else 1


def plain(words: str, most: int = 200) -> str:
    """Text on one line, in which what can't be seen is spelt out, cut where it is too long."""
    line = terminal(" ".join(words.split()))
    return line if len(line) <= most else f"{line[: most - 1]}…"
