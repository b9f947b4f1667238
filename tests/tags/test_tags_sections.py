"""A document scanned piece by piece reads as it does whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueup.lsp.parts import Part, read_parts
from trueup.tags.model import Page
from trueup.tags.scan import scan, scan_part
from trueup.tags.sections import sections
from trueup.tags.shared import Reach, Shared

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
    "<!-- claims:on -->\n", "[s]: <claim:s> \"one * 2\"\n", "[1 B][s] and [s]\n", "[12 B][t]\n",
    "see[^1][^2]\n", "[^2]: [3 B][r]\n", "[1 B](claim:bad-id)\n", "[11 B](claim:open\n",
    "Term\n: definition [12 B](claim:d)\n", "<https://example.org>\n", "a <span> b\n", "text\r\n", "---\n",
)  # fmt: skip


def piecewise(text: str, *, macros: bool, before: Sequence[Part] = ()) -> tuple[Page, Sequence[Part]]:
    parts, page = read_parts(
        "doc.md", text, before, lambda part, told: scan_part("doc.md", part, macros=macros, told=told)
    )
    return page, parts


@given(st.lists(st.sampled_from(PIECES), max_size=24), st.booleans())
def test_reads_as_the_whole(pieces: list[str], macros: bool) -> None:
    text = "".join(pieces)
    assert "".join(section.text for section in sections(text)) == text
    assert piecewise(text, macros=macros)[0] == scan("doc.md", text, macros=macros)


@given(
    st.lists(st.sampled_from(PIECES), max_size=20),
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 3), st.lists(st.sampled_from(PIECES), max_size=3))),
)
def test_edits_read_as_the_whole(pieces: list[str], edits: list[tuple[int, int, list[str]]]) -> None:
    _, parts = piecewise("".join(pieces), macros=True)
    for at, gone, come in edits:
        pieces = [*pieces[:at], *come, *pieces[at + gone :]]
        page, parts = piecewise("".join(pieces), macros=True, before=parts)
        assert page == scan("doc.md", "".join(pieces), macros=True)


@pytest.mark.parametrize("path", sorted(ROOT.glob("docs/**/*.md")), ids=lambda path: path.name)
def test_documents_read_as_the_whole(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert piecewise(text, macros=True)[0] == scan("doc.md", text, macros=True)


def test_a_plain_document_has_a_part_for_each_heading() -> None:
    text = "intro\n\n## One\n\n```sh\n# no heading\n\n# nor here\n```\n\n## Two\n\nText `<b>`\n\n# Three\n"
    assert [(part.line, part.text.split("\n")[0]) for part in sections(text)] == [
        (0, "intro"), (2, "## One"), (10, "## Two"), (14, "# Three"),
    ]  # fmt: skip


@pytest.mark.parametrize("far", ["<!-- claims:off -->", '--8<-- "part.md"'])
def test_what_reaches_further_keeps_a_document_whole(far: str) -> None:
    assert len(sections(f"{far}\n\n## One\n\ntext\n\n## Two\n")) == 1


def test_what_is_defined_elsewhere_leaves_a_document_in_parts() -> None:
    front = "---\n\n# a comment\ntitle: x\n---\n\n"
    text = f"{front}## One[^n]\n\n[3 B][r]\n\n## Two\n\n[r]: claim:a\n\n[^n]: note\n"
    page, parts = piecewise(text, macros=False)
    assert [part.line for part in parts] == [0, 6, 10]
    assert [(tag.location.line, tag.named_at and tag.named_at.line) for tag in page.tags] == [(9, 13)]
    read: list[str] = []

    def scanned(part: str, told: Shared) -> tuple[Page, Reach]:
        read.append(part.split("\n", maxsplit=1)[0])
        return scan_part("doc.md", part, macros=False, told=told)

    # Lines that come above cost no part below; another target costs those that use it.
    moved = text.replace("---\n\n##", "---\n\nMore.\n\n##")
    parts, page = read_parts("doc.md", moved, parts, scanned)
    assert (read, page) == (["---"], scan("doc.md", moved))
    read.clear()
    changed = moved.replace("claim:a", "claim:b")
    parts, page = read_parts("doc.md", changed, parts, scanned)
    assert (read, page) == (["## Two", "## One[^n]"], scan("doc.md", changed))


def test_what_two_parts_define_is_read_as_the_whole() -> None:
    text = "## One\n\n[r]: claim:a\n\n[3 B][r]\n\n## Two\n\n[r]: claim:b\n"
    page, parts = piecewise(text, macros=False)
    assert len(parts) == 1
    assert page == scan("doc.md", text)


@pytest.mark.parametrize("opened", ["```", "<div>", "{% raw %}", "<!-- a"])
def test_what_stays_open_reaches_to_the_end(opened: str) -> None:
    assert [part.line for part in sections(f"a\n\n## One\n\n{opened}\n\n## Two\n\n## Three\n")] == [0, 2]
