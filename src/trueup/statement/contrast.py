"""How two figures differ, in the ways in which people say it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trueup.quantity.figure import Figure
from trueup.quantity.interval import Interval
from trueup.quantity.value import Quantity
from trueup.statement.reading import mapped, middle, reading
from trueup.statement.sentence import Term

How = Callable[[Interval, Interval], Interval]
_ONE = Interval.point(1)


def relative(one: Term, other: Term, figure: Figure, *, signed: bool) -> Iterator[Quantity]:
    """By how much the second is more than the first: as a change, as a speed-up, or as what is saved.

    Percentages may differ in points. Without a sign a word says which way it goes.
    """
    yield from _readings(one, other, _change, figure, upright=not signed)
    if one.portion == "%":
        yield from _readings(one, other, _difference, figure, upright=not signed)
    yield from _readings(one, other, _speed_up, figure, upright=not signed)
    for value in _readings(one, other, _saved, figure):
        if value.spread.low is not None and value.spread.low > 0:
            yield value


def times(one: Term, other: Term, figure: Figure) -> Iterator[Quantity]:
    """How often the second is the first, either way round, the likelier one first."""
    hows = _times, _share
    above = middle(figure.stated) >= 1
    for how in hows if above == (middle(other.figure.stated) >= middle(one.figure.stated)) else hows[::-1]:
        yield from _readings(one, other, how, figure)


def times_more(one: Term, other: Term, figure: Figure) -> Iterator[Quantity]:
    """“2.3× faster” taken literally, as 2.3 times more than before."""
    yield from _readings(one, other, _change, figure)
    yield from _readings(one, other, _speed_up, figure)


def share(one: Term, other: Term, figure: Figure) -> Iterator[Quantity]:
    """What part of the second the first is."""
    yield from _readings(one, other, _share, figure)


def difference(one: Term, other: Term, figure: Figure, *, signed: bool, scale: int = 1) -> Iterator[Quantity]:
    """How far the second lies above the first."""
    yield from _readings(one, other, _difference, figure, upright=not signed, scale=scale)


def _readings(
    one: Term, other: Term, how: How, figure: Figure, *, upright: bool = False, scale: int = 1
) -> Iterator[Quantity]:
    stated = mapped(one.figure.stated, other.figure.stated, how)
    reach = mapped(one.could_be, other.could_be, how)
    if stated is None or reach is None:
        return
    if upright and stated.low is not None and stated.low < 0:
        stated, reach = -stated, -reach
    yield reading(figure, stated, reach, scale)


def _change(a: Interval, b: Interval) -> Interval:
    return b / a - _ONE


def _speed_up(a: Interval, b: Interval) -> Interval:
    return a / b - _ONE


def _saved(a: Interval, b: Interval) -> Interval:
    return _ONE - b / a


def _times(a: Interval, b: Interval) -> Interval:
    return b / a


def _share(a: Interval, b: Interval) -> Interval:
    return a / b


def _difference(a: Interval, b: Interval) -> Interval:
    return b - a
