"""Exact numbers of recorded verdicts, read into types."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.reports.html.shapes import as_id, as_list, as_object, as_text, wrong_shape

# Capped as the values of formulas are, so that a few bytes can't stand for a number without end.
_NUMBER = re.compile(r"-?[0-9]{1,3100}(?:/[0-9]{1,3100})?")
_NAME = re.compile(r"[A-Za-z][A-Za-z_-]{0,39}")
_MOST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedTurn:
    """A value of one operand at which a decision turns.

    :param below: the word that holds while the operand is below ``at``; ``above`` while it is above
    :param distance: ``at`` over the present value, or its inverse: never below 1; None if it has none
    :param away: how far the operand is from there, in words
    """

    operand: str
    at: Quantity
    below: str
    above: str
    distance: Fraction | None
    away: str = ""


def as_quantity(item: object, key: str) -> Quantity | None:
    """A quantity; None where it is left out."""
    if item is None:
        return None
    entry = as_object(item, key)
    return Quantity(
        spread=_interval(entry.get("spread"), f"{key}.spread"),
        reach=_interval(entry.get("reach"), f"{key}.reach"),
        dimension=_dimension(entry.get("dimension"), f"{key}.dimension"),
    )


def as_turns(item: object, key: str) -> tuple[RecordedTurn, ...]:
    """Flip points; none where they are left out."""
    return tuple(_turn(one, f"{key}[{at}]") for at, one in enumerate(as_list(item, key)))


def _turn(item: object, key: str) -> RecordedTurn:
    entry = as_object(item, key)
    at = as_quantity(entry.get("at"), f"{key}.at")
    if at is None or at.spread.low is None:
        raise wrong_shape(f"{key}.at", "a quantity")
    distance = as_text(entry.get("distance"), f"{key}.distance")
    return RecordedTurn(
        operand=as_id(entry.get("operand"), f"{key}.operand"),
        at=at,
        below=as_text(entry.get("below"), f"{key}.below") or "",
        above=as_text(entry.get("above"), f"{key}.above") or "",
        distance=None if distance is None else _fraction(distance, f"{key}.distance"),
        away=as_text(entry.get("away"), f"{key}.away") or "",
    )


def _interval(item: object, key: str) -> Interval:
    ends = as_list(item, key)
    if len(ends) != 2:
        raise wrong_shape(key, "a pair of numbers")
    low, high = (None if end is None else _fraction(end, key) for end in ends)
    try:
        return Interval(low, high)
    except ValueError:
        raise wrong_shape(key, "a pair of ascending numbers") from None


def _fraction(item: object, key: str) -> Fraction:
    if not isinstance(item, str) or not _NUMBER.fullmatch(item):
        raise wrong_shape(key, "a whole number or a fraction, as text")
    try:
        return Fraction(item)
    except ZeroDivisionError:
        raise wrong_shape(key, "a fraction") from None


def _dimension(item: object, key: str) -> Dimension:
    powers: dict[str, int] = {}
    for name, power in as_object(item, key).items():
        whole = isinstance(power, int) and not isinstance(power, bool) and abs(power) <= _MOST
        if not whole or not isinstance(power, int) or not _NAME.fullmatch(name):
            raise wrong_shape(key, "a dimension")
        powers[name] = power
    if len(powers) > _MOST:
        raise wrong_shape(key, "a dimension")
    return Dimension.of(**powers)
