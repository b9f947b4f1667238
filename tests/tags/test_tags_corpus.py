"""The scanner agrees with Python-Markdown on documents that people wrote: those of installed packages."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, distributions
from random import Random

import pytest

from tags.rendering import Renderer, compare

MOST = 40
LARGEST = 60_000
# Words, but none in a link, where a tag would stand inside another link.
WORD = re.compile(r"!?\[[^\[\]]*\][(\[:]\S*|\bhttps?:\S*|\b\w+")
RENDERER = Renderer()


def documents() -> dict[str, str]:
    """The descriptions and the Markdown files of installed packages, by name."""
    found: dict[str, str] = {}
    for package in sorted(distributions(), key=lambda package: package.name.lower()):
        about = package.metadata.json
        if "markdown" in str(about.get("description_content_type", "")):
            found[package.name] = str(about.get("description", ""))
        for file in package.files or ():
            if file.suffix == ".md" and "LICENSE" not in file.name:
                found[f"{package.name}/{file.name}"] = read(package, str(file))
    return {name: text for name, text in found.items() if 500 < len(text) < LARGEST}


def read(package: Distribution, file: str) -> str:
    return package.read_text(f"../{file}") or ""


def tagged(text: str, seed: str) -> str:
    """With every thirtieth word or so made a tag; what stands where no tag can is left to the comparison."""
    random = Random(seed)  # noqa: S311  a seed makes the run the same everywhere

    def tag(match: re.Match[str]) -> str:
        if random.random() > 1 / 30 or not match.group().isalnum():
            return match.group()
        title = random.choice(["", "", ' "p / q"', " 'p'"])
        return f"[{match.group()}](claim:{random.choice('kqr')}{title})"

    # Behind an empty line nothing is front matter.
    return "\n" + WORD.sub(tag, text)


DOCUMENTS = documents()
CHOSEN = sorted(Random(1).sample(sorted(DOCUMENTS), min(MOST, len(DOCUMENTS))))  # noqa: S311


@pytest.mark.parametrize("name", CHOSEN)
def test_tags_in_a_written_document(name: str) -> None:
    compare(RENDERER, tagged(DOCUMENTS[name], name))
