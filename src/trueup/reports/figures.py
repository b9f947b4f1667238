"""A figure where it stands: the text around it, and how far it is from what was computed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from trueup.diagnostics import Location
from trueup.engine.stated import Stated
from trueup.quantity.agree import claimed
from trueup.quantity.codes import FigureError
from trueup.quantity.digits import about
from trueup.quantity.figure import Figure
from trueup.quantity.units import NONE, read_unit
from trueup.quantity.value import Quantity, Value
from trueup.quantity.write import write, write_in
from trueup.tags.model import Block
from trueup.verdict.model import Verdict

#: So many characters are shown on either side of a figure.
AROUND = 120
#: So many are looked at for them: blanks count once.
_LOOKED_AT = 4 * AROUND
#: So many are left out at the far end, at most, for the sake of a whole word.
_WORD = 40
#: Percent: of less no number is written.
_LEAST = Fraction(1, 100)
_FEW = 10_000


class Surroundings:
    """The visible text around the figures of all documents."""

    def __init__(self, stated: Iterable[Stated]) -> None:
        blocks = {id(block): block for one in stated for block in (one.block, *one.rows)}
        self._runs: dict[tuple[str, int], list[tuple[int, int, Block]]] = defaultdict(list)
        for block in blocks.values():
            for offset, at in block.runs:
                self._runs[at.path, at.line].append((at.column, offset, block))
        for runs in self._runs.values():
            runs.sort(key=_column)

    def of(self, figure: str | None, at: Location | None) -> tuple[str, str] | None:
        """The text before and after a figure, on one line each; None where it is not found there."""
        if not figure or at is None:
            return None
        runs = self._runs.get((at.path, at.line), [])
        end = bisect_right(runs, at.column, key=_column)
        for column, start, block in (
            runs[bisect_left(runs, runs[end - 1][0], key=_column) : end] if end else ()
        ):
            offset = start + at.column - column
            if block.text.startswith(figure, offset) and block.locate(offset) == at:
                return _before(block.text, offset), _after(block.text, offset + len(figure))
        return None


def difference(verdict: Verdict, value: Value | None) -> str | None:
    """How far what was computed lies from a figure: ``+0.16 ms (+0.48 %)``; None where nobody can tell."""
    compared = _compared(verdict, value)
    away = _away(*compared) if compared else None
    if compared is None or away is None:
        return None
    (figure, quantity), (distance, of) = compared, away
    if not distance:
        return "inside" if figure.form in ("range", "bound", "plus-minus") else "none"
    sign = "+" if distance > 0 else "−"
    if figure.unit == "%":
        return f"{sign}{_plainly(abs(distance) * 100)} percentage points"
    size = _size(abs(distance), figure, quantity)
    return f"{sign}{size} ({_share(distance / of, sign)})" if of else f"{sign}{size}"


#: Many figures state one value.
_written = lru_cache(maxsize=256)(write)


def in_its_unit(verdict: Verdict, value: Value | None) -> str | None:
    """What was computed in the unit of a figure, where it is written in another: ``371.2 MiB``."""
    compared = _compared(verdict, value)
    if compared is None:
        return None
    figure, quantity = compared
    if not figure.unit or quantity.count or _written(quantity).endswith(f" {figure.unit}"):
        return None
    try:
        unit = read_unit(figure.unit)
    except FigureError:
        return None
    counts = quantity.dimension == NONE and unit.factor == 1  # “119×” and “867 tensors” are but numbers
    return None if counts else write_in(quantity, unit)


def _compared(verdict: Verdict, value: Value | None) -> tuple[Figure, Quantity] | None:
    """A figure and the quantity that it states; None where they can't be compared."""
    if not isinstance(value, Quantity):
        return None
    try:
        figure = verdict.read()
    except FigureError:
        return None
    return None if claimed(figure, value) is None else (figure, value)


def _size(distance: Fraction, figure: Figure, value: Quantity) -> str:
    """A difference in the unit of the figure where it is a few of those, else as any value is written."""
    whole = distance / figure.factor
    if figure.unit and value.dimension != NONE and whole.denominator == 1 and whole < _FEW:
        return f"{whole.numerator:,} {figure.unit}"
    return write(Quantity.exact(distance, value.dimension))


def _share(part: Fraction, sign: str) -> str:
    """A difference as a part of what is written: in percent, or how many times that it makes."""
    if part >= 9:
        return f"{_plainly(part + 1)}×"
    percent = abs(part) * 100
    return f"{sign}{_plainly(percent)} %" if percent >= _LEAST else f"less than {float(_LEAST)} %"


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


def _column(run: tuple[int, int, Block]) -> int:
    return run[0]


def _before(text: str, end: int) -> str:
    piece = text[max(end - _LOOKED_AT, 0) : end]
    line = " ".join(piece.split())
    whole = len(line) <= AROUND and len(piece) == end
    return (line if whole else f"…{_last_words(line)}") + " " * piece[-1:].isspace()


def _after(text: str, start: int) -> str:
    piece = text[start : start + _LOOKED_AT]
    line = " ".join(piece.split())
    whole = len(line) <= AROUND and start + len(piece) == len(text)
    return " " * piece[:1].isspace() + (line if whole else f"{_first_words(line)}…")


# A figure that is cut in two would be another one; where no blank is near, nothing else can be done.
def _last_words(line: str) -> str:
    kept = line[-AROUND:]
    blank = kept.find(" ", 0, _WORD)
    cut = len(line) > AROUND and not line[-AROUND - 1].isspace() and blank >= 0
    return kept[blank + 1 :] if cut else kept


def _first_words(line: str) -> str:
    kept = line[:AROUND]
    blank = kept.rfind(" ", AROUND - _WORD)
    cut = len(line) > AROUND and not line[AROUND].isspace() and blank >= 0
    return kept[:blank] if cut else kept
