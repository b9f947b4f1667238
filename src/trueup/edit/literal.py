"""Figures as the numbers of a formula."""

from __future__ import annotations

import re
from fractions import Fraction

from trueup.quantity.digits import decimal
from trueup.quantity.figure import Figure
from trueup.quantity.numeral import Numeral
from trueup.quantity.spelling import spell
from trueup.quantity.units import Unit

_MOST_PLACES = 40
_POWER = re.compile(r"([0-9]+)\^(-?[0-9]+)", re.ASCII)


def literal(figure: Figure) -> str | None:
    """``389283840 B``, ``152064 * 5120``, ``130003 / 160728``, ``2 ** 32``; None for no single number."""
    if figure.form == "power" and (power := _POWER.fullmatch(figure.text)):
        return f"{power[1]} ** {power[2]}"
    if figure.form not in ("number", "product", "fraction") or figure.approx:
        return None
    spelling = spell(figure.text)
    numbers = [_number(numeral) for numeral in spelling.numerals]
    if None in numbers:
        return None
    shown = [number for number in numbers if number is not None]
    if figure.form == "fraction":
        return " / ".join(shown)
    return f"{' * '.join(shown)}{_unit(spelling.units[-1])}"


def _number(numeral: Numeral) -> str | None:
    value = numeral.value
    least = numeral.places if numeral.kind == "decimal" and not numeral.exponent else 0
    fitting = (places for places in range(least, _MOST_PLACES) if (value * 10**places).denominator == 1)
    places = next(fitting, None)
    if places is None or value < 0:
        return None
    return decimal(value, places, separator="")


def _unit(unit: Unit | None) -> str:
    """The unit; a counted thing alone, or ×, is left out."""
    if unit is None or (not unit.dimension.physical.exponents and unit.factor == Fraction(1)):
        return ""
    return f" {unit.symbol}"
