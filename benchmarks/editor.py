"""How long after an edit the diagnostics of a long document come: over the protocol, and inside the server.

    python benchmarks/editor.py [LINES]

It has a heading every 30 lines and two tagged figures in every fourth; the ledger has a claim for each line.
"""

from __future__ import annotations

import asyncio
import gc
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from operator import ne
from pathlib import Path

from trueup.files import Root
from trueup.lsp.findings import findings
from trueup.lsp.live import Live, load
from trueup.lsp.text import Text

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from editing import editor

TIMES = 9


def write(folder: Path, lines: int) -> str:
    """A project with a document of so many lines; gives its text."""
    count = lines // 4
    found: list[str] = []
    for index in range(count):
        if index % 8 == 0:
            found += [f"## Section {index}", ""]
        size, twice = f"{(index + 1) * 1000:,} B", f"{(index + 1) * 2000:,} B"
        found += [
            f'Layer {index} takes [{size}](claim:w{index}), twice [{twice}](claim:d{index} "w{index} * 2").',
            "Some prose that has 3 words, `code` and *emphasis*, without a figure.",
            "",
        ]
    found += ["Prose with 3 words.", ""] * ((lines - len(found)) // 2)
    text = "\n".join(found)
    for name in ("docs", "claims"):
        (folder / name).mkdir()
    (folder / "docs/long.md").write_text(text, encoding="utf-8")
    entries = (
        f"  w{index}: {{says: Weights of layer {index}, value: '{(index + 1) * 1000:,} B', source: log}}\n"
        for index in range(count)
    )
    (folder / "claims/a.yaml").write_text("claims:\n" + "".join(entries), encoding="utf-8")
    return text


def edits(text: str) -> list[tuple[str, str, str]]:
    """Kinds of edit, each with what it replaces by what."""
    middle = text.count("claim:w") // 2
    size = f"[{(middle + 1) * 1000:,} B](claim:w"
    return [
        ("a figure", size, f"[{(middle + 1) * 1000 + 1:,} B](claim:w"),
        ("a new line above all", "## Section 0", "A line.\n\n## Section 0"),
        ("a formula in place", f'"w{middle} * 2"', f'"w{middle} * 3"'),
    ]


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def milliseconds(seconds: Sequence[float]) -> str:
    return f"median {statistics.median(seconds) * 1e3:.0f} ms, least {min(seconds) * 1e3:.0f} ms"


def shared(text: str) -> str:
    """The document with what its parts share: front matter, footnotes, link references."""
    claims = range(0, text.count("(claim:w"), 8)
    for index in claims:
        text = text.replace(f"(claim:w{index})", f"[w{index}][^note]", 1)
    defined = "".join(f"[w{index}]: claim:w{index}\n" for index in claims)
    return f"---\ntitle: Long\n---\n\n{text}\n\n[^note]: As reported.\n\n{defined}"


def inside(folder: Path, text: str, kind: str) -> None:
    (folder / "docs/long.md").write_text(text, encoding="utf-8")
    live = load(Root(folder).path, {"docs/long.md": text}, execute=False, wanted=lambda: True)
    gc.freeze()  # as the server does
    for what, old, new in edits(text):
        spent, wall = [], []
        now, other = live, text.replace(old, new, 1)
        for round_ in range(TIMES):
            texts = {"docs/long.md": text if round_ % 2 else other}
            began, cpu = time.perf_counter(), time.process_time()
            after = now.edited(texts)
            if after is None:
                raise SystemExit(f"{what}: had to be loaded anew")
            findings(after.report(), partial(text_of, after), lambda path: path)
            wall.append(time.perf_counter() - began)
            spent.append(time.process_time() - cpu)
            now = after
        say(f"inside, {kind}, {what}: {milliseconds(wall)}, of the processor {milliseconds(spent)}")


def text_of(live: Live, path: str) -> Text:
    return Text(live.text(path))


async def over_the_protocol(folder: Path, text: str) -> None:
    async with editor(folder) as window:
        window.open("docs/long.md")
        for what, old, new in edits(text):
            took = []
            for round_ in range(TIMES):
                before = [old, new] if round_ % 2 == 0 else [new, old]
                seen = list(window.diagnostics.get("docs/long.md", []))
                began = time.perf_counter()
                window.replace("docs/long.md", *before)
                await window.until("docs/long.md", partial(ne, seen))
                took.append(time.perf_counter() - began)
            say(f"over the protocol, {what}: {milliseconds(took[1:])}")


def main() -> None:
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        text = write(folder, lines)
        say(f"{text.count(chr(10)) + 1} lines, {text.count('](claim:')} figures")
        inside(folder, shared(text), "with what parts share")
        inside(folder, text, "plain")
        asyncio.run(over_the_protocol(folder, text))


if __name__ == "__main__":
    main()
