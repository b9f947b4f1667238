"""Values as JSON, exact: what crosses the pipe of a child, the cache and the evidence.

A rational is text, ``"n/d"`` in lowest terms or ``"n"``; an unbounded end is null.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from trueup.quantity.interval import Interval
from trueup.quantity.table import Table
from trueup.quantity.units import Dimension
from trueup.quantity.value import Name, Quantity, Truth, Value

#: All that a verifier may give, once it is known to be well formed.
Outcome: TypeAlias = Value | Table

DIGITS = 4000
_RATIONAL = re.compile(r"-?[0-9]{1,4000}(?:/[0-9]{1,4000})?")


class MalformedError(ValueError):
    """JSON that is no value; the text says what was expected."""


def value_to_json(value: Outcome) -> dict[str, Any]:
    """The value as JSON's types.

    :raises ValueError: a number has more digits than a value may have
    """
    match value:
        case Quantity():
            found: dict[str, Any] = {
                "kind": "quantity",
                "spread": interval_to_json(value.spread),
                "dimension": dict(value.dimension.exponents),
            }
            if value.reach != value.spread:
                found["reach"] = interval_to_json(value.reach)
            if value.count is not None:
                found["count"] = list(value.count)
            if value.noise is not None:
                found["noise"] = rational_to_json(value.noise)
            return found
        case Name():
            return {"kind": "name", "words": list(value.words)}
        case Truth():
            return {"kind": "truth", "truth": value.value}
        case Table():
            rows = [list(row) for row in value.rows]
            return {"kind": "table", "key": value.key, "columns": list(value.columns), "rows": rows}


def value_from_json(found: Any) -> Outcome:
    """The value that :func:`value_to_json` wrote.

    :raises MalformedError: it is none; nothing is guessed
    """
    if not isinstance(found, Mapping):
        raise MalformedError("a value is an object")
    match found.get("kind"):
        case "quantity":
            return _quantity(found)
        case "name":
            return Name(words=_texts(found.get("words")))
        case "truth" if isinstance(found.get("truth", 0), bool | None):
            return Truth(value=found["truth"])
        case "table":
            return _table(found)
    raise MalformedError(f"no kind of value: {str(found.get('kind'))[:40]!r}")


def rational_to_json(number: Fraction) -> str:
    """``"n/d"``, or ``"n"`` for an integer.

    :raises ValueError: it has more digits than a value may have
    """
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > 3 * DIGITS:
        raise ValueError(f"a number of more than {DIGITS * 9 // 10} digits")
    return str(number)


def rational_from_json(text: Any) -> Fraction:
    if not isinstance(text, str) or not _RATIONAL.fullmatch(text):
        raise MalformedError(f"no rational: {str(text)[:40]!r}")
    top, _, bottom = text.partition("/")
    if bottom and not int(bottom):
        raise MalformedError("a rational divided by zero")
    return Fraction(int(top), int(bottom or 1))


def interval_to_json(interval: Interval) -> list[Any]:
    """``[low, high]``, or ``[low, high, open_low, open_high]`` where an end is open."""
    ends: list[Any] = [
        None if end is None else rational_to_json(end) for end in (interval.low, interval.high)
    ]
    if interval.open_low or interval.open_high:
        ends += [interval.open_low, interval.open_high]
    return ends


def interval_from_json(found: Any) -> Interval:
    if (
        not isinstance(found, list)
        or len(found) not in (2, 4)
        or not all(isinstance(end, bool) for end in found[2:])
    ):
        raise MalformedError("an interval is a list of two ends")
    low, high = (None if end is None else rational_from_json(end) for end in found[:2])
    if low is not None and high is not None and low > high:
        raise MalformedError("a descending interval")
    return Interval(low, high, *found[2:])


def _quantity(found: Mapping[str, Any]) -> Quantity:
    spread = interval_from_json(found.get("spread"))
    reach = interval_from_json(found["reach"]) if "reach" in found else spread
    powers = found.get("dimension")
    if not isinstance(powers, Mapping) or not all(
        isinstance(name, str) and type(power) is int and abs(power) < 1000 for name, power in powers.items()
    ):
        raise MalformedError("a dimension is an object of small integers")
    count = found.get("count")
    if count is not None and not (
        isinstance(count, list) and len(count) == 2 and all(type(number) is int for number in count)
    ):
        raise MalformedError("a count is two integers")
    return Quantity(
        spread=spread,
        reach=reach,
        dimension=Dimension(tuple(sorted((name, power) for name, power in powers.items() if power))),
        count=None if count is None else (count[0], count[1]),
        noise=rational_from_json(found["noise"]) if "noise" in found else None,
    )


def _table(found: Mapping[str, Any]) -> Table:
    columns, key, rows = _texts(found.get("columns")), found.get("key"), found.get("rows")
    if key not in columns or not isinstance(rows, list):
        raise MalformedError("a table has a key, which is one of its columns, and rows")
    cells = tuple(_texts(row) for row in rows)
    if any(len(row) != len(columns) for row in cells):
        raise MalformedError("a row has as many cells as there are columns")
    return Table(key=str(key), columns=columns, rows=cells)


def _texts(found: Any) -> tuple[str, ...]:
    if (
        not isinstance(found, Sequence)
        or isinstance(found, str)
        or not all(isinstance(item, str) for item in found)
    ):
        raise MalformedError("expected a list of text")
    return tuple(found)
