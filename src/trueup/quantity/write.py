"""Values as figures: in a figure's own format, or in the default one."""

from __future__ import annotations

import re
from fractions import Fraction

from trueup.quantity.agree import agree
from trueup.quantity.codes import FigureError
from trueup.quantity.digits import Rounding, decimal, is_long, places_for, replaced, rounded, scientific
from trueup.quantity.figure import Figure
from trueup.quantity.interval import Interval
from trueup.quantity.natural import magnitude, natural_unit
from trueup.quantity.numeral import WORDS, Numeral
from trueup.quantity.read import read_figure
from trueup.quantity.spelling import Spelling, spell
from trueup.quantity.things import PLURALS
from trueup.quantity.units import NAMES, Dimension, Unit
from trueup.quantity.value import Quantity, Truth, Value

SIGNIFICANT = 4
_PLURAL = {name: f"{name}s" for name in NAMES if f"{name}s" in NAMES and name != "tok"}
_PLURAL |= {one: many for one, many in PLURALS.items() if one != many}
_SINGULAR = {many: one for one, many in _PLURAL.items()}
_ONE = frozenset({"1", "one"})
# A number, or the word of one, and the word behind it.
_COUNTED = re.compile(r"(?<![\w.,–−-])([0-9][0-9.,]*|[A-Za-z]+) ([A-Za-z]+)\b")
#: Characters of a figure; of one that is written longer, twice as many.
_LONGEST = 60


def write(value: Value) -> str:
    """``389,283,840 B``, ``33.16 ms``, ``45.00–90.00 µs``: integers in full, else four significant digits."""
    if isinstance(value, Truth):
        return {True: "true", False: "false", None: "undecided"}[value.value]
    if not isinstance(value, Quantity):
        return str(value)
    if value.count:
        return f"{value.count[0]:,} of {value.count[1]:,}"
    low, high = value.spread.low, value.spread.high
    if low is None or high is None:
        return _unbounded(value.spread, value.dimension)
    return _between(low, high, _unit(value.spread, value.dimension), value.dimension)


def write_around(value: Quantity) -> str:
    """As :func:`write` has it, with ends that the digits shown don't leave out: ``11.73–11.75 GB/s``."""
    low, high = value.spread.low, value.spread.high
    if low is None or high is None or low == high:
        return write(value)
    return _between(low, high, _unit(value.spread, value.dimension), value.dimension, outward=True)


def write_in(value: Quantity, unit: Unit) -> str | None:
    """The value in a unit of its dimension: ``371.2 MiB``; None where it is open at an end."""
    low, high = value.spread.low, value.spread.high
    return None if low is None or high is None else _between(low, high, unit, value.dimension)


def _between(
    low: Fraction, high: Fraction, unit: Unit | None, dimension: Dimension, *, outward: bool = False
) -> str:
    first = _number(low, unit, "down" if outward else "nearest")
    last = _number(high, unit, "up" if outward else "nearest")
    if first == last:
        return first + _symbol(unit, dimension, first)
    dash = " to " if low < 0 else "–"
    return f"{first}{dash}{last}{_symbol(unit, dimension, last)}"


def write_like(value: Quantity, figure: Figure) -> str:
    """The value in the figure's own format: its unit, places, separators, signs and form.

    Where the format can't hold the value, with more places, as a range, or as :func:`write` has it.
    """
    if figure.form != "text" and value.spread.low is not None and value.spread.high is not None:
        spelling = spell(figure.text)
        longest = max(_LONGEST, 2 * len(figure.text))
        texts = _attempts(figure, spelling, value, value.spread.low, value.spread.high)
        for text in dict.fromkeys(form for one in texts for form in (_inflected(one, figure.text), one)):
            try:
                if len(text) <= longest and agree(read_figure(text), value).ok:
                    return text
            except FigureError:
                continue
    return write(value)


def _attempts(
    figure: Figure, spelling: Spelling, value: Quantity, low: Fraction, high: Fraction
) -> list[str]:
    text = figure.text
    numeral = spelling.numerals[-1]
    factors = [unit.factor if unit else Fraction(1) for unit in spelling.units]
    first, last = low / factors[0], high / factors[-1]
    match spelling.form:
        case "fraction":
            # So many of so many are no more than all: what is more is no ratio.
            return [_counts(text, spelling, value)] if value.count or first <= 1 else []
        case "word":
            return [_word(text, numeral, first), _as_number(text, numeral, first)]
        case "power":
            return [_power(text, numeral, first)]
        case "range":
            return _ranges(text, spelling, (first, last), figure.claims, value)
        case "bound":
            return _bounds(text, spelling, (first, last))
        case "plus-minus":
            return [
                replaced(
                    text, numeral, rounded(max(abs(first), abs(last)), numeral.places, "up"), numeral.places
                )
            ]
        case "number":
            return _numbers(text, numeral, first, last)
    return []


def _inflected(text: str, before: str) -> str:
    """A new figure with the word of its unit as it is behind one, or behind many where that was one."""
    found, was = _COUNTED.search(text), _COUNTED.search(before)
    if not found or not was or found[1] == was[1]:
        return text
    one, word = found[1].lower() in _ONE, found[2]
    other = _SINGULAR.get(word) if one else _PLURAL.get(word) if was[1].lower() in _ONE else None
    return text[: found.start(2)] + other + text[found.end(2) :] if other else text


