"""Values and flip points as exact numbers in JSON: what the site draws from."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from trueup.decision import Flip
from trueup.quantity.interval import Interval
from trueup.quantity.value import Quantity, Value


def exact(value: Value | None) -> dict[str, Any] | None:
    """A quantity in base units: ``{"spread": ["1/3", "2"], "reach": […], "dimension": {"B": 1, "s": -1}}``.

    An end is a whole number or a fraction, null where there is none. None for what is no quantity.
    """
    if not isinstance(value, Quantity):
        return None
    return {
        "spread": _ends(value.spread),
        "reach": _ends(value.reach),
        "dimension": dict(value.dimension.exponents),
    }


def turns(flips: Iterable[Flip]) -> list[dict[str, Any]]:
    """Flip points: the operand, the value at which it turns the decision, and the words on either side."""
    return [
        {
            "operand": one.operand,
            "at": exact(one.at),
            "below": one.below,
            "above": one.above,
            "distance": None if one.distance is None else str(one.distance),
            "away": one.away,
        }
        for one in flips
    ]


def _ends(interval: Interval) -> list[str | None]:
    return [_number(interval.low), _number(interval.high)]


def _number(end: Fraction | None) -> str | None:
    return None if end is None else str(end)
