"""The one spelling of a number."""

from __future__ import annotations

from fractions import Fraction

_PLAIN = 20


def spell(value: Fraction) -> str:
    """Digits without needless zeros; an exponent beyond twenty places; ``n / d`` where no decimal ends."""
    if value < 0:
        return f"(-{spell(-value)})"
    exponent = -max(_multiplicity(value.denominator, 2), _multiplicity(value.denominator, 5))
    scaled = value * 10**-exponent
    if scaled.denominator != 1:
        return f"({value.numerator} / {value.denominator})"
    digits = str(scaled.numerator)
    if exponent < -_PLAIN:
        return f"{digits}e{exponent}"
    if exponent:
        digits = digits.rjust(1 - exponent, "0")
        return f"{digits[:exponent]}.{digits[exponent:]}"
    bare = digits.rstrip("0")
    zeros = len(digits) - len(bare)
    return f"{bare}e{zeros}" if bare and zeros > _PLAIN else digits


def _multiplicity(number: int, prime: int) -> int:
    times = 0
    while number % prime == 0:
        number //= prime
        times += 1
    return times