def _numbers(text: str, numeral: Numeral, low: Fraction, high: Fraction) -> list[str]:
    middle = (low + high) / 2
    places = numeral.places
    shown = middle / Fraction(10) ** numeral.exponent
    if middle and not rounded(shown, places):
        places = places_for(shown, 2)
    texts = [replaced(text, numeral, middle, finer) for finer in (places, places + 1, places + 2, places + 3)]
    if low != high:
        # One number may be too narrow for this spread, however it is written.
        upper = replaced(text, numeral, rounded(high, places, "up"), places)
        lower = replaced(text[: numeral.mantissa[1]], numeral, rounded(low, places, "down"), places)
        dash = " to " if low < 0 else "–"
        texts.append(lower + text[numeral.mantissa[1] : numeral.end] + dash + upper[numeral.start :])
    return texts


def _ranges(
    text: str, spelling: Spelling, ends: tuple[Fraction, Fraction], claims: Interval, value: Quantity
) -> list[str]:
    one, other = spelling.numerals
    low, high = ends
    if value.spread.is_point and claims.low is not None and claims.high is not None:
        # A single value moves the end that it lies beyond.
        stated = sorted((one.value, other.value))
        low, high = (
            (low, stated[1]) if ends[0] * _factor(spelling.units[0]) < claims.low else (stated[0], high)
        )
    texts = []
    for roundings in (("nearest", "nearest"), ("down", "up")):
        pair = [_placed(low, one, roundings[0]), _placed(high, other, roundings[1])]
        if spelling.descending:
            pair.reverse()
        longer = replaced(text, other, pair[1], other.places)
        texts.append(replaced(longer, one, pair[0], one.places))
    return texts


def _bounds(text: str, spelling: Spelling, ends: tuple[Fraction, Fraction]) -> list[str]:
    numeral = spelling.numerals[-1]
    above = ">" in spelling.relation
    end = _placed(ends[0 if above else 1], numeral, "down" if above else "up")
    beyond = end + (-numeral.step if above else numeral.step)
    return [replaced(text, numeral, number, numeral.places) for number in (end, beyond)]


def _placed(value: Fraction, numeral: Numeral, rounding: str) -> Fraction:
    how: Rounding = "down" if rounding == "down" else "up" if rounding == "up" else "nearest"
    scale = Fraction(10) ** (numeral.exponent if numeral.kind == "decimal" else 0)
    return rounded(value / scale, numeral.places, how) * scale


def _counts(text: str, spelling: Spelling, value: Quantity) -> str:
    part, whole = spelling.numerals
    low = value.spread.low or Fraction(0)
    counts = value.count or (low * whole.value, whole.value)
    longer = replaced(text, whole, Fraction(counts[1]), 0)
    return replaced(longer, part, Fraction(counts[0]), 0)


def _word(text: str, numeral: Numeral, value: Fraction) -> str:
    word = next((word for word, number in WORDS.items() if number == value), None)
    if word is None:
        return text
    start, end = numeral.mantissa
    return text[:start] + (word.capitalize() if text[start].isupper() else word) + text[end:]


def _as_number(text: str, numeral: Numeral, value: Fraction) -> str:
    digits = decimal(value, 0 if value.denominator == 1 else places_for(value, SIGNIFICANT))
    return f"{text[: numeral.start]}{'-' * (value < 0)}{digits}{text[numeral.end :]}"


def _power(text: str, numeral: Numeral, value: Fraction) -> str:
    base = abs(Fraction(text[slice(*numeral.mantissa)].replace(",", "")))
    tail = text[numeral.mantissa[1] : numeral.end]
    mark = "**" if tail.startswith("**") else "^"
    for exponent in range(-400, 401):
        if base > 1 and base**exponent == abs(value):
            return text[: numeral.mantissa[1]] + f"{mark}{exponent}" + text[numeral.end :]
    return text


def _factor(unit: Unit | None) -> Fraction:
    return unit.factor if unit else Fraction(1)


def _unit(spread: Interval, dimension: Dimension) -> Unit | None:
    base = natural_unit(dimension, Fraction(0))
    if base and base.exact and all(end is None or end.denominator == 1 for end in (spread.low, spread.high)):
        return base
    return natural_unit(dimension, magnitude(spread))


def _number(value: Fraction, unit: Unit | None, rounding: Rounding = "nearest") -> str:
    scaled = value / _factor(unit)
    sign = "-" if value < 0 else ""
    exact = unit is None or unit.exact
    if is_long(scaled) or 0 < abs(scaled) < Fraction(1, 10**4):
        return sign + scientific(scaled, SIGNIFICANT)
    if exact and scaled.denominator == 1:
        return sign + decimal(scaled, 0)
    if not scaled:
        return decimal(scaled, 1)
    places = max(places_for(scaled, SIGNIFICANT), 1 if exact else 0)
    return sign + decimal(rounded(scaled, places, rounding), places)


def _symbol(unit: Unit | None, dimension: Dimension, number: str) -> str:
    if unit is None:
        above, below = dimension.sides
        symbol = "·".join(above) + "".join(f"/{name}" for name in below)
        return f" {symbol}" if symbol else ""
    return f" {unit.head if number == '1' and unit.exact else unit.symbol}"


def _unbounded(spread: Interval, dimension: Dimension) -> str:
    unit = _unit(spread, dimension)
    for end, is_open, sign in ((spread.low, spread.open_low, ">"), (spread.high, spread.open_high, "<")):
        if end is not None:
            number = _number(end, unit)
            return f"{sign}{'' if is_open else '='} {number}".replace(">=", "≥").replace("<=", "≤") + _symbol(
                unit, dimension, number
            )
    return "any number"
