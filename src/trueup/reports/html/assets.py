"""Files that go with every site: style, script, the verdicts with their schema, a badge."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources

from trueup.escape import json_script
from trueup.reports.html.recorded import Recorded
from trueup.reports.html.status_badge import status_badge

STYLE, SCRIPT, CLAIMS, SCHEMA, BADGE = (
    "trueup.css",
    "trueup.js",
    "claims.json",
    "claims.schema.json",
    "badge.svg",
)


def fixed_assets() -> Iterator[tuple[str, bytes]]:
    """Names and contents of those that are the same for every site."""
    folder = resources.files("trueup") / "assets"
    for name in (STYLE, SCRIPT, SCHEMA):
        yield name, (folder / name).read_bytes()


def verdict_assets(recorded: Recorded, document: Mapping[str, object]) -> Iterator[tuple[str, bytes]]:
    """Names and contents of those that say what was found, for the same folder.

    :param document: of the check from which ``recorded`` was read
    """
    yield CLAIMS, claims_json(document).encode("ascii")
    yield BADGE, status_badge(recorded).encode("utf-8")


def claims_json(document: Mapping[str, object]) -> str:
    """The document as JSON that names its schema, a line for each verdict and each claim.

    Inert where it is put into a page, and told apart line by line where it is kept in git.
    """
    parts = [f'"$schema": "{SCHEMA}"', *(f"{_flat(key)}: {_part(document[key])}" for key in document)]
    return json_script("{\n" + ",\n".join(parts) + "\n}\n")


def _part(value: object) -> str:
    if isinstance(value, dict) and value:
        return _lines("{", (f"{_flat(key)}: {_flat(one)}" for key, one in value.items()), "}")
    if isinstance(value, list) and value:
        return _lines("[", map(_flat, value), "]")
    return _flat(value)


def _lines(opening: str, items: Iterable[str], closing: str) -> str:
    return f"{opening}\n" + ",\n".join(items) + f"\n{closing}"


# With an indent the standard library encodes in Python, many times slower; of thousands of lines, to make
# an encoder for each takes long, too.
_flat = json.JSONEncoder(ensure_ascii=True, allow_nan=False).encode
