"""The scanner finds the tags that Python-Markdown renders, in their order."""

from __future__ import annotations

from hypothesis import given, settings

from tags.documents import documents
from tags.rendering import Renderer, in_order, scanned
from tags.scanning import read

RENDERER = Renderer()
#: Where the scanner departs from Python-Markdown on purpose, and says so.
APART = {"T103", "T122", "T123", "T124"}


@given(text=documents)
@settings(max_examples=150)
def test_scanner_and_python_markdown_find_the_same_tags(text: str) -> None:
    page = read(text)
    if any(diagnostic.code in APART for diagnostic in page.diagnostics):
        return
    links = RENDERER.links(text)
    if links is not None:
        assert in_order(text, scanned(page)) == in_order(text, links)
