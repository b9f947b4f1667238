"""The closed table of units, with dimensions."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dimension:
    """Exponents of base units, sorted by name: ``(("B", 1), ("s", -1))`` is bytes per second.

    Bases: ``B``, ``s``, ``FLOP`` and the counted things (``tok``, ``step``, ``layer`` …).
    """

    exponents: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, **exponents: int) -> Dimension:
        """``Dimension.of(B=1, s=-1)``; zero exponents vanish."""
        return cls(tuple(sorted((name, power) for name, power in exponents.items() if power)))

    def __mul__(self, other: Dimension) -> Dimension:
        powers = dict(self.exponents)
        for name, power in other.exponents:
            powers[name] = powers.get(name, 0) + power
        return Dimension.of(**powers)

    def __pow__(self, power: int) -> Dimension:
        return Dimension.of(**{name: exponent * power for name, exponent in self.exponents})

    def __truediv__(self, other: Dimension) -> Dimension:
        return self * other**-1


NONE = Dimension()
