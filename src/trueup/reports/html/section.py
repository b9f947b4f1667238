"""A part of the dashboard under a heading."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """:param body: raw HTML on one line; the title is plain words of this program's own"""

    id: str
    title: str
    body: str
