"""How much the plugin adds to the build of a site, first and again, as a ratio to the same build without it.

Whole processes of ``mkdocs build``, the two kinds in turn, over documents that this script writes: those of
the audit's benchmark, with tags. Prints the ratio of the medians of elapsed time; of the processor time of
MkDocs itself, which other work on the machine disturbs least and which is what elapses where processors are
free; and of all processor time, that of the processes which judge and mark beside it included.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from subprocess import DEVNULL, PIPE, Popen
from time import perf_counter

from benchmarks.audit import document
from benchmarks.processes import environment

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


#: MkDocs, which says in the end how much time it took without its children.
PROGRAM = """
import atexit, resource, sys
from mkdocs.__main__ import cli
def say():
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(used.ru_utime + used.ru_stime)
atexit.register(say)
cli(["build", "-q"])
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """Seconds: on the clock, of MkDocs' process, and of all processes."""

    elapsed: float
    own: float
    processor: float


def build(folder: Path, kept: Path) -> Took:
    """One build, into a folder that is not there.

    :param kept: where answers and results of earlier builds lie
    """
    shutil.rmtree(folder / "site", ignore_errors=True)
    began = perf_counter()
    with Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,
        env={**environment(kept), "NO_MKDOCS_2_WARNING": "1"},
        stdout=PIPE,
        stderr=DEVNULL,
    ) as child:
        said = child.stdout.read() if child.stdout else b""
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"the build in {folder} failed")
    return Took(
        elapsed=perf_counter() - began, own=float(said.split()[-1]), processor=used.ru_utime + used.ru_stime
    )


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
            build(folder, Path(name, "kept"))  # byte code
        without, with_ = folders
        rounds = [
            (
                build(without, Path(name, "kept")),
                build(with_, Path(name, f"first{number}")),
                build(with_, Path(name, "kept")),
            )
            for number in range(given.rounds)
        ]
    sys.stdout.write(
        f"{given.pages} pages of {given.lines} lines, {given.tags} tags, {given.claims} claims; "
        f"medians of {given.rounds}\n"
    )
    for field, what in (("elapsed", "elapsed"), ("own", "MkDocs itself"), ("processor", "all processes")):
        base, first, again = (median(getattr(one[kind], field) for one in rounds) for kind in range(3))
        sys.stdout.write(
            f"{what}: {base:.2f} s without; with, first {first:.2f} s ({first / base - 1:+.1%}), "
            f"again {again:.2f} s ({again / base - 1:+.1%})\n"
        )


if __name__ == "__main__":
    main()
