"""Values with a unit, for verifiers that give one."""

from __future__ import annotations

from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity


def in_bytes(count: int) -> Quantity:
    """Exactly so many bytes."""
    return Quantity.exact(count, Dimension.of(B=1))
