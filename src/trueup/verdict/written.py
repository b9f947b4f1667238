"""A tagged figure as it is read where it stands."""

from __future__ import annotations

from trueup.quantity.cell import header_unit, read_under
from trueup.quantity.figure import Figure
from trueup.quantity.units import Unit
from trueup.tags.model import Block, Tag

# Beside a figure they say what it is.
_SIGNS = frozenset("%×")


def read_tagged(tag: Tag, block: Block) -> tuple[Figure, str]:
    """The figure of a tag, and the symbol of its column's unit where it leaves its own out.

    Raises :class:`FigureError`.
    """
    return read_under(tag.figure, column_unit(tag, block))


def column_unit(tag: Tag, block: Block) -> Unit | None:
    """The unit in the brackets of the header above a tag, unless its cell says more of the figure."""
    first, last = tag.span
    for (start, end), header in zip(block.cells, block.header, strict=False):
        if start <= first and last <= end:
            beside = block.text[start:first] + block.text[last:end]
            alone = not any(character.isalnum() or character in _SIGNS for character in beside)
            return header_unit(header) if alone else None
    return None
