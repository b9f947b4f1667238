"""Pickles of frozen dataclasses: the same as any, made and read in half the time."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction
from functools import cache
from io import BytesIO
from operator import attrgetter
from typing import Any


def dumps(value: object) -> bytes:
    """A pickle; to be read only where it is known who has written it."""
    stream = BytesIO()
    _Pickler(stream, pickle.HIGHEST_PROTOCOL).dump(value)
    return stream.getvalue()


class _Pickler(pickle.Pickler):
    def reducer_override(self, value: Any) -> Any:
        kind: Any = type(value)
        if kind is Fraction:
            return Fraction, (value.numerator, value.denominator)
        get = _getter(kind) if hasattr(kind, "__dataclass_fields__") and hasattr(kind, "__slots__") else None
        return NotImplemented if get is None else (_made, (kind, get(value)))


@cache
def _getter(kind: Any) -> Callable[[object], Any] | None:
    """What gives the values of all fields; None for a class that is one of none or one."""
    names = [one.name for one in fields(kind)]
    return attrgetter(*names) if len(names) > 1 else None


@cache
def _setters(kind: Any) -> tuple[Callable[[object, object], None], ...]:
    return tuple(getattr(kind, one.name).__set__ for one in fields(kind))


def _made(kind: Any, values: tuple[object, ...]) -> object:
    value = object.__new__(kind)
    for put, one in zip(_setters(kind), values, strict=True):
        put(value, one)
    return value
