"""How much the plugin adds to the build of a site, as a ratio to the same build without it.

Whole processes of ``mkdocs build``, the two kinds in turn, over documents that this script writes: those of
the audit's benchmark, with tags. Prints the ratio of the medians, of processor time (which other work on the
machine disturbs least) and of elapsed time.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
from pathlib import Path
from statistics import median
from subprocess import DEVNULL, Popen
from time import perf_counter

from audit import document

CONFIG = {
    "site_name": "Site",
    "theme": {"name": "material", "font": False},
    "markdown_extensions": [
        "admonition",
        "attr_list",
        "tables",
        "pymdownx.superfences",
        {"toc": {"permalink": True}},
    ],
}


def ledger(claims: int) -> tuple[str, list[str]]:
    """A ledger, and of each claim a tag that holds: sizes, rates, and times that follow from both."""
    lines, tags = ["claims:"], []
    for part in range(0, claims, 3):
        size, rate = (part + 1) * 4096, part % 90 + 10
        lines += [
            f"  size.c{part}: {{says: Bytes of part {part}, basis: model, expr: {part + 1} * 4096 B}}",
            f"  rate.c{part}: {{basis: measured, scope: {{gpu: G}}, value: {rate} GB/s, source: a record}}",
            f"  time.c{part}: {{says: Time of part {part}, expr: size.c{part} / rate.c{part}}}",
        ]
        tags += [
            f"[{size:,} B](claim:size.c{part})",
            f"[{rate} GB/s](claim:rate.c{part})",
            f"[~{size / rate / 1000:.4f} µs](claim:time.c{part})",
        ]
    return "\n".join(lines) + "\n", tags


def tagged(text: str, tags: list[str], seed: int) -> str:
    """A document with the tags in paragraphs of their own, spread over it."""
    blocks = text.split("\n\n")
    choose = random.Random(seed)  # noqa: S311  documents, no secrets
    for tag in tags:
        blocks.insert(choose.randrange(1, len(blocks)), f"The figure that counts here is {tag} as it stands.")
    return "\n\n".join(blocks)


def write_site(folder: Path, *, plugin: bool, pages: int, tags: int, claims: int, lines: int) -> None:
    """A project with or without the plugin; the documents are the same."""
    (folder / "docs").mkdir(parents=True)
    (folder / "claims").mkdir()
    text, figures = ledger(claims)
    (folder / "claims/all.yaml").write_text(text, encoding="utf-8")
    each = tags // pages
    for page in range(pages):
        mine = [figures[(page * each + at) % len(figures)] for at in range(each)]
        name = "index.md" if page == 0 else f"page{page}.md"
        (folder / "docs" / name).write_text(tagged(document(page, lines), mine, page), encoding="utf-8")
    plugins = ["search", "trueup"] if plugin else ["search"]
    (folder / "mkdocs.yml").write_text(json.dumps({**CONFIG, "plugins": plugins}), encoding="utf-8")


def build(folder: Path) -> tuple[float, float]:
    """Seconds of processor and of the clock that one build takes."""
    began = perf_counter()
    child = Popen(
        [sys.executable, "-m", "mkdocs", "build", "-q"],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        stdout=DEVNULL,
        stderr=DEVNULL,
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"the build in {folder} failed")
    return used.ru_utime + used.ru_stime, perf_counter() - began


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--pages", type=int, default=200)
    options.add_argument("--tags", type=int, default=2000)
    options.add_argument("--claims", type=int, default=201)
    options.add_argument("--lines", type=int, default=200)
    options.add_argument("--rounds", type=int, default=5)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name, kind) for kind in ("without", "with")]
        for folder in folders:
            write_site(
                folder,
                plugin=folder.name == "with",
                pages=given.pages,
                tags=given.tags,
                claims=given.claims,
                lines=given.lines,
            )
            build(folder)  # byte code and kept results
        rounds = [[build(folder) for folder in folders] for _ in range(given.rounds)]
    cpu, clock = ([median(one[kind][which] for one in rounds) for kind in (0, 1)] for which in (0, 1))
    sys.stdout.write(
        f"{given.pages} pages of {given.lines} lines, {given.tags} tags, {given.claims} claims; "
        f"medians of {given.rounds}\n"
        f"processor: {cpu[0]:.2f} s without, {cpu[1]:.2f} s with: {cpu[1] / cpu[0] - 1:+.1%}\n"
        f"elapsed: {clock[0]:.2f} s without, {clock[1]:.2f} s with: {clock[1] / clock[0] - 1:+.1%}\n"
    )


if __name__ == "__main__":
    main()
