"""The tree of a ledger file: texts, lists and mappings, each with its place in the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Scalar:
    """A text. Nothing is ever read as a number, a truth or a date here.

    :param start: offset of its first character, of the quote where it has one
    :param end: offset behind its last character, or closing quote
    :param quoted: written in single or double quotes
    """

    text: str
    start: int
    end: int
    quoted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence:
    items: tuple[Node, ...]
    start: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapping:
    """Keys and values in order; a key that stands twice is in it twice.

    :param end: offset of what follows it
    """

    entries: tuple[tuple[Scalar, Node], ...]
    start: int
    end: int


Node: TypeAlias = Scalar | Sequence | Mapping
