"""A value as a file states it, in text or in JSON: a quantity or a name."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from trueup.diagnostics import Location
from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.quantity.read import looks_numeric, read_figure
from trueup.quantity.units import Unit, read_unit
from trueup.quantity.value import Name, Quantity
from trueup.readers.artifact import refuse
from trueup.readers.json import Json
from trueup.verifier import VerifierError

#: Where a value stands; looked for only when something is wrong with it.
Place: TypeAlias = Callable[[], Location]

#: A number as source code has it: 100_000.
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:_[0-9]{3})+(?:\.[0-9]+)?")
#: A bare number: what a program writes, and a unit may be put behind.
_BARE = re.compile(r"[+\-−]?[0-9.,  \u00a0\u202f]*[0-9](?:[eE][+\-]?[0-9]+)?")


def unit_of(text: str | None) -> Unit | None:
    """The unit that the parameter ``unit`` names.

    :raises VerifierError: it is none
    """
    if text is None:
        return None
    try:
        return read_unit(text)
    except FigureError as error:
        raise VerifierError(f"unit: {error.message}", error.hint or "") from None


def value_at(document: Json, pointer: str, unit: Unit | None) -> Quantity | Name:
    """The value at a JSON pointer: a number is exact, a text is read as a figure.

    :param unit: of a number that has none
    :raises TrueupError: M634 there is no such place, M635 there is no value
    """
    path, value = document.find(pointer)
    if isinstance(value, str):
        return text_of(value, unit, partial(document.locate, path), f"the value at {pointer or 'the top'}")
    exact = document.number(pointer)
    if unit is None:
        return Quantity.exact(exact)
    return Quantity.exact(exact * unit.factor, unit.dimension)


def text_of(text: str, unit: Unit | None, place: Place, what: str) -> Quantity | Name:
    """A text as its figure; one that is not meant as a number is a name.

    What the figure rounds is slack where something is computed from it.

    :param unit: of a figure that states none
    :raises TrueupError: M635 it is empty or can't be read for certain, or its unit is another one
    """
    if not text.strip():
        raise refuse(place(), "M635", f"{what} is empty", "name a place that holds a value")
    if not looks_numeric(text):
        if unit is not None:
            raise refuse(place(), "M635", f"{what} is {_short(text)}, no number in {unit.symbol}")
        try:
            text.encode()
        except UnicodeEncodeError:
            message = f"{what} is {_short(text)}, with half of a surrogate pair"
            raise refuse(place(), "M635", message, "write the file again") from None
        return Name(words=(text.strip(),))
    figure = _figure(text, unit, place, what)
    return Quantity(spread=figure.stated, reach=figure.reach, dimension=figure.dimension, count=figure.count)


def _figure(text: str, unit: Unit | None, place: Place, what: str) -> Figure:
    if _GROUPED.fullmatch(text.strip()):
        text = text.replace("_", "")
    bare = _BARE.fullmatch(text.strip()) is not None
    written = f"{text.strip()} {unit.symbol}" if unit and bare else text
    try:
        figure = read_figure(written)
    except FigureError as error:
        message = f"{what} is {_short(text)}: {error.message}"
        raise refuse(place(), "M635", message, error.hint) from None
    if unit and not bare and figure.dimension != unit.dimension:
        message = f"{what} is {_short(text)}, which is not in {unit.symbol}"
        raise refuse(place(), "M635", message, "leave unit out: the text has its own")
    return figure


def _short(text: str) -> str:
    return repr(text) if len(text) <= 40 else f"{text[:37]!r}…"
