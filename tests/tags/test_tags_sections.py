"""A document scanned piece by piece reads as it does whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueup.tags.model import Page
from trueup.tags.pieces import joined, last_heading, shifted
from trueup.tags.scan import scan
from trueup.tags.sections import sections

ROOT = Path(__file__).parents[2]

PIECES = (
    "## One\n", "# Two `code` [3 B](claim:two)\n", "### Three ###\n", "#hash\n", "# \n", "## [](x)\n", "\n",
    "\n", "\n", "Text [1 B](claim:one) more.\n", "a [2 B](claim:a.b \"one * 2\") *b*\n",
    "* item [4 ms](claim:c)\n", "    indented [5 B](claim:five)\n", "1. first\n",
    "> quoted [6 B](claim:six)\n", "```\n", "```python\n", "~~~~\n", "    ```\n", "```` x\n",
    "Setext [7 B](claim:s)\n===\n", "!!! note\n", "    # inside\n", "<div>\n", "</div>\n",
    "<!-- claims:table t -->\n", "| a | b |\n|---|---|\n| x | 3 B |\n", "<!-- open\n", "-->\n",
    "`<b>` and `\n", "{{ claim(\"m\", \"8 B\") }}\n", "{% raw %}\n", "{% endraw %}\n", "{{ claim(\"n\",\n",
    "\"9 B\") }}\n", "{# x\n", "[r]: claim:ref\n", "[10 B][r]\n", "[^1]: note\n", "<!-- claims:off -->\n",
    "<!-- claims:on -->\n", "[1 B](claim:bad-id)\n", "[11 B](claim:open\n",
    "Term\n: definition [12 B](claim:d)\n", "<https://example.org>\n", "a <span> b\n", "text\r\n", "---\n",
)  # fmt: skip


def piecewise(text: str, *, macros: bool) -> Page:
    pages, heading = [], ""
    for section in sections(text):
        page = shifted(scan("doc.md", section.text, macros=macros), section.line, heading)
        heading = last_heading(page, heading)
        pages.append(page)
    return joined("doc.md", pages)


@given(st.lists(st.sampled_from(PIECES), max_size=24), st.booleans())
def test_reads_as_the_whole(pieces: list[str], macros: bool) -> None:
    text = "".join(pieces)
    assert "".join(section.text for section in sections(text)) == text
    assert piecewise(text, macros=macros) == scan("doc.md", text, macros=macros)


@pytest.mark.parametrize("path", sorted(ROOT.glob("docs/**/*.md")), ids=lambda path: path.name)
def test_documents_read_as_the_whole(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert piecewise(text, macros=True) == scan("doc.md", text, macros=True)


def test_a_plain_document_has_a_part_for_each_heading() -> None:
    text = "intro\n\n## One\n\n```sh\n# no heading\n\n# nor here\n```\n\n## Two\n\nText `<b>`\n\n# Three\n"
    assert [(part.line, part.text.split("\n")[0]) for part in sections(text)] == [
        (0, "intro"), (2, "## One"), (10, "## Two"), (14, "# Three"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "far", ["[a]: claim:b", "<!-- claims:off -->", '--8<-- "part.md"', "---\ntitle: x\n---"]
)
def test_what_reaches_further_keeps_a_document_whole(far: str) -> None:
    assert len(sections(f"{far}\n\n## One\n\ntext\n\n## Two\n")) == 1


@pytest.mark.parametrize("opened", ["```", "<div>", "{% raw %}", "<!-- a"])
def test_what_stays_open_reaches_to_the_end(opened: str) -> None:
    assert [part.line for part in sections(f"a\n\n## One\n\n{opened}\n\n## Two\n\n## Three\n")] == [0, 2]
