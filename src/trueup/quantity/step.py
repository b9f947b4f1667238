"""The smallest change of a figure's text that leaves what the figure claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trueup.quantity.agree import holds
from trueup.quantity.cell import read_under
from trueup.quantity.codes import FigureError
from trueup.quantity.digits import replaced
from trueup.quantity.figure import Figure
from trueup.quantity.numeral import MAX_EXPONENT, WORDS, Numeral
from trueup.quantity.read import shown
from trueup.quantity.spelling import spell
from trueup.quantity.units import Unit
from trueup.quantity.value import Quantity

#: the text after so many steps, or None where the format has no such step
Move = Callable[[int], str | None]

_MOST_STEPS = 2**120
_WORDS = tuple(word for word in WORDS if word != "half")


def smallest_step(
    text: str,
    leaves: Quantity | None = None,
    *,
    compare: str | None = None,
    tolerance: Figure | None = None,
    unit: Unit | None = None,
) -> str | None:
    """``text`` changed by the fewest steps in its own format after which it no longer agrees with a value.

    A step is one unit in the last written place, the next word, or the next exponent; of a range, one
    end moves. One step fewer would still agree.

    :param leaves: the value; what the figure states where None
    :param compare: as the claim judges, likewise ``tolerance``
    :param unit: of its column, for a figure that has none
    :returns: the new text, or None where no such change is refuted
    """
    figure, _ = read_under(shown(text), unit)
    value = leaves or Quantity(
        spread=figure.stated, reach=figure.stated, dimension=figure.dimension, count=figure.count
    )
    return step_until(
        text,
        lambda candidate: (
            not holds(read_under(candidate, unit)[0], value, compare=compare, tolerance=tolerance)
        ),
    )


def step_until(text: str, done: Callable[[str], bool], *, most: int = _MOST_STEPS) -> str | None:
    """``text`` changed by the fewest steps in its own format after which it is ``done``; None if it never is.

    :param done: may raise :class:`FigureError`; once it is true of a text, it is of all further steps
    :param most: steps that are tried
    """
    text = shown(text)

    def state(candidate: str | None) -> bool | None:
        try:
            return None if candidate is None else not done(candidate)
        except FigureError:
            return None

    found = [(count, move) for move in _moves(text) if (count := _fewest(move, state, most))]
    if not found:
        return None
    count, move = min(found, key=lambda pair: pair[0])
    return move(count)


def _fewest(move: Move, state: Callable[[str | None], bool | None], most: int) -> int | None:
    """The fewest steps after which the figure is readable and disagrees; None where there are none."""
    high = 1
    while state(move(high)):
        high *= 2
        if high > most:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if state(move(middle)) else (low, middle)
    return high if state(move(high)) is False else None


def _moves(text: str) -> Iterator[Move]:
    spelling = spell(text)
    first, last = spelling.numerals[0], spelling.numerals[-1]
    if spelling.form == "fraction":
        yield _by(text, first, -1)
        yield _by(text, first, 1)
    elif spelling.form == "range":
        inward = -1 if spelling.descending else 1
        yield _by(text, first, inward)
        yield _by(text, last, -inward)
        yield _both(text, first, last)
    elif last.kind == "word":
        yield _by_word(text, last, 1)
        yield _by_word(text, last, -1)
    elif last.kind == "power":
        yield _by_exponent(text, last, 1)
        yield _by_exponent(text, last, -1)
    else:
        yield _by(text, last, 1)
        yield _by(text, last, -1)


def _by(text: str, numeral: Numeral, direction: int) -> Move:
    def move(count: int) -> str | None:
        return replaced(text, numeral, numeral.value + direction * count * numeral.step, numeral.places)

    return move


def _both(text: str, first: Numeral, last: Numeral) -> Move:
    def move(count: int) -> str | None:
        longer = replaced(text, last, last.value + count * last.step, last.places)
        return replaced(longer, first, first.value + count * first.step, first.places)

    return move


def _by_exponent(text: str, numeral: Numeral, direction: int) -> Move:
    base, tail = text[: numeral.mantissa[1]], text[numeral.mantissa[1] : numeral.end]
    mark = "**" if tail.startswith("**") else "^"

    def move(count: int) -> str | None:
        exponent = numeral.exponent + direction * count
        if abs(exponent) > MAX_EXPONENT:
            return None
        return f"{base}{mark}{exponent}{text[numeral.end :]}"

    return move


def _by_word(text: str, numeral: Numeral, direction: int) -> Move:
    start, end = numeral.mantissa

    def move(count: int) -> str | None:
        place = -(-numeral.value // 1) + direction * count - (numeral.value.denominator > 1 and direction > 0)
        if not 0 <= place < len(_WORDS):
            return None
        word = _WORDS[place]
        return text[:start] + (word.capitalize() if text[start].isupper() else word) + text[end:]

    return move
