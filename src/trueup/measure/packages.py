"""Versions of installed packages."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version


def versions(names: Iterable[str]) -> dict[str, str]:
    """The versions of the packages that are installed, and Python's own."""
    found = {"python": platform.python_version()}
    for name in names:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
