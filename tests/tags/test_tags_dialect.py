"""The scanner finds the tags that Python-Markdown renders, in their order."""

from __future__ import annotations

from hypothesis import given, settings

from tags.documents import documents
from tags.rendering import Renderer, compare

RENDERER = Renderer()


@given(text=documents)
@settings(max_examples=150)
def test_scanner_and_python_markdown_find_the_same_tags(text: str) -> None:
    compare(RENDERER, text)
