"""The closed table of units, with dimensions."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dimension:
    """Exponents of base units, sorted by name: ``(("B", 1), ("s", -1))`` is bytes per second.

    Bases: ``B``, ``s``, ``FLOP`` and the counted things (``tok``, ``step``, ``layer`` …).
    """

    exponents: tuple[tuple[str, int], ...] = ()


NONE = Dimension()
