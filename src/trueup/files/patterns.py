"""Patterns of paths: ``*``, ``?`` and ``[…]`` inside a name, ``**`` for any number of folders."""

from __future__ import annotations

import os
from fnmatch import fnmatchcase


def matches(pattern: str, path: str) -> bool:
    """Whether a relative path fits a pattern as :meth:`Root.glob` reads it."""
    parts = segments(pattern)
    states = closure(parts, {0})
    for name in path.split("/"):
        states = step(parts, states, name)
    return len(parts) in states


def segments(pattern: str) -> tuple[str, ...]:
    parts = [part for part in pattern.replace("\\", "/").split("/") if part not in {"", "."}]
    if parts and parts[-1] == "**":
        parts.append("*")
    return tuple(parts)


def is_pattern(segment: str) -> bool:
    return any(char in segment for char in "*?[")


def closure(parts: tuple[str, ...], states: set[int]) -> frozenset[int]:
    """Positions in a pattern, with those that a ``**`` standing for no folder leads to."""
    reached = set(states)
    for state in range(len(parts)):
        if state in reached and parts[state] == "**":
            reached.add(state + 1)
    return frozenset(reached)


def step(parts: tuple[str, ...], states: frozenset[int], name: str) -> frozenset[int]:
    """The positions in a pattern after one more name of a path."""
    after: set[int] = set()
    for state in states:
        if state == len(parts):
            continue
        segment = parts[state]
        hidden = name.startswith(".")
        if segment == "**":
            if not hidden:
                after.add(state)
        elif (not hidden or segment.startswith(".")) and (segment == name or fnmatchcase(name, segment)):
            after.add(state + 1)
    return closure(parts, after)


def inside(folder: str, path: str) -> str | None:
    """The path relative to a folder that holds it, ``.`` for the folder itself, else None."""
    if path == folder:
        return "."
    base = folder.rstrip(os.sep) + os.sep
    return path[len(base) :] if path.startswith(base) else None
