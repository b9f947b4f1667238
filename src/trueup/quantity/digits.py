"""Numbers as digits, exactly rounded."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Literal

from trueup.quantity.numeral import Numeral

_LONG = 10**24
Rounding = Literal["nearest", "down", "up"]


def rounded(value: Fraction, places: int, rounding: Rounding = "nearest") -> Fraction:
    """``value`` to so many decimal places; of two nearest ones the one further from zero."""
    scaled = value * 10**places
    if rounding == "down":
        return Fraction(floor(scaled), 10**places)
    if rounding == "up":
        return Fraction(ceil(scaled), 10**places)
    nearest = floor(abs(scaled) + Fraction(1, 2))
    return Fraction(nearest if value >= 0 else -nearest, 10**places)


def decimal(value: Fraction, places: int, *, separator: str = ",") -> str:
    """The digits of ``|value|``, rounded to the nearest, with thousands separated."""
    units = floor(abs(value) * 10**places + Fraction(1, 2))
    whole, part = divmod(units, 10**places)
    digits = f"{whole:,}".replace(",", separator)
    return f"{digits}.{part:0{places}d}" if places else digits


def places_for(value: Fraction, significant: int) -> int:
    """The decimal places that give ``value`` so many significant digits; never negative."""
    return max(significant - 1 - _exponent(value), 0) if value else 0


def _exponent(value: Fraction) -> int:
    """The power of ten that leaves one digit before the point; of zero there is none."""
    size, exponent = abs(value), 0
    while size >= 10:
        size, exponent = size / 10, exponent + 1
    while size < 1:
        size, exponent = size * 10, exponent - 1
    return exponent


def is_long(value: Fraction) -> bool:
    """Whether a number has more digits before the point than anybody reads."""
    return abs(value) >= _LONG


def scientific(value: Fraction, significant: int) -> str:
    """``|value|`` with so many significant digits, and a power of ten."""
    size = abs(value)
    exponent = _exponent(size)
    mantissa = rounded(size / Fraction(10) ** exponent, significant - 1)
    if mantissa >= 10:
        mantissa, exponent = mantissa / 10, exponent + 1
    return f"{decimal(mantissa, significant - 1)}e{exponent}"


def about(value: Fraction, significant: int) -> str:
    """A number for reading along, to so many digits at most: ``0.48``, ``1.5e+07``."""
    if is_long(value):
        return "-" * (value < 0) + scientific(value, significant)
    return f"{float(value):.{significant}g}"


def replaced(text: str, numeral: Numeral, value: Fraction, places: int) -> str:
    """``text`` with ``value`` in place of a numeral: its separators, kind of minus and power of ten kept."""
    shown = rounded(value / Fraction(10) ** (numeral.exponent if numeral.kind == "decimal" else 0), places)
    digits = decimal(shown, places, separator=_separator(text, numeral))
    return text[: numeral.start] + _sign(numeral, shown) + digits + text[numeral.mantissa[1] :]


def _sign(numeral: Numeral, value: Fraction) -> str:
    if value < 0:
        return numeral.sign if numeral.sign in ("-", "−") else "-"
    return "+" if numeral.sign == "+" else ""


def _separator(text: str, numeral: Numeral) -> str:
    start, end = numeral.mantissa
    written = text[start:end].partition(".")[0]
    if not numeral.separator:
        # Four digits or more without a separator are the author's way; of fewer, the way is not known.
        return "," if len(written) < 4 else ""
    return next(character for character in written if not character.isdigit())
