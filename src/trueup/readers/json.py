"""JSON as its standard has it (RFC 8259): no NaN, no name twice, every number exact."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import islice
from typing import Any, NoReturn, TypeAlias

from trueup.diagnostics import Location, nearest
from trueup.readers.artifact import Artifact, refuse

#: Keys and indices from the top of a document to a value.
Path: TypeAlias = tuple[str | int, ...]

#: Digits of a number that is computed with, and its largest exponent of ten.
LONGEST = 400
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\],:]|[^\s{}\[\],:"]++')
_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
_AGAIN = "run again what writes it"
_HINT = "write the file again with a program that writes JSON"


@dataclass(frozen=True, slots=True, kw_only=True)
class Json:
    """A document: every number a :class:`Decimal`, or an ``int`` where it is written as one.

    :param value: its top value
    """

    artifact: Artifact
    value: Any

    def locate(self, path: Path) -> Location:
        """The place of the value at a path."""
        return self.artifact.locate(
            next((at for found, at in _values(self.artifact.text) if found == path), 0)
        )

    def find(self, pointer: str) -> tuple[Path, Any]:
        """The value that a JSON pointer (RFC 6901) names, and its path.

        :raises TrueupError: M634 there is no such place, or the pointer is none
        """
        from jsonpointer import JsonPointer, JsonPointerException  # noqa: PLC0415  only pointers need it

        try:
            parts: list[str] = JsonPointer(pointer).parts
        except JsonPointerException as error:
            message = f"the pointer {pointer!r} can't be read: {error}"
            raise self.artifact.refuse("M634", message, hint="a pointer is written /a/0/b") from None
        path: Path = ()
        value = self.value
        for part in parts:
            step = _step(value, part)
            if step is None:
                message = (
                    f"there is no {part!r} in {pointer_of(path) or 'the top value'}, {_described(value)}"
                )
                close = nearest(part, value) if isinstance(value, dict) else None
                hint = f"did you mean {close!r}?" if close else None
                raise refuse(self.locate(path), "M634", message, hint)
            path = (*path, step)
            value = value[step]
        return path, value

    def number(self, pointer: str) -> Fraction:
        """The number that a JSON pointer names, exact.

        :raises TrueupError: M634 there is no such place, M635 there is no number
        """
        return self._number(*self.find(pointer))

    def numbers(self, pointer: str) -> tuple[Fraction, ...]:
        """The numbers of a list, likewise.

        :raises TrueupError: also M631 the list is empty
        """
        path, value = self.find(pointer)
        if not isinstance(value, list):
            raise refuse(self.locate(path), "M635", f"the value at {pointer} is no list of numbers")
        if not value:
            raise refuse(self.locate(path), "M631", f"the list at {pointer} is empty", _AGAIN)
        return tuple(self._number((*path, number), one) for number, one in enumerate(value))

    def _number(self, path: Path, value: Any) -> Fraction:
        where = f"the value at {pointer_of(path) or 'the top'}"
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            hint = "name one value inside it" if isinstance(value, dict | list) else "name a number"
            raise refuse(self.locate(path), "M635", f"{where} is {_kind(value)}, no number", hint)
        number = Decimal(value)
        if number and (abs(number.adjusted()) > LONGEST or len(number.as_tuple().digits) > LONGEST):
            raise refuse(self.locate(path), "M635", f"{where} has more than {LONGEST} digits")
        return Fraction(number)


class _RepeatedError(ValueError):
    """A name that stands twice in one object."""


def read_json(artifact: Artifact) -> Json:
    """The document.

    :raises TrueupError: M632 it is no JSON, M633 a name stands twice in one object
    """
    decoder = json.JSONDecoder(
        parse_int=_integer,
        parse_float=_decimal,
        parse_constant=_no_number,
        object_pairs_hook=_object,
    )
    try:
        return Json(artifact=artifact, value=decoder.decode(artifact.text))
    except json.JSONDecodeError as error:
        message = f"this is no JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise artifact.refuse("M632", message, error.pos, _HINT) from None
    except _RepeatedError:
        for path, at in _values(artifact.text, repeated=True):
            message = f"the name {path[-1]!r} stands twice in {pointer_of(path[:-1]) or 'the top object'}"
            raise artifact.refuse("M633", message, at, "keep one of them") from None
        raise
    except ValueError as error:
        at = next((m.start() for m in _TOKEN.finditer(artifact.text) if m[0] == str(error)), 0)
        shown = str(error) if len(str(error)) <= 40 else f"{str(error)[:37]}…"
        raise artifact.refuse("M632", f"{shown} is no number in JSON", at, _HINT) from None
    except RecursionError:
        raise artifact.refuse("M632", "objects and lists are nested too deeply") from None


def pointer_of(path: Path) -> str:
    """The JSON pointer (RFC 6901) of a path."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


def _step(value: Any, part: str) -> str | int | None:
    """What a part of a pointer names in a value; None where there is no such thing."""
    if isinstance(value, dict):
        return part if part in value else None
    if isinstance(value, list) and _INDEX.fullmatch(part) and int(part) < len(value):
        return int(part)
    return None


def _described(value: Any) -> str:
    match value:
        case dict():
            names = ", ".join(map(repr, islice(value, 8)))
            return f"which has {names}{' …' * (len(value) > 8)}" if value else "which is empty"
        case list():
            return f"a list of {len(value)}"
    return "which is one value"


def _kind(value: Any) -> str:
    match value:
        case bool() | None:
            return json.dumps(value)
        case dict():
            return "an object"
        case list():
            return "a list"
    return "a text"


def _integer(text: str) -> Decimal | int:
    return int(text) if len(text) <= LONGEST else _decimal(text)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError(text) from None


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def _object(pairs: Sequence[tuple[str, Any]]) -> Mapping[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RepeatedError
    return found


@dataclass(slots=True)
class _Open:
    """An object or list that is not yet closed, and what comes next in it."""

    is_object: bool
    next: str | int
    names: set[str] = field(default_factory=set)


def _values(text: str, *, repeated: bool = False) -> Iterator[tuple[Path, int]]:
    """The path of every value of well-formed JSON, and where it begins; of containers too.

    :param repeated: of names that stand twice instead, and where the second one stands
    """
    opened: list[_Open] = []
    awaits_name = False
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if awaits_name and sign.startswith('"'):
            name = json.loads(sign, strict=False)
            top = opened[-1]
            top.next, awaits_name = name, False
            if repeated and name in top.names:
                yield tuple(one.next for one in opened), token.start()
            top.names.add(name)
            continue
        if sign == ",":
            top = opened[-1]
            if isinstance(top.next, int):
                top.next += 1
            awaits_name = top.is_object
        elif sign in "}]":
            opened.pop()
            awaits_name = False
        elif sign != ":":
            if not repeated:
                yield tuple(one.next for one in opened), token.start()
            if sign in "{[":
                awaits_name = sign == "{"
                opened.append(_Open(awaits_name, "" if awaits_name else 0))
