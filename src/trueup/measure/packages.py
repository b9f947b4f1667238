"""Versions of installed packages."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version


def versions(names: Iterable[str]) -> dict[str, str]:
    """The versions of the packages that are installed and say theirs, and Python's own."""
    found = {"python": platform.python_version()}
    for name in names:
        try:
            known: str | None = version(name)
        except (PackageNotFoundError, ValueError, KeyError, OSError):  # not there, no name, half removed
            continue
        if known:
            found[name] = known
    return found
