"""Short spellings of what the scanner finds, so that a table of cases can be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from trueup.diagnostics import Location
from trueup.tags.model import Block, Page, Tag
from trueup.tags.scan import scan

PATH = "doc.md"


def read(text: str, *, macros: bool = False, files: Mapping[str, str] | None = None) -> Page:
    """Scan a document; ``files`` are the snippets that can be found, by name."""
    return scan(PATH, text, macros=macros, snippets=None if files is None else finder(files))


def finder(files: Mapping[str, str]) -> Callable[[str], tuple[str, str] | None]:
    """Finds snippets in the folder ``parts``."""

    def find(name: str) -> tuple[str, str] | None:
        return (f"parts/{name}", files[name]) if name in files else None

    return find


def place(location: Location | None) -> str:
    """``line:column``, with the path where it isn't the document's."""
    if location is None:
        return "nowhere"
    path = "" if location.path == PATH else f"{location.path}:"
    return f"{path}{location.line}:{location.column}"


def spell(tag: Tag) -> str:
    """``line:column id figure``, with the formula and its place behind ``=``."""
    formula = "" if tag.formula is None else f" = {tag.formula} @ {place(tag.formula_location)}"
    return f"{place(tag.location)} {tag.claim} {tag.figure or '-'}{formula}"


def tags(text: str, *, macros: bool = False, files: Mapping[str, str] | None = None) -> list[str]:
    """All tags of a document that has nothing wrong with it, spelt."""
    page = read(text, macros=macros, files=files)
    assert faults(page) == []
    return [spell(tag) for tag in page.tags]


def faults(page: Page) -> list[str]:
    """All diagnostics, rendered; the document's own path is left out."""
    return [str(diagnostic).removeprefix(f"{PATH}:") for diagnostic in page.diagnostics]


def shape(block: Block) -> str:
    """``kind: text``."""
    return f"{block.kind}: {block.text}"


def marks(block: Block) -> list[tuple[str, str]]:
    """The marks of a block: kind and text."""
    return [(mark.kind, block.text[mark.start : mark.end]) for mark in block.marks]
