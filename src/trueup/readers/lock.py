"""Read the versions that a lock file pins: of uv, poetry or pylock, or pinned requirements."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from trueup.diagnostics import Diagnostic, Location, TrueupError

CODES: dict[str, str] = {"M650": "a lock file that can't be read"}

#: ``name[extra] == 1.2.3``; ``1.2.*`` pins nothing.
_PIN = re.compile(r"([A-Za-z0-9][\w.-]*)(?:\s*\[[^\]\n]*\])?\s*={2,3}\s*([\w.!+-]+)\s*(?:$|[;#\s\\])")


def normal(name: str) -> str:
    """A package's name as all its spellings have it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_lock(path: str, text: str) -> dict[str, tuple[str, ...]]:
    """Versions by normal name, in order; several where they depend on the platform.

    Requirements that a file includes (``-r``) are not followed.

    :param path: of the file: one that ends in ``.toml`` or ``.lock`` is TOML
    :raises TrueupError: M650 it is neither of these
    """
    pairs = _tables(path, text) if path.endswith((".toml", ".lock")) else _pins(text)
    found: dict[str, tuple[str, ...]] = {}
    for name, version in pairs:
        before = found.get(normal(name), ())
        if version not in before:
            found[normal(name)] = (*before, version)
    if not found and text.strip():
        raise _refuse(path, "it pins no package")
    return found


def _pins(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        pin = _PIN.match(line.strip())
        if pin:
            yield pin[1], pin[2]


def _tables(path: str, text: str) -> Iterator[tuple[str, str]]:
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _refuse(path, f"this is not TOML: {str(error) or 'nested too deeply'}") from None
    listed: Any = tables.get("package", tables.get("packages"))
    for one in listed if isinstance(listed, list) else ():
        if isinstance(one, Mapping):
            name, version = one.get("name"), one.get("version")
            if isinstance(name, str) and isinstance(version, str):
                yield name, version


def _refuse(path: str, message: str) -> TrueupError:
    return TrueupError(
        Diagnostic(
            code="M650",
            message=message,
            location=Location(path=path, line=1, column=1),
            hint="lock takes uv.lock, poetry.lock, pylock.toml, or requirements with name==version",
        )
    )
