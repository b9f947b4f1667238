"""Parts of a parsed JSON document, each of the shape that is asked for, else C851 that names its key."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.ids import ID
from trueup.reports.html.words import STATUSES

Document = Mapping[str, object]

_LARGEST = 1e300


def as_pairs(item: object, key: str) -> tuple[tuple[str, str], ...]:
    """Names and texts; a value that is no text as JSON."""
    if item is None:
        return ()
    return tuple(
        (name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
        for name, value in as_object(item, key).items()
    )


def as_id(item: object, key: str) -> str:
    """A claim id."""
    # An id becomes a file name and a class: nothing but an id may pass.
    if not isinstance(item, str) or not ID.fullmatch(item):
        raise wrong_shape(key, "a claim id")
    return item


def as_status(item: object, key: str) -> str:
    """The name of a status."""
    if not isinstance(item, str) or item not in STATUSES:
        raise wrong_shape(key, "a status")
    return item


def as_text(item: object, key: str) -> str | None:
    """Text, or None where it is left out."""
    if item is not None and not isinstance(item, str):
        raise wrong_shape(key, "text")
    return item


def as_texts(item: object, key: str) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(as_text(one, key) or "" for one in as_list(item, key))


def as_list(item: object, key: str) -> list[object]:
    """A list; none where it is left out."""
    if item is None:
        return []
    if not isinstance(item, list):
        raise wrong_shape(key, "a list")
    return item


def as_number(item: object, key: str) -> float | None:
    """A finite number, or None where it is left out."""
    if item is None:
        return None
    # JSON of Python's own may hold NaN; a number of any length may be too large to plot.
    if isinstance(item, bool) or not isinstance(item, int | float) or not abs(item) <= _LARGEST:
        raise wrong_shape(key, "a number")
    return float(item)


def as_flag(item: object, key: str) -> bool:
    """True or false."""
    if not isinstance(item, bool):
        raise wrong_shape(key, "true or false")
    return item


def as_object(item: object, key: str) -> Document:
    """An object."""
    if not isinstance(item, dict) or not all(isinstance(name, str) for name in item):
        raise wrong_shape(key, "an object")
    return cast("Document", item)


def as_place(item: object, key: str) -> Location | None:
    """A place in a file, or None where it is left out."""
    if item is None:
        return None
    entry = as_object(item, key)
    line, column = entry.get("line", 1), entry.get("column", 1)
    path = as_text(entry.get("path"), f"{key}.path")
    if path is None or not isinstance(line, int) or not isinstance(column, int):
        raise wrong_shape(key, "a place with path, line and column")
    return Location(path=path, line=line, column=column)


def wrong_shape(key: str, wanted: str) -> TrueupError:
    """The error for a key of another shape."""
    return TrueupError(
        Diagnostic(
            code="C851",
            message=f"{key} of the recorded verdicts is not {wanted}",
            hint="write them anew with: trueup check --format json",
        )
    )
