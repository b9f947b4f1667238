"""One statement of arithmetic in running text: a figure, its operands, and what they give."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from trueup.quantity.agree import holds
from trueup.quantity.figure import Figure
from trueup.quantity.value import Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A figure that follows from others in the same text, or should.

    :param kind: the form in which it is written: ``product``, ``quotient``, ``sum``, ``change``, ``ratio``,
        ``share``, ``rate`` …
    :param span: ``(start, end)`` of the figure in the text
    :param operands: the spans of what it follows from
    :param value: what the operands give; its reach is what they could be as they are rounded
    :param formula: the recomputation as a reader would write it, ``152064 × 5120 × 0.5``
    :param certain: the form leaves no doubt about what is meant
    :ivar holds: whether the figure meets what its operands allow
    """

    kind: str
    span: tuple[int, int]
    figure: Figure
    operands: tuple[tuple[int, int], ...]
    value: Quantity
    formula: str
    certain: bool
    holds: bool = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "holds", holds(self.figure, self.value))

    def involves(self, start: int, end: int) -> bool:
        """Whether its figure or an operand overlaps a span."""
        return any(first < end and start < last for first, last in (self.span, *self.operands))

    def moved(self, offset: int) -> Statement:
        """The same in a text in which it stands further on."""
        if not offset:
            return self
        start, end = self.span
        operands = tuple((first + offset, last + offset) for first, last in self.operands)
        return replace(self, span=(start + offset, end + offset), operands=operands)
