"""A figure where it stands: the text around it, and how far it is from what was computed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction

from trueup.diagnostics import Location
from trueup.engine.stated import Stated
from trueup.quantity.agree import claimed
from trueup.quantity.codes import FigureError
from trueup.quantity.digits import about
from trueup.quantity.figure import Figure
from trueup.quantity.value import Quantity, Value
from trueup.quantity.write import write
from trueup.tags.model import Block
from trueup.verdict.model import Verdict

#: So many characters are shown on either side of a figure.
AROUND = 120


class Surroundings:
    """The visible text around the figures of all documents."""

    def __init__(self, stated: Iterable[Stated]) -> None:
        self._blocks: dict[tuple[str, int], list[Block]] = defaultdict(list)
        for one in stated:
            for block in (one.block, *one.rows):
                for key in dict.fromkeys((at.path, at.line) for _, at in block.runs):
                    self._blocks[key].append(block)

    def of(self, figure: str | None, at: Location | None) -> tuple[str, str] | None:
        """The text before and after a figure, on one line each; None where it is not found there."""
        if not figure or at is None:
            return None
        for block in self._blocks.get((at.path, at.line), ()):
            for offset in _offsets(block.text, figure):
                if block.locate(offset) == at:
                    return _before(block.text[:offset]), _after(block.text[offset + len(figure) :])
        return None


def difference(verdict: Verdict, value: Value | None) -> str | None:
    """How far what was computed lies from a figure: ``+0.16 ms (+0.48 %)``; None where nobody can tell."""
    if not isinstance(value, Quantity):
        return None
    try:
        figure = verdict.read()
    except FigureError:
        return None
    if claimed(figure, value) is None:
        return None
    away = _away(figure, value)
    if away is None:
        return None
    distance, of = away
    if not distance:
        return "inside" if figure.form in ("range", "bound", "plus-minus") else "none"
    sign = "+" if distance > 0 else "−"
    if figure.unit == "%":
        return f"{sign}{_plainly(abs(distance) * 100)} percentage points"
    size = write(Quantity.exact(abs(distance), value.dimension))
    return f"{sign}{size} ({_share(distance / of, sign)})" if of else f"{sign}{size}"


def _share(part: Fraction, sign: str) -> str:
    """A difference as a part of what is written: in percent, or how many times that it makes."""
    return f"{_plainly(part + 1)}×" if part >= 9 else f"{sign}{_plainly(abs(part) * 100)} %"


def _plainly(value: Fraction) -> str:
    """A number to two digits, and to whole ones up to a million million."""
    return f"{round(value):,}" if 100 <= value < 10**12 else about(value, 2)


def _away(figure: Figure, value: Quantity) -> tuple[Fraction, Fraction | None] | None:
    """Computed less written, and what it is a share of."""
    low, high = value.spread.low, value.spread.high
    if low is None or high is None:
        return None
    least, most = figure.stated.low, figure.stated.high
    if figure.form not in ("range", "bound", "plus-minus"):
        if least is None or most is None:
            return None
        middle = (least + most) / 2
        return (low + high) / 2 - middle, middle
    if least is not None and low < least:
        return low - least, least
    if most is not None and high > most:
        return high - most, most
    return Fraction(0), None


def _offsets(text: str, figure: str) -> Iterator[int]:
    start = text.find(figure)
    while start >= 0:
        yield start
        start = text.find(figure, start + 1)


def _before(text: str) -> str:
    line = " ".join(text.split())
    kept = line if len(line) <= AROUND else f"…{line[-AROUND:]}"
    return kept + " " * bool(text and text[-1].isspace())


def _after(text: str) -> str:
    line = " ".join(text.split())
    kept = line if len(line) <= AROUND else f"{line[:AROUND]}…"
    return " " * bool(text and text[0].isspace()) + kept
